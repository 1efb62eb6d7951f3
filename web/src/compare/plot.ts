// Time against time: a point for each row that both runs have, on two
// logarithmic scales. The twin is a table of medians by kind of call.

import { html, nothing, svg } from "lit"
import { time } from "../format"
import { Did, median, range, type Report, type Row } from "./report"
import { t, type Word } from "./words"

interface Point { pair: number; x: number; y: number; kind: number }

const kinds: Word[] = ["kind.take", "kind.take0", "kind.give", "kind.give0", "kind.else"]
const size = 420, margin = 46, right = 22

export function plot(r: Report, cursor: number, go: (pair: number) => void) {
  const points = pointsOf(r)
  return html`
    <section class="cmp-plot" aria-labelledby="plot-h">
      <h2 id="plot-h">${t("plot")}</h2>
      <p class="small muted">${t("plot.why")}</p>
      ${points.length === 0 ? html`<p class="none">${t("plot.none")}</p>` : html`<div class="plot-two">${picture(r, points, cursor, go)}${twin(r, points)}</div>`}
    </section>`
}

function pointsOf(r: Report): Point[] {
  const out: Point[] = []
  r.pairs.forEach((p, pair) => {
    const a = r.sides[0].rows[p.a], b = r.sides[1].rows[p.b]
    if (a?.ps && b?.ps) out.push({ pair, x: Math.log10(a.ps / 1e6), y: Math.log10(b.ps / 1e6), kind: kindOf(b) })
  })
  return out
}

function kindOf(row: Row): number {
  const inside = row.trips.some(x => !x.foreign)
  if (row.did === Did.Takes) return inside ? 0 : 1
  if (row.did === Did.Gives) return inside ? 2 : 3
  return 4
}

function picture(r: Report, points: Point[], cursor: number, go: (pair: number) => void) {
  const all = points.flatMap(p => [p.x, p.y]), lo = Math.floor(Math.min(...all)), hi = Math.max(lo + 1, Math.ceil(Math.max(...all)))
  const X = (v: number) => margin + (v - lo) / (hi - lo) * (size - margin - right), Y = (v: number) => size - margin - (v - lo) / (hi - lo) * (size - margin - right)
  const two = Math.log10(2), ticks = range(hi - lo + 1).map(i => lo + i)
  const band = `M${X(lo)} ${Y(lo + two)}L${X(hi - two)} ${Y(hi)}L${X(hi)} ${Y(hi)}L${X(hi)} ${Y(hi - two)}L${X(lo + two)} ${Y(lo)}L${X(lo)} ${Y(lo)}z`
  return html`
    <svg class="plot" viewBox="0 0 ${size} ${size}" role="img" aria-labelledby="plot-h">
      <path class="band" d=${band}/><path class="same" d="M${X(lo)} ${Y(lo)}L${X(hi)} ${Y(hi)}"/>
      ${ticks.map(v => svg`<path class="grid" d="M${X(v)} ${Y(lo)}V${Y(hi)}M${X(lo)} ${Y(v)}H${X(hi)}"/>
        <text class="tick" x=${X(v)} y=${size - margin + 18} text-anchor="middle">${label(v)}</text><text class="tick" x=${margin - 8} y=${Y(v) + 4} text-anchor="end">${label(v)}</text>`)}
      <text class="axis" x=${(size + margin) / 2} y=${size - 6} text-anchor="middle">${t("plot.axis", "A")}</text>
      <text class="axis" transform="translate(12 ${(size - margin) / 2}) rotate(-90)" text-anchor="middle">${t("plot.axis", "B")}</text>
      ${points.map(p => dot(p, X(p.x), Y(p.y), p.pair === cursor, go))}
    </svg>`
}

const label = (v: number) => v >= 0 ? String(10 ** v) : (10 ** v).toFixed(-v)

/** Kinds have shapes; without an ioctl is hollow. */
function dot(p: Point, x: number, y: number, on: boolean, go: (pair: number) => void) {
  const n = on ? 7 : 4.5, shape = ["round", "round", "square", "square", "cross"][p.kind]!
  const d = shape === "round" ? `M${x - n} ${y}a${n} ${n} 0 1 0 ${2 * n} 0a${n} ${n} 0 1 0 ${-2 * n} 0z` : shape === "square" ? `M${x - n} ${y - n}h${2 * n}v${2 * n}h${-2 * n}z` : `M${x - n} ${y - n}l${2 * n} ${2 * n}m0 ${-2 * n}l${-2 * n} ${2 * n}`
  return svg`<path class="pt k${p.kind} ${on ? "on" : ""}" d=${d} @click=${() => go(p.pair)}/>`
}

function twin(r: Report, points: Point[]) {
  return html`
    <div class="plot-t" tabindex="0" role="region" aria-label=${t("kind")}><table class="t"><thead><tr><th scope="col">${t("kind")}</th><th class="num" scope="col">${t("count")}</th><th class="num" scope="col">${t("median", "A")}</th><th class="num" scope="col">${t("median", "B")}</th><th class="num" scope="col">${t("ratio")}</th><th class="num" scope="col">${t("two.x")}</th></tr></thead><tbody>
      ${kinds.map((word, k) => {
        const of = points.filter(p => p.kind === k)
        if (of.length === 0) return nothing
        const ps = (side: 0 | 1) => median(of.map(p => { const pair = r.pairs[p.pair]!; return side ? r.sides[1].rows[pair.b]!.ps : r.sides[0].rows[pair.a]!.ps }))
        const near = of.filter(p => Math.abs(p.x - p.y) <= Math.log10(2)).length
        return html`<tr><td><svg class="key" width="14" height="14" viewBox="0 0 14 14" aria-hidden="true">${dot({ pair: -1, x: 0, y: 0, kind: k }, 7, 7, false, () => {})}</svg> ${t(word)}</td><td class="num">${of.length}</td>
          <td class="num">${time(ps(0))}</td><td class="num">${time(ps(1))}</td><td class="num">${(10 ** median(of.map(p => p.y - p.x))).toFixed(2)}</td><td class="num">${near} / ${of.length}</td></tr>`
      })}
    </tbody></table></div>`
}
