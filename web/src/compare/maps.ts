// Which addresses are in use on either side after the current row. Addresses are
// relative to the first one, so that two address spaces drawn by lot can be laid
// side by side: the same strip means the same arena.

import { html, nothing, svg } from "lit"
import { bytes, exact, hex } from "../format"
import { twins } from "../store"
import { Did, type Report, type Side } from "./report"
import { relative } from "./rows"
import { t } from "./words"

const arena = 32 << 20
const page = 2 << 20
const mostStrips = 6
const mostLines = 20

interface Block { at: number; bytes: number; fixed: boolean; ctx: number; now: boolean }

/** A stretch of addresses that one of the runs used at some time. */
interface Strip { ctx: number; from: number; to: number; fixed: boolean }

export function maps(r: Report, cursor: number) {
  const strips = stripsOf(r), live = [0, 1].map(i => liveAt(r, i as 0 | 1, cursor))
  return html`
    <section class="cmp-maps" aria-labelledby="maps-h">
      <h2 id="maps-h">${t("maps")}</h2>
      <p class="small muted">${t("maps.why", cursor + 1)}</p>
      <div class="map-two">${([0, 1] as const).map(i => side(r.sides[i], i, strips, live[i]!))}</div>
    </section>`
}

function side(s: Side, i: 0 | 1, strips: Strip[], live: Block[]) {
  const sum = live.reduce((n, b) => n + b.bytes, 0), count = t("map.sum", live.length, bytes(sum))
  return html`
    <div class="map-side">
      <h3><b>${i ? "B" : "A"}</b> ${s.name} <span class="prov ${s.measured ? "hw" : "sim"}">${t(s.measured ? "legend.hw" : "legend.sim").split(/[:：]/)[1]?.trim()}</span></h3>
      <p class="small muted" title=${exact(sum)}>${live.length ? count : t("map.none")}</p>
      ${twins.value ? twin(live) : strips.slice(0, mostStrips).map(x => strip(x, live, count))}
      ${!twins.value && strips.length > mostStrips ? html`<p class="small quiet">${t("strips.more", strips.length - mostStrips)}</p>` : nothing}
    </div>`
}

function strip(x: Strip, live: Block[], count: string) {
  const name = (x.fixed ? hex(x.from) : relative({ at: x.from, fixed: false })) + (x.ctx ? ` · ${x.ctx}` : "")
  const width = x.to - x.from, inside = live.filter(b => b.ctx === x.ctx && b.fixed === x.fixed && b.at < x.to && b.at + b.bytes > x.from)
  const rect = (b: Block) => `M${((b.at - x.from) / width * 1000).toFixed(2)} 1h${Math.max(1.5, b.bytes / width * 1000).toFixed(2)}v18h-${Math.max(1.5, b.bytes / width * 1000).toFixed(2)}z`
  return html`
    <div class="map-strip">
      <span class="mono micro">${name}</span>
      <svg viewBox="0 0 1000 20" preserveAspectRatio="none" role="img" aria-label=${`${t("strip", name, bytes(width))}: ${inside.length} / ${count}`}>
        <path class="used" d=${inside.filter(b => !b.now).map(rect).join("")}/>
        ${inside.filter(b => b.now).map(b => svg`<path class="used-now" d=${rect(b)} vector-effect="non-scaling-stroke"/>`)}
      </svg>
      <span class="micro quiet">${bytes(width)}</span>
    </div>`
}

function twin(live: Block[]) {
  const list = [...live].sort((x, y) => y.at - x.at)
  return html`
    <table class="t twin"><thead><tr><th scope="col">${t("address")}</th><th scope="col">${t("size")}</th></tr></thead><tbody>
      ${list.slice(0, mostLines).map(b => html`<tr class=${b.now ? "on" : ""}><td class="mono">${relative(b)}</td><td title=${exact(b.bytes)}>${bytes(b.bytes)}${b.now ? ` · ${t("now")}` : ""}</td></tr>`)}
      ${list.length > mostLines ? html`<tr><td colspan="2">${t("blocks.more", list.length - mostLines)}</td></tr>` : nothing}
    </tbody></table>`
}

/** The blocks in use after a pair. */
function liveAt(r: Report, side: 0 | 1, cursor: number): Block[] {
  const live = new Map<string, Block>(), rows = r.sides[side].rows
  for (let i = 0; i <= cursor; i++) {
    const p = r.pairs[i]!, row = rows[side ? p.b : p.a]
    if (!row) continue
    const key = `${row.ctx} ${row.fixed} ${row.at}`
    if (row.did === Did.Takes) live.set(key, { at: row.at, bytes: row.bytes, fixed: row.fixed, ctx: row.ctx, now: i === cursor })
    else if (row.did === Did.Gives) live.delete(key)
    else if (row.did === Did.GivesAll) for (const [k, b] of live) if (b.ctx === row.ctx) live.delete(k)
  }
  return [...live.values()]
}

/** The stretches that either run uses at any time, highest first; what lies
 * within one arena's reach is one stretch. */
function stripsOf(r: Report): Strip[] {
  const all: Strip[] = []
  for (const s of r.sides) for (const x of s.rows) if (x.did === Did.Takes) {
    all.push({ ctx: x.ctx, fixed: x.fixed, from: Math.floor(x.at / page) * page, to: Math.ceil((x.at + x.bytes) / page) * page })
  }
  all.sort((x, y) => x.ctx - y.ctx || +x.fixed - +y.fixed || x.from - y.from)
  const out: Strip[] = []
  for (const x of all) {
    const last = out.at(-1)
    if (last && last.ctx === x.ctx && last.fixed === x.fixed && x.from - last.to < arena) last.to = Math.max(last.to, x.to)
    else out.push({ ...x })
  }
  return out.sort((x, y) => x.ctx - y.ctx || y.from - x.from)
}
