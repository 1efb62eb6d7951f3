// The list of events, one sentence each. Only the rows near the window exist in
// the page; the engine is asked for them in blocks. Rows of one source line
// share a heading; the cause is said on the current row only.

import { html, nothing, type PropertyValues } from "lit"
import { commas } from "../format"
import { glyph, names, short } from "../glyphs"
import { Light } from "../light"
import type { EventRow } from "../moment"
import type { Player } from "../player"
import { lang } from "../store"
import { soft } from "../machine/parts"
import { t, type Word } from "../words"

const guess = 58, block = 64, spare = 12, whole = 300

export class EventLog extends Light {
  static override properties = { player: { attribute: false }, show: { state: true }, rows: { state: true }, top: { state: true }, tall: { state: true } }
  declare player: Player | undefined
  declare show: readonly boolean[]
  declare rows: ReadonlyMap<number, EventRow>
  declare top: number
  declare tall: number

  #of: unknown = null
  #tongue = 0
  #asked = new Set<number>()
  #followed = -2
  #room: ResizeObserver | null = null

  constructor() { super(); this.show = [true, true, true, true]; this.rows = new Map(); this.top = 0; this.tall = 600 }

  protected override get ready(): boolean { return this.player !== undefined }

  protected override render() {
    const p = this.player!, m = p.moment.value, s = p.summary.value
    this.#renew(p)
    const all = s?.events ?? m?.events ?? 0, n = Math.min(all, p.limit.value + 1)
    return html`
      <header>
        <b>${t("events")}</b><span class="quiet small mono">${all ? commas(all) : ""}</span><span style="flex:1"></span>
        <span class="filters">${names.map((name, i) => html`
          <button aria-pressed=${this.show[i]} aria-label=${t("filter", t(`${name}.tag` as Word))} @click=${() => this.#filter(i)}>${glyph(i)}</button>`)}
        </span>
      </header>
      ${all === 0 ? html`<div class="none"><h3>${t("no events")}</h3><p class="muted small">${t("no events.do")}</p></div>` : html`
        <div class="scroll" tabindex="0" role="group" aria-label=${t("events")} @scroll=${this.#scrolled}>
          ${this.#list(n, m?.event ?? -1)}${n < all ? this.#held(n) : nothing}
        </div>`}`
  }

  /** The rows behind an open prediction are not shown; this stands for them. */
  #held(n: number) {
    const go = () => this.dispatchEvent(new CustomEvent("tocard", { bubbles: true }))
    return html`<button class="btn sm held" @click=${go}>${t("blocked", n + 1)}</button>`
  }

  #filter(i: number): void { this.show = this.show.map((v, k) => k === i ? !v : v); this.#followed = -2 }

  /** Forgets the rows when the run or the language has changed. */
  #renew(p: Player): void {
    const of = p.summary.value, tongue = p.tongue.value
    void lang.value
    if (of === this.#of && tongue === this.#tongue) return
    this.#of = of; this.#tongue = tongue
    this.#asked.clear()
    this.rows = new Map()
  }

  /** Events that pass the filter. The score knows every event's layer. */
  #passing(n: number): readonly number[] | null {
    const s = this.player?.score.value
    if (this.show.every(Boolean) || !s || s.columns > 0) return null
    return Array.from({ length: n }, (_, i) => i).filter(i => this.show[s.pane[i]!])
  }

  #list(n: number, now: number) {
    const some = this.#passing(n), count = some ? some.length : n
    if (count === 0) return html`<p class="small muted none">${t("none shown")}</p>`
    const all = count <= whole
    const from = all ? 0 : Math.max(0, Math.floor(this.top / guess) - spare)
    const to = all ? count : Math.min(count, Math.ceil((this.top + this.tall) / guess) + spare)
    const at = (i: number) => some ? some[i]! : i
    this.#want(at(from), at(to - 1))
    const items: unknown[] = []
    let line = -1
    for (let i = from; i < to; i++) {
      const e = this.rows.get(at(i))
      if (e && !this.show[e.pane]) continue
      const begins = e !== undefined && e.line !== line
      if (begins) line = e.line
      if (begins && all) items.push(html`<li class="grp">${line > 0 ? t("line n", line) : t("no line")}</li>`)
      items.push(this.#row(at(i), e, now, all, begins))
    }
    return html`<ol class="evs ${all ? "" : "long"}" style="padding-top:${from * guess}px;padding-bottom:${(count - to) * guess}px">${items}</ol>`
  }

  /** In a long list every row but the current one has the same height, so that
   * the place of a row is known without drawing those before it. */
  #row(i: number, e: EventRow | undefined, now: number, all: boolean, begins: boolean) {
    if (!e) return html`<li class="wait" style="min-height:${guess}px"><span class="no">${i + 1}</span></li>`
    const on = i === now
    const cause = (c: Event) => { c.stopPropagation(); this.player!.seek(e.cause) }
    return html`
      <li data-ev=${i + 1} class="${on ? "on" : i > now ? "ahead" : ""} ${all || on ? "" : "fix"}" title=${all ? nothing : e.sentence}
        aria-current=${on ? "step" : nothing} @click=${() => this.player!.seek(i)}>
        <span class="no">${i + 1}${begins && !all ? html`<br><b>L${e.line}</b>` : nothing}</span>
        <i class="g ${short[e.pane]}" role="img" aria-label=${t(`${names[e.pane]}.tag` as Word)}></i>
        <span>${soft(e.sentence)}${on && e.cause >= 0 ? html`<button class="cause" @click=${cause}>${t("because of", e.cause + 1)}</button>` : nothing}</span>
      </li>`
  }

  #want(from: number, to: number): void {
    const engine = this.player?.engine.peek()
    if (!engine) return
    for (let b = Math.floor(from / block); b <= Math.floor(to / block); b++) {
      if (this.#asked.has(b)) continue
      this.#asked.add(b)
      const of = this.#of
      void engine.events(b * block, block).then(got => {
        if (of !== this.#of) return
        const next = new Map(this.rows)
        for (const r of got) next.set(r.event, r)
        this.rows = next
      }, () => this.#asked.delete(b))
    }
  }

  #scrolled(e: Event): void { const box = e.currentTarget as HTMLElement; this.top = box.scrollTop; this.tall = box.clientHeight }

  protected override updated(_: PropertyValues): void {
    const box = this.querySelector<HTMLElement>(".scroll")
    if (!box) return
    if (!this.#room) { this.#room = new ResizeObserver(() => { this.tall = box.clientHeight }); this.#room.observe(box) }
    requestAnimationFrame(() => this.#follow(box)) // when the page is laid out anyway
  }

  /** The current row is kept in sight; the list alone scrolls. */
  #follow(box: HTMLElement): void {
    const now = this.player?.moment.peek()?.event ?? -1
    if (now === this.#followed) return
    const row = box.querySelector<HTMLElement>("li.on")
    const some = this.#passing(this.player?.summary.peek()?.events ?? 0)
    if (row) {
      this.#followed = now
      const r = row.getBoundingClientRect(), b = box.getBoundingClientRect()
      if (r.bottom > b.bottom - 40) box.scrollTop += r.bottom - b.bottom + 90
      else if (r.top < b.top + 30) box.scrollTop -= b.top + 60 - r.top
    } else if (now >= 0 && this.rows.size > 0 && (some === null || some.includes(now))) {
      const i = some ? some.indexOf(now) : now
      const wanted = Math.max(0, i * guess - box.clientHeight / 2)
      if (Math.abs(box.scrollTop - wanted) > guess) box.scrollTop = wanted
    }
  }
}

customElements.define("event-log", EventLog)
