// The frames of the PMA: one row is one page of 2 MiB, one cell one frame of
// 64 KiB. Frames alike are drawn as one stretch under the lines of the cells.

import { html } from "lit"
import { commas } from "../format"
import { Light } from "../light"
import type { Frames } from "../moment"
import { twins } from "../store"
import { t, type Word } from "../words"
import { station } from "./parts"

const perPage = 32

/** The state of a frame by its bits: the driver's name, texture, word. */
const looks = [
  { mask: 64, name: "BLACKLIST", tx: "blocked", word: "bad" },
  { mask: 4, name: "EVICTING", tx: "pinned", word: "evicting" },
  { mask: 2, name: "ALLOC_PIN", tx: "kernel", word: "pin" },
  { mask: 1, name: "ALLOC_UNPIN", tx: "alloc", word: "unpin" },
  { mask: 8, name: "SCRUBBING", tx: "scrub", word: "scrub" },
  { mask: 32, name: "NUMA_REUSE", tx: "pma", word: "numa" },
  { mask: 0, name: "FREE", tx: "free", word: "free" },
] as const

type Look = typeof looks[number]

const look = (bits: number): Look => looks.find(l => l.mask === 0 || (bits & l.mask) !== 0)!

interface Run { first: number; n: number; look: Look; now: boolean }

/** Neighbouring frames alike, from frame `from` of the map on. */
export function runs(d: Frames, from: number, n: number): Run[] {
  const out: Run[] = [], base = d.first * perPage
  for (let i = from; i < from + n; i++) {
    const l = look(d.bits[i]!), frame = base + i, now = frame >= d.now.first && frame < d.now.first + d.now.count
    const last = out[out.length - 1]
    if (last && last.look === l && last.now === now) last.n++
    else out.push({ first: frame, n: 1, look: l, now })
  }
  return out
}

const span = (r: Run): string => r.n === 1 ? t("frames.one", commas(r.first)) : t("frames.run", commas(r.first), commas(r.first + r.n - 1))
const said = (r: Run): string => `${span(r)}: ${r.look.name}${r.now ? ` · ${t("hash")}` : ""}`

export class FrameMap extends Light {
  static override properties = { data: { attribute: false } }
  declare data: Frames | undefined

  protected override get ready(): boolean { return this.data !== undefined }

  protected override render() {
    const d = this.data!, rows = Math.floor(d.bits.length / perPage)
    if (rows === 0) return html`<div class="empty">${t("empty.frames")}</div>`
    const stats = html`<p class="micro muted">${t("frames.stats", commas(d.free), commas(d.total), commas(d.pages), commas(d.clearing))}</p>`
    if (twins.value) return html`
      ${stats}<ul class="small">${runs(d, 0, d.bits.length).slice(0, 20).map(r => html`<li>${said(r)}, ${t(`frame.${r.look.word}` as Word)}</li>`)}</ul>`
    const used = looks.filter(l => d.bits.some(b => look(b) === l))
    return html`
      <div class="fmap" role="img" aria-label=${runs(d, 0, d.bits.length).slice(0, 20).map(said).join("; ")}>
        ${Array.from({ length: rows }, (_, r) => html`
          <span class="mono">${commas(d.first + r)}</span>
          <div class="frow">${runs(d, r * perPage, perPage).map(x => html`
            <i class="tx tx-${x.look.tx} ${x.now ? "hit" : ""}" ?data-now=${x.now} style="grid-column:span ${x.n}" title=${said(x)} data-station=${station(3, "frame", x.first)}></i>`)}
          </div>`)}
      </div>
      <div class="legend">${used.map(l => html`<span title=${t(`frame.${l.word}` as Word)}><i class="tx tx-${l.tx}" aria-hidden="true"></i>${l.name}</span>`)}</div>
      ${stats}<p class="micro quiet">${t("frames.row")}</p>`
  }
}

customElements.define("frame-map", FrameMap)
