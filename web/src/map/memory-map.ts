// Physical memory, from far to near: the whole card as a strip, a lens, and the
// pages of the window on a canvas. The changed page and the pages that the
// thread runs through are real elements above the canvas, so that they can be
// pointed at, and are never smaller than 6 px.

import { html, nothing, type PropertyValues } from "lit"
import { bytes, commas, exact, hex } from "../format"
import { Light } from "../light"
import { Cell, Pane, type Physical } from "../moment"
import { colours, selection, twins } from "../store"
import { station } from "../machine/parts"
import { t, type Word } from "../words"
import { columnsFor, hit, layout, neighbour, place, windowAround, type Detail, type Grid } from "./lod"
import { paintCell, paintDensity, paintRect, palette, type Palette } from "./paint"
import { lines, majority, type Line } from "./runs"

const pageBytes = 2 * 1024 * 1024
const zoomStep = 4
const textures: Record<number, string> = {
  [Cell.Free]: "free", [Cell.Yours]: "alloc", [Cell.Context]: "kernel", [Cell.Clearing]: "scrub", [Cell.Split]: "split",
  [Cell.Pinned]: "pinned", [Cell.Kernel]: "kernel", [Cell.Cached]: "kept", [Cell.Owned]: "pma", [Cell.Blocked]: "blocked",
}

export const cellName = (cell: number): string => t(`cell.${cell}` as Word)
export const texture = (cell: number): string => `tx tx-${textures[cell] ?? "free"}`

const letters = (cell: Cell): string => cell === Cell.Context || cell === Cell.Kernel ? "K" : ""

export class MemoryMap extends Light {
  static override properties = {
    data: { attribute: false }, linked: { attribute: false }, now: { attribute: false },
    zoom: { state: true }, pan: { state: true }, cursor: { state: true }, tip: { state: true }, width: { state: true }, cellHeight: { state: true }, open: { state: true },
  }
  declare data: Physical | undefined
  /** Pages the thread runs through. */
  declare linked: readonly number[]
  /** The page to be yellow, -1 for none. */
  declare now: number
  declare zoom: number
  declare pan: number | null
  declare cursor: number
  declare tip: number
  declare width: number
  declare cellHeight: number
  declare open: readonly { first: number; count: number }[]

  #before: Detail | null = null
  #grid: Grid | null = null
  #palette: Palette | null = null
  #paletteOf = ""
  #tall = 0
  #strips: { canvas: HTMLCanvasElement | null; width: number; palette: Palette; whole: Uint8Array } | null = null
  #watch: ResizeObserver | null = null
  #hover: ReturnType<typeof setTimeout> | undefined

  constructor() {
    super()
    this.linked = []; this.now = -1; this.zoom = 0; this.pan = null; this.cursor = -1; this.tip = -1; this.width = 0; this.cellHeight = 24; this.open = []
  }

  protected override get ready(): boolean { return this.data !== undefined }

