// A prediction: open, locked, decided. While it is open the machine does not
// show the deciding event. Afterwards "you said" and "it did" stand beside each
// other, with a link to the event that decides.

import { html, nothing } from "lit"
import { unsafeHTML } from "lit/directives/unsafe-html.js"
import { Light } from "../light"
import { decodePoint } from "../link"
import type { Player } from "../player"
import { announcement, keep, recall } from "../store"
import { t } from "../words"
import { agrees, readNumber, spoken, type Question } from "./answer"

const wordy = 8

export class PredictCard extends Light {
  static override properties = { player: { attribute: false }, said: { state: true }, locked: { state: true } }
  declare player: Player | undefined
  declare said: string
  declare locked: boolean

  question: Question | null = null
  /** The question as the server set it, with its code in code type. */
  #set = ""
  #lesson = ""

  constructor() { super(); this.said = ""; this.locked = false }

  protected override get ready(): boolean { return this.question !== null || this.querySelector("script") !== null }

  protected override takeOver(): void {
    const data = this.querySelector("script")?.textContent
    if (data && !this.question) this.question = JSON.parse(data) as Question
    this.#set = this.querySelector(".q")?.innerHTML ?? ""
    this.#lesson = location.pathname.replace(/^\/(en|zh)(?=\/)/, "")
    const kept = recall(this.#name)
    if (kept !== null) { this.said = kept; this.locked = true }
  }

  get #name(): string { return `said.${this.#lesson}.${this.question?.id ?? ""}` }

  /** Index of the deciding event, -1 if this card holds nothing back. */
  get decides(): number {
    const p = decodePoint(this.dataset.at ?? "")
    return p && this.player ? this.player.eventOf(p) : -1
  }

  get open(): boolean { return !this.locked }

  protected override render() {
    const q = this.question!, at = this.decides, m = this.player?.moment.value
    if (!this.locked) return this.#asking(q, at)
    return at >= 0 && m && m.event < at ? this.#waiting(q, at) : this.#decided(q, at)
  }

  #waiting(q: Question, at: number) {
    return html`
      <section class="predict done" aria-label=${`${t("your prediction")}: ${q.question}`}>
        <p class="eyebrow">${t("your prediction")}</p>${this.#ask(q)}
        <div class="lockedrow"><b>${spoken(q, this.said)}</b><span class="small quiet">${t("locked", at + 1)}</span></div>
      </section>`
  }

  #ask(q: Question) { return html`<p class="q">${this.#set ? unsafeHTML(this.#set) : q.question}</p>` }

  #asking(q: Question, at: number) {
    return html`
      <section class="predict" aria-label=${`${t("predict")}: ${q.question}`}>
        <p class="eyebrow">${at >= 0 ? t("predict before", at + 1) : t("predict")}</p>${this.#ask(q)}
        <form @submit=${this.#lock}>
          ${this.#field(q)}
          <div class="row">
            <button class="btn pri" ?disabled=${this.said === ""}>${t("lock")}</button>
            <span class="small quiet">${t("can change")}</span>
          </div>
        </form>
      </section>`
  }

  #field(q: Question) {
    if (q.kind === "choice") return this.#options(q)
    if (q.kind === "click") return html`<p class="small">${t("click one", this.said || t("nothing yet"))}</p>`
    const typed = (e: Event) => { const v = (e.target as HTMLInputElement).value; this.said = readNumber(v) === null ? "" : v }
    return html`
      <div class="number">
        <input inputmode="decimal" autocomplete="off" aria-label=${t("your number")} .value=${this.said} @input=${typed}>
        ${q.unit ? html`<span class="muted">${q.unit}</span>` : nothing}
      </div>`
  }

  /** Short answers stand in a row, long ones below each other. */
  #options(q: Question) {
    const all = q.options ?? [], long = all.some(o => o.text.length > wordy)
    return html`
      <div class="opts ${long ? "words" : ""}" role="radiogroup" aria-label=${q.question}
        style=${long ? nothing : `grid-template-columns:repeat(${Math.min(4, all.length)},1fr)`}>
        ${all.map(o => html`
          <label><input type="radio" name=${"p" + q.id} .checked=${this.said === o.value} @change=${() => { this.said = o.value }}>${o.text}</label>`)}
      </div>`
  }

  #decided(q: Question, at: number) {
    const right = agrees(q, this.said), a = spoken(q, this.said), b = spoken(q, q.answer)
    const long = Math.max(a.length, b.length) > 14 ? "long" : ""
    const show = () => { this.player?.stop(); this.player?.seek(at) }
    return html`
      <section class="predict done" aria-label=${`${t("your prediction")}: ${q.question}`}>
        <p class="eyebrow">${t("your prediction")}</p>${this.#ask(q)}
        <div class="said">
          <div class=${right ? "" : "no"}><span>${t("you said")}</span><b class=${long}>${a}</b></div>
          <div><span>${t("it did")}</span><b class=${long}>${b}</b></div>
        </div>
        <p class="small muted why">${q.why ?? ""}
          ${at >= 0 ? html`<button class="event" @click=${show}>${t("decided by", t("event n", at + 1))}</button>` : nothing}
          <button class="event" @click=${this.#again}>${t("ask again")}</button>
        </p>
      </section>`
  }

  #lock(e: Event): void {
    e.preventDefault()
    if (this.said === "") return
    keep(this.#name, this.said)
    this.locked = true
    this.dispatchEvent(new CustomEvent("locked", { bubbles: true }))
    const at = this.decides
    announcement.value = at >= 0 && (this.player?.moment.value?.event ?? -1) < at ? t("locked", at + 1) : `${t("you said")} ${spoken(this.question!, this.said)}, ${t("it did")} ${spoken(this.question!, this.question!.answer)}`
  }

  #again(): void {
    keep(this.#name, null)
    this.locked = false
    this.said = ""
    this.dispatchEvent(new CustomEvent("locked", { bubbles: true }))
  }

  /** Keys 1–4; false if this card does not take them. */
  answer(n: number): boolean {
    const o = this.question?.kind === "choice" && !this.locked ? this.question.options?.[n - 1] : undefined
    if (!o) return false
    this.said = o.value
    return true
  }

  /** A click in the picture, for questions of that kind. */
  picked(value: string): void { if (this.question?.kind === "click" && !this.locked) this.said = value }
}

customElements.define("predict-card", PredictCard)
