// What the engine says of two runs: sections of a frame (engine/scene/compare.go).

import type { Frame, Scene } from "../engine/codec"

const S = { sides: 32, rows: 33, pairs: 34, tallies: 35, differences: 36 } as const
const NONE = 0xffffffff

export interface Trip { name: string; length: number; ps: number; failed: boolean; foreign: boolean }

/** What a row did to the addresses in use. */
export const Did = { Nothing: 0, Takes: 1, Gives: 2, GivesAll: 3 } as const

export interface Row {
  text: string; line: number; ctx: number; code: string; unable: boolean; did: number
  at: number       // relative to the first address of the process
  fixed: boolean   // … or, where no lot is drawn, as it is
  bytes: number; ps: number; free: number; trips: Trip[]
}

export interface Side { name: string; measured: boolean; start: number; rows: Row[] }

/** Indices of two rows that belong together, -1 where one is missing. */
export interface Pair { a: number; b: number }

export const Column = { Calls: 0, Errors: 1, Values: 2, Addresses: 3, Free: 4, Ioctls: 5, Offsets: 6, Times: 7 } as const

export interface Tally { name: string; judged: boolean; same: number; compared: number; first: number }

export interface Difference { pair: number; column: number; a: string; b: string; rule: string; sentence: string; section: string }

export interface Report {
  sides: [Side, Side]; pairs: Pair[]; tallies: Tally[]; differences: Difference[]
  of: Difference[][]   // by pair
}

const words = 15

/** Reads the sections of a comparison. */
export function report(f: Frame, s: Scene): Report {
  let next = 0
  const sides = [0, 1].map(i => {
    const at = i * 5, n = f.u32(S.sides, at + 2), rows: Row[] = []
    for (let k = 0; k < n; k++) rows.push(row(f, s, next++))
    return { name: s.text(f.u32(S.sides, at)), measured: f.u32(S.sides, at + 1) === 1, start: f.wide(S.sides, at + 3), rows }
  }) as [Side, Side]
  const index = (n: number) => n === NONE ? -1 : n
  const pairs = range(f.count(S.pairs)).map(i => ({ a: index(f.u32(S.pairs, i * 2)), b: index(f.u32(S.pairs, i * 2 + 1)) }))
  const tallies = range(f.count(S.tallies)).map(i => {
    const k = S.tallies, at = i * 5
    return { name: s.text(f.u32(k, at)), judged: f.u32(k, at + 1) === 1, same: f.u32(k, at + 2), compared: f.u32(k, at + 3), first: index(f.u32(k, at + 4)) }
  })
  const differences = range(f.count(S.differences)).map(i => {
    const k = S.differences, at = i * 7, text = (n: number) => s.text(f.u32(k, at + n))
    return { pair: f.u32(k, at), column: f.u32(k, at + 1), a: text(2), b: text(3), rule: text(4), sentence: text(5), section: text(6) }
  })
  const of: Difference[][] = pairs.map(() => [])
  for (const d of differences) of[d.pair]?.push(d)
  return { sides, pairs, tallies, differences, of }
}

export function range(n: number): number[] { return Array.from({ length: n }, (_, i) => i) }

function row(f: Frame, s: Scene, i: number): Row {
  const k = S.rows, at = i * words, flags = f.u32(k, at + 4)
  return {
    text: s.text(f.u32(k, at)), line: f.u32(k, at + 1), ctx: f.u32(k, at + 2), code: s.text(f.u32(k, at + 3)),
    unable: (flags & 1) !== 0, fixed: (flags & 2) !== 0, did: f.u32(k, at + 5),
    at: f.signed(k, at + 6), bytes: f.wide(k, at + 8), ps: f.wide(k, at + 10), free: f.wide(k, at + 12), trips: trips(s.text(f.u32(k, at + 14))),
  }
}

function trips(text: string): Trip[] {
  if (!text) return []
  return text.split("\n").map(l => {
    const [name = "", length = "0", ps = "0", flags = ""] = l.split("\t")
    return { name, length: +length, ps: +ps, failed: flags.includes("f"), foreign: flags.includes("o") }
  })
}

/** The middle value; 0 of none. */
export function median(list: readonly number[]): number {
  const s = [...list].sort((x, y) => x - y)
  return s.length ? s[s.length >> 1]! : 0
}

/** Whether a pair differs in what is judged, or in its call at all. */
export function differs(r: Report, pair: number): boolean { return r.of[pair]!.some(d => r.tallies[d.column]!.judged) }
