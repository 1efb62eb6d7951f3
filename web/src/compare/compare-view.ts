// Two runs of one program, side by side: choose the program and the two sides,
// or open recordings of one's own; one cursor moves both.

import { html, nothing } from "lit"
import { commas } from "../format"
import { Light } from "../light"
import { announcement, colours, lang, twins } from "../store"
import { dock, type Lane } from "./dock"
import { Comparer, Refused, type SideNumber } from "./engine"
import { maps } from "./maps"
import { plot } from "./plot"
import { BadFile, read, type Recorded } from "./recording"
import { differs, type Report } from "./report"
import { rows } from "./rows"
import { score } from "./score"
import { t, type Word } from "./words"

interface Lists { programs: { id: string; title: string }[]; profiles: { name: string; title: string; kind: string }[]; native: boolean }

/** Seed of every program that is played, the recorded ones' too. */
const seed = 1
const firstRows = 24

/** The words for why a run ended early. */
const ends: Record<string, Word> = { "target-lost": "cut.lost", "limit-time": "cut.time", "limit-rows": "cut.rows", "limit-memory": "cut.memory", "cut.broken": "cut.broken" }
const endedBy = (why: string): string => ends[why] ? t(ends[why]) : t("cut.limit", why)

export class CompareView extends Light {
  static override properties = { report: { state: true }, cursor: { state: true }, busy: { state: true }, bad: { state: true }, shown: { state: true }, over: { state: true }, note: { state: true } }
  declare report: Report | null
  /** The pair under the cursor. */
  declare cursor: number
  declare busy: string
  declare bad: string
  declare shown: number
  declare over: boolean
  /** What the reader should know of the runs: one that ended early. */
  declare note: string

  #lists: Lists = { programs: [], profiles: [], native: false }
  #program = ""
  #chosen: [string, string] = ["h200-r580", "recorded"]
  #files: [Recorded | null, Recorded | null] = [null, null]
  #fetched = new Map<string, Promise<Recorded>>()
  #comparer: Comparer | null = null
  #turn = 0
  #tongue = ""
  #lane: Lane = { wide: 600 }

  constructor() { super(); this.report = null; this.cursor = 0; this.busy = ""; this.bad = ""; this.shown = firstRows; this.over = false; this.note = "" }

  protected override takeOver(): void {
    const d = this.dataset
    this.#lists = JSON.parse(this.querySelector("script")?.textContent ?? "{}") as Lists
    this.#program = d.program ?? ""
    this.#chosen = [d.a ?? "h200-r580", d.b ?? "recorded"]
    this.#tongue = lang.value
  }

  protected override firstUpdated(): void { void this.load() }

