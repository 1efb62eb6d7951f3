// The walk: one card for each entry that is read. A card says where the entry
// lies, shows it raw and field by field, and can be opened to change it.

import { html, nothing, type TemplateResult } from "lit"
import { hex } from "../format"
import type { Point } from "../moment"
import { withBits } from "./ask"
import type { Field, Read, Slide } from "./slide"
import { m } from "./words"
import { bytes } from "./size"

/** What a card asks of the element that holds it. */
export interface Deeds {
  open: ReadonlySet<string>
  wrong: string
  toggle(level: string): void
  write(r: Read, low: bigint, high: bigint): void
  complain(text: string): void
  go(va: bigint): void
  playHref(p: Point): string
  reset(): void
}

const range = (f: { hi: number; lo: number }) => f.hi === f.lo ? `${f.hi}` : `${f.hi}:${f.lo}`

export function reads(s: Slide, d: Deeds) {
  return html`
    <section aria-labelledby="ms-walk">
      <h2 id="ms-walk">${m("walk")} <span class="quiet">${s.reads.length ? m("walk.n", s.reads.length) : m("walk.0")}</span></h2>
      ${s.edited ? html`<p class="ms-edited"><span class="small">${s.live ? m("what if") : m("changed")}</span> <button class="btn sm" @click=${d.reset}>${m("reset")}</button></p>` : nothing}
      ${d.wrong ? html`<p class="small bad" role="alert">${d.wrong}</p>` : nothing}
      <ol class="ms-reads">${s.reads.map((r, i) => card(s, r, i, d))}</ol>
    </section>`
}

function card(s: Slide, r: Read, i: number, d: Deeds): TemplateResult {
  const open = d.open.has(r.level), base = r.address - BigInt(r.index * r.bytes)
  return html`
    <li class=${r.edited ? "edited" : ""} data-level=${r.level}>
      <div class="hd2">
        <span class="no">${i + 1}</span>
        <b class="mono">${r.level}[${r.index}]</b>
        <span class="mono at">${hex(r.address)}</span>
        <span class="quiet micro">${m("sum", hex(base), r.index, r.bytes)}</span>
        ${r.edited ? html`<span class="tag tr">${m("changed")}</span>` : nothing}
        <span class="sp"></span>
        <button class="btn sm" aria-expanded=${open} aria-label="${open ? m("done") : m("change")}: ${r.level}[${r.index}]" @click=${() => d.toggle(r.level)}>${open ? m("done") : m("change")}</button>
      </div>
      <div class="pte">
        <div class="raw"><span class="quiet micro">${r.state} · ${m("covers", bytes(r.covers))}</span>${raw(r)}</div>
        <dl>${r.fields.map(f => field(r, f, open, d))}</dl>
      </div>
      ${open ? rawForm(r, d) : nothing}
      <p class="leads">${r.leads}</p>
      ${s.live ? history(r, d) : nothing}
    </li>`
}

function raw(r: Read) {
  const text = (n: bigint) => n.toString(16).padStart(16, "0").replace(/(.{4})(?=.)/g, "$1 ")
  return r.bytes === 16 ? html`<span>${text(r.high)}</span><span>${text(r.low)}</span>` : html`<span>${text(r.low)}</span>`
}

function field(r: Read, f: Field, open: boolean, d: Deeds) {
  const width = Math.max(f.name.length + 3, f.shown.length + f.means.length)
  return html`
    <div style="--w:${width}">
      <dt>${f.name} <i>${range(f)}</i></dt>
      <dd>${open ? control(r, f, d) : html`<b>${f.shown}</b> ${f.means}`}</dd>
    </div>`
}

function control(r: Read, f: Field, d: Deeds) {
  const put = (v: bigint) => d.write(r, ...withBits(r.low, r.high, f.hi, f.lo, v))
  const label = `${r.level} ${f.name}`
  if (f.factors.length) return html`<b>${f.shown}</b>${f.factors.map(x => factor(f, x, label, put))}`
  if (f.options.length) return choice(f, label, put)
  const shift = BigInt(f.shift), width = f.hi - f.lo + 1 + f.shift
  const typed = (e: Event) => {
    const box = e.target as HTMLInputElement, n = number(box.value)
    if (n === null || n >> BigInt(width) !== 0n || n >> shift << shift !== n) d.complain(f.shift ? m("bad.address", box.value, width, f.shift) : m("bad.hex", box.value, width))
    else put(n >> shift)
  }
  return html`<input class="mono" aria-label=${label} size="14" spellcheck="false" autocomplete="off" .value="0x${(f.value << shift).toString(16)}" @change=${typed}>`
}

function factor(f: Field, x: Field["factors"][number], label: string, put: (v: bigint) => void) {
  const on = (f.value >> BigInt(x.bit) & 1n) === 1n
  return html`
    <label class="fac"><input type="checkbox" aria-label="${label}: ${x.on}" .checked=${on} @change=${() => put(f.value ^ 1n << BigInt(x.bit))}> ${on ? x.on : x.off}</label>`
}

function choice(f: Field, label: string, put: (v: bigint) => void) {
  const known = f.options.some(o => BigInt(o.value) === f.value)
  return html`
    <select aria-label=${label} @change=${(e: Event) => put(BigInt((e.target as HTMLSelectElement).value))}>
      ${known ? nothing : html`<option selected value=${f.value.toString()}>${f.shown}</option>`}
      ${f.options.map(o => html`<option value=${o.value} ?selected=${BigInt(o.value) === f.value}>${o.value} ${o.text}</option>`)}
    </select>`
}

export function number(text: string): bigint | null {
  const s = text.trim().replace(/[\s_,']/g, "").replace(/^0x/i, "")
  return /^[0-9a-f]{1,16}$/i.test(s) ? BigInt("0x" + s) : null
}

function rawForm(r: Read, d: Deeds) {
  const go = (e: SubmitEvent) => {
    e.preventDefault()
    const form = new FormData(e.target as HTMLFormElement), text = (k: string) => String(form.get(k) ?? "0")
    const low = number(text("low")), high = r.bytes === 16 ? number(text("high")) : 0n
    if (low === null || high === null) d.complain(m("bad.hex", low === null ? text("low") : text("high"), 64))
    else d.write(r, low, high)
  }
  const box = (name: "low" | "high", value: bigint) => html`
    <label class="micro muted">${r.bytes === 16 ? m(`raw.${name}`) : m("raw")} <input name=${name} class="mono" size="20" spellcheck="false" autocomplete="off" .value="0x${value.toString(16)}"></label>`
  return html`<form class="look" @submit=${go}>${r.bytes === 16 ? box("high", r.high) : nothing}${box("low", r.low)}<button class="btn sm">${m("look")}</button></form>`
}

/** Who wrote the entry, and the other entries of its table. */
function history(r: Read, d: Deeds) {
  const others = r.used.filter(u => u.index !== r.index)
  return html`
    <p class="small by">${r.writer
      ? html`<a href=${d.playHref(r.writer.point)} data-writer=${r.writer.event}>${m("writer", r.writer.event + 1)}</a>: ${r.writer.sentence}`
      : r.edited ? nothing : html`<span class="quiet">${m("writer.none")}</span>`}</p>
    ${others.length ? html`
      <details class="small"><summary>${m("used")} <span class="mono quiet">${r.used.length}</span></summary>
        <ul class="ms-used">${others.map(u => html`<li><button class="btn sm mono" title=${hex(u.va)} @click=${() => d.go(u.va)}>[${u.index}] ${u.state}</button></li>`)}</ul>
      </details>` : nothing}`
}
