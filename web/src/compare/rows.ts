// The rows of both runs, paired: call, address, trips into the kernel, time, and
// a judgement. The row under the cursor explains itself inside the table.

import { html, nothing, type TemplateResult } from "lit"
import { commas, hex, time } from "../format"
import { Column, Did, differs, median, type Difference, type Pair, type Report, type Row, type Side } from "./report"
import { t } from "./words"

interface Shown { report: Report; cursor: number; shown: number; go(pair: number): void; more(): void }

export function rows(s: Shown) {
  const r = s.report, n = Math.min(s.shown, r.pairs.length), left = r.pairs.length - n, scale = scaleOf(r)
  return html`
    <table class="t cmp">
      <thead><tr>
        <th class="c-op" scope="col">${t("operation")}</th><th scope="col">${t("address")}</th><th scope="col">${t("trips")}</th>
        <th class="c-us" scope="col">${t(scale.log ? "time.log" : "time")}</th><th scope="col"><span class="sr">${t("verdict")}</span></th>
      </tr></thead>
      <tbody>
        ${r.pairs.slice(0, n).map((p, i) => line(s, p, i, scale))}
        ${left > 0 ? html`<tr><td colspan="5" class="more"><button class="btn sm" type="button" @click=${s.more}>${t("more", left)}</button>
          <span class="muted">${t("more.same", r.pairs.slice(n).filter((_, i) => differs(r, n + i)).length)}</span></td></tr>` : nothing}
      </tbody>
    </table>`
}

interface Scale { log: boolean; share(ps: number): number }

/** Bars are to scale while the longest leaves the others to be seen, and
 * logarithmic beyond. */
function scaleOf(r: Report): Scale {
  const all = r.sides.flatMap(s => s.rows.map(x => x.ps)).filter(x => x > 0)
  const top = Math.max(1, ...all), log = top > 25 * median(all)
  const low = Math.log(1e5), span = Math.log(top) - low
  return { log, share: ps => ps <= 0 ? 0 : Math.max(.8, log ? Math.max(0, Math.log(ps) - low) / Math.max(.1, span) * 100 : ps / top * 100) }
}

function line(s: Shown, p: Pair, i: number, scale: Scale) {
  const r = s.report, a = r.sides[0].rows[p.a], b = r.sides[1].rows[p.b], any = (a ?? b)!, on = i === s.cursor, of = r.of[i]!
  return html`
    <tr class=${on ? "diff" : ""} data-pair=${i} @click=${() => s.go(i)}>
      <td class="op"><button type="button" class="rowno" aria-expanded=${on} title=${t("row of", i + 1, r.pairs.length, any.text)} @click=${() => s.go(i)}>${String(i + 1).padStart(2, "0")}</button> ${any.text}</td>
      <td class="mono" data-l=${t("address")}>${addresses(r, a, b, of)}</td>
      <td class="mono" data-l=${t("trips")}>${counts(r, a, b, of)}</td>
      <td data-l=${t("time")}>${times(r, a, b, scale)}</td>
      <td class="w">${verdict(r, a, b, of)}</td>
    </tr>
    ${on ? html`<tr class="why"><td colspan="5">${why(r, i, a, b)}</td></tr>` : nothing}`
}

const look = (s: Side) => s.measured ? "n-hw" : "n-sim"

/** Two values with their provenance, or one where they agree. */
function both(r: Report, a: string | null, b: string | null, same: boolean): TemplateResult {
  if (a === null && b === null) return html`<span class="quiet">–</span>`
  if (same) return html`<span class=${r.sides[1].measured ? "n-hw" : look(r.sides[0])}>${b ?? a}</span> <span class="eq ok"><span class="sr">${t("same")}</span></span>`
  return html`<span class=${look(r.sides[0])}>${a ?? "–"}</span> <span class="eq no"><span class="sr">${t("legend.no")}</span></span><br><span class=${look(r.sides[1])}>${b ?? "–"}</span>`
}

export function relative(x: { at: number; fixed: boolean }): string {
  if (x.fixed) return hex(x.at)
  return x.at === 0 ? "0" : (x.at < 0 ? "− " : "+ ") + hex(Math.abs(x.at))
}

const place = (x: Row | undefined) => x && (x.did === Did.Takes || x.did === Did.Gives) ? relative(x) : null

function addresses(r: Report, a: Row | undefined, b: Row | undefined, of: Difference[]) {
  const x = place(a), y = place(b)
  return both(r, x, y, x === y && !of.some(d => d.column === Column.Addresses))
}

const own = (x: Row | undefined) => x ? x.trips.filter(i => !i.foreign).length : null

