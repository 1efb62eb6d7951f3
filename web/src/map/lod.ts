// Levels of detail of the memory map. What is drawn depends on how large one
// page comes out: cells with texture, number and letter from 18 px; rectangles
// with colour and texture from 4 px; below that a density, one block for many
// pages. A level is left for the coarser one only when the size has fallen 20 %
// below its limit, so that a map whose width trembles does not flicker.

export type Detail = "cells" | "rects" | "density"

export const cellMin = 18, rectMin = 4, slack = .2

const order: readonly Detail[] = ["density", "rects", "cells"]
const limit: Record<Detail, number> = { density: 0, rects: rectMin, cells: cellMin }

export function detail(size: number, before: Detail | null): Detail {
  let d: Detail = size >= cellMin ? "cells" : size >= rectMin ? "rects" : "density"
  if (before && order.indexOf(d) < order.indexOf(before) && size >= limit[before] * (1 - slack)) d = before
  return d
}

export interface Grid {
  detail: Detail
  cols: number
  rows: number
  /** Distance from one place to the next, and the part of it that is drawn. */
  dx: number; dy: number
  w: number; h: number
  /** Pages that share one place; 1 except in the density. */
  per: number
  count: number
}

const block = 4
const wide = 16, narrow = 8, narrowWidth = 420, gap = 3

export function columnsFor(width: number): number { return width < narrowWidth ? narrow : wide }

/** Places for count pages on width x height. Cells and rectangles run in
 * reading order; density blocks run down each column, so that from left to
 * right is from low to high address. */
export function layout(width: number, height: number, count: number, before: Detail | null): Grid {
  const cols = columnsFor(width), rows = Math.max(1, Math.ceil(count / cols))
  const w = (width - gap * (cols - 1)) / cols, h = (height - gap * (rows - 1)) / rows
  if (detail(Math.min(w, h), before) === "cells") {
    return { detail: "cells", cols, rows, dx: w + gap, dy: h + gap, w, h, per: 1, count }
  }
  const side = square(width, height, count)
  if (detail(side, before === "cells" ? null : before) !== "density") return rectangles(width, side, count)
  return density(width, height, count)
}

/** Largest whole side with which count squares fit. */
function square(width: number, height: number, count: number): number {
  let s = Math.floor(Math.sqrt(width * height / count)) + 1
  while (s > 1 && Math.floor(width / s) * Math.floor(height / s) < count) s--
  return s
}

function rectangles(width: number, side: number, count: number): Grid {
  const cols = Math.max(1, Math.floor(width / side)), dx = width / cols
  return { detail: "rects", cols, rows: Math.ceil(count / cols), dx, dy: side, w: dx - 1, h: side - 1, per: 1, count }
}

function density(width: number, height: number, count: number): Grid {
  const cols = Math.max(1, Math.floor(width / block)), rows = Math.max(1, Math.floor(height / block))
  const per = Math.max(1, Math.ceil(count / (cols * rows)))
  const used = Math.ceil(Math.ceil(count / per) / rows)
  const dx = Math.min(3 * block, width / Math.max(1, used))
  return { detail: "density", cols: used, rows, dx, dy: block, w: dx - 1, h: block - 1, per, count }
}

export interface Box { x: number; y: number; w: number; h: number }

export function place(g: Grid, page: number): Box {
  const i = Math.floor(page / g.per)
  const col = g.detail === "density" ? Math.floor(i / g.rows) : i % g.cols
  const row = g.detail === "density" ? i % g.rows : Math.floor(i / g.cols)
  return { x: col * g.dx, y: row * g.dy, w: g.w, h: g.h }
}

/** The first page of the place at x, y; -1 outside. */
export function hit(g: Grid, x: number, y: number): number {
  const col = Math.floor(x / g.dx), row = Math.floor(y / g.dy)
  if (col < 0 || row < 0 || col >= g.cols || row >= g.rows) return -1
  const i = g.detail === "density" ? col * g.rows + row : row * g.cols + col
  const page = i * g.per
  return page < g.count ? page : -1
}

/** Where an arrow key leads from a page: by places, not by pages. */
export function neighbour(g: Grid, page: number, key: string): number {
  const down = g.detail === "density" ? g.per : g.cols, right = g.detail === "density" ? g.per * g.rows : 1
  const step = { ArrowRight: right, ArrowLeft: -right, ArrowDown: down, ArrowUp: -down }[key] ?? 0
  const next = page + step
  return next < 0 || next >= g.count ? page : next
}

/** A window of count pages around a page, inside the card. */
export function windowAround(pages: number, centre: number, count: number): { first: number; count: number } {
  const n = Math.min(pages, count)
  const first = Math.max(0, Math.min(pages - n, centre - Math.floor(n / 2)))
  return { first, count: n }
}