  override connectedCallback(): void {
    super.connectedCallback()
    this.#watch = new ResizeObserver(e => { this.width = Math.floor(e[0]!.contentRect.width); this.#resized() })
    this.#watch.observe(this)
    addEventListener("resize", this.#resized)
  }

  /** The style sheet gives small windows lower cells. */
  #resized = (): void => { this.cellHeight = parseFloat(getComputedStyle(this).getPropertyValue("--cell-h")) || 24 }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    this.#watch?.disconnect()
    removeEventListener("resize", this.#resized)
    clearTimeout(this.#hover)
  }

  get #window(): { first: number; count: number } {
    const d = this.data!
    if (this.zoom === 0 && this.pan === null) return d.window
    const centre = this.pan ?? d.window.first + Math.floor(d.window.count / 2)
    return windowAround(d.pages, centre, d.window.count * zoomStep ** this.zoom)
  }

  protected override render() {
    const d = this.data!
    void colours.value
    if (twins.value) return this.#twin(d)
    const win = this.#window, height = this.#tall = this.#height()
    const g = this.width > 0 ? layout(this.width, height, win.count, this.#before) : null
    this.#grid = g
    if (g) this.#before = g.detail
    return html`
      <div class="strip" title=${exact(d.pages * pageBytes)} @pointerdown=${this.#strip}>
        <canvas data-strip></canvas>
        ${this.now >= 0 ? html`<i class="here" style="left:${this.now / d.pages * 100}%"></i>` : nothing}
      </div>
      ${lens(win.first / d.pages * 100, (win.first + win.count) / d.pages * 100)}
      <div class="field" style="height:${height}px" tabindex="0" role="application" aria-roledescription=${t("map.role")}
        aria-label="${t("map")} ${this.#label(this.cursor >= 0 ? this.cursor : win.first)}"
        @pointermove=${this.#move} @pointerleave=${this.#leave} @click=${this.#click} @keydown=${this.#key} @wheel=${this.#wheel}>
        <canvas data-field></canvas>${g ? this.#overlay(d, g, win) : nothing}
      </div>
      ${this.#legend(d, win)}${this.#chosen()}`
  }

  #legend(d: Physical, win: { first: number; count: number }) {
    return html`
      <div class="legend">
        <span class="mono quiet" title=${t("each")}>${t("pages of", commas(win.first), commas(win.first + win.count - 1), commas(d.pages))}</span>
        <span class="zoom">
          <button class="ib" aria-label=${t("zoom.out")} @click=${() => this.#zoomBy(1)}>−</button>
          <button class="ib" aria-label=${t("zoom.in")} @click=${() => this.#zoomBy(-1)}>+</button>
        </span>
        ${d.legend.map(c => html`<span><i class=${texture(c)} aria-hidden="true"></i>${cellName(c)}</span>`)}
      </div>`
  }

  /** What is selected, and the question that can be asked about it. */
  #chosen() {
    const page = selection.value.startsWith("3:page:") ? +selection.value.slice(7) : -1
    if (page < 0) return nothing
    const who = () => this.dispatchEvent(new CustomEvent("who", { bubbles: true }))
    const hangs = () => this.dispatchEvent(new CustomEvent("hangs", { bubbles: true }))
    return html`<p class="chosen small"><span>${this.#label(page)}</span><button class="btn sm" @click=${who}>${t("k.who")} <kbd>W</kbd></button><button class="btn sm" @click=${hangs}>${t("hangs")}</button></p>`
  }

