// The pictures of single mechanisms, by layer. A picture opens by itself in a
// run that has something for it; what the reader opens or closes stays so. The
// menu stands in the rail of the layer, the pictures below its own.

import { html, nothing, type TemplateResult } from "lit"
import { Ever, Pane, type Moment } from "../moment"
import { open, pictures } from "../store"
import { t, type Word } from "../words"
import "./block-view"
import "./chunk-lists"
import "./fault-batch"
import "./frame-map"
import "./residency-view"
import "./state-machine"

interface Picture {
  name: string
  pane: Pane
  ever: number
  /** Whether it opens by itself where it has something to show. */
  opens: boolean
  draw(m: Moment): TemplateResult
}

const all: readonly Picture[] = [
  { name: "residency", pane: Pane.Driver, ever: Ever.Managed, opens: true, draw: m => html`<residency-view .data=${m.managed}></residency-view>` },
  { name: "block", pane: Pane.Driver, ever: Ever.Managed, opens: true, draw: m => html`<block-view .data=${m.managed.block}></block-view>` },
  { name: "faults", pane: Pane.Driver, ever: Ever.Faults, opens: true, draw: m => html`<fault-batch .data=${m.managed}></fault-batch>` },
  { name: "states", pane: Pane.Physical, ever: Ever.Chunks, opens: true, draw: m => html`<state-machine .data=${m.physical.machine}></state-machine>` },
  { name: "free", pane: Pane.Physical, ever: Ever.Chunks, opens: true, draw: m => html`<chunk-lists .data=${m.physical}></chunk-lists>` },
  { name: "evict", pane: Pane.Physical, ever: Ever.Evict, opens: true, draw: m => html`<chunk-lists data-evict .data=${m.physical}></chunk-lists>` },
  { name: "frames", pane: Pane.Physical, ever: Ever.Frames, opens: false, draw: m => html`<frame-map .data=${m.physical.frames}></frame-map>` },
]

const word = (p: Picture): Word => `pic.${p.name}` as Word

const isOpen = (p: Picture, m: Moment): boolean => pictures.value[p.name] ?? (p.opens && (m.ever & p.ever) !== 0)

/** The pictures of a layer that are open. */
export function gallery(pane: Pane, m: Moment) {
  const shown = all.filter(p => p.pane === pane && isOpen(p, m))
  return shown.length === 0 ? nothing : html`
    <div class="pics">${shown.map(p => html`
      <section class="pic" data-picture=${p.name} aria-label=${t(word(p))}>
        <h4>${t(word(p))}</h4>
        ${m.ever & p.ever ? p.draw(m) : html`<div class="empty">${t(`empty.${p.name}` as Word)}</div>`}
      </section>`)}
    </div>`
}

/** The menu of a layer's pictures; nothing for a layer that has none. */
export function menu(pane: Pane, m: Moment, on: boolean, flip: (on: boolean) => void) {
  const own = all.filter(p => p.pane === pane)
  if (own.length === 0) return nothing
  const leave = (e: FocusEvent) => { if (!(e.currentTarget as Element).contains(e.relatedTarget as Node | null)) flip(false) }
  const key = (e: KeyboardEvent) => {
    if (e.key !== "Escape" || !on) return
    e.stopPropagation()
    flip(false);
    (e.currentTarget as Element).querySelector("button")?.focus()
  }
  return html`
    <div class="railmenu" @focusout=${leave} @keydown=${key}>
      <button class="railbtn" aria-expanded=${on} @click=${() => flip(!on)}>${t("pics")}</button>
      ${on ? html`
        <div class="pop" role="group" aria-label=${t("pics.of")}>${own.map(p => html`
          <button aria-pressed=${isOpen(p, m)} @click=${() => open(p.name, !isOpen(p, m))}>
            <span>${t(word(p))}</span>${m.ever & p.ever ? nothing : html`<span class="micro quiet">${t("pic.none")}</span>`}
          </button>`)}
        </div>` : nothing}
    </div>`
}
