// The map in words: runs of pages in the same state. A twin opens with at most
// twenty lines; where there are more runs, neighbours are put together and each
// such line can be opened in turn.

import type { Cell } from "../moment"

export interface Run { first: number; count: number; cell: Cell }

/** A line of the twin: one run, or several put together (cell -1). */
export interface Line { first: number; count: number; cell: Cell | -1; mix: readonly { cell: Cell; count: number }[] }

export const mostLines = 20

export function runs(whole: Uint8Array, first = 0, count = whole.length - first): Run[] {
  const out: Run[] = []
  const end = Math.min(whole.length, first + count)
  for (let i = first; i < end;) {
    const cell = whole[i] as Cell
    let j = i + 1
    while (j < end && whole[j] === cell) j++
    out.push({ first: i, count: j - i, cell })
    i = j
  }
  return out
}

/** At most `most` lines over the pages first … first+count-1. The longest runs
 * keep lines of their own; what lies between them is put together. */
export function lines(whole: Uint8Array, first = 0, count = whole.length - first, most = mostLines): Line[] {
  const all = runs(whole, first, count)
  if (all.length <= most) return all.map(single)
  const keep = new Set([...all.keys()].sort((a, b) => all[b]!.count - all[a]!.count).slice(0, Math.floor((most - 1) / 2)))
  const out: Line[] = []
  for (let i = 0; i < all.length;) {
    if (keep.has(i)) { out.push(single(all[i]!)); i++; continue }
    let j = i
    while (j < all.length && !keep.has(j)) j++
    out.push(together(all.slice(i, j)))
    i = j
  }
  // one line that is everything again would never open: halve it instead
  return out.length === 1 && all.length > 1 ? [together(all.slice(0, all.length >> 1)), together(all.slice(all.length >> 1))] : out
}

function single(r: Run): Line { return { ...r, mix: [{ cell: r.cell, count: r.count }] } }

function together(part: readonly Run[]): Line {
  if (part.length === 1) return single(part[0]!)
  const sum = new Map<Cell, number>()
  for (const r of part) sum.set(r.cell, (sum.get(r.cell) ?? 0) + r.count)
  const last = part[part.length - 1]!, first = part[0]!.first
  const mix = [...sum].map(([cell, n]) => ({ cell, count: n })).sort((a, b) => b.count - a.count)
  return { first, count: last.first + last.count - first, cell: -1, mix }
}

/** The commonest state of a stretch, and the share of pages that are not free. */
export function majority(whole: Uint8Array, first: number, count: number): { cell: Cell; full: number } {
  const n = new Uint32Array(16)
  const end = Math.min(whole.length, first + count)
  for (let i = first; i < end; i++) n[whole[i]! & 15]!++
  const total = Math.max(1, end - first)
  let best = 0
  for (let c = 1; c < 16; c++) if (n[c]! > 0 && (best === 0 || n[c]! > n[best]!)) best = c
  return { cell: best as Cell, full: (total - n[0]!) / total }
}