  /** Room for the rows of the window; it does not change with the zoom. */
  #height(): number {
    const rows = Math.min(4, Math.ceil(this.data!.window.count / columnsFor(this.width || 600)))
    return rows * (this.cellHeight + 3) - 3
  }

  #overlay(d: Physical, g: Grid, win: { first: number; count: number }) {
    const chosen = selection.value.startsWith("3:page:") ? +selection.value.slice(7) : -1
    const pages = new Set([...this.linked, this.now, chosen, this.cursor, this.tip].filter(p => p >= win.first && p < win.first + win.count))
    const over = (p: number) => {
      const b = place(g, p - win.first), w = Math.max(6, b.w), h = Math.max(6, b.h), cell = d.whole[p]!
      const marks = `${p === this.now ? "now" : ""} ${p === chosen ? "sel" : ""} ${p === this.cursor ? "cur" : ""} ${p === this.tip ? "hov" : ""}`
      const name = p === this.now || this.linked.includes(p) ? station(Pane.Physical, "page", p) : nothing
      return html`
        <i class="fr over ${texture(cell)} ${marks}" style="left:${b.x}px;top:${b.y}px;width:${w}px;height:${h}px" data-station=${name}>${
          g.detail === "cells" && b.w > 26 ? html`<b>${letters(cell) || p}</b>` : nothing}</i>`
    }
    return html`${[...pages].map(over)}${this.tip >= 0 ? this.#tooltip(g, win) : nothing}`
  }

  #tooltip(g: Grid, win: { first: number }) {
    const b = place(g, this.tip - win.first), right = b.x > this.width / 2
    return html`<div class="tip" role="tooltip" style="top:${b.y + b.h + 6}px;${right ? `right:${this.width - b.x - b.w}px` : `left:${b.x}px`}">${this.#label(this.tip)}</div>`
  }

  #label(page: number): string {
    const d = this.data!
    const per = this.#grid?.per ?? 1
    const head = per > 1 ? t("pages", commas(page), commas(Math.min(d.pages, page + per) - 1)) : t("page", commas(page))
    return `${head} · ${hex(BigInt(page) * BigInt(pageBytes))} · ${per > 1 ? mixText(lines(d.whole, page, per, 1)) : cellName(d.whole[page]!)} · ${exact(per * pageBytes)}`
  }

  protected override updated(_: PropertyValues): void {
    if (twins.value || this.width === 0) return
    this.#paint()
    this.dispatchEvent(new CustomEvent("drawn", { bubbles: true }))
  }

  #paint(): void {
    const d = this.data!, win = this.#window, g = this.#grid
    const canvas = this.querySelector<HTMLCanvasElement>("canvas[data-field]")
    if (!canvas || !g) return
    const c = prepare(canvas, this.width, this.#tall)
    if (!c) return
    const p = this.#colours(c)
    if (g.detail === "density") { c.fillStyle = p.ground; c.fillRect(0, 0, this.width, this.#tall) }
    for (let i = 0; i < win.count; i += g.per) {
      const page = win.first + i, cell = d.whole[page] as Cell, b = place(g, i)
      if (g.detail === "cells") paintCell(c, p, cell, b, letters(cell) || (cell === Cell.Free || cell === Cell.Owned || b.w < 26 ? "" : String(page)))
      else if (g.detail === "rects") paintRect(c, p, cell, b)
      else { const m = majority(d.whole, page, g.per); paintDensity(c, p, m.cell, m.full, b) }
    }
    this.#paintStrip(d, p)
  }

  /** The whole card is painted again only when a page of it has changed. */
  #paintStrip(d: Physical, p: Palette): void {
    const canvas = this.querySelector<HTMLCanvasElement>("canvas[data-strip]"), was = this.#strips
    if (was && was.canvas === canvas && was.width === this.width && was.palette === p && equal(was.whole, d.whole)) return
    const c = canvas && prepare(canvas, this.width - 3, 11)
    if (!c) return
    this.#strips = { canvas, width: this.width, palette: p, whole: d.whole }
    const step = d.pages / (this.width - 3)
    for (let x = 0; x < this.width - 3; x++) {
      const first = Math.floor(x * step), m = majority(d.whole, first, Math.max(1, Math.floor((x + 1) * step) - first))
      if (m.full === 0) continue
      paintDensity(c, p, m.cell, m.full, { x, y: 0, w: 1, h: 11 })
    }
  }

  #colours(c: CanvasRenderingContext2D): Palette {
    const now = `${colours.peek()}/${devicePixelRatio}`
    if (!this.#palette || this.#paletteOf !== now) { this.#palette = palette(this, c, devicePixelRatio); this.#paletteOf = now }
    return this.#palette
  }

  #pageAt(e: MouseEvent): number {
    const r = (e.currentTarget as HTMLElement).getBoundingClientRect()
    const i = this.#grid ? hit(this.#grid, e.clientX - r.left, e.clientY - r.top) : -1
    return i < 0 ? -1 : this.#window.first + i
  }

  #leave(): void {
    this.tip = -1
    clearTimeout(this.#hover)
  }

  #move(e: PointerEvent): void {
    const page = this.#pageAt(e)
    if (page === this.tip) return
    clearTimeout(this.#hover)
    if (this.tip >= 0) this.tip = -1
    if (page >= 0) this.#hover = setTimeout(() => { this.tip = page }, 300)
  }

  #click(e: MouseEvent): void {
    const page = this.#pageAt(e)
    if (page < 0) return
    this.cursor = page
    this.#select(page)
  }

  #select(page: number): void {
    const name = station(Pane.Physical, "page", page)
    selection.value = selection.value === name ? "" : name
    this.dispatchEvent(new CustomEvent("pick", { bubbles: true, detail: { station: name, value: String(page) } }))
  }

  #key(e: KeyboardEvent): void {
    const g = this.#grid, win = this.#window
    if (!g || e.ctrlKey || e.metaKey || e.altKey) return
    if (e.key.startsWith("Arrow")) {
      const at = this.cursor < win.first || this.cursor >= win.first + win.count ? 0 : this.cursor - win.first
      this.cursor = win.first + (this.cursor < 0 ? 0 : neighbour(g, at, e.key))
    } else if (e.key === "Enter") { if (this.cursor >= 0) this.#select(this.cursor) }
    else if (e.key === "+" || e.key === "=") this.#zoomBy(-1)
    else if (e.key === "-") this.#zoomBy(1)
    else if (e.key === "Escape") { this.cursor = -1; selection.value = "" }
    else return
    e.preventDefault(); e.stopPropagation()
  }

  #zoomBy(by: number): void {
    const most = Math.ceil(Math.log(this.data!.pages / this.data!.window.count) / Math.log(zoomStep))
    this.zoom = Math.max(-1, Math.min(most, this.zoom + by))
    if (this.cursor >= 0) this.pan = this.cursor
    else if (this.zoom === 0) this.pan = null
  }

  #wheel(e: WheelEvent): void {
    if (!e.ctrlKey) return
    e.preventDefault()
    this.#zoomBy(e.deltaY > 0 ? 1 : -1)
  }

  /** A press on the strip moves the window there; dragging goes on. */
  #strip(e: PointerEvent): void {
    const strip = e.currentTarget as HTMLElement, d = this.data!
    const to = (x: number) => { const r = strip.getBoundingClientRect(); this.pan = Math.max(0, Math.min(d.pages - 1, Math.floor((x - r.left) / r.width * d.pages))) }
    to(e.clientX)
    strip.setPointerCapture(e.pointerId)
    const move = (m: PointerEvent) => to(m.clientX)
    strip.addEventListener("pointermove", move)
    strip.addEventListener("pointerup", () => strip.removeEventListener("pointermove", move), { once: true })
  }

  #twin(d: Physical) {
    const at = this.open[this.open.length - 1] ?? { first: 0, count: d.pages }
    return html`
      <table class="t twin">
        <caption>${t("whole card")}, ${t("pages.many", commas(d.pages))} · ${t("free.largest", bytes(d.free), bytes(d.largest))}</caption>
        <thead><tr><th>${t("where")}</th><th>${t("what")}</th><th class="num">${t("size")}</th><th><span class="sr">${t("open")}</span></th></tr></thead>
        <tbody>${lines(d.whole, at.first, at.count).map(l => this.#twinLine(l, d))}</tbody>
      </table>
      ${this.open.length ? html`<button class="btn sm" @click=${() => { this.open = this.open.slice(0, -1) }}>${t("back")}</button>` : nothing}`
  }

  #twinLine(l: Line, d: Physical) {
    const has = d.now >= l.first && d.now < l.first + l.count
    const where = l.count === 1 ? commas(l.first) : `${commas(l.first)}–${commas(l.first + l.count - 1)}`
    const what = l.cell === -1 ? mixText([l]) : cellName(l.cell)
    const open = () => { this.open = [...this.open, l] }
    return html`
      <tr class=${has ? "on" : ""}>
        <td class="mono">${where}</td>
        <td>${what}${has ? ` · ${t("hash")} ${d.now}` : ""}</td>
        <td class="num" title=${exact(l.count * pageBytes)}>${bytes(l.count * pageBytes)}</td>
        <td>${l.cell === -1 ? html`<button class="btn sm" @click=${open}>${t("open")}</button>` : nothing}</td>
      </tr>`
  }
}

