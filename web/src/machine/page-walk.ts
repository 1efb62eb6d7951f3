// Translation: the bits of one address cut for this generation, the table of
// each level with the index marked at its true place, the entry field by field.

import { html, nothing, type TemplateResult } from "lit"
import { hex, parseHex } from "../format"
import { Light } from "../light"
import { underMicroscope } from "../microscope/link"
import type { Entry, Level, Translation } from "../moment"
import type { Player } from "../player"
import { announcement, deep, looking, twins } from "../store"
import { t } from "../words"
import { station } from "./parts"
import "./tlb-view"

export class PageWalk extends Light {
  static override properties = {
    data: { attribute: false }, player: { attribute: false }, wrong: { state: true },
  }
  declare data: Translation | undefined
  declare player: Player | undefined
  declare wrong: string

  constructor() { super(); this.wrong = "" }

  protected override get ready(): boolean { return this.data !== undefined }

  protected override render() {
    const d = this.data!
    const sets = html`<tlb-view class="tlbs" .data=${d} .player=${this.player}></tlb-view>`
    if (twins.value) return html`${twin(d)}${d.levels.length ? sets : nothing}${this.#lookForm(d)}`
    if (d.levels.length === 0) return html`<div class="empty">${d.empty}</div>${d.tlb.length ? sets : nothing}${this.#microscope(d)}`
    return html`
      <div class="walk" style="--levels:${d.levels.length}">
        ${heads(d)}${bitRow(d)}${d.levels.map((l, i) => level(l, i, d.entry?.now === true))}${sets}
      </div>
      ${d.entry ? entry(d.entry, d.address) : nothing}${this.#microscope(d)}`
  }

  #microscope(d: Translation) { return looking.value || deep.value ? this.#lookForm(d) : nothing }

  /** Any address, walked at this moment. */
  #lookForm(d: Translation) {
    const go = (e: SubmitEvent) => {
      e.preventDefault()
      const text = String(new FormData(e.target as HTMLFormElement).get("address") ?? "")
      const address = parseHex(text)
      this.wrong = address === null ? t("look.bad", text || "—") : ""
      if (address === null) announcement.value = this.wrong
      else void this.player?.look(address)
    }
    return html`
      <form class="look" @submit=${go}>
        <label class="micro muted">${t("look")}
          <input name="address" class="mono" size="20" autocomplete="off" spellcheck="false" .value=${d.address === null ? "" : hex(d.address)}>
        </label>
        <button class="btn sm">${t("look.go")}</button>
        <span class="micro quiet">${d.format}</span>
        ${this.wrong ? html`<span class="small bad">${this.wrong}</span>` : nothing}
      </form>`
  }
}

const range = (hi: number, lo: number) => hi === lo ? `${hi}` : `${hi}:${lo}`

function heads(d: Translation) {
  const head = (name: string, hi: number, lo: number, plain: boolean) => html`
    <div class="hd head"><b style=${plain ? "color:var(--ink-2)" : nothing}>${name}</b><span>${range(hi, lo)}</span></div>`
  return html`
    ${d.levels.map(l => head(l.name, l.hi, l.lo, false))}
    ${d.offset ? head(t("offset"), d.offset.hi, d.offset.lo, true) : html`<div class="hd head"></div>`}`
}

/** The level whose bits decide the entry that is shown. */
function hot(d: Translation): number {
  const now = d.levels.findIndex(l => l.now)
  if (now >= 0) return now
  for (let i = d.levels.length - 1; i >= 0; i--) if (d.levels[i]!.raw !== "") return i
  return -1
}

function bitRow(d: Translation) {
  const h = hot(d)
  const short = (bits: string) => hex(parseInt(bits.replace(/\D/g, "") || "0", 2))
  return html`
    ${d.levels.map((l, i) => html`<div class="bits head ${i === h ? "hot" : ""}" data-bits=${i}>${l.bits}</div>`)}
    ${d.offset
      ? html`<div class="bits off head" title=${d.offset.bits}><span class="lg">${d.offset.bits}</span><span class="sm">${short(d.offset.bits)}</span></div>`
      : html`<div class="head"></div>`}`
}

