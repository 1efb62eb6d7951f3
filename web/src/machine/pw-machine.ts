// The machine: four strata on top of each other, what passes between them, and
// the thread through all four. It draws one moment of its player.

import { html, nothing, type PropertyValues } from "lit"
import { blind, glyph, names, short } from "../glyphs"
import { Light } from "../light"
import { Pane, type Moment } from "../moment"
import { Player } from "../player"
import { announcement, colours, deep, looking, pictures, selection, twins } from "../store"
import { t } from "../words"
import { boldNumbers, station } from "./parts"
import { drawThread } from "./thread"
import { isDeep, isSplit } from "./chunk-tree"
import type { HangList } from "./hang-list"
import { gallery, menu } from "./pictures"
import * as mini from "./mini"
import "./runtime-pane"
import "./driver-pane"
import "./driver-turn"
import "./hang-list"
import "./page-walk"
import "../map/memory-map"

export class PwMachine extends Light {
  static override properties = { tab: { state: true }, shelf: { state: true }, mini: { type: Boolean, attribute: "data-mini" } }
  declare tab: number
  declare mini: boolean
  /** The layer whose menu of pictures is open, -1 for none. */
  declare shelf: number
  readonly player = new Player()

  #resize: ResizeObserver | null = null
  #shown = -2

  constructor() { super(); this.tab = -1; this.mini = false; this.shelf = -1 }

  protected override get ready(): boolean { return this.player.moment.value !== null }

  override connectedCallback(): void {
    super.connectedCallback()
    this.#resize = new ResizeObserver(() => this.#thread(false))
    this.#resize.observe(this)
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    this.#resize?.disconnect()
    this.player.stop()
  }

  protected override render() {
    const m = this.player.moment.value!
    void colours.value; void deep.value; void twins.value; void selection.value; void looking.value; void pictures.value
    if (m.event !== this.#shown) { this.tab = m.pane; this.#shown = m.event }
    if (this.mini) return this.#small(m)
    return html`
      <driver-turn .player=${this.player}></driver-turn>
      ${this.#tabs()}
      <div class="machine solo" role="group" aria-label=${t("machine")} tabindex="-1"
        @drawn=${() => this.#thread(false)} @hangs=${() => this.querySelector<HangList>(`hang-list[data-pane="${selection.peek()[0]}"]`)?.show()} @who=${() => this.who()} @click=${this.#click} @keydown=${this.#inside}>
        <svg class="thread" aria-hidden="true"></svg><svg class="dots" aria-hidden="true"></svg>
        ${this.#stratum(Pane.Runtime, m.runtime, html`<runtime-pane .data=${m.runtime}></runtime-pane>`)}
        ${this.#seam(m, 0)}
        ${this.#stratum(Pane.Driver, m.driver, html`<driver-pane .data=${m.driver} .here=${m.pane === Pane.Driver}></driver-pane>${gallery(Pane.Driver, m)}`)}
        ${this.#seam(m, 1)}
        ${this.#stratum(Pane.Translation, m.translation, html`<page-walk .data=${m.translation} .player=${this.player}></page-walk>`)}
        ${this.#seam(m, 2)}
        ${this.#stratum(Pane.Physical, m.physical, this.#physical(m))}
      </div>`
  }

  #small(m: Moment) {
    const layers = [[m.runtime, mini.runtime], [m.driver, mini.driver], [m.translation, mini.translation], [m.physical, mini.physical]] as const
    return html`
      <div class="machine mini" role="group" aria-label=${t("machine")} tabindex="-1">
        <svg class="thread" aria-hidden="true"></svg><svg class="dots" aria-hidden="true"></svg>
        ${layers.map(([data, draw], i) => html`
          ${i ? html`<div class="seam ${i === 1 ? "gate" : ""}">${i === 1 ? html`<span class="side">${t("gate")}</span>` : nothing}</div>` : nothing}
          <section class="stratum ${short[i]} ${data.asked ? "" : "idle"}" aria-label=${t(names[i]!)}>
            <header class="rail"><h3 role="heading" aria-level="2">${glyph(i)}${t(names[i]!)}</h3></header>
            <div class="s-body">${draw(m)}</div>
          </section>`)}
      </div>
      ${mini.sentence(m, this.player)}`
  }

