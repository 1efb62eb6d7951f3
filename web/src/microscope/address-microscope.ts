// The address microscope: any address, cut for any page-table format, with
// every entry that its walk reads. What is looked at stands in the page's
// address, so that it can be shared; with a program in the fragment it is that
// program's machine, run again here and stopped at the same moment.

import { html, nothing } from "lit"
import { Light } from "../light"
import { BrokenLink, decode, encode, type Shared } from "../link"
import type { Engine, Point } from "../moment"
import type { Connect } from "../start"
import { announcement, lang } from "../store"
import { Ask, entryText, type Key } from "./ask"
import { bits } from "./bits"
import { reads, type Deeds } from "./reads"
import { caches, compare, end } from "./rest"
import type { Read, Slide } from "./slide"
import { m } from "./words"

interface Choice { value: string; text: string }

export class AddressMicroscope extends Light {
  static override properties = { slides: { state: true }, state: { state: true }, wrong: { state: true }, opened: { state: true } }
  declare slides: Slide[]
  declare state: string
  declare wrong: string
  declare opened: ReadonlySet<string>

  #ask = new Ask()
  #engine: Engine | null = null
  #shared: Shared | null = null
  #formats: Choice[] = []
  #own = false
  #turn = 0
  #event = -1
  #plays = new Map<string, string>()

  constructor() { super(); this.slides = []; this.state = ""; this.wrong = ""; this.opened = new Set() }

  protected override get ready(): boolean { return this.slides.length > 0 }

