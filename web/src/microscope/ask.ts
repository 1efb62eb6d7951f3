// What is asked of the microscope, as the page's address holds it: ?va=…&format=…
// and the like, and in the fragment the program whose machine is looked at.

export const keys = ["va", "format", "page", "access"] as const
export type Key = (typeof keys)[number]

const word = /^[0-9A-Za-z+._-]{0,40}$/

export class Ask {
  readonly values = new Map<Key, string>()
  readonly edits = new Map<string, string>()

  /** Reads a query; what is longer than any value can be is left out. */
  static from(query: string): Ask {
    const a = new Ask()
    for (const [k, v] of new URLSearchParams(query)) {
      if (k === "va") a.values.set("va", v.slice(0, 80))
      else if ((keys as readonly string[]).includes(k)) { if (word.test(v)) a.values.set(k as Key, v) }
      else if (/^[A-Z][A-Z0-9_]{1,7}$/.test(k) && word.test(v)) a.edits.set(k, v)
    }
    return a
  }

  get(k: Key): string { return this.values.get(k) ?? "" }

  /** Puts a value; another address, format or page starts from fresh entries. */
  set(k: Key, v: string): void {
    if (k !== "access" && this.get(k) !== v) this.edits.clear()
    if (v) this.values.set(k, v)
    else this.values.delete(k)
  }

  get query(): string {
    const q = new URLSearchParams([...this.values, ...this.edits])
    return q.size ? "?" + q.toString() : ""
  }

  /** The lines that the engine reads. */
  lines(more: Record<string, string>): string {
    const all = [...this.values, ...this.edits, ...Object.entries(more)]
    return all.map(([k, v]) => `${k}=${v.replace(/\n/g, " ")}`).join("\n")
  }
}

/** Bits hi to lo of an entry of two words, replaced. */
export function withBits(low: bigint, high: bigint, hi: number, lo: number, value: bigint): [low: bigint, high: bigint] {
  const all = high << 64n | low, mask = (1n << BigInt(hi - lo + 1)) - 1n
  const next = all & ~(mask << BigInt(lo)) | (value & mask) << BigInt(lo)
  return [next & 0xffffffffffffffffn, next >> 64n]
}

/** An entry as the query holds it: "1f40200681" or "low.high". */
export function entryText(low: bigint, high: bigint, bytes: number): string {
  return bytes === 16 ? `${low.toString(16)}.${high.toString(16)}` : low.toString(16)
}