  override connectedCallback(): void {
    super.connectedCallback()
    document.addEventListener("keydown", this.#key)
    for (const [kind, deed] of Object.entries(this.#drops)) document.addEventListener(kind, deed)
    this.#room.observe(this)
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    document.removeEventListener("keydown", this.#key)
    for (const [kind, deed] of Object.entries(this.#drops)) document.removeEventListener(kind, deed)
    this.#room.disconnect()
  }

  #room = new ResizeObserver(() => {
    const w = Math.round(this.querySelector(".lanes")?.clientWidth ?? 600)
    if (w !== this.#lane.wide) { this.#lane.wide = w; this.requestUpdate() }
  })

  protected override render() {
    void colours.value
    if (this.#tongue !== lang.value) { this.#tongue = lang.value; queueMicrotask(() => void this.load()) }
    const r = this.report, go = (pair: number) => this.go(pair)
    return html`
      ${this.#toolbar()}
      ${this.bad ? html`<div class="problems" role="alert"><p>${this.bad}</p></div>` : nothing}
      ${this.note ? html`<div class="notice" data-note><p>${this.note}</p></div>` : nothing}
      ${this.busy ? html`<div class="notice" role="status"><p>${this.busy}</p><div class="prog open"><i></i></div></div>` : nothing}
      ${r ? html`
        ${score(r, go)}
        ${maps(r, this.cursor)}
        ${rows({ report: r, cursor: this.cursor, shown: this.shown, go, more: () => { this.shown += 100 } })}
        ${plot(r, this.cursor, go)}
        ${dock(r, this.cursor, this.#lane, { go, step: n => this.step(n), jump: n => this.jump(n) })}` : nothing}
      ${this.over ? html`<div class="dropzone"><p>${t("drop")}</p></div>` : nothing}`
  }

  // ---- choosing ----

  #toolbar() {
    const own = this.#files.some(f => f) && this.#program === ""
    return html`
      <div class="cmp-bar">
        <label class="pick"><span class="sr">${t("program")}</span>
          <select data-program @change=${(e: Event) => this.#pick((e.target as HTMLSelectElement).value)}>
            ${own ? html`<option value="" selected>${t("own.program")}</option>` : nothing}
            ${this.#lists.programs.map(p => html`<option value=${p.id} ?selected=${p.id === this.#program}>${p.title}</option>`)}
          </select></label>
        ${([0, 1] as const).map(side => this.#picker(side))}
        <span class="sp"></span>
        <label class="btn sm">${t("open")}<input type="file" class="sr" multiple accept=".jsonl,.gz,.json" data-files @change=${this.#opened}></label>
        <button class="btn sm" type="button" data-twin aria-pressed=${twins.value}>${t("text")} <kbd>T</kbd></button>
      </div>
      <p class="small quiet cmp-local">${t("drop.why")}</p>`
  }

  #picker(side: SideNumber) {
    const name = side ? "B" : "A", now = this.#chosen[side], file = this.#files[side]
    return html`
      <label class="pick"><b aria-hidden="true">${name}</b><span class="sr">${t(side ? "b" : "a")}</span>
        <select data-side=${side} @change=${(e: Event) => this.#take(side, (e.target as HTMLSelectElement).value)}>
          ${this.#program ? html`<option value="recorded" ?selected=${now === "recorded"}>${t("recorded")}</option>` : nothing}
          ${this.#lists.native && this.#program ? html`<option value="native" ?selected=${now === "native"}>${t("native")}</option>` : nothing}
          ${this.#lists.profiles.map(p => html`<option value=${p.name} ?selected=${now === p.name}>${t("simulated", p.title)}</option>`)}
          ${file ? html`<option value="file" ?selected=${now === "file"}>${t("file.is", file.card)}</option>` : nothing}
        </select></label>`
  }

  #pick(program: string): void {
    this.#program = program
    this.#files = [null, null]
    this.#chosen = this.#chosen.map((c, i) => c === "file" ? i ? "recorded" : "h200-r580" : c) as [string, string]
    void this.load()
  }

  #take(side: SideNumber, what: string): void { this.#chosen[side] = what; void this.load() }

  #opened = (e: Event): void => {
    const input = e.target as HTMLInputElement
    void this.open([...input.files ?? []]).then(() => { input.value = "" })
  }

  #drops: Record<string, (e: Event) => void> = {
    dragover: e => { if ((e as DragEvent).dataTransfer?.types.includes("Files")) { e.preventDefault(); this.over = true } },
    dragleave: e => { if ((e as DragEvent).relatedTarget === null) this.over = false },
    drop: e => {
      const files = [...(e as DragEvent).dataTransfer?.files ?? []]
      this.over = false
      if (files.length) { e.preventDefault(); void this.open(files) }
    },
  }

  /** Opens one file as side B, or two as both. What is shown stays if one of
   * them cannot be read. */
  async open(files: File[]): Promise<void> {
    if (files.length === 0) return
    try {
      if (files.length > 2) throw new BadFile(t("two files"))
      const got = await Promise.all(files.map(f => read(f.name, f)))
      this.#files = got.length === 2 ? [got[0]!, got[1]!] : [this.#chosen[0] === "file" ? this.#files[0] : null, got[0]!]
      this.#chosen = got.length === 2 ? ["file", "file"] : [["recorded", "native"].includes(this.#chosen[0]) ? "h200-r580" : this.#chosen[0], "file"]
      this.#program = ""
    } catch (err) { this.#say(err); return }
    await this.load()
  }

  #say(err: unknown): void {
    this.bad = err instanceof BadFile ? err.message : err instanceof Refused ? t("program bad", err.message) : t("our fault", err instanceof Error ? err.message : String(err))
    announcement.value = this.bad
  }

  // ---- running ----

  /** Gets both sides and compares them. A later call makes this one idle. */
  async load(): Promise<void> {
    const turn = ++this.#turn, tell = (text: string) => { if (turn === this.#turn) this.busy = text }
    this.bad = this.note = ""
    try {
      tell(t("getting ready"))
      const c = this.#comparer ??= new Comparer(), again = this.report !== null
      const recorded = await Promise.all(this.#chosen.map((what, i) => this.#recorded(what, i as SideNumber)))
      const source = await this.#source()
      for (const i of [0, 1] as const) {
        const run = recorded[i], what = this.#chosen[i]
        if (run) await c.rows(i, run.text)
        else {
          if (!source) throw new BadFile(t("no program"))
          await c.play(i, { source, profile: what, set: [], seed, lang: lang.value, watched: recorded[1 - i]?.measured ?? false }, n => tell(t("running", i ? "B" : "A", commas(n))))
        }
        if (turn !== this.#turn) return
      }
      tell(t("comparing"))
      const r = await c.compare(lang.value)
      if (turn !== this.#turn) return
      this.#show(r, recorded)
      if (again) announcement.value = t("sides", r.sides[0].name, r.sides[1].name)
    } catch (err) { if (turn === this.#turn) { this.report = null; this.#say(err) } } finally { tell("") }
  }

  #show(r: Report, recorded: (Recorded | null)[]): void {
    for (const i of [0, 1] as const) if (recorded[i]) r.sides[i].name = recorded[i]!.card
    this.report = r
    this.note = recorded.map((run, i) => run?.ended ? t("cut", i ? "B" : "A", run.rows, endedBy(run.ended)) : "").filter(Boolean).join(" ")
    this.shown = firstRows
    const first = r.pairs.findIndex((_, i) => differs(r, i))
    this.go(Math.max(0, first))
    const h1 = document.querySelector("h1"), sub = document.querySelector("[data-sides]")
    if (h1) h1.textContent = t(r.sides[0].measured !== r.sides[1].measured ? "title.real" : "title.two")
    if (sub) sub.textContent = t("sides", r.sides[0].name, r.sides[1].name)
    performance.mark("pagewalk-compared")
    if (!this.#program) return
    const q = new URLSearchParams({ program: this.#program, a: this.#chosen[0], b: this.#chosen[1] })
    history.replaceState(null, "", `${location.pathname}?${q}`)
  }

  /** The rows of a side that is not simulated. */
  async #recorded(what: string, side: SideNumber): Promise<Recorded | null> {
    if (what === "file") return this.#files[side]
    if (what === "recorded") return this.#fetch(`/recordings/${this.#program}.jsonl.gz`)
    if (what === "native") return this.#native(`/recordings/native/${this.#program}?lang=${lang.value}`)
    return null
  }

  /** A run on this machine's GPU, now. */
  async #native(path: string): Promise<Recorded> {
    this.busy = t("native.running")
    const answer = await fetch(path)
    if (!answer.ok) throw new BadFile(t("native.not", (await answer.text()).slice(0, 300) || answer.status))
    return read(t("native"), await answer.blob())
  }

  async #source(): Promise<string> {
    const own = this.#files.find(f => f?.program)?.program
    if (own) return own
    return this.#program ? (await this.#fetch(`/recordings/${this.#program}.jsonl.gz`)).program : ""
  }

  #fetch(path: string): Promise<Recorded> {
    let got = this.#fetched.get(path)
    if (!got) {
      got = this.#get(path)
      got.catch(() => this.#fetched.delete(path))
      this.#fetched.set(path, got)
    }
    return got
  }

  async #get(path: string): Promise<Recorded> {
    this.busy = t("fetching", path)
    const answer = await fetch(path)
    if (!answer.ok) throw new BadFile(t("no answer", path, (await answer.text()).slice(0, 300) || answer.status))
    return read(path, await answer.blob())
  }

  // ---- the cursor ----

  go(pair: number): void {
    const r = this.report
    if (!r) return
    this.cursor = Math.max(0, Math.min(r.pairs.length - 1, pair))
    if (this.cursor >= this.shown) this.shown = this.cursor + 10
  }

  /** One row on or back, and into view. */
  step(n: number): void {
    this.go(this.cursor + n)
    const r = this.report
    if (!r) return
    const p = r.pairs[this.cursor]!
    announcement.value = t("row of", this.cursor + 1, r.pairs.length, (r.sides[0].rows[p.a] ?? r.sides[1].rows[p.b])?.text ?? "")
    void this.updateComplete.then(() => this.querySelector("tr.diff")?.scrollIntoView({ block: "nearest" }))
  }

  /** To the next or previous row that differs in what is judged. */
  jump(n: 1 | -1): void {
    const r = this.report
    if (!r) return
    for (let i = this.cursor + n; i >= 0 && i < r.pairs.length; i += n) if (differs(r, i)) { this.step(i - this.cursor); return }
    announcement.value = t("no.diff")
  }

  #key = (e: KeyboardEvent): void => {
    const target = e.target as Element
    if (e.defaultPrevented || e.ctrlKey || e.metaKey || e.altKey || target.closest("input,select,textarea,[role=application]")) return
    const deeds: Record<string, () => void> = {
      ArrowRight: () => e.shiftKey ? this.jump(1) : this.step(1), ArrowLeft: () => e.shiftKey ? this.jump(-1) : this.step(-1),
      PageDown: () => this.step(1), PageUp: () => this.step(-1),
      ...(target.closest(".lanes") ? { Home: () => this.step(-this.cursor), End: () => this.step(this.report?.pairs.length ?? 0), ArrowDown: () => this.jump(1), ArrowUp: () => this.jump(-1) } : {}),
    }
    const deed = deeds[e.key]
    if (deed && this.report) { deed(); e.preventDefault() }
  }
}

customElements.define("compare-view", CompareView)