  /** Begins: with a page of its own it reads and writes the page's address. */
  async start(connect: Connect): Promise<void> {
    this.#own = "page" in this.dataset
    this.#ask = Ask.from(this.#own ? location.search : this.dataset.ask ?? "")
    this.#formats = [...this.querySelectorAll<HTMLOptionElement>("select[name=format] option")].map(o => ({ value: o.value, text: o.text }))
    await this.#connect(connect)
    if (!this.#own) return
    addEventListener("popstate", () => { this.#ask = Ask.from(location.search); void this.#look(false) })
    addEventListener("hashchange", () => location.reload())
  }

  async #connect(connect: Connect): Promise<void> {
    const empty = { source: "", profile: "gh100-small", set: [], seed: 1, lang: lang.value }
    try {
      this.#shared = this.#own && location.hash.startsWith("#p=") ? await decode(location.hash.slice(1)) : null
    } catch (err) { this.wrong = m("live.none", err instanceof BrokenLink ? err.trouble : String(err)) }
    const o = this.#shared ? { ...this.#shared, lang: lang.value } : empty
    this.#engine = connect(o)
    try {
      if (this.#shared) await this.#replay({ ...this.#shared, lang: lang.value })
      await this.#look(false)
    } catch (err) { this.wrong = m("fault", words(err)); this.requestUpdate() }
  }

  /** Runs the program of the link again, to the same moment. */
  async #replay(o: Shared & { lang: "en" | "zh" }): Promise<void> {
    const summary = await this.#engine!.run(o, () => {})
    if (!summary.ok || summary.events === 0) {
      this.wrong = m("live.none", summary.diagnostics[0]?.text ?? "")
      this.#shared = null
      return
    }
    const moment = await (o.point ? this.#engine!.at(o.point) : this.#engine!.seek(summary.events - 1))
    this.#event = moment.event
  }

  async #look(say = true): Promise<void> {
    const turn = ++this.#turn
    const format = this.#shared ? "" : this.#ask.get("format") || "v3"
    const frame = new URLSearchParams(location.search).get("frame") ?? ""
    const more: Record<string, string> = { beside: format.startsWith("x86") ? "v3" : "x86-64" }
    if (this.#shared) { more["live"] = "1"; if (this.#own && !this.#ask.get("va") && /^\d+$/.test(frame)) more["frame"] = frame }
    const list = await this.#engine!.microscope!(this.#ask.lines(more))
    if (turn !== this.#turn) return
    const first = list[0]
    if (this.#shared && first) await this.#links(first)
    this.slides = list
    if (say && first) announcement.value = first.trouble || first.end.sentence
  }

  /** Links into the playground hold the whole program; they are made before
   * they are drawn. */
  async #links(s: Slide): Promise<void> {
    const points: Point[] = s.reads.flatMap(r => r.writer ? [r.writer.point] : [])
    if (this.#shared!.point) points.push(this.#shared!.point)
    for (const p of points) {
      const name = `${p.row}.${p.ordinal}`
      if (!this.#plays.has(name)) this.#plays.set(name, "#" + await encode({ ...this.#shared!, point: p }))
    }
  }

  #playHref(p: Point): string {
    const va = this.slides[0]?.va ?? 0n
    return `/${lang.value}/play?look=${va.toString(16)}${this.#plays.get(`${p.row}.${p.ordinal}`) ?? ""}`
  }

  /** Something was changed: ask again, and write it into the page's address. */
  #change(deed: () => void): void {
    deed()
    this.wrong = ""
    if (this.#own) history.replaceState(null, "", location.pathname + this.#ask.query + location.hash)
    void this.#look().catch((err: unknown) => { this.wrong = m("fault", words(err)) })
  }

  #set(k: Key, v: string): void { this.#change(() => this.#ask.set(k, v)) }

  #deeds(): Deeds {
    return {
      open: this.opened, wrong: this.wrong,
      toggle: level => { const next = new Set(this.opened); if (!next.delete(level)) next.add(level); this.opened = next },
      write: (r: Read, low: bigint, high: bigint) => this.#change(() => this.#ask.edits.set(r.level, entryText(low, high, r.bytes))),
      complain: text => { this.wrong = text; this.requestUpdate() },
      go: va => this.#set("va", "0x" + va.toString(16)),
      playHref: p => this.#playHref(p),
      reset: () => this.#change(() => this.#ask.edits.clear()),
    }
  }

  protected override render() {
    const s = this.slides[0]!
    return html`
      ${this.#form(s)}${this.#where(s)}
      ${s.trouble ? html`<p class="problems" role="alert">${s.trouble}</p>` : nothing}
      ${s.trouble && this.wrong ? html`<p class="small bad">${this.wrong}</p>` : nothing}
      ${bits(s)}
      ${s.trouble ? nothing : html`${reads(s, this.#deeds())}${end(s)}${caches(s)}`}
      ${compare(s, this.slides[1])}`
  }

  #form(s: Slide) {
    const go = (e: SubmitEvent) => {
      e.preventDefault()
      this.#set("va", String(new FormData(e.target as HTMLFormElement).get("va") ?? "").trim())
    }
    const typed = this.#ask.get("va") || "0x" + s.va.toString(16)
    return html`
      <form class="ms-form" @submit=${go}>
        <label class="wide"><span>${m("address")}</span><input name="va" class="mono" autocomplete="off" spellcheck="false" .value=${typed} aria-invalid=${s.trouble ? "true" : "false"}></label>
        ${s.live ? nothing : html`
          ${pick(m("format"), "format", this.#formats, s.format, v => this.#set("format", v))}
          ${pick(m("page"), "page", s.sizes.map(z => ({ value: z.name, text: sizeText(z) })), s.sizes.find(z => z.chosen)?.name ?? "", v => this.#set("page", v))}`}
        ${pick(m("access"), "access", (["read", "write", "atomic"] as const).map(a => ({ value: a, text: m(a) })), this.#ask.get("access") || "read", v => this.#set("access", v === "read" ? "" : v))}
        <button class="btn sm pri">${m("look")}</button>
        ${this.#own ? html`<button class="btn sm" type="button" @click=${this.#copy}>${m("link")}</button>` : nothing}
      </form>`
  }

  /** Whose tables these are. */
  #where(s: Slide) {
    if (!s.live) return this.#own ? html`<p class="small muted">${m("example")}</p>` : nothing
    const p = this.#shared?.point
    return html`
      <div class="ms-live">
        <span class="prov sim">${m("simulated")}</span>
        <b>${m("live", this.#event + 1)}</b> <span class="small">${s.title}</span>
        ${s.pointers.length ? html`<span class="small">${m("pointers")}:</span>${s.pointers.slice(0, 12).map(x => html`<button class="btn sm mono" @click=${() => this.#set("va", "0x" + x.address.toString(16))}>${x.name}</button>`)}` : nothing}
        <span class="sp"></span>
        ${p ? html`<a class="small" href=${this.#playHref(p)}>${m("back")}</a>` : nothing}
        <a class="small" href="${location.pathname}${this.#ask.query}">${m("leave")}</a>
      </div>`
  }

  #copy = async () => {
    try { await navigator.clipboard.writeText(location.href) } catch { /* the address bar holds it */ }
    announcement.value = m("link.done")
    this.state = m("link.done")
  }
}

function words(err: unknown): string { return err instanceof Error ? err.message : String(err) }

function sizeText(z: { name: string; both: boolean }): string {
  const [own, other] = z.name.split("+")
  return z.both ? m("page.both", own!, other!) : own!
}

function pick(label: string, name: string, list: readonly Choice[], value: string, put: (v: string) => void) {
  return html`
    <label><span>${label}</span>
      <select name=${name} .value=${value} @change=${(e: Event) => put((e.target as HTMLSelectElement).value)}>
        ${list.map(c => html`<option value=${c.value} ?selected=${c.value === value}>${c.text}</option>`)}
      </select>
    </label>`
}

customElements.define("address-microscope", AddressMicroscope)

/** Starts every microscope of the page. */
export function begin(connect: Connect): void {
  for (const e of document.querySelectorAll<AddressMicroscope>("address-microscope")) void e.start(connect)
}
