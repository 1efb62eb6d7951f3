// The dock of a comparison: two time lines, one above the other, and one cursor
// through both. Each call has a bar, as high as the logarithm of its time;
// between the lanes stands what differs.

import { html, nothing, svg } from "lit"
import { left, right } from "../glyphs"
import { time } from "../format"
import { differs, type Report, type Side } from "./report"
import { t } from "./words"

export interface Lane { wide: number }
export interface Deeds { go(pair: number): void; step(n: number): void; jump(n: 1 | -1): void }

const high = 26, gap = 10

export function dock(r: Report, cursor: number, lane: Lane, d: Deeds) {
  const p = r.pairs[cursor]!, a = r.sides[0].rows[p.a], b = r.sides[1].rows[p.b], n = r.pairs.length
  return html`
    <div class="dock cmp-dock" role="region" aria-label=${t("dock")}>
      <div class="say">
        <span class="say-t">${(a ?? b)!.text}</span>
        <span class="small say-ab"><b>A</b> <span class=${r.sides[0].measured ? "n-hw" : "n-sim"}>${a ? `${a.code} · ${time(a.ps)}` : "–"}</span> <b>B</b> <span class=${r.sides[1].measured ? "n-hw" : "n-sim"}>${b ? `${b.code} · ${time(b.ps)}` : "–"}</span></span>
        <span class="count">${cursor + 1} / ${n}</span>
      </div>
      <div class="drow">
        <div class="ctl">
          ${stepper(t("prev"), t("next"), t("unit.row"), cursor > 0, cursor < n - 1, k => d.step(k))}
          ${stepper(t("prev.diff"), t("next.diff"), t("unit.diff"), true, true, k => d.jump(k))}
        </div>
        ${lanes(r, cursor, lane, d)}
      </div>
    </div>`
}

function stepper(back: string, on: string, unit: string, canBack: boolean, canOn: boolean, deed: (n: 1 | -1) => void) {
  return html`
    <span class="grp"><button class="ib" type="button" aria-label=${back} aria-disabled=${!canBack} @click=${() => deed(-1)}>${left()}</button><span aria-hidden="true">${unit}</span>
      <button class="ib" type="button" aria-label=${on} aria-disabled=${!canOn} @click=${() => deed(1)}>${right()}</button></span>`
}

function lanes(r: Report, cursor: number, lane: Lane, d: Deeds) {
  const n = r.pairs.length, p = r.pairs[cursor]!, text = (r.sides[0].rows[p.a] ?? r.sides[1].rows[p.b])!.text
  const at = (e: PointerEvent) => { const box = (e.currentTarget as Element).getBoundingClientRect(); d.go(Math.floor((e.clientX - box.left) / box.width * n)) }
  const down = (e: PointerEvent) => { const x = e.currentTarget as HTMLElement; x.setPointerCapture(e.pointerId); x.focus({ preventScroll: true }); at(e) }
  const move = (e: PointerEvent) => { if ((e.currentTarget as Element).hasPointerCapture(e.pointerId)) at(e) }
  return html`
    <div class="lanes" role="slider" tabindex="0" aria-label=${t("row")} aria-valuemin="1" aria-valuemax=${n} aria-valuenow=${cursor + 1} aria-valuetext=${t("row of", cursor + 1, n, text)}
      @pointerdown=${down} @pointermove=${move}>
      <i class="cur" style="left:${((cursor + .5) / n * 100).toFixed(2)}%;width:max(10px,${(100 / n).toFixed(2)}%)"></i>
      <svg viewBox="0 0 ${n} ${high * 2 + gap}" preserveAspectRatio="none" aria-hidden="true">
        ${hatch(n, lane)}${bars(r, 0, lane)}${bars(r, 1, lane)}${marks(r)}
      </svg>
      <span class="lane-a" aria-hidden="true">A</span><span class="lane-b" aria-hidden="true">B</span>
    </div>`
}

/** What is simulated is hatched, as everywhere. The picture is stretched to the
 * width of its lane, so its pattern is shrunk as much. */
function hatch(n: number, lane: Lane) {
  const k = n / Math.max(1, lane.wide)
  return svg`<defs><pattern id="lane-hatch" patternUnits="userSpaceOnUse" width="5" height="5" patternTransform="scale(${k} 1) rotate(45)"><path class="hatch-line" d="M1 0v5"/></pattern></defs>`
}

/** One path for a lane: A stands on the middle, B hangs from it. */
function bars(r: Report, side: 0 | 1, lane: Lane) {
  const s: Side = r.sides[side], n = r.pairs.length, all = r.sides.flatMap(x => x.rows.map(y => y.ps))
  const top = Math.log(Math.max(1e7, ...all)), low = Math.log(1e5)
  const fat = Math.min(.76, 14 * n / Math.max(1, lane.wide) )
  let path = ""
  r.pairs.forEach((p, i) => {
    const row = s.rows[side ? p.b : p.a]
    if (!row) return
    const h = Math.max(2, (Math.log(Math.max(1e5, row.ps)) - low) / (top - low) * high), x = i + (1 - fat) / 2
    path += side ? `M${x} ${high + gap}h${fat}v${h.toFixed(1)}h-${fat}z` : `M${x} ${high}h${fat}v-${h.toFixed(1)}h-${fat}z`
  })
  return svg`<path class=${s.measured ? "bar-h" : "bar-s"} fill="url(#lane-hatch)" d=${path} vector-effect="non-scaling-stroke"/>`
}

function marks(r: Report) {
  let path = ""
  r.pairs.forEach((p, i) => { if (p.a < 0 || p.b < 0 || differs(r, i)) path += `M${i + .5} ${high + 1.5}v${gap - 3}` })
  return path ? svg`<path class="mark-no" d=${path} vector-effect="non-scaling-stroke"/>` : nothing
}
