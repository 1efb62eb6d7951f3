import { test } from "node:test"
import assert from "node:assert/strict"
import { detail, hit, layout, neighbour, place, windowAround, type Detail } from "../src/map/lod"
import { lines, majority, mostLines, runs } from "../src/map/runs"

test("levels of detail and their hysteresis", () => {
  const cases: [number, Detail | null, Detail][] = [
    [18, null, "cells"], [17.9, null, "rects"], [4, null, "rects"], [3.9, null, "density"],
    [17, "cells", "cells"], [14.5, "cells", "cells"], [14.3, "cells", "rects"],
    [3.3, "rects", "rects"], [3.1, "rects", "density"],
    [17.9, "rects", "rects"], [18, "rects", "cells"], [3.9, "density", "density"], [4, "density", "rects"],
  ]
  for (const [size, before, want] of cases) assert.equal(detail(size, before), want, `${size} after ${before}`)
})

const shapes: [number, number, number][] = [[518, 72, 48], [518, 78, 32], [340, 150, 48], [518, 72, 480], [518, 72, 768], [518, 72, 5000], [518, 72, 71577], [900, 72, 12288], [300, 40, 1]]

test("every page has a place inside the field, and the place finds the page", () => {
  for (const [w, h, n] of shapes) {
    const g = layout(w, h, n, null)
    for (let p = 0; p < n; p += Math.max(1, Math.floor(n / 500))) {
      const b = place(g, p)
      assert.ok(b.x >= 0 && b.y >= 0 && b.x + b.w <= w + 1 && b.y + b.h <= h + 1, `${w}x${h} ${n}: page ${p} at ${JSON.stringify(b)}`)
      assert.equal(hit(g, b.x + b.w / 2, b.y + b.h / 2), Math.floor(p / g.per) * g.per, `${w}x${h} ${n} ${g.detail}: page ${p}`)
    }
    assert.equal(hit(g, -1, 5), -1)
    assert.equal(hit(g, w + 50, 5), -1)
  }
})

test("the mock's window is cells of sixteen to a row", () => {
  const g = layout(518, 72, 48, null)
  assert.equal(g.detail, "cells")
  assert.deepEqual([g.cols, g.rows], [16, 3])
  assert.equal(layout(518, 72, 768, null).detail, "rects")
  assert.equal(layout(518, 72, 71577, null).detail, "density")
})

test("arrow keys stay on the map", () => {
  const g = layout(518, 72, 48, null)
  assert.equal(neighbour(g, 0, "ArrowLeft"), 0)
  assert.equal(neighbour(g, 0, "ArrowDown"), 16)
  assert.equal(neighbour(g, 47, "ArrowDown"), 47)
  assert.equal(neighbour(g, 16, "ArrowUp"), 0)
  const d = layout(518, 72, 71577, null)
  assert.equal(neighbour(d, 0, "ArrowDown"), d.per)
  assert.equal(neighbour(d, 0, "ArrowRight"), d.per * d.rows)
})

test("a window stays on the card", () => {
  assert.deepEqual(windowAround(100, 0, 48), { first: 0, count: 48 })
  assert.deepEqual(windowAround(100, 99, 48), { first: 52, count: 48 })
  assert.deepEqual(windowAround(20, 5, 48), { first: 0, count: 20 })
})

const card = (...parts: [number, number][]) => Uint8Array.from(parts.flatMap(([cell, n]) => Array<number>(n).fill(cell)))

test("runs of the lesson's card", () => {
  assert.deepEqual(runs(card([2, 264], [1, 1], [0, 100])), [{ first: 0, count: 264, cell: 2 }, { first: 264, count: 1, cell: 1 }, { first: 265, count: 100, cell: 0 }])
  assert.deepEqual(runs(new Uint8Array(0)), [])
  assert.deepEqual(runs(card([2, 10], [0, 10]), 5, 10), [{ first: 5, count: 5, cell: 2 }, { first: 10, count: 5, cell: 0 }])
})

/** A small generator of our own, so that a failure can be repeated. */
function random(seed: number): () => number { return () => (seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0) / 2 ** 32 }

test("the twin has at most twenty lines, covers every page once, and drills down to single runs", () => {
  for (let seed = 1; seed < 40; seed++) {
    const r = random(seed), whole = Uint8Array.from({ length: 500 + Math.floor(r() * 3000) }, () => r() < .5 ? 0 : 1 + Math.floor(r() * 4))
    const open = (first: number, count: number, depth: number): number => {
      assert.ok(depth < 40, "does not end")
      const ls = lines(whole, first, count)
      assert.ok(ls.length <= mostLines, `${ls.length} lines`)
      let at = first, singles = 0
      for (const l of ls) {
        assert.equal(l.first, at)
        assert.ok(l.count > 0 && (l.cell !== -1 || l.count < count), "a line that is everything")
        assert.equal(l.mix.reduce((n, m) => n + m.count, 0), l.count)
        at += l.count
        singles += l.cell === -1 ? open(l.first, l.count, depth + 1) : 1
      }
      assert.equal(at, first + count)
      return singles
    }
    assert.equal(open(0, whole.length, 0), runs(whole).length)
  }
})

test("majority: the commonest used state, and how full", () => {
  assert.deepEqual(majority(card([0, 3], [1, 1]), 0, 4), { cell: 1, full: .25 })
  assert.deepEqual(majority(card([0, 4]), 0, 4), { cell: 0, full: 0 })
  assert.deepEqual(majority(card([2, 1], [1, 3]), 0, 4), { cell: 1, full: 1 })
})