function counts(r: Report, a: Row | undefined, b: Row | undefined, of: Difference[]) {
  const x = own(a), y = own(b), same = !of.some(d => d.column === Column.Ioctls) && x !== null && y !== null
  return both(r, x === null ? null : String(x), y === null ? null : String(y), same)
}

const us = (ps: number) => ps >= 1e11 ? commas(Math.round(ps / 1e6)) : (ps / 1e6).toFixed(ps >= 1e8 ? 1 : 2)

function times(r: Report, a: Row | undefined, b: Row | undefined, scale: Scale) {
  const bar = (x: Row | undefined, s: Side) => x ? html`<i class=${s.measured ? "h" : "s"} style="width:${scale.share(x.ps).toFixed(1)}%"></i>` : nothing
  const number = (x: Row | undefined, s: Side) => x ? html`<span class=${look(s)}>${us(x.ps)}</span>` : html`–`
  return html`<span class="tbw"><span class="tb">${bar(a, r.sides[0])}${bar(b, r.sides[1])}</span><span class="mono small">${number(a, r.sides[0])}<br>${number(b, r.sides[1])}</span></span>`
}

const factor = (a: number, b: number) => (b / a).toPrecision(2).replace(/\.0$/, "")

function verdict(r: Report, a: Row | undefined, b: Row | undefined, of: Difference[]) {
  if (!a || !b) return html`<span class="eq no">${t("missing", a ? "A" : "B")}</span>`
  const judged = of.filter(d => r.tallies[d.column]!.judged)
  if (judged.length) return html`<span class="eq no">${[...new Set(judged.map(d => r.tallies[d.column]!.name))].join(" · ")}</span>`
  if (!a.ps || !b.ps) return html`<span class="eq ok">${t("same")}</span>`
  const text = t("factor", factor(a.ps, b.ps))
  return of.some(d => d.column === Column.Times) ? html`<span class="eq no">${text}</span>` : html`<span class="eq ex">${text}</span>`
}

// ---- the open row ----

function why(r: Report, i: number, a: Row | undefined, b: Row | undefined) {
  const of = r.of[i]!
  return html`
    <div class="whyg">
      <div>
        <h3>${of.length ? t("why.differ", i + 1) : t("why.same", i + 1)}</h3>
        ${of.some(d => r.tallies[d.column]!.judged) ? nothing : html`<p>${t("same.text")}</p>`}
        ${of.length ? html`<dl class="reasons">${of.map(d => reason(r, d))}</dl>` : nothing}
      </div>
      ${a && b && a.ps && b.ps ? breakdown(r, a, b) : nothing}
    </div>`
}

function reason(r: Report, d: Difference) {
  return html`
    <dt><b>${r.tallies[d.column]!.name}</b> <span class="mono"><span class=${look(r.sides[0])}>${d.a}</span> <span class="eq no"><span class="sr">${t("legend.no")}</span></span> <span class=${look(r.sides[1])}>${d.b}</span></span></dt>
    <dd>${d.sentence} <span class="small rule">${t("rule", d.rule)}${d.section ? html` · ${t("at.section", d.section)}` : nothing}</span></dd>`
}

/** Where the time of a call goes: its trips, by name, on both sides. */
function breakdown(r: Report, a: Row, b: Row) {
  const parts = [...new Set([...a.trips, ...b.trips].filter(x => !x.foreign).map(x => x.name))]
  const sum = (x: Row, name: string) => x.trips.filter(i => i.name === name && !i.foreign).reduce((n, i) => n + i.ps, 0)
  const all = (x: Row) => x.trips.filter(i => !i.foreign).reduce((n, i) => n + i.ps, 0)
  const top = Math.max(a.ps, b.ps), rest = (x: Row) => Math.max(0, x.ps - all(x))
  const known = [a, b].every(x => !x.trips.length || all(x) > 0)
  const list: [string, number, number][] = known ? [...parts.map(n => [n, sum(a, n), sum(b, n)] as [string, number, number]), [t("in.user"), rest(a), rest(b)]] : []
  const bar = (ps: number, s: Side) => html`<i class=${s.measured ? "h" : "s"} style="width:${(ps / top * 100).toFixed(1)}%"></i>`
  return html`
    <div class="wf" role="table" aria-label=${t("where.time")}>
      ${[...list, [t("whole"), a.ps, b.ps] as [string, number, number]].map(([name, x, y]) => html`
        <div role="row"><span role="rowheader">${name}</span><span class="tb" role="presentation">${bar(x, r.sides[0])}${bar(y, r.sides[1])}</span>
          <b class="mono" role="cell"><span class=${look(r.sides[0])} title=${time(x)}>${us(x)}</span><br><span class=${look(r.sides[1])} title=${time(y)}>${us(y)}</span></b></div>`)}
    </div>`
}
