// What hangs on the selected place: pointers, allocations, entries, TLBs. The
// engine is asked when the reader asks, and again at each moment while the list
// is open.

import { html, nothing } from "lit"
import { glyph, names } from "../glyphs"
import { Light } from "../light"
import type { Hang, Station } from "../moment"
import type { Player } from "../player"
import { announcement, selection } from "../store"
import { t, type Word } from "../words"

/** Parts that lead to memory of the card. */
const parts = ["page", "chunk", "frame", "block", "pointer", "slab"]

export class HangList extends Light {
  static override properties = { player: { attribute: false }, pane: { type: Number }, of: { state: true }, list: { state: true } }
  declare player: Player | undefined
  /** The layer below whose pictures it stands. */
  declare pane: number
  /** The place that was asked about, or "". */
  declare of: string
  declare list: readonly Hang[]
  #asked = ""

  constructor() { super(); this.pane = -1; this.of = ""; this.list = [] }

  protected override render() {
    const place = selection.value, [pane, part] = place.split(":"), m = this.player?.moment.value
    if (!m || +pane! !== this.pane || !parts.includes(part!)) return nothing
    if (this.of === place) void this.#ask(place, m.event)
    const who = () => this.dispatchEvent(new CustomEvent("who", { bubbles: true }))
    return html`
      ${part === "page" ? nothing : html`
        <p class="chosen small">
          <button class="btn sm" @click=${who}>${t("k.who")} <kbd>W</kbd></button><button class="btn sm" @click=${() => this.show()}>${t("hangs")}</button>
        </p>`}
      ${this.of === place ? this.#rows() : nothing}`
  }

  #rows() {
    return html`
      <section class="hangs" aria-label=${t("hangs")}>
        ${this.list.length === 0 ? html`<p class="small">${t("hangs.none")}</p>` : html`
          <ul>${this.list.slice(0, 20).map(h => html`<li class="small">${glyph(h.pane)}<span class="sr">${t(names[h.pane]! as Word)}: </span>${h.text}</li>`)}</ul>
          ${this.list.length > 20 ? html`<p class="micro quiet">${t("more", this.list.length - 20)}</p>` : nothing}`}
        <button class="railbtn" @click=${() => { this.of = "" }}>${t("hangs.close")}</button>
      </section>`
  }

  /** Opens the list for the selection. */
  show(): void { this.#asked = ""; this.of = selection.value }

  async #ask(place: string, event: number): Promise<void> {
    const key = `${place} ${event}`
    if (this.#asked === key) return
    const first = this.#asked === ""
    this.#asked = key
    const [pane, part, index] = place.split(":")
    const list = await this.player!.ask(e => e.hangs({ pane: +pane!, part: part as Station["part"], index: +index! }))
    if (this.#asked !== key) return
    this.list = list
    if (first) announcement.value = list.map(h => h.text).join(" ") || t("hangs.none")
  }
}

customElements.define("hang-list", HangList)
