// Canvas painting of cells: the textures of the style sheet, once more, because
// a canvas can't use it. Colours are read from the style sheet's variables.

import { Cell } from "../moment"
import type { Box } from "./lod"

export interface Palette { fill: Record<number, CanvasPattern | string>; edge: Record<number, string>; plain: Record<number, string>; letter: Record<number, string>; back: Record<number, string>; ground: string; now: string; ink: string; font: string }

type Texture = { ground: string; edge: string; plain?: string; letter?: string; dotted?: boolean; draw?: (g: CanvasRenderingContext2D, colour: (n: string) => string, s: number) => void; size?: number }

const stripes = (variable: string, angle: "up" | "flat" | "post", every: number) => (g: CanvasRenderingContext2D, colour: (n: string) => string, s: number) => {
  g.strokeStyle = colour(variable); g.lineWidth = 1
  g.beginPath()
  if (angle === "flat") { g.moveTo(0, s / 2); g.lineTo(s, s / 2) }
  else if (angle === "post") { g.moveTo(s / 2, 0); g.lineTo(s / 2, s) }
  else for (const o of [-s, 0, s]) { g.moveTo(o, s); g.lineTo(o + s, 0) }
  g.stroke()
  void every
}

const textures: Record<number, Texture> = {
  [Cell.Free]: { ground: "--st-free", edge: "--st-line" },
  [Cell.Yours]: { ground: "--st-alloc", edge: "--st-alloc", letter: "--on-cell" },
  [Cell.Context]: { ground: "--st-kernel", edge: "--st-kernel", letter: "--on-cell" },
  [Cell.Clearing]: { ground: "--st-free", edge: "--line-2", plain: "--st-scrub", draw: stripes("--line-2", "post", 6), size: 6 },
  [Cell.Split]: { ground: "--st-split", edge: "--st-line", draw: stripes("--st-line", "post", 6), size: 6 },
  [Cell.Pinned]: { ground: "--st-pinned", edge: "--dr-ink", draw: stripes("--dr-ink", "up", 4), size: 5 },
  [Cell.Kernel]: { ground: "--st-kernel", edge: "--st-line", letter: "--on-cell" },
  [Cell.Cached]: { ground: "--st-kept", edge: "--kept-ink", draw: stripes("--kept-ink", "flat", 4), size: 4 },
  [Cell.Owned]: { ground: "--st-pma", edge: "--line-2", draw: (g, colour, s) => { g.fillStyle = colour("--line-2"); g.beginPath(); g.arc(s / 2, s / 2, .8, 0, 7); g.fill() }, size: 5 },
  [Cell.Blocked]: { ground: "--sunken", edge: "--line-2", plain: "--line-2", draw: stripes("--line-2", "up", 5), size: 6 },
}

/** Reads the colours that hold at this element now. */
export function palette(at: HTMLElement, g: CanvasRenderingContext2D, ratio: number): Palette {
  const probe = document.createElement("i")
  probe.style.setProperty("forced-color-adjust", "none") // the map keeps its colours, as its legend does
  at.append(probe)
  const colour = (name: string): string => {
    probe.style.color = name === "--on-cell" ? "light-dark(#fff,#0E1219)" : `var(${name})`
    return getComputedStyle(probe).color
  }
  const p: Palette = { fill: {}, edge: {}, plain: {}, letter: {}, back: {}, ground: colour("--st-free"), now: colour("--now"), ink: colour("--ink"), font: getComputedStyle(at).fontFamily }
  for (const [key, t] of Object.entries(textures)) {
    const k = +key
    p.plain[k] = colour(t.plain ?? t.ground); p.edge[k] = colour(t.edge); p.letter[k] = colour(t.letter ?? "--ink")
    p.back[k] = t.draw ? colour(t.ground) : ""
    p.fill[k] = t.draw ? pattern(t, colour, g, ratio) : colour(t.ground)
  }
  p.plain[Cell.Split] = colour("--st-line")
  probe.remove()
  return p
}

function pattern(t: Texture, colour: (n: string) => string, g: CanvasRenderingContext2D, ratio: number): CanvasPattern | string {
  const size = t.size ?? 6, tile = document.createElement("canvas")
  tile.width = tile.height = Math.round(size * ratio)
  const c = tile.getContext("2d")
  if (!c) return colour(t.ground)
  c.scale(tile.width / size, tile.width / size)
  c.fillStyle = colour(t.ground); c.fillRect(0, 0, size, size)
  t.draw!(c, colour, size)
  const p = g.createPattern(tile, "repeat")
  p?.setTransform(new DOMMatrix().scale(size / tile.width))
  return p ?? colour(t.ground)
}

export function paintCell(g: CanvasRenderingContext2D, p: Palette, cell: Cell, b: Box, label: string): void {
  const line = 1.5
  g.fillStyle = p.fill[cell]!
  round(g, b, 2); g.fill()
  g.strokeStyle = p.edge[cell]!; g.lineWidth = line
  if (cell === Cell.Owned) g.setLineDash([1.5, 2])
  round(g, { x: b.x + line / 2, y: b.y + line / 2, w: b.w - line, h: b.h - line }, 2); g.stroke()
  g.setLineDash([])
  if (!label || b.w < 14) return
  g.font = `700 ${Math.min(12, b.h * .55)}px ${p.font}`
  if (p.back[cell]) { // a texture would run through the letters
    const w = g.measureText(label).width + 6
    g.fillStyle = p.back[cell]!
    g.fillRect(b.x + (b.w - w) / 2, b.y + 3, w, b.h - 6)
  }
  g.fillStyle = p.letter[cell]!
  g.textAlign = "center"; g.textBaseline = "middle"
  g.fillText(label, b.x + b.w / 2, b.y + b.h / 2 + .5)
}

export function paintRect(g: CanvasRenderingContext2D, p: Palette, cell: Cell, b: Box): void {
  g.fillStyle = p.fill[cell]!
  g.fillRect(b.x, b.y, b.w, b.h)
  if (cell !== Cell.Free && cell !== Cell.Owned) return
  g.strokeStyle = p.edge[cell]!; g.lineWidth = .6
  g.strokeRect(b.x + .3, b.y + .3, b.w - .6, b.h - .6)
}

/** Fuller is darker; an empty stretch is a faint grid. */
export function paintDensity(g: CanvasRenderingContext2D, p: Palette, cell: Cell, full: number, b: Box): void {
  g.globalAlpha = full === 0 ? .3 : .4 + .6 * full
  g.fillStyle = full === 0 ? p.plain[Cell.Clearing]! : p.plain[cell]!
  g.fillRect(b.x, b.y, b.w, b.h)
  g.globalAlpha = 1
}

function round(g: CanvasRenderingContext2D, b: Box, r: number): void {
  g.beginPath()
  g.roundRect(b.x, b.y, b.w, b.h, Math.min(r, b.w / 2, b.h / 2))
}