function equal(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false
  return true
}

function mixText(ls: readonly Line[]): string {
  return ls.flatMap(l => l.mix).map(m => `${commas(m.count)} ${cellName(m.cell)}`).join(", ")
}

/** From the window on the strip to the full width below. */
function lens(from: number, to: number) {
  const end = Math.max(to, from + .3)
  return html`
    <svg class="map-lens" viewBox="0 0 100 12" preserveAspectRatio="none" aria-hidden="true">
      <polygon points="${from},0 ${end},0 100,12 0,12"/>
      <line x1=${from} y1="0" x2="0" y2="12" vector-effect="non-scaling-stroke"/>
      <line x1=${end} y1="0" x2="100" y2="12" vector-effect="non-scaling-stroke"/>
    </svg>`
}

/** Sizes a canvas to its place, in device pixels, and clears it. */
function prepare(canvas: HTMLCanvasElement, width: number, height: number): CanvasRenderingContext2D | null {
  const r = devicePixelRatio || 1, w = Math.round(width * r), h = Math.round(height * r)
  if (canvas.width !== w || canvas.height !== h) {
    canvas.width = w; canvas.height = h
    canvas.style.width = `${width}px`; canvas.style.height = `${height}px`
  }
  const g = canvas.getContext("2d")
  g?.setTransform(r, 0, 0, r, 0, 0)
  g?.clearRect(0, 0, width, height)
  return g
}

customElements.define("memory-map", MemoryMap)
