// How much agrees, column by column. The one that differs first is marked.

import { html, nothing } from "lit"
import { Column, type Report } from "./report"
import { t } from "./words"

const shown = [Column.Errors, Column.Addresses, Column.Ioctls, Column.Free, Column.Times] as const
const others = [Column.Calls, Column.Values, Column.Offsets] as const

export function score(r: Report, go: (pair: number) => void) {
  const first = [...shown].filter(c => r.tallies[c]!.first >= 0 && r.tallies[c]!.judged).sort((x, y) => r.tallies[x]!.first - r.tallies[y]!.first)[0]
  const marked = first ?? (r.tallies[Column.Times]!.first >= 0 ? Column.Times : undefined)
  return html`
    <section class="score five" aria-label=${t("verdict")}>${shown.map(c => cell(r, c, c === marked, go))}</section>
    <p class="small muted cmp-also">${t("also", others.filter(c => r.tallies[c]!.compared > 0).map(c => t("also.one", r.tallies[c]!.name, r.tallies[c]!.same, r.tallies[c]!.compared)).join(" · "))} ${t("not.judged")}</p>
    <div class="legend cmp-legend">
      <span><i class="s1"></i>${t("legend.sim")}</span><span><i class="h1"></i>${t("legend.hw")}</span>
      <span><b class="eq ok"></b>${t("legend.eq")}</span><span><b class="eq ex"></b>${t("legend.ex")}</span><span><b class="eq no"></b>${t("legend.no")}</span>
    </div>`
}

function cell(r: Report, c: number, marked: boolean, go: (pair: number) => void) {
  const x = r.tallies[c]!
  if (x.compared === 0) return html`<div><b>–</b><span>${t("nothing.compared", x.name)}</span></div>`
  const text = c === Column.Times ? t("times.score", ratio(r)) : t("equal", /[a-z]$/i.test(x.name) ? `${x.name} ` : x.name).replace("  ", " ")
  return html`
    <div class=${marked ? "marked" : ""} data-column=${c}>
      <b>${x.same} / ${x.compared}</b><span>${text}</span>
      ${x.first >= 0 ? html` <button class="linkish" type="button" @click=${() => go(x.first)}>${t("first.differ", x.first + 1)}</button>` : nothing}
    </div>`
}

/** The median of B's time by A's, to three digits. */
export function ratio(r: Report): string {
  const all: number[] = []
  for (const p of r.pairs) {
    const a = r.sides[0].rows[p.a]?.ps ?? 0, b = r.sides[1].rows[p.b]?.ps ?? 0
    if (a && b) all.push(b / a)
  }
  all.sort((x, y) => x - y)
  return all.length ? all[all.length >> 1]!.toPrecision(3) : "–"
}
