// Numbers as a reader sees them: units always, addresses in groups of four.

const KiB = 1024, MiB = KiB * 1024, GiB = MiB * 1024, TiB = GiB * 1024

/** 0x7f12 35e0 0000: groups of four from the right. */
export function hex(address: bigint | number): string {
  const digits = address.toString(16)
  const groups: string[] = []
  for (let end = digits.length; end > 0; end -= 4) groups.unshift(digits.slice(Math.max(0, end - 4), end))
  return "0x" + groups.join(" ")
}

export function commas(n: number | bigint): string {
  return n.toString().replace(/\B(?=(\d{3})+(?!\d))/g, ",")
}

/** 2 MiB, 1.5 MiB, 2,093,056 B: a unit where it is exact to two places, bytes else. */
export function bytes(n: number): string {
  for (const [unit, name] of [[TiB, "TiB"], [GiB, "GiB"], [MiB, "MiB"], [KiB, "KiB"]] as const) {
    if (n < unit) continue
    const v = n / unit
    if (Number.isInteger(v)) return `${commas(v)} ${name}`
    if (n >= 16 * MiB || Number.isInteger(v * 4)) return `${trim(v.toFixed(2))} ${name}`
  }
  return `${commas(n)} B`
}

export function exact(n: number): string { return `${commas(n)} B` }

function trim(s: string): string { return s.includes(".") ? s.replace(/\.?0+$/, "") : s }

/** A time in picoseconds, in the unit that leaves a number between 1 and 1000. */
export function time(ps: number): string {
  if (ps === 0) return "0 µs"
  const units = [["ps", 1], ["ns", 1e3], ["µs", 1e6], ["ms", 1e9], ["s", 1e12]] as const
  let [name, size]: readonly [string, number] = units[0]
  for (const [n, s] of units) if (ps >= s) [name, size] = [n, s]
  const v = ps / size
  return `${trim(v >= 100 ? v.toFixed(0) : v >= 10 ? v.toFixed(1) : v.toFixed(2))} ${name}`
}

/** Reads 0x7f12 35e0 0000, 7f1235e00000 or 0x7f12_35e0_0000; null if it is none. */
export function parseHex(text: string): bigint | null {
  const s = text.trim().replace(/[\s_,']/g, "").replace(/^0x/i, "")
  return /^[0-9a-f]{1,16}$/i.test(s) ? BigInt("0x" + s) : null
}
