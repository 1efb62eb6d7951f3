// The program. A plain text field until somebody touches it, then the full
// editor; if that cannot be loaded, the text field stays and works. What is
// typed is kept as a draft and never replaced without a way back.

import { html, nothing } from "lit"
import { Light } from "../light"
import type { Diagnostic } from "../moment"
import { lang } from "../store"
import { t } from "../words"
import { keepDraft, readDraft } from "./drafts"
import type { Mirror } from "./mirror"

export class CodeEditor extends Light {
  static override properties = { note: { state: true }, kept: { state: true }, problems: { state: true }, lines: { state: true } }
  declare note: string
  declare kept: "" | "yes" | "full"
  declare problems: readonly Diagnostic[]
  declare lines: number

  #text = ""
  #original = ""
  #id = "program"
  #mirror: Mirror | null = null
  #loading = false
  #line = 0
  #saving: ReturnType<typeof setTimeout> | undefined

  constructor() { super(); this.note = ""; this.kept = ""; this.problems = []; this.lines = 1 }

  get name(): string { return this.dataset.scenario ?? this.dataset.name ?? "program" }

  protected override takeOver(): void {
    const area = this.querySelector("textarea")
    this.#id = area?.id || "program"
    this.#original = area?.defaultValue ?? ""
    this.#text = area?.value ?? ""
    const d = readDraft(this.name)
    if (d) this.#restore(d.text, d.at)
    this.lines = linesOf(this.#text)
  }

  #restore(text: string, at: number): void {
    this.#text = text
    this.note = t("draft restored", new Date(at).toLocaleString(lang.value === "zh" ? "zh-CN" : "en", { dateStyle: "medium", timeStyle: "short" }))
    this.kept = "yes"
  }

  get text(): string { return this.#mirror?.text ?? this.querySelector("textarea")?.value ?? this.#text }

  get original(): string { return this.#original }

  /** Another scenario: the present text stays as a draft under its own name. */
  load(name: string, file: string, original: string, text = ""): void {
    this.#save()
    this.dataset.scenario = name
    this.dataset.name = file
    this.#original = original
    this.note = ""; this.kept = ""; this.problems = []
    const d = text ? null : readDraft(name)
    if (d) this.#restore(d.text, d.at)
    this.#put(d?.text ?? (text || original))
  }

  #put(text: string): void {
    this.#text = text
    this.lines = linesOf(text)
    const area = this.querySelector("textarea")
    if (area) area.value = text
    if (this.#mirror) this.#mirror.text = text
  }

  protected override render() {
    const numbers = Array.from({ length: this.lines }, (_, i) => i + 1).join("\n")
    return html`<div class="field" style="--nums:${Math.max(20, 8 + 8 * String(this.lines).length)}px" @focusin=${this.#wake} @pointerenter=${this.#wake}><label class="sr" for=${this.#id}>${t("program")}</label><pre class="linenos" aria-hidden="true"><span>${numbers}</span></pre>
      <textarea id=${this.#id} class="code flat" rows=${Math.max(12, Math.min(30, this.#text.split("\n").length + 1))} spellcheck="false" autocapitalize="off" autocomplete="off" wrap="off" .value=${this.#text} @input=${(e: Event) => this.#changed((e.target as HTMLTextAreaElement).value)} @keydown=${this.#tab} @scroll=${this.#follow}></textarea></div>
      <div class="bar">${this.kept === "full" ? html`<span class="bad">${t("draft.full")}</span>` : this.kept ? html`<span>${t("draft kept")}</span>` : nothing}${this.note ? html`<span>${this.note}</span><button @click=${this.#back}>${t("original")}</button>` : nothing}</div>
      ${this.problems.length ? html`<div class="problems" role="alert">${this.problems.slice(0, 8).map(d => html`<p><button @click=${() => this.goto(d.line, d.column)}>${t("error at", d.line)}</button> ${d.text} ${d.hint ? html`<span class="hint">${d.hint}</span>` : nothing}</p>`)}${this.problems.length > 8 ? html`<p>${t("more", this.problems.length - 8)}</p>` : nothing}</div>` : nothing}`
  }

  /** The numbers beside the text field go where the text goes. */
  #follow(e: Event): void {
    const numbers = this.querySelector<HTMLElement>(".linenos span")
    if (numbers) numbers.style.transform = `translateY(${-(e.target as HTMLElement).scrollTop}px)`
  }

  #changed(text: string): void {
    this.#text = text
    this.lines = linesOf(text)
    if (this.problems.length) { this.problems = []; this.#mirror?.mark([]) }
    clearTimeout(this.#saving)
    this.#saving = setTimeout(() => this.#save(), 250)
  }

  #save(): void {
    clearTimeout(this.#saving)
    if (!this.hasUpdated) return
    const ok = keepDraft(this.name, this.text, this.#original, Date.now())
    this.kept = this.text === this.#original ? "" : ok ? "yes" : "full"
    if (this.text === this.#original) this.note = ""
  }

  #back(): void { this.#put(this.#original); this.#save(); this.note = "" }

  override connectedCallback(): void {
    super.connectedCallback()
    addEventListener("pagehide", this.#flush)
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    removeEventListener("pagehide", this.#flush)
    this.#flush()
    this.#mirror?.destroy()
    this.#mirror = null
  }

  #flush = (): void => this.#save()

  /** The text field has no undo for a tab, so it only indents at a line's start. */
  #tab(e: KeyboardEvent): void {
    if ((e.ctrlKey || e.metaKey) && e.key === "Enter") { e.preventDefault(); e.stopPropagation(); this.dispatchEvent(new CustomEvent("wantrun", { bubbles: true })) }
  }

  async #wake(): Promise<void> {
    if (this.#loading) return
    this.#loading = true
    try {
      const { Mirror } = await import("./mirror")
      const area = this.querySelector("textarea"), field = this.querySelector<HTMLElement>(".field")
      if (!area || !field) return
      const focused = document.activeElement === area, at = area.selectionStart
      this.#mirror = new Mirror(field, area.value, t("program"), text => this.#changed(text))
      area.hidden = true
      if (focused) { const before = area.value.slice(0, at).split("\n"); this.#mirror.goto(before.length, before[before.length - 1]!.length + 1) }
      if (this.#line) this.#mirror.line(this.#line)
      if (this.problems.length) this.#mirror.mark(this.problems)
    } catch { this.#loading = false }
  }

  /** The current source line. A plain text field cannot show it, so the first
   * step from line to line fetches the editor. */
  line(n: number): void {
    const moved = this.#line !== 0 && n !== this.#line
    this.#line = n
    if (this.#mirror) this.#mirror.line(n)
    else if (moved && this.hasUpdated) void this.#wake()
  }

  mark(all: readonly Diagnostic[]): void { this.problems = all; this.#mirror?.mark(all) }

  goto(line: number, column: number): void {
    if (this.#mirror) { this.#mirror.goto(line, column); return }
    const area = this.querySelector("textarea")
    if (!area) return
    const at = area.value.split("\n").slice(0, line - 1).reduce((n, l) => n + l.length + 1, 0) + column - 1
    area.focus()
    area.setSelectionRange(at, at)
  }
}

const linesOf = (text: string) => Math.min(9999, text.split("\n").length)

customElements.define("code-editor", CodeEditor)
