// Where things lie on the score: one place for each event, or for each of the
// columns into which many events are gathered.

import type { Score } from "../moment"

/** Over so many events the glyphs become density columns. */
export const mostGlyphs = 400

export function eventAt(fraction: number, events: number): number {
  return Math.max(0, Math.min(events - 1, Math.floor(fraction * events)))
}

/** The middle of an event's place, in percent. */
export function middle(event: number, events: number): number {
  return (event + .5) / Math.max(1, events) * 100
}

/** By column and pane the share of the fullest column, 0 … 1. */
export function columns(s: Score, most = 200): { n: number; share: Float32Array } {
  const counted = s.columns > 0
  const n = counted ? s.columns : Math.min(most, Math.max(1, s.events))
  const share = new Float32Array(n * 4)
  if (counted) for (let i = 0; i < n * 4; i++) share[i] = (s.density[i] ?? 0) / 255
  else {
    let top = 1
    for (let e = 0; e < s.events; e++) {
      const at = Math.floor(e * n / s.events) * 4 + (s.pane[e] ?? 0)
      share[at]!++
      top = Math.max(top, share[at]!)
    }
    for (let i = 0; i < share.length; i++) share[i]! /= top
  }
  return { n, share }
}

/** Line marks that leave each other room: at least gap percent apart. */
export function lineMarks(lines: Score["lines"], events: number, gap: number): { left: number; line: number; label: boolean }[] {
  let last = -Infinity
  return lines.filter(l => l.line > 0).map(l => {
    const left = l.event / Math.max(1, events) * 100
    const label = left - last >= gap
    if (label) last = left
    return { left, line: l.line, label }
  })
}
