// The small machine of the home page: the same moment, four strata, one line
// each, and the sentence below.

import { html, nothing } from "lit"
import { glyph, left, names, right, short } from "../glyphs"
import { hex } from "../format"
import { Pane, type Level, type Moment, type Rung } from "../moment"
import { texture } from "../map/memory-map"
import type { Player } from "../player"
import { t, type Word } from "../words"
import { nameBold, station } from "./parts"

const frames = 32

export const runtime = (m: Moment) => {
  const c = m.runtime.call
  return html`${c ? html`<span class="ptr ask" data-station=${station(0, "call", 0)}><span>${nameBold(c.text)}</span></span> ` : nothing}${m.runtime.pointers.slice(-2).map((p, i, shown) =>
    html`<span class="ptr ${p.now ? "now" : ""}" data-station=${station(0, "pointer", m.runtime.pointers.length - shown.length + i)}><b>${p.name}</b> ${hex(p.address)}</span> `)}${!c && m.runtime.pointers.length === 0 ? html`<span class="small quiet">${m.runtime.empty}</span>` : nothing}`
}

export const driver = (m: Moment) => m.driver.rungs.length === 0 ? html`<span class="small quiet">${m.driver.empty}</span>`
  : html`<div class="io4">${m.driver.rungs.slice(0, 4).map((r, i) => html`<span class="rung ${r.state === "now" && m.pane === Pane.Driver ? "now" : ""} ${r.state === "ahead" ? "fut-o" : ""}" data-station=${station(1, "rung", i)} title="${r.name} ${r.lines.join(" ")}"><b>${i + 1}</b> ${brief(r)}</span>`)}</div>`

/** RM_ALLOC, REGISTER, RANGE, MAP: the word that tells the ioctls apart. */
export function brief(r: Rung): string {
  if (/^RM_(?!CONTROL)/.test(r.name)) return r.name
  const word = [r.name, ...r.lines].find(l => /^[A-Z]+_[A-Z_]+$/.test(l) && l !== "RM_CONTROL")
  if (!word) return r.name
  const parts = word.replace(/^UVM_/, "").split("_")
  return parts[0] === "CREATE" ? parts[parts.length - 1]! : parts[0]!
}

export const translation = (m: Moment) => {
  const d = m.translation, e = d.entry
  if (d.levels.length === 0) return html`<span class="small quiet">${d.empty}</span>`
  const hot = d.levels.reduce((best, l, i) => l.raw ? i : best, 0), bits = (l: Pick<Level, "hi" | "lo">) => l.hi - l.lo + 1
  return html`<div class="rib hrib">${d.levels.map((l, i) => html`<span class=${i === hot ? "p" : ""} data-station=${station(2, "level", i)} style="grid-column:span ${bits(l)}">${bits(l) > 2 ? l.index : nothing}</span>`)}${d.offset ? html`<span class="o" style="grid-column:span ${bits(d.offset)}">${t("offset.short")}</span>` : nothing}</div>
    ${e ? html`<div class="ptx ${e.now ? "now" : ""}" data-station=${station(2, "entry", 0)}><span class="mono">${e.title} = 0x${e.raw.replace(/^[0 ]+(?=.{9})/, "")}</span></div>` : nothing}`
}

export const physical = (m: Moment) => {
  const p = m.physical, centre = m.thread.find(s => s.pane === Pane.Physical && s.part === "page")?.index ?? (p.now >= 0 ? p.now : p.window.first + 16)
  const first = p.window.count <= frames ? p.window.first : Math.max(0, Math.min(p.pages - frames, Math.floor(centre / 16) * 16 - 16 + 5))
  return html`<div class="frames" role="img" aria-label=${t("pages of", first, first + frames - 1, p.pages)}>${Array.from({ length: frames }, (_, i) => {
    const page = first + i, cell = p.whole[page] ?? 0
    return html`<i class="${texture(cell)} fr ${cell === 2 || cell === 6 ? "K" : ""} ${page === p.now ? "now" : ""}" data-station=${station(3, "page", page)}></i>`
  })}</div>`
}

export const sentence = (m: Moment, p: Player) => html`<p class="hsay">${m.event >= 0 ? html`<span class="tag ${short[m.pane]}">${glyph(m.pane)}${t(`${names[m.pane]}.tag` as Word)}</span> ` : nothing}${m.event < 0 ? t("start") : m.sentence}</p>
  <p class="ctl"><button class="ib box" aria-label=${t("prev.event")} @click=${() => p.step("event", -1)}>${left()}</button><button class="ib box" aria-label=${t("next.event")} @click=${() => p.step("event", 1)}>${right()}</button><span class="quiet small mono">${m.event + 1} / ${m.events}</span></p>`
