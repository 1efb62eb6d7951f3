// What lies under the microscope: the engine's answer, decoded. Layout of the
// records: engine/scene/microscope_send.go. Nothing here computes anything.

import type { Frame, Scene } from "../engine/codec"
import { S } from "../engine/views"
import type { Point } from "../moment"

export interface Size { name: string; bytes: bigint; both: boolean; chosen: boolean }
export interface Cut { name: string; hi: number; lo: number; bits: string; value: bigint; sort: "beyond" | "index" | "offset"; bad: boolean }
export interface Option { value: number; text: string }
export interface Factor { bit: number; off: string; on: string }
export interface Field { name: string; hi: number; lo: number; value: bigint; shown: string; means: string; address: boolean; shift: number; options: Option[]; factors: Factor[] }
export interface Writer { event: number; sentence: string; point: Point }
export interface Used { index: number; va: bigint; state: string }
export interface Read {
  level: string; index: number; address: bigint; bytes: number; low: bigint; high: bigint
  state: string; leads: string; covers: bigint; edited: boolean
  fields: Field[]; writer: Writer | null; used: Used[]
}
export interface End { sort: "none" | "page" | "sparse" | "fault" | "beyond"; sentence: string; fault: string; aperture: string; physical: bigint; bytes: bigint; reads: number }
export interface Way { first: bigint; page: bigint; mask: number; way: number; physical: bigint; hit: boolean; space: number }
export interface Cache {
  hierarchy: string; kind: "textbook" | "documented" | "measured"; source: string; note: string; name: string
  set: number; sets: number; ways: number; pages: number; how: string; reach: bigint; hit: boolean; held: Way[]
}
export interface Need { page: string; sentence: string; entries: bigint; bytes: bigint; tables: number; reads: number }
export interface Slide {
  format: string; title: string; trouble: string; va: bigint; page: bigint; bits: number
  live: boolean; edited: boolean; source: string; kind: Cache["kind"]
  sizes: Size[]; cuts: Cut[]; reads: Read[]; end: End; caches: Cache[]; needs: Need[]
  ranges: { bytes: bigint; count: number; own: boolean }
  pointers: { name: string; address: bigint }[]
}

const SORT = ["beyond", "index", "offset"] as const
const END = ["none", "page", "sparse", "fault", "beyond"] as const
const KIND = ["textbook", "documented", "measured"] as const
const NONE = 0xffffffff
const ADDRESS = 2 // role of an address field
const WORDS = 10

interface Record { tag: number; a: string; b: string; c: string; x: bigint; y: bigint; p: number; q: number }

function records(f: Frame, s: Scene): Record[] {
  const k = S.microscope, list: Record[] = []
  const wide = (i: number) => BigInt(f.u32(k, i + 1)) << 32n | BigInt(f.u32(k, i))
  for (let i = 0, at = 0; i < f.count(k); i++, at += WORDS) {
    const text = (j: number) => s.text(f.u32(k, at + j))
    list.push({ tag: f.u32(k, at), a: text(1), b: text(2), c: text(3), x: wide(at + 4), y: wide(at + 6), p: f.u32(k, at + 8), q: f.u32(k, at + 9) })
  }
  return list
}

/** One slide for each format that was asked for. */
export function slides(f: Frame, s: Scene): Slide[] {
  const list: Slide[] = []
  for (const r of records(f, s)) {
    if (r.tag === 0) list.push(head(r))
    const now = list.at(-1)
    if (now) add(now, r)
  }
  return list
}

function head(r: Record): Slide {
  return {
    format: r.a, title: r.b, trouble: r.c, va: r.x, page: r.y, bits: r.p, live: (r.q & 1) !== 0, edited: (r.q & 2) !== 0, source: "", kind: "textbook",
    sizes: [], cuts: [], reads: [], end: { sort: "none", sentence: "", fault: "", aperture: "", physical: 0n, bytes: 0n, reads: 0 },
    caches: [], needs: [], ranges: { bytes: 0n, count: 0, own: false }, pointers: [],
  }
}

function add(s: Slide, r: Record): void {
  switch (r.tag) {
    case 1: s.source = r.a; s.kind = KIND[r.p] ?? "textbook"; break
    case 2: s.sizes.push({ name: r.a, bytes: r.x, both: r.p === 1, chosen: r.q === 1 }); break
    case 3: s.cuts.push({ name: r.a, bits: r.b, value: r.x, hi: r.p >> 8, lo: r.p & 255, sort: SORT[r.q >> 1]!, bad: (r.q & 1) === 1 }); break
    case 11: s.end = { sentence: r.a, fault: r.b, aperture: r.c, physical: r.x, bytes: r.y, sort: END[r.p]!, reads: r.q }; break
    case 16: s.needs.push({ page: r.a, sentence: r.b, entries: r.x, bytes: r.y, tables: r.p, reads: r.q }); break
    case 17: s.ranges = { bytes: r.x, count: r.p, own: r.q === 1 }; break
    case 18: s.pointers.push({ name: r.a, address: r.x }); break
    default: if (r.tag >= 12) cache(s, r); else read(s, r)
  }
}

function read(s: Slide, r: Record): void {
  if (r.tag === 4) {
    s.reads.push({ level: r.a, state: r.b, leads: r.c, address: r.x, covers: r.y, index: r.p, bytes: r.q >> 8, edited: (r.q & 1) === 1, low: 0n, high: 0n, fields: [], writer: null, used: [] })
    return
  }
  const now = s.reads.at(-1), field = now?.fields.at(-1)
  if (!now) return
  switch (r.tag) {
    case 5: now.low = r.x; now.high = r.y; if (r.p !== NONE) now.writer = { event: r.p, sentence: r.a, point: { row: 0, ordinal: 0 } }; break
    case 6: if (now.writer) now.writer.point = { row: r.p, ordinal: r.q }; break
    case 7: now.fields.push({ name: r.a, shown: r.b, means: r.c, value: r.x, hi: r.p >> 8, lo: r.p & 255, address: r.q === ADDRESS, shift: Number(r.y), options: [], factors: [] }); break
    case 8: field?.options.push({ text: r.a, value: Number(r.x) }); break
    case 9: field?.factors.push({ off: r.a, on: r.b, bit: r.p }); break
    case 10: now.used.push({ state: r.a, va: r.x, index: r.p }); break
  }
}

function cache(s: Slide, r: Record): void {
  if (r.tag === 12) {
    s.caches.push({ name: r.a, how: r.b, hierarchy: r.c, reach: r.x, pages: Number(r.y), set: r.p, sets: r.q, kind: "textbook", source: "", note: "", ways: 0, hit: false, held: [] })
    return
  }
  const now = s.caches.at(-1), way = now?.held.at(-1)
  if (!now) return
  if (r.tag === 13) { now.source = r.a; now.note = r.b; now.ways = Number(r.x); now.kind = KIND[r.p] ?? "textbook"; now.hit = r.q === 1 }
  if (r.tag === 14) now.held.push({ first: r.x, page: r.y, mask: r.p, way: r.q, physical: 0n, hit: false, space: 0 })
  if (r.tag === 15 && way) { way.physical = r.x; way.hit = r.p === 1; way.space = r.q }
}
