// The dock: one sentence, the steppers, and the scrubber, a score with one stave
// for each layer. Everything else on the page is evidence for the sentence.

import { html, nothing } from "lit"
import { glyph, flag, fork, left, names, pause, play, right, short } from "../glyphs"
import { commas } from "../format"
import { Light } from "../light"
import { Pane, type Moment, type Unit } from "../moment"
import type { Player } from "../player"
import { soft } from "../machine/parts"
import { colours } from "../store"
import { t, type Word } from "../words"
import { columns, eventAt, lineMarks, middle, mostGlyphs } from "./score"

const staves = [13, 24, 35, 46]
const labelRoom = 26

export class TimeLine extends Light {
  static override properties = { player: { attribute: false } }
  declare player: Player | undefined

  #blocked = 0
  /** Width of the scrubber when it was last drawn. */
  #wide = 460
  #bar: HTMLElement | null = null
  #room = new ResizeObserver(e => { const w = Math.round(e[0]!.contentRect.width); if (w !== this.#wide) { this.#wide = w; this.requestUpdate() } })
  #painted: { score: unknown; key: string; picture: HTMLCanvasElement } | null = null

  protected override get ready(): boolean { return this.player?.moment.value != null }

  protected override render() {
    const p = this.player!, m = p.moment.value!, score = p.score.value
    return html`
      <div class="dock" id="time" tabindex="-1" role="region" aria-label=${t("time")}>
        ${this.#say(p, m)}
        <div class="drow">
          <div class="ctl">${this.#stepper("line", true)}${this.#stepper("call", true)}${this.#stepper("event", false)}${this.#play(p)}</div>
          ${score ? this.#scrub(p, m) : html`<div class="scrub"></div>`}
          <div class="ctl end">${this.#mark(p, m)}${this.hasAttribute("data-nofork") ? nothing : this.#fork()}</div>
        </div>
      </div>`
  }

