// Lists of chunks in their order. The free lists stand by owner and size, what
// is known to be zero apart; those of eviction in the order in which they are
// tried. The end that a long list is appended to is shown too.

import { html, nothing } from "lit"
import { bytes, commas, hex } from "../format"
import { Light } from "../light"
import type { ChunkList, Physical } from "../moment"
import { twins } from "../store"
import { t, type Word } from "../words"
import { station } from "./parts"

const root = 2 * 1024 * 1024

/** 264, or 264.7 for the child numbered 7 among its like. */
export function label(address: bigint, size: number): string {
  const page = address >> 21n, child = Number(address & BigInt(root - 1)) / size
  return size >= root || size === 0 ? String(page) : `${page}.${child}`
}

function name(address: bigint, size: number): string {
  const [page, child] = label(address, size).split(".")
  return `${child === undefined ? t("list.chunk", page!) : t("list.child", page!, child)} · ${hex(address)}`
}

export class ChunkLists extends Light {
  static override properties = { data: { attribute: false }, evict: { type: Boolean, attribute: "data-evict" } }
  declare data: Physical | undefined
  declare evict: boolean

  constructor() { super(); this.evict = false }

  protected override get ready(): boolean { return this.data !== undefined }

  protected override render() {
    const p = this.data!, own = p.lists.filter(l => (l.list !== 0) === this.evict)
    const victim = this.evict && p.victim >= 0 ? html`<p class="small">${t("list.victim", commas(p.victim))}</p>` : nothing
    if (twins.value) return html`${twin(own)}${victim}`
    return html`
      <ul class="clists">${own.map(l => row(l))}</ul>
      ${victim}${this.evict ? html`<p class="micro quiet">${t("list.order")}</p>` : nothing}`
  }
}

function title(l: ChunkList): string {
  if (l.list) return t(`list.${l.list}` as Word)
  return `${t(l.kernel ? "list.kernel" : "list.user")} ${bytes(l.bytes)} ${t(l.zero ? "list.zero" : "list.dirty")}`
}

function length(l: ChunkList) {
  return html`${l.before === l.count ? nothing : html`<s>${commas(l.before)} → </s>`}<b>${commas(l.count)}</b>`
}

/** The chunk that the event put on the list is yellow; where it took one off,
 * the length is. */
function row(l: ChunkList) {
  const gap = l.tail > 0 ? l.chunks.length - l.tail : -1, came = l.chunks.some(c => c.now)
  return html`
    <li class=${l.now ? "at" : ""}>
      <span class="lname">${title(l)}</span>
      <span class="llen ${l.now && !came ? "now" : ""}">${length(l)}</span>
      <span class="chain">
        ${l.count === 0 ? html`<span class="quiet micro">${t("list.none")}</span>` : nothing}
        ${l.chunks.map((c, i) => html`
          ${i === gap ? html`<span class="gap micro quiet">… ${commas(l.count - l.chunks.length)} …</span>` : nothing}
          <i class="lnk ${c.now ? "now" : ""}" title=${name(c.address, l.bytes)} data-station=${station(3, "page", Number(c.address >> 21n))}>${label(c.address, l.bytes)}</i>`)}
      </span>
    </li>`
}

function twin(lists: readonly ChunkList[]) {
  return html`
    <table class="t twin">
      <thead><tr><th>${t("list")}</th><th class="num">${t("length")}</th><th>${t("first")}</th></tr></thead>
      <tbody>${lists.slice(0, 20).map(l => html`
        <tr class=${l.now ? "on" : ""}>
          <td>${title(l)}</td><td class="num">${l.before === l.count ? nothing : `${commas(l.before)} → `}${commas(l.count)}</td>
          <td class="mono">${l.chunks.map(c => label(c.address, l.bytes)).join(" ") || t("list.none")}</td>
        </tr>`)}
      </tbody>
    </table>`
}

customElements.define("chunk-lists", ChunkLists)