/** Where the entry itself is yellow, its level is only linked. */
function level(l: Level, i: number, quiet: boolean): TemplateResult {
  const none = l.raw === "" && l.target === ""
  const look = `${l.now && !quiet ? "now" : ""} ${l.read ? "read" : ""} ${none ? "none" : ""}`
  return html`
    <div class="lvl ${look}" data-station=${station(2, "level", i)} title="${l.name}[${l.index}] ${l.raw ? "0x" + l.raw : t("no table")}">
      <div class="slots">
        ${l.used.map(u => u === l.index ? nothing : html`<i class="u" style="left:${u / l.slots * 100}%"></i>`)}
        <i style="left:calc(${l.index / l.slots * 100}% - 2px)"></i>
      </div>
      <div class="mini"><b>${l.name}</b><span>${range(l.hi, l.lo)}</span><span class="bb">${l.bits}</span></div>
      <span class="ix">${l.index}</span>
      <span class="v">${deep.value && l.raw ? html`<span class="raws">${l.raw}</span>` : nothing}${none ? t("no table") : l.target}</span>
    </div>`
}

function entry(e: Entry, address: bigint | null) {
  const blank = /^[0 ]*$/.test(e.raw) && e.fields.length <= 1
  // a field that is zero and means nothing is for those who look deep
  const shown = deep.value ? e.fields : e.fields.filter(f => f.meaning !== "" || !/^(0x)?0+$/.test(f.value))
  return html`
    <div class="pte ${e.now ? "now" : ""}" data-exit=".27" data-station=${station(2, "entry", 0)}>
      <div class="raw"><span class="quiet micro">${e.title}${address === null ? nothing : underMicroscope(`va=0x${address.toString(16)}`, e.title)}</span><span>${e.raw}</span></div>
      ${blank ? html`<p class="small muted">${e.fields[0]?.meaning ?? ""}</p>` : html`<dl>${shown.map(field)}</dl>`}
    </div>`
}

/** A field is as wide as its longest word, and has a share of the rest by the
 * length of its text. */
function field(f: Entry["fields"][number]) {
  const words = Math.max(f.name.length + 3, f.value.length + f.meaning.length)
  return html`<div style="--w:${words}"><dt>${f.name} <i>${range(f.hi, f.lo)}</i></dt><dd><b>${f.value}</b> ${f.meaning}</dd></div>`
}

function twin(d: Translation) {
  if (d.levels.length === 0) return html`<p class="small">${d.empty}</p>`
  return html`
    <table class="t twin">
      <caption>${d.address === null ? d.format : html`<span class="mono">${hex(d.address)}</span> · ${d.format}`}</caption>
      <thead><tr><th>${t("level.twin")}</th><th>${t("bits")}</th><th class="num">${t("index")}</th><th>${t("entry")}</th><th>${t("leads to")}</th></tr></thead>
      <tbody>${d.levels.map(levelRow)}${d.offset ? html`<tr><td>${t("offset")}</td><td class="mono">${range(d.offset.hi, d.offset.lo)} ${d.offset.bits}</td><td></td><td></td><td></td></tr>` : nothing}</tbody>
    </table>
    ${d.entry ? entryTable(d.entry) : nothing}`
}

function levelRow(l: Level) {
  return html`
    <tr class=${l.now ? "on" : ""}>
      <td>${l.name}</td><td class="mono">${range(l.hi, l.lo)} ${l.bits}</td><td class="num">${l.index}</td>
      <td class="mono">${l.raw || "–"}</td><td>${l.target || t("no table")}</td>
    </tr>`
}

function entryTable(e: Entry) {
  return html`
    <table class="t twin">
      <caption>${e.title} <span class="mono">${e.raw}</span></caption>
      <thead><tr><th>${t("field")}</th><th>${t("bits")}</th><th>${t("value")}</th><th>${t("meaning")}</th></tr></thead>
      <tbody>${e.fields.map(f => html`
        <tr><td>${f.name}</td><td class="mono">${range(f.hi, f.lo)}</td><td class="mono">${f.value}</td><td>${f.meaning}</td></tr>`)}
      </tbody>
    </table>`
}

customElements.define("page-walk", PageWalk)
