// All keys on one sheet, with the few preferences that belong to them.

import type { Signal } from "@preact/signals-core"
import { html, nothing } from "lit"
import { Light } from "./light"
import { deep, singleKeys } from "./store"
import { t, type Word } from "./words"

type Row = readonly [what: Word, keys: readonly string[]]

const groups: readonly { head: Word; rows: readonly Row[] }[] = [
  { head: "keys.time", rows: [
    ["k.event", ["→", "←"]], ["k.call", ["Shift", "→", "←"]], ["k.line", ["↓", "↑"]], ["k.ends", ["Home", "End"]],
    ["k.play", ["Space"]], ["k.jump", ["S", "F", "E", "I"]], ["k.mark", ["M", "’"]],
  ] },
  { head: "keys.look", rows: [
    ["k.layer", ["1", "…", "4"]], ["k.in", ["Tab", "*"]], ["k.who", ["W"]], ["k.twin", ["T"]], ["k.zoom", ["+", "−"]], ["k.proj", ["P"]],
  ] },
  { head: "keys.do", rows: [
    ["k.run", ["Ctrl", "Enter"]], ["k.fork", ["K"]], ["k.answer", ["1", "…", "4"]], ["k.link", ["L"]], ["k.remote", ["PgDn", "PgUp"]], ["k.sheet", ["?"]],
  ] },
  { head: "keys.compare", rows: [["k.row", ["→", "←"]], ["k.differ", ["Shift", "→", "←"]], ["k.rows", ["Home", "End"]]] },
  { head: "keys.mmu", rows: [["k.walk", ["Enter"]], ["k.entry", ["Tab"]], ["k.flip", ["Space"]]] },
]

export class HelpSheet extends Light {
  static override properties = { shown: { state: true } }
  declare shown: boolean
  #from: HTMLElement | null = null

  constructor() { super(); this.shown = false }

  show(): void {
    if (this.shown) return
    this.#from = document.activeElement instanceof HTMLElement ? document.activeElement : null
    this.shown = true
    void this.updateComplete.then(() => this.querySelector("button")?.focus())
  }

  hide(): void {
    this.shown = false
    this.#from?.focus()
  }

  protected override render() {
    if (!this.shown) return nothing
    return html`
      <div class="sheet" role="dialog" aria-modal="true" aria-labelledby="keys-head" @keydown=${this.#key} @click=${this.#outside}><div>
        <div style="display:flex;align-items:center">
          <h2 id="keys-head">${t("keys")}</h2><span style="flex:1"></span>
          <button class="btn sm" @click=${() => this.hide()}>${t("close")} <kbd>Esc</kbd></button>
        </div>
        <div class="keys">${groups.map(g => html`<section><h3>${t(g.head)}</h3>${g.rows.map(row)}</section>`)}</div>
        <div class="keys prefs">
          ${choice(singleKeys, "keys.single")}${choice(deep, "deep")}
          <p class="quiet">${t("keys.single.why")}</p>
        </div>
      </div></div>`
  }

  #outside(e: Event): void { if (e.target === e.currentTarget) this.hide() }

  /** The focus stays inside while the sheet is open. */
  #key(e: KeyboardEvent): void {
    e.stopPropagation()
    if (e.key === "Escape") { this.hide(); e.preventDefault() }
    if (e.key !== "Tab") return
    const all = [...this.querySelectorAll<HTMLElement>("button,input")], first = all[0], last = all[all.length - 1]
    if (e.shiftKey && document.activeElement === first) { last?.focus(); e.preventDefault() }
    else if (!e.shiftKey && document.activeElement === last) { first?.focus(); e.preventDefault() }
  }
}

function row([what, keys]: Row) {
  const cap = (k: string) => k === "…" ? "… " : html`<kbd>${k === "*" ? t("k.arrows") : k}</kbd> `
  return html`<p><span>${t(what)}</span><span>${keys.map(cap)}</span></p>`
}

function choice(s: Signal<boolean>, what: Word) {
  const set = (e: Event) => { s.value = (e.target as HTMLInputElement).checked }
  return html`<p><label><input type="checkbox" .checked=${s.value} @change=${set}> ${t(what)}</label></p>`
}

customElements.define("help-sheet", HelpSheet)
