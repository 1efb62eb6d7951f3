// Paste an out-of-memory text, read a verdict: what happened in words, then the
// numbers, then the request against every kind of room, then what to try. The
// text goes to the engine as it is; a long paste is not kept in the page.

import { html, nothing } from "lit"
import { bytes, exact } from "../format"
import { Light } from "../light"
import type { Engine, OomReport } from "../moment"
import { announcement, lang } from "../store"
import { t } from "../words"

/** A text field with 50 MB in it is what freezes; above this it holds a stub. */
const mostShown = 200_000

export class OomReader extends Light {
  static override properties = { report: { state: true }, busy: { state: true }, note: { state: true } }
  declare report: OomReport | null
  declare busy: string
  declare note: string
  engine: Engine | null = null

  #text = ""
  #hint = ""
  #tongue = ""

  constructor() { super(); this.report = null; this.busy = ""; this.note = "" }

  protected override takeOver(): void {
    const a = this.querySelector("textarea")
    this.#text = a?.value ?? ""
    this.#hint = a?.placeholder ?? ""
  }

  protected override firstUpdated(): void {
    const area = this.querySelector("textarea")
    if (area) area.value = this.#text
  }

  protected override render() {
    if (this.report && this.#tongue !== lang.value) { this.#tongue = lang.value; queueMicrotask(() => void this.read()) }
    return html`
      <label class="eyebrow" for="oom-text">${t("oom.paste")}</label>
      <textarea id="oom-text" class="code paste" rows="10" spellcheck="false" placeholder=${this.#hint} @paste=${this.#paste}
        @input=${(e: Event) => { this.#text = (e.target as HTMLTextAreaElement).value }}></textarea>
      <div class="acts">
        <button class="btn pri" ?disabled=${this.busy !== ""} @click=${() => this.read()}>${t("oom.read")}</button>
        <label class="btn sm">${t("oom.file")}<input type="file" class="sr" @change=${this.#file}></label>
        <span class="small quiet">${t("oom.local")}</span>
        ${this.note ? html`<span class="small">${this.note}</span>` : nothing}
      </div>
      ${this.busy ? html`<div class="notice" role="status"><p>${this.busy}</p><div class="prog open"><i></i></div></div>` : nothing}
      ${this.report ? verdict(this.report) : nothing}`
  }

  /** A long paste never becomes text of the field. */
  #paste(e: ClipboardEvent): void {
    const text = e.clipboardData?.getData("text/plain") ?? ""
    if (text.length <= mostShown) return
    e.preventDefault()
    this.#take(text)
  }

  #take(text: string): void {
    this.#text = text
    const area = this.querySelector("textarea")
    if (area) area.value = text.length > mostShown ? `${text.slice(0, 2000)}\n…\n` : text
    this.note = bytes(text.length)
    void this.read()
  }

  async #file(e: Event): Promise<void> {
    const f = (e.target as HTMLInputElement).files?.[0]
    if (f) { this.busy = t("oom.reading", bytes(f.size)); this.#take(await f.text()) }
  }

  async read(): Promise<void> {
    if (!this.engine) return
    if (!this.#text.trim()) { this.note = t("oom.none"); announcement.value = this.note; return }
    this.busy = t("oom.reading", bytes(this.#text.length))
    await new Promise(r => requestAnimationFrame(() => setTimeout(r)))
    try {
      this.#tongue = lang.value
      this.report = await this.engine.oom(this.#text, lang.value)
      announcement.value = this.report.headline
    } catch (err) { this.note = t("our fault", err instanceof Error ? err.message : String(err)) } finally { this.busy = "" }
  }
}

function verdict(r: OomReport) {
  const list = (all: readonly string[], look: string) => html`<ul class=${look}>${all.map(x => html`<li>${x}</li>`)}</ul>`
  return html`
    <section class="verdict" aria-labelledby="verdict-head">
      <div>
        <span class="tag oomtag">${r.verdict === "unknown" ? "?" : "✕"} ${t(`oom.${r.verdict}`)}</span>
        <h2 id="verdict-head">${r.headline}</h2>
        ${r.reasons.length ? list(r.reasons, "why") : nothing}
        <dl class="nums">${r.numbers.map(n => html`<div title=${n.exact}><dt>${n.name}</dt><dd>${n.value}</dd></div>`)}</dl>
      </div>
      ${r.bars.length ? bars(r) : nothing}
    </section>
    ${r.next.length ? html`<h2 class="after">${t("oom.next")}</h2><ol class="next">${r.next.map(advice)}</ol>` : nothing}
    ${r.outside.length ? html`<h2 class="after">${t("oom.outside.h")}</h2>${list(r.outside, "bullets")}` : nothing}`
}

function advice(n: { text: string; code: string }) {
  const copy = async (e: Event) => {
    const b = e.currentTarget as HTMLElement
    try {
      await navigator.clipboard.writeText(n.code)
      b.textContent = announcement.value = t("copied")
    } catch { getSelection()?.selectAllChildren(b.previousElementSibling!) }
  }
  return html`
    <li>
      <span>${n.text}</span>
      ${n.code ? html`<span class="snip"><code tabindex="0">${n.code}</code><button class="btn sm" @click=${copy}>${t("copy")}</button></span>` : nothing}
    </li>`
}

/** Every kind of room on the scale of the request; what is larger runs off it. */
function bars(r: OomReport) {
  const asked = r.bars.find(b => b.asked)?.bytes ?? 0, rooms = r.bars.filter(b => !b.asked)
  const near = rooms.map(b => b.bytes).filter(b => asked === 0 || b <= asked * 1.5)
  const top = Math.max(1, asked * 1.2, ...near)
  const line = asked ? html`<i class="line" style="left:${asked / top * 100}%"></i>` : nothing
  return html`
    <div>
      <h3>${t("oom.room")}</h3>
      <div class="bal">${rooms.map(b => html`
        <div class="r">
          <span>${b.name}</span>
          <span class="b"><i class="tx ${b.fits ? "tx-free" : "tx-kept"}" style="left:0;width:${Math.min(100, b.bytes / top * 100)}%"></i>${line}</span>
          <b class="mono" title=${exact(b.bytes)}>${bytes(b.bytes)}</b>
        </div>`)}
      </div>
      ${asked ? html`<p class="small muted asked">${t("oom.asked")} ${bytes(asked)}</p>` : nothing}
    </div>`
}

customElements.define("oom-reader", OomReader)
