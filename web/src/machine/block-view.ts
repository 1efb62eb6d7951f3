// The inside of one block of managed memory: 32 columns of 64 KiB, each of 16
// pages of 4 KiB. The fill says where a page is, the line around it by what
// entry the GPU reaches it: around each page, around a column, around all.

import { html, nothing } from "lit"
import { hex } from "../format"
import { Light } from "../light"
import type { Block } from "../moment"
import { twins } from "../store"
import { t, type Word } from "../words"
import { label } from "./chunk-lists"

const perColumn = 16
const whereMask = 7, remote = 4

const where = (p: number): number => (p & remote) ? 5 : p & 3
const entry = (p: number): number => (p >> 3) & 3
const fills: Record<number, string> = { 0: "free", 1: "host", 2: "alloc", 3: "kept", 5: "remote" }

interface Run { first: number; n: number; state: number; now: boolean }

/** Neighbouring pages alike, from page `from` on. */
export function runs(b: Block, from: number, n: number): Run[] {
  const out: Run[] = []
  for (let i = from; i < Math.min(from + n, b.pages.length); i++) {
    const state = b.pages[i]!, now = i >= b.now.first && i < b.now.first + b.now.count, last = out[out.length - 1]
    if (last && last.state === state && last.now === now) last.n++
    else out.push({ first: i, n: 1, state, now })
  }
  return out
}

const said = (r: Run): string => `${r.first}${r.n > 1 ? `–${r.first + r.n - 1}` : ""}: ${t(`where.${where(r.state)}` as Word)}, ${t(`entry.${entry(r.state)}` as Word)}`

export class BlockView extends Light {
  static override properties = { data: { attribute: false } }
  declare data: Block | null | undefined

  protected override get ready(): boolean { return this.data !== undefined }

  protected override render() {
    const b = this.data
    if (!b) return html`<div class="empty">${t("empty.block")}</div>`
    const head = html`<p class="small"><span class="mono">${hex(b.base)}</span> ${policies(b).map(p => html`<span class="tagline">${p}</span>`)} ${moved(b)}</p>`
    if (twins.value) return html`${head}${table(b)}`
    const columns = Math.ceil(b.pages.length / perColumn), used = [0, 1, 2, 3, 5].filter(w => b.pages.some(p => where(p) === w))
    return html`
      ${head}
      <div class="blk-in ${b.pages.some(p => entry(p) === 3) ? "e3" : ""}" role="img" aria-label=${runs(b, 0, b.pages.length).slice(0, 20).map(said).join("; ")}>
        ${Array.from({ length: columns }, (_, c) => column(b, c))}
      </div>
      <div class="legend">${used.map(w => html`<span><i class="tx tx-${fills[w]}" aria-hidden="true"></i>${t(`where.${w}` as Word)}</span>`)}</div>
      <p class="micro muted">${t("entries")}: ${entries(b)}</p>
      ${chunks(b)}<p class="micro quiet">${t("block.scale")}</p>`
  }
}

/** A column alike from top to bottom is one piece. */
function column(b: Block, c: number) {
  const list = runs(b, c * perColumn, perColumn)
  return html`
    <span class="bc ${list.every(r => entry(r.state) === 2) ? "e2" : ""}">${list.map(r => html`
      <i class="tx tx-${fills[where(r.state)]} e${entry(r.state)} ${r.now ? "hit" : ""}" ?data-now=${r.now} style="flex:${r.n}" title=${said(r)}></i>`)}
    </span>`
}

function policies(b: Block): string[] {
  return [1, 2, 4, 8, 16].filter(p => b.policy & p).map(p => t(`policy.${p}` as Word))
}

/** What the event did to pages of this block. */
function moved(b: Block): string {
  const n = b.now
  if (n.count === 0) return ""
  const side = (s: number) => t(`where.${where(s & whereMask)}` as Word)
  return t(n.count > 1 ? "moved" : "moved.one", n.first, n.first + n.count - 1, side(n.from), side(n.to), t(`why.${n.reason}` as Word))
}

/** How many entries of each size lead into the block. */
function entries(b: Block): string {
  const count = [0, 0, 0, 0]
  for (const p of b.pages) count[entry(p)]!++
  const list = [count[1] ? `${count[1]} × 4 KiB` : "", count[2] ? `${Math.round(count[2]! / 16)} × 64 KiB` : "", count[3] ? "1 × 2 MiB" : ""].filter(Boolean)
  return list.join(" · ") || t("entry.0")
}

function chunks(b: Block) {
  if (b.chunks.length === 0) return nothing
  const shown = [...b.chunks].sort((x, y) => x.first - y.first).slice(0, 12)
  return html`
    <p class="micro muted chain">${t("chunks.behind")}: ${shown.map(c => html`
      <i class="lnk ${c.now ? "now" : ""}" title="${hex(c.address)} · ${t("pages.n", c.pages)}">${label(c.address, c.pages * 4096)}</i>`)}
      ${b.chunks.length > shown.length ? t("more", b.chunks.length - shown.length) : nothing}</p>`
}

function table(b: Block) {
  const list = runs(b, 0, b.pages.length), rest = list.length - 20
  return html`
    <table class="t twin">
      <thead><tr><th>${t("pages.4k")}</th><th>${t("where")}</th><th>${t("entries")}</th></tr></thead>
      <tbody>
        ${list.slice(0, 20).map(r => html`
          <tr class=${r.now ? "on" : ""}><td class="mono">${r.first}${r.n > 1 ? `–${r.first + r.n - 1}` : ""}</td><td>${t(`where.${where(r.state)}` as Word)}</td><td>${t(`entry.${entry(r.state)}` as Word)}</td></tr>`)}
        ${rest > 0 ? html`<tr><td colspan="3">${t("more", rest)}</td></tr>` : nothing}
      </tbody>
    </table>
    ${chunks(b)}`
}

customElements.define("block-view", BlockView)