  #tabs() {
    return html`
      <div class="bandtabs" role="tablist" aria-label=${t("layer")}>${names.map((n, i) => html`
        <button role="tab" aria-selected=${this.tab === i} tabindex=${this.tab === i ? 0 : -1}
          @click=${() => { this.tab = i }} @keydown=${(e: KeyboardEvent) => this.#tabKey(e, i)}>${glyph(i)}${t(n)}</button>`)}
      </div>`
  }

  #tabKey(e: KeyboardEvent, i: number): void {
    const step = e.key === "ArrowRight" ? 1 : e.key === "ArrowLeft" ? -1 : 0
    if (!step) return
    e.preventDefault(); e.stopPropagation()
    this.tab = (i + step + 4) % 4
    void this.updateComplete.then(() => this.querySelectorAll<HTMLElement>("[role=tab]")[this.tab]?.focus())
  }

  #stratum(pane: Pane, data: { asked: boolean; knows: string; unknown: string }, body: unknown) {
    const s = short[pane]
    return html`
      <section class="stratum ${s} ${data.asked ? "" : "idle"} ${this.tab === pane ? "pick-me" : ""}" data-layer=${s}
        aria-label=${t(names[pane])} tabindex="0">
        <header class="rail">
          <h3 data-idle=${t("not asked")}>${glyph(pane)}${t(names[pane])}${data.asked ? nothing : html`<span class="sr">, ${t("not asked")}</span>`}</h3>
          ${data.knows ? html`<p class="knows">${data.knows}</p>` : nothing}
          ${pane === Pane.Translation ? this.#lookButton() : nothing}
          ${menu(pane, this.player.moment.value!, this.shelf === pane, on => { this.shelf = on ? pane : -1 })}
          ${data.unknown ? html`<p class="blind">${blind()}<span>${data.unknown}</span></p>` : nothing}
        </header>
        <div class="s-body">${body}${pane === Pane.Translation ? nothing : html`<hang-list data-pane=${pane} .pane=${pane} .player=${this.player}></hang-list>`}</div>
      </section>`
  }

  #lookButton() {
    const flip = () => { looking.value = !looking.value }
    return html`<button class="railbtn" aria-expanded=${looking.value} @click=${flip}>${t("look")}</button>`
  }

  #seam(m: Moment, i: 0 | 1 | 2) {
    return html`
      <div class="seam ${i === 0 ? "gate" : ""}">
        ${i === 0 ? html`<span class="side">${t("gate")}</span>` : nothing}
        ${m.seams[i] ? html`<span class="pass">${boldNumbers(m.seams[i])}</span>` : nothing}
      </div>`
  }

  #physical(m: Moment) {
    const p = m.physical
    const linked = m.thread.filter(s => s.pane === Pane.Physical && s.part === "page").map(s => s.index)
    const split = p.root !== null && isSplit(p.root) && !isDeep(p.root)
    // the changed child is yellow, its page only linked
    const child = p.root !== null && p.root.rows.slice(1).some(r => r.cells.some(c => c.now))
    return html`
      <div class="phys ${p.root === null || split ? "one" : ""}">
        <memory-map class="pcard" .data=${p} .linked=${linked} .now=${child ? -1 : p.now}></memory-map>
        ${p.root ? html`<chunk-tree class=${split ? "below" : "chunk"} .tree=${p.root} .callout=${p.callout}></chunk-tree>` : nothing}
      </div>
      ${gallery(Pane.Physical, m)}`
  }

  /** The event that last changed the selected place. */
  who(): void {
    const [pane, part, index] = selection.value.split(":")
    if (!part) { announcement.value = t("select.first"); return }
    void this.player.who(+pane!, part, +index!)
  }

  /** A click selects a place; the map and the chunks see to theirs. */
  #click(e: Event): void {
    const at = e.target instanceof Element ? e.target.closest<HTMLElement>("[data-station]") : null
    if (!at || at.closest("memory-map, chunk-tree, form, button")) return
    this.#pick(at)
  }

  #pick(at: HTMLElement): void {
    const name = at.dataset.station!
    selection.value = selection.value === name ? "" : name
    const value = at.querySelector("b")?.textContent ?? at.textContent?.trim() ?? ""
    this.dispatchEvent(new CustomEvent("pick", { bubbles: true, detail: { station: name, value } }))
  }

  /** Inside a layer that has the focus, arrows go from place to place. */
  #inside(e: KeyboardEvent): void {
    const at = e.target as HTMLElement, layer = at.closest<HTMLElement>(".stratum")
    if (!layer || e.ctrlKey || e.altKey || e.metaKey || e.shiftKey) return
    if (at !== layer && !at.dataset.station) return
    const all = [...layer.querySelectorAll<HTMLElement>("[data-station]")].filter(x => x.offsetParent !== null)
    const i = all.indexOf(at)
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[e.key]
    if (step !== undefined && all.length) {
      const to = all[(i + step + all.length) % all.length]!
      to.tabIndex = -1
      to.focus()
    } else if (e.key === "Enter" && i >= 0) this.#pick(at)
    else if (e.key === "Escape" && i >= 0) layer.focus()
    else return
    e.preventDefault(); e.stopPropagation()
  }

  protected override updated(_: PropertyValues): void {
    // the panes render in microtasks of their own; measure after them
    requestAnimationFrame(() => { this.#thread(!this.player.scrubbing.peek()); this.#bring() })
  }

  #thread(animate: boolean): void {
    const machine = this.querySelector<HTMLElement>(".machine"), m = this.player.moment.peek()
    if (!machine || !m) return
    for (const e of machine.querySelectorAll<HTMLElement>("[data-station]")) {
      e.classList.toggle("picked", e.dataset.station === selection.peek() && !e.closest("memory-map, chunk-tree"))
    }
    drawThread(machine, m.thread.map(s => station(s.pane, s.part, s.index)), animate)
  }

  /** Scrolls the stage, never the page, and only as far as needed. */
  #bring(): void {
    const stage = scroller(this), now = this.querySelector<HTMLElement>(".now, [data-now]")
    if (!stage || !now) return
    const dock = stage.querySelector(".dock")
    const r = now.getBoundingClientRect(), box = stage.getBoundingClientRect()
    const low = (dock ? dock.getBoundingClientRect().top : box.bottom) - 40, high = box.top + 50
    const callout = this.querySelector(".callout")?.getBoundingClientRect().bottom ?? 0
    const end = callout > r.bottom && callout - r.bottom < 120 ? callout : r.bottom
    if (end > low) stage.scrollTop += end - low
    else if (r.top < high) stage.scrollTop -= high - r.top
  }
}

/** The nearest ancestor that scrolls by itself, if it has something to scroll. */
function scroller(e: HTMLElement): HTMLElement | null {
  for (let p = e.parentElement; p && p !== document.body; p = p.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(p).overflowY) && p.scrollHeight > p.clientHeight + 2) return p
  }
  return null
}

customElements.define("pw-machine", PwMachine)
