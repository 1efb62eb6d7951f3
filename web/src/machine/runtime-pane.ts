// Runtime: the call, the pointers, and the slabs with their holes. A slab is
// a thin bar at true scale, a lens, and 64 cells; the cells take as many bytes
// as make the changed piece visible, and the picture says how many.

import { html, nothing, type TemplateResult } from "lit"
import { bytes, commas, exact, hex, time } from "../format"
import { Light } from "../light"
import type { Pointer, Runtime, Slab } from "../moment"
import { twins } from "../store"
import { t } from "../words"
import { underMicroscope } from "../microscope/link"
import { nameBold, station } from "./parts"
import { cells, lensBytes } from "./slab"

const maxPointers = 6
const maxSlabs = 3

type Piece = Slab["pieces"][number]

export class RuntimePane extends Light {
  static override properties = { data: { attribute: false } }
  declare data: Runtime | undefined

  protected override get ready(): boolean { return this.data !== undefined }

  protected override render() {
    const d = this.data!
    const below = d.slabs.some(s => s.pieces.some(p => p.now))
    return html`
      <div class="ptrs">${call(d)}${this.#pointers(d.pointers, below)}</div>
      ${twins.value ? twin(d) : d.slabs.length > 0 ? this.#slabs(d.slabs) : d.empty ? html`<div class="slab-empty">${d.empty}</div>` : nothing}`
  }

  /** All pointers while they are few; the newest and the changed one else. One
   * thing is yellow: where the piece itself is drawn, the pointer is not. */
  #pointers(all: readonly Pointer[], below: boolean) {
    const every = all.map((p, i) => [p, i] as const)
    const shown = all.length <= maxPointers ? every : every.filter(([p, i]) => p.now || i > all.length - maxPointers)
    const rest = all.length - shown.length
    return html`
      ${rest > 0 ? html`<span class="ptr quiet">${t("more", rest)}</span>` : nothing}
      ${shown.map(([p, i]) => pointer(p, i, p.now && !below))}`
  }

  #slabs(slabs: readonly Slab[]) {
    const starts = firstPiece(slabs), order = slabs.map((s, i) => [s, i] as const)
    const changed = order.filter(([s]) => s.now || s.pieces.some(p => p.now))
    const last = order.slice(-maxSlabs).filter(e => !changed.includes(e))
    const shown = order.length <= maxSlabs ? order : [...changed, ...last].slice(0, maxSlabs)
    const rest = slabs.length - shown.length
    return html`
      ${shown.map(([s, i]) => drawSlab(s, i, starts[i]!))}
      ${rest > 0 ? html`<p class="micro quiet more">${t("more", rest)}</p>` : nothing}`
  }
}

function call(d: Runtime) {
  const c = d.call
  if (!c) return nothing
  const result = c.state === "failed" ? html`<b class="bad">✕ ${c.result}</b>`
    : c.state === "done" && c.result ? html`<span class="quiet">→ ${c.result}</span>` : nothing
  return html`
    <span class="ptr ask ${c.state}" data-station=${station(0, "call", 0)} title="${t(`call.${c.state}`)}${c.ps ? ` · ${time(c.ps)}` : ""}">
      <span>${nameBold(c.text)}</span>${result}</span>`
}

function pointer(p: Pointer, i: number, now: boolean) {
  const words = html`<b>${p.name}</b> ${hex(p.address)}`
  return html`
    <span class="ptr ${p.state} ${now ? "now" : ""}" data-station=${station(0, "pointer", i)} title="${exact(p.bytes)}${p.id ? ` · ${p.id}` : ""}">
      ${p.state === "freed" ? html`<s>${words}</s><span class="sr">${t("freed")}</span>` : html`<span>${words}</span>${underMicroscope(`va=0x${p.address.toString(16)}`, p.name)}`}
    </span>`
}

/** Stations count pieces over all slabs. */
function firstPiece(slabs: readonly Slab[]): number[] {
  let n = 0
  return slabs.map(s => { const at = n; n += s.pieces.length; return at })
}

