// A link that opens a program at a moment: what was run, and where one stood.
// The fragment is "p=" and, in base64url, one byte of version, four of CRC-32,
// and the JSON of the rest as raw deflate. A lesson's own link needs no program:
// "at=ROW.ORDINAL". A fragment never reaches the server.

import type { Point } from "./moment"

export interface Shared { source: string; profile: string; set: string[]; seed: number; point: Point | null }

export const version = 1
const most = 1 << 20

export type Trouble = "letters" | "version" | "sum" | "shape"

/** What is wrong with a link. */
export class BrokenLink extends Error {
  constructor(readonly trouble: Trouble, readonly found = 0) { super(`link: ${trouble}`) }
}

export async function encode(s: Shared): Promise<string> {
  const body: unknown[] = [s.source, s.profile, s.set, s.seed, ...(s.point ? [s.point.row, s.point.ordinal] : [])]
  const packed = await through(new TextEncoder().encode(JSON.stringify(body)), new CompressionStream("deflate-raw"))
  const out = new Uint8Array(5 + packed.length)
  out[0] = version
  new DataView(out.buffer).setUint32(1, crc32(packed))
  out.set(packed, 5)
  return "p=" + toText(out)
}

/** Reads a fragment without its "#". Throws BrokenLink. */
export async function decode(fragment: string): Promise<Shared> {
  const raw = toBytes(fragment.replace(/^p=/, ""))
  if (raw.length < 6) throw new BrokenLink("shape")
  if (raw[0] !== version) throw new BrokenLink("version", raw[0])
  const packed = raw.subarray(5)
  if (new DataView(raw.buffer, raw.byteOffset).getUint32(1) !== crc32(packed)) throw new BrokenLink("sum")
  return shape(await unpack(packed))
}

async function unpack(packed: Uint8Array): Promise<unknown> {
  try { return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(await through(packed, new DecompressionStream("deflate-raw")))) } catch { throw new BrokenLink("shape") }
}

function shape(v: unknown): Shared {
  if (!Array.isArray(v)) throw new BrokenLink("shape")
  const [source, profile, set, seed, row, ordinal] = v as unknown[]
  const count = (n: unknown): n is number => Number.isSafeInteger(n) && (n as number) >= 0
  if (typeof source !== "string" || typeof profile !== "string" || !Array.isArray(set) || !set.every(x => typeof x === "string") || !count(seed)) throw new BrokenLink("shape")
  if (row === undefined) return { source, profile, set, seed, point: null }
  if (!count(row) || !count(ordinal)) throw new BrokenLink("shape")
  return { source, profile, set, seed, point: { row, ordinal } }
}

/** "at=3.2" and back. */
export function encodePoint(p: Point): string { return `at=${p.row}.${p.ordinal}` }

export function decodePoint(text: string): Point | null {
  const m = /^(?:at=)?(\d{1,9})\.(\d{1,9})$/.exec(text)
  return m ? { row: +m[1]!, ordinal: +m[2]! } : null
}

async function through(bytes: Uint8Array, stream: CompressionStream | DecompressionStream): Promise<Uint8Array> {
  const reader = new Blob([bytes as BlobPart]).stream().pipeThrough(stream as unknown as ReadableWritablePair<Uint8Array, Uint8Array>).getReader()
  const parts: Uint8Array[] = []
  let n = 0
  for (let r = await reader.read(); !r.done; r = await reader.read()) {
    parts.push(r.value)
    n += r.value.length
    if (n > most) { void reader.cancel(); throw new BrokenLink("shape") }
  }
  const out = new Uint8Array(n)
  let at = 0
  for (const p of parts) { out.set(p, at); at += p.length }
  return out
}

function toText(bytes: Uint8Array): string {
  let s = ""
  for (let i = 0; i < bytes.length; i += 8192) s += String.fromCharCode(...bytes.subarray(i, i + 8192))
  return btoa(s).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "")
}

function toBytes(text: string): Uint8Array {
  if (!/^[A-Za-z0-9_-]*$/.test(text)) throw new BrokenLink("letters")
  try { return Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), c => c.charCodeAt(0)) } catch { throw new BrokenLink("letters") }
}

const table = Uint32Array.from({ length: 256 }, (_, n) => {
  for (let k = 0; k < 8; k++) n = n & 1 ? 0xedb88320 ^ (n >>> 1) : n >>> 1
  return n >>> 0
})

export function crc32(bytes: Uint8Array): number {
  let c = 0xffffffff
  for (const b of bytes) c = table[(c ^ b) & 255]! ^ (c >>> 8)
  return (c ^ 0xffffffff) >>> 0
}
