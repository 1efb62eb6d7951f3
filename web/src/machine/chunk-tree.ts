// A root chunk of 2 MiB and its children, one row for each split. An unsplit
// root is a bar beside the map; a split one is a comb over its children, with a
// callout that says old state, new state and the rule.

import { html, nothing } from "lit"
import { bytes, hex } from "../format"
import { Light } from "../light"
import { underMicroscope } from "../microscope/link"
import type { ChunkCell, ChunkTree as Tree } from "../moment"
import { selection, twins } from "../store"
import { t } from "../words"
import { station } from "./parts"

const looks: Record<ChunkCell["state"], string> = { PMA_OWNED: "pma", FREE: "free", IS_SPLIT: "split", TEMP_PINNED: "pinned", ALLOCATED: "alloc" }

export class ChunkTree extends Light {
  static override properties = { tree: { attribute: false }, callout: { attribute: false } }
  declare tree: Tree | null | undefined
  declare callout: string

  protected override get ready(): boolean { return this.tree !== undefined }

  protected override render() {
    const r = this.tree
    if (!r) return nothing
    if (twins.value) return twin(r, this.callout)
    return isSplit(r) ? isDeep(r) ? this.#deep(r) : this.#split(r) : this.#whole(r)
  }

  /** Many splits, few children each: one low row for every size. */
  #deep(r: Tree) {
    const last = r.rows.length - 1
    return html`<h4><span>${r.title}${lens(r)}</span><span class="mono quiet">${r.state}</span></h4>
      <div class="tree deep">${r.rows.map((row, level) => html`<span class="size mono">${bytes(row.bytes)}</span><div class="row">${row.cells.map((c, i) => this.#cell(c, i, level === last))}</div>`)}</div>
      ${this.#callout()}`
  }

  #whole(r: Tree) {
    const c = r.rows[0]?.cells[0], whole = !c || r.state.startsWith(c.state)
    return html`
      <h4><span>${r.title}${lens(r)}</span></h4>
      <div class="tree"><div class="row">
        ${c ? html`<i class="${look(c)} ${c.now ? "now" : ""}" data-station=${station(3, "chunk", 0)}></i>` : html`<i class="tx tx-pma"></i>`}
      </div></div>
      <p class="micro muted">${whole ? html`<b class="mono">${r.state}</b>` : html`<b class="mono">${c.state}</b> ${r.state}`}</p>
      ${this.#callout()}`
  }

  #split(r: Tree) {
    return html`
      <div class="ctree">
        <div class="ph-head"><span><b>${r.title}</b> <span class="mono">${r.state}</span>${lens(r)}</span><span class="quiet mono">${bytes(2 * 1024 * 1024)} @ ${hex(r.address)}</span></div>
        ${r.rows.map((row, level) => level === 0 && row.count <= 1 ? nothing : this.#comb(row, level === r.rows.length - 1))}
        ${this.#callout()}
      </div>`
  }

  #comb(row: Tree["rows"][number], deepest: boolean) {
    const n = Math.max(1, row.cells.length)
    return html`
      <div class="comb" style="--n:${n}"></div>
      <div class="kids" style="--n:${n}">${row.cells.map((c, i) => this.#cell(c, i, deepest))}</div>
      <div class="axis"><span>${row.first}</span><span>${row.label || t("children", row.count, bytes(row.bytes))}</span><span>${row.first + row.count - 1}</span></div>`
  }

  #callout() { return this.callout ? html`<p class="callout">${strong(this.callout)}</p>` : nothing }

  #cell(c: ChunkCell, i: number, deepest: boolean) {
    const name = station(3, "chunk", i)
    const pick = () => {
      selection.value = selection.value === name ? "" : name
      this.dispatchEvent(new CustomEvent("pick", { bubbles: true, detail: { station: name, value: String(i) } }))
    }
    return html`<i class="${look(c)} ${selection.value === name && deepest ? "sel" : ""}" ?data-now=${c.now} data-station=${deepest ? name : nothing}
      title="${t("child", i)} · ${c.state}${c.label ? ` · ${c.label}` : ""}" @click=${pick}></i>`
  }
}

/** The page seen from an address that leads to it. */
function lens(r: Tree) { return underMicroscope(`frame=${r.page}`, r.title) }

export function isSplit(r: Tree): boolean { return r.rows.some(row => row.cells.length > 1) }

/** In "Child 7 FREE → TEMP_PINNED rule T3" the new state is what matters. */
function strong(text: string) {
  return text.split(/(?<=→ )([A-Z_]+)/).map((part, i) => i % 2 ? html`<b>${part}</b>` : part)
}

/** More splits than fit as combs below each other. */
export function isDeep(r: Tree): boolean { return r.rows.length > 3 }

function look(c: ChunkCell): string {
  if (c.cached) return "tx tx-kept"
  return `tx tx-${c.kernel && c.state === "ALLOCATED" ? "kernel" : looks[c.state]}`
}

/** Neighbours in the same state are one line; at most twenty lines a row. */
function twin(r: Tree, callout: string) {
  const line = (row: Tree["rows"][number], j: ReturnType<typeof joined>[number]) => {
    const first = j.first + row.first, last = j.last + row.first
    return html`<li>${first === last ? first : `${first}–${last}`}: <span class="mono">${j.text}</span></li>`
  }
  return html`
    <p class="small"><b>${r.title}</b> <span class="mono">${r.state}</span> @ ${hex(r.address)}${callout ? html` · ${callout}` : nothing}</p>
    <ul class="small tree-twin">${r.rows.map(row => html`
      <li>${row.label || t("children", row.count, bytes(row.bytes))}<ul>${joined(row.cells).slice(0, 20).map(j => line(row, j))}</ul></li>`)}
    </ul>`
}

export function joined(cells: readonly ChunkCell[]): { first: number; last: number; text: string }[] {
  const out: { first: number; last: number; text: string }[] = []
  cells.forEach((c, i) => {
    const text = `${c.state}${c.kernel ? ` ${t("kernel")}` : ""}${c.cached ? ` ${t("cell.7")}` : ""}${c.now ? ` · ${t("hash")}` : ""}`
    const before = out[out.length - 1]
    if (before && before.text === text) before.last = i
    else out.push({ first: i, last: i, text })
  })
  return out
}

customElements.define("chunk-tree", ChunkTree)