function drawSlab(s: Slab, index: number, first: number): TemplateResult {
  const only = s.pieces.length === 1 ? s.pieces[0]! : null
  if (only && only.live && only.bytes >= s.bytes) return oneBlock(s, only, index, first)
  const span = lensBytes(s), share = span / s.bytes * 100
  const live = s.pieces.filter(p => p.live)
  return html`
    <div class="slab ${s.kind} ${s.now ? "fresh" : ""}" data-station=${station(0, "slab", index)} title="${t(s.kind)} · ${exact(s.bytes)}">
      <div class="full">${live.map(p => html`<i style="left:${p.offset / s.bytes * 100}%;width:max(1.5px,${p.bytes / s.bytes * 100}%);right:auto"></i>`)}</div>
      ${share < 99.9 ? lens(share) : html`<div class="lens gap"></div>`}
      <div class="cells" style="--cell:${100 / cells}%">${s.pieces.map((p, i) => drawPiece(p, span, first + i))}${hole(s, span)}</div>
      <div class="axis"><span>${hex(s.address)}</span><span>+${t("of", bytes(span), bytes(s.bytes))}</span></div>
    </div>`
}

/** A stretch that is one live block needs neither scale nor lens. */
function oneBlock(s: Slab, p: Piece, index: number, first: number): TemplateResult {
  const label = `${p.name ? `${p.name} ` : ""}${bytes(s.bytes)}`
  return html`
    <div class="slab whole ${s.kind}" data-station=${station(0, "slab", index)} title="${t(s.kind)} · ${exact(s.bytes)}">
      <div class="cells"><span class="blk ${p.now || s.now ? "now" : ""}" style="left:0;width:100%" data-station=${station(0, "piece", first)}>${label} · ${hex(s.address)}</span></div>
    </div>`
}

/** From the part of the bar that is looked at to the whole width below. */
function lens(share: number) {
  return html`
    <svg class="lens" viewBox="0 0 100 14" preserveAspectRatio="none" aria-hidden="true">
      <polygon points="0,0 ${share},0 100,14 0,14"/>
      <line x1=${share} y1="0" x2="100" y2="14" vector-effect="non-scaling-stroke"/>
    </svg>`
}

function drawPiece(p: Piece, span: number, index: number) {
  if (p.offset >= span || (!p.live && !p.now)) return nothing
  const left = p.offset / span * 100, width = Math.min(p.bytes, span - p.offset) / span * 100
  const label = p.name ? `${p.name} ${bytes(p.bytes)}` : bytes(p.bytes)
  return html`
    <span class="blk ${p.now ? "now" : ""} ${p.live ? "" : "gone"}" style="left:${left}%;width:${width}%"
      data-station=${station(0, "piece", index)} title="${label} · ${exact(p.bytes)}">${width > 4 ? label : nothing}</span>`
}

/** The note at the right end: what one cell is and how large the hole is. */
function hole(s: Slab, span: number) {
  const holes = s.pieces.filter(p => !p.live && !p.now)
  const last = holes[holes.length - 1]
  if (!last || last.offset + last.bytes < span || last.offset > span * .7) return nothing
  return html`<span class="hole">${t("cell of", bytes(span / cells), `${commas(last.bytes)} B`)}</span>`
}

const mostRows = 20

function twin(d: Runtime) {
  return d.slabs.length === 0 ? html`<p class="small">${d.empty}</p>` : d.slabs.map(slabTable)
}

function slabTable(s: Slab) {
  const rest = s.pieces.length - mostRows
  return html`
    <table class="t twin">
      <caption>${t("slab.twin", t(s.kind), hex(s.address), bytes(s.bytes))}</caption>
      <thead><tr><th>${t("where")}</th><th>${t("what")}</th><th class="num">${t("size")}</th></tr></thead>
      <tbody>
        ${s.pieces.slice(0, mostRows).map(p => html`
          <tr class=${p.now ? "on" : ""}>
            <td class="mono">+${hex(p.offset)}</td>
            <td>${p.live ? p.name || t("live") : t("hole")}${p.now ? ` · ${t("hash")}` : ""}</td>
            <td class="num">${exact(p.bytes)}</td>
          </tr>`)}
        ${rest > 0 ? html`<tr><td colspan="3">${t("more", rest)}</td></tr>` : nothing}
      </tbody>
    </table>`
}

customElements.define("runtime-pane", RuntimePane)
