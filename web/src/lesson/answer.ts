// What a learner answered against what happened: pure, so that the terminal's
// rules can be checked to be the same.

export type Kind = "number" | "choice" | "click"

export interface Question { id: string; kind: Kind; question: string; answer: string; unit?: string; options?: { value: string; text: string }[]; why?: string }

const scale: Record<string, number> = { "": 1, b: 1, k: 1024, kb: 1024, kib: 1024, m: 1 << 20, mb: 1 << 20, mib: 1 << 20, g: 1 << 30, gb: 1 << 30, gib: 1 << 30 }

/** Reads 2097152, 2,097,152, 2 MiB or 2m as a number; null if it is none. */
export function readNumber(text: string): number | null {
  const m = /^\s*([+-]?[\d,_ ]*\.?\d+)\s*([a-zA-Z]*)\s*(?:字节|bytes?)?\s*$/i.exec(text.replace(/[，　]/g, c => c === "，" ? "," : " "))
  if (!m) return null
  const n = Number(m[1]!.replace(/[,_ ]/g, "")), s = scale[m[2]!.toLowerCase().replace(/^bytes?$/, "")]
  return Number.isFinite(n) && s !== undefined ? n * s : null
}

export function agrees(q: Question, said: string): boolean {
  if (q.kind !== "number") return said.trim() === q.answer.trim()
  const a = readNumber(said), b = readNumber(q.answer)
  return a !== null && a === b
}

/** The words of an answer: an option's text, or a number with its unit. */
export function spoken(q: Question, value: string): string {
  if (q.kind === "choice") return q.options?.find(o => o.value === value)?.text ?? value
  const n = q.kind === "number" ? readNumber(value) : null
  const text = n === null ? value : n.toString().replace(/\B(?=(\d{3})+(?!\d))/g, ",")
  return q.unit ? `${text} ${q.unit}` : text
}
