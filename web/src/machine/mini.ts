// The small machine of the home page: the same moment, four strata, one line
// each, and the sentence below.

import { html, nothing } from "lit"
import { glyph, left, names, right, short } from "../glyphs"
import { hex } from "../format"
import { Cell, Pane, type Level, type Moment, type Rung } from "../moment"
import { texture } from "../map/memory-map"
import type { Player } from "../player"
import { t, type Word } from "../words"
import { nameBold, station } from "./parts"

const frames = 32

export function runtime(m: Moment) {
  const c = m.runtime.call, all = m.runtime.pointers, shown = all.slice(-2)
  if (!c && all.length === 0) return html`<span class="small quiet">${m.runtime.empty}</span>`
  return html`
    ${c ? html`<span class="ptr ask" data-station=${station(0, "call", 0)}><span>${nameBold(c.text)}</span></span>` : nothing}
    ${shown.map((p, i) => html`
      <span class="ptr ${p.now ? "now" : ""}" data-station=${station(0, "pointer", all.length - shown.length + i)}><b>${p.name}</b> ${hex(p.address)}</span>`)}`
}

export function driver(m: Moment) {
  const rungs = m.driver.rungs.slice(0, 4)
  if (rungs.length === 0) return html`<span class="small quiet">${m.driver.empty}</span>`
  const look = (r: Rung) => `${r.state === "now" && m.pane === Pane.Driver ? "now" : ""} ${r.state === "ahead" ? "fut-o" : ""}`
  return html`
    <div class="io4">${rungs.map((r, i) => html`
      <span class="rung ${look(r)}" data-station=${station(1, "rung", i)} title="${r.name} ${r.lines.join(" ")}"><b>${i + 1}</b> ${brief(r)}</span>`)}
    </div>`
}

/** RM_ALLOC, REGISTER, RANGE, MAP: the word that tells the ioctls apart. */
export function brief(r: Rung): string {
  if (/^RM_(?!CONTROL)/.test(r.name)) return r.name
  const word = [r.name, ...r.lines].find(l => /^[A-Z]+_[A-Z_]+$/.test(l) && l !== "RM_CONTROL")
  if (!word) return r.name
  const parts = word.replace(/^UVM_/, "").split("_")
  return parts[0] === "CREATE" ? parts[parts.length - 1]! : parts[0]!
}

const width = (l: { hi: number; lo: number }) => l.hi - l.lo + 1

export function translation(m: Moment) {
  const d = m.translation, e = d.entry
  if (d.levels.length === 0) return html`<span class="small quiet">${d.empty}</span>`
  const hot = d.levels.reduce((best, l, i) => l.raw ? i : best, 0)
  const cut = (l: Level, i: number) => html`
    <span class=${i === hot ? "p" : ""} data-station=${station(2, "level", i)} style="grid-column:span ${width(l)}">${width(l) > 2 ? l.index : nothing}</span>`
  return html`
    <div class="rib hrib">
      ${d.levels.map(cut)}
      ${d.offset ? html`<span class="o" style="grid-column:span ${width(d.offset)}">${t("offset.short")}</span>` : nothing}
    </div>
    ${e ? html`<div class="ptx ${e.now ? "now" : ""}" data-station=${station(2, "entry", 0)}><span class="mono">${e.title} = 0x${e.raw.replace(/^[0 ]+(?=.{9})/, "")}</span></div>` : nothing}`
}

export function physical(m: Moment) {
  const p = m.physical, linked = m.thread.find(s => s.pane === Pane.Physical && s.part === "page")?.index
  const centre = linked ?? (p.now >= 0 ? p.now : p.window.first + 16)
  const first = p.window.count <= frames ? p.window.first : Math.max(0, Math.min(p.pages - frames, Math.floor(centre / 16) * 16 - 11))
  const frame = (page: number) => {
    const cell = p.whole[page] ?? Cell.Free, kernel = cell === Cell.Context || cell === Cell.Kernel
    return html`<i class="${texture(cell)} fr ${kernel ? "K" : ""} ${page === p.now ? "now" : ""}" data-station=${station(3, "page", page)}></i>`
  }
  return html`
    <div class="frames" role="img" aria-label=${t("pages of", first, first + frames - 1, p.pages)}>
      ${Array.from({ length: Math.min(frames, p.pages) }, (_, i) => frame(first + i))}
    </div>`
}

export function sentence(m: Moment, p: Player) {
  const tag = html`<span class="tag ${short[m.pane]}">${glyph(m.pane)}${t(`${names[m.pane]}.tag` as Word)}</span>`
  return html`
    <p class="hsay">${m.event < 0 ? t("start") : html`${tag} ${m.sentence}`}</p>
    <p class="ctl">
      <button class="ib box" aria-label=${t("prev.event")} @click=${() => p.step("event", -1)}>${left()}</button>
      <button class="ib box" aria-label=${t("next.event")} @click=${() => p.step("event", 1)}>${right()}</button>
      <span class="quiet small mono">${m.event + 1} / ${m.events}</span>
    </p>`
}