  #play(p: Player) {
    const on = p.playing.value
    return html`<button class="ib play" aria-label=${on ? t("pause") : t("play")} aria-pressed=${on} @click=${() => p.toggle()}>${on ? pause() : play()}</button>`
  }

  #mark(p: Player, m: Moment) {
    const on = p.marks.value.some(k => k.row === m.point.row && k.ordinal === m.point.ordinal)
    return html`<button class="ib" aria-label=${on ? t("unbookmark") : t("bookmark")} aria-pressed=${on} @click=${() => p.mark()}>${flag(on)}</button>`
  }

  #fork() {
    const ask = () => this.dispatchEvent(new CustomEvent("fork", { bubbles: true }))
    return html`<button class="ib" aria-label=${t("fork")} title=${t("fork")} @click=${ask}>${fork()}</button>`
  }

  #say(p: Player, m: Moment) {
    const count = html`<span class="count">${commas(m.event + 1)} / ${commas(m.events)}</span>`
    if (this.#isBlocked(p, m)) return html`
      <div class="say"><span class="say-t">${t("blocked", p.limit.value + 2)}</span><button class="btn sm" @click=${() => this.#toCard(p)}>${t("to card")}</button>${count}</div>`
    const tag = html`<span class="say-tag"><span class="tag ${short[m.pane]}">${glyph(m.pane)}${t(`${names[m.pane]}.tag` as Word)}</span></span>`
    return html`
      <div class="say">
        ${m.event >= 0 ? tag : nothing}
        <span class="say-t">${m.event < 0 ? t("start") : soft(m.sentence)}${m.note ? html` <span class="note2">${soft(m.note)}</span>` : nothing}</span>
        ${count}
      </div>`
  }

  /** Somebody wanted to go past an open prediction, and still stands there. */
  #isBlocked(p: Player, m: Moment): boolean {
    if (p.blocked.value === 0 || m.event < p.limit.value) this.#blocked = p.blocked.value
    return p.blocked.value !== this.#blocked && Number.isFinite(p.limit.value) && m.event === p.limit.value
  }

  #toCard(p: Player): void {
    this.#blocked = p.blocked.value
    this.dispatchEvent(new CustomEvent("tocard", { bubbles: true }))
  }

  #stepper(unit: Unit, optional: boolean) {
    const p = this.player!
    return html`
      <span class="grp ${optional ? "opt" : ""}">
        <button class="ib" aria-label=${t(`prev.${unit}`)} @click=${() => p.step(unit, -1)}>${left()}</button>
        <span>${t(`unit.${unit}`)}</span>
        <button class="ib" aria-label=${t(`next.${unit}`)} @click=${() => p.step(unit, 1)}>${right()}</button>
      </span>`
  }

  #scrub(p: Player, m: Moment) {
    const s = p.score.value!, n = s.events, dense = s.columns > 0 || n > mostGlyphs
    const shut = Number.isFinite(p.limit.value) ? (p.limit.value + 1) / Math.max(1, n) * 100 : 100
    return html`
      <div class="scrub" role="slider" tabindex="0" aria-label=${t("scrub")} aria-valuemin="1" aria-valuemax=${n}
        aria-valuenow=${Math.max(1, m.event + 1)} aria-valuetext=${t("event of", m.event + 1, n, m.sentence)} @pointerdown=${this.#down}>
        ${m.event >= 0 ? html`<span class="cur" style="left:${middle(m.event, n)}%"></span>` : nothing}
        ${staves.map(y => html`<span class="stave" style="top:${y}px"></span>`)}
        ${lineMarks(s.lines, n, labelRoom / this.#wide * 100).map(l => lineMark(l, dense))}
        ${dense ? html`<canvas class="dens" aria-hidden="true"></canvas>` : this.#glyphs(s.pane, n, m.event)}
        ${shut < 100 ? html`<span class="shut" style="left:${shut}%"></span>` : nothing}
        ${p.marks.value.map(k => p.eventOf(k)).filter(e => e >= 0).map(e => html`<span class="mark" style="left:${middle(e, n)}%"></span>`)}
      </div>`
  }

  #glyphs(panes: Uint8Array, n: number, now: number) {
    return Array.from({ length: n }, (_, i) => html`
      <span class="tk ${i > now ? "ahead" : ""}" style="left:${middle(i, n)}%;top:${staves[panes[i]!]}px"><i class="g ${short[panes[i] as Pane]}"></i></span>`)
  }

  /** Glyphs shrink until neighbours no longer touch. The width is told by an
   * observer: asking for it here would lay the page out on every step. */
  #fit(): void {
    const bar = this.querySelector<HTMLElement>(".scrub"), n = this.player?.score.peek()?.events ?? 0
    if (!bar) return
    if (this.#bar !== bar) { this.#bar = bar; this.#room.disconnect(); this.#room.observe(bar) }
    const tick = `${Math.max(5, Math.min(9, this.#wide / Math.max(1, n) - 1.5))}px`
    if (bar.style.getPropertyValue("--tick") !== tick) bar.style.setProperty("--tick", tick)
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    this.#room.disconnect()
    this.#bar = null
  }

  /** Dragging shows states without animation; the sentence is announced at the end. */
  #down(e: PointerEvent): void {
    const bar = e.currentTarget as HTMLElement, p = this.player!
    if (e.button !== 0) return
    const to = (x: number) => { const r = bar.getBoundingClientRect(); p.seek(eventAt((x - r.left) / r.width, p.score.value?.events ?? 1)) }
    p.stop()
    p.scrubbing.value = true
    bar.focus({ preventScroll: true })
    bar.setPointerCapture(e.pointerId)
    to(e.clientX)
    const move = (m: PointerEvent) => to(m.clientX)
    const end = () => { bar.removeEventListener("pointermove", move); p.scrubbing.value = false; void p.at(p.moment.value!.point) }
    bar.addEventListener("pointermove", move)
    bar.addEventListener("lostpointercapture", end, { once: true })
  }

  protected override updated(): void {
    this.#fit()
    const canvas = this.querySelector<HTMLCanvasElement>("canvas.dens"), s = this.player?.score.peek()
    if (canvas && s) this.#density(canvas, s, this.player!.moment.peek()!.event)
  }

  /** The columns are painted once for a run; a step only moves the border
   * between what is past and what is ahead. */
  #density(canvas: HTMLCanvasElement, s: NonNullable<Player["score"]["value"]>, now: number): void {
    const w = this.#wide, r = devicePixelRatio || 1, g = canvas.getContext("2d")
    if (!g || w === 0) return
    const key = `${w} ${r} ${colours.peek()}`
    if (this.#painted?.score !== s || this.#painted.key !== key) this.#painted = { score: s, key, picture: paintDensity(canvas, s, w, r) }
    const whole = this.#painted.picture, x = Math.round((now + 1) / Math.max(1, s.events) * whole.width)
    if (canvas.width !== whole.width) { canvas.width = whole.width; canvas.height = whole.height }
    g.clearRect(0, 0, whole.width, whole.height)
    if (x > 0) g.drawImage(whole, 0, 0, x, whole.height, 0, 0, x, whole.height)
    g.globalAlpha = .42
    if (x < whole.width) g.drawImage(whole, x, 0, whole.width - x, whole.height, x, 0, whole.width - x, whole.height)
    g.globalAlpha = 1
  }
}

const tall = 54

function paintDensity(canvas: HTMLCanvasElement, s: NonNullable<Player["score"]["value"]>, w: number, r: number): HTMLCanvasElement {
  const out = document.createElement("canvas"), g = out.getContext("2d")!
  out.width = Math.round(w * r); out.height = tall * r
  g.scale(r, r)
  const style = getComputedStyle(canvas), colour = short.map(k => { canvas.style.color = `var(--${k})`; return style.color })
  const c = columns(s, Math.max(1, Math.floor(w / 3))), cw = w / c.n
  for (let i = 0; i < c.n; i++) for (let k = 0; k < 4; k++) {
    const v = c.share[i * 4 + k]!
    if (v === 0) continue
    g.fillStyle = colour[k]!
    const high = Math.max(2, v * 9)
    g.fillRect(i * cw, staves[k]! + 4.5 - high, Math.max(1, cw - .5), high)
  }
  return out
}

/** Where a source line begins: its number, if there is room, and a bar. */
function lineMark(l: ReturnType<typeof lineMarks>[number], dense: boolean) {
  return html`
    ${l.label ? html`<span class="mono ln" style="left:calc(${l.left}% + 3px)">L${l.line}</span>` : nothing}
    ${l.left > 0 && (l.label || !dense) ? html`<span class="bar" style="left:${l.left}%"></span>` : nothing}`
}

customElements.define("time-line", TimeLine)
