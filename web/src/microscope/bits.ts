// The address cut into pieces: name and range above, the bits, and below what
// they come to. Pieces are as wide as their bits, but never too narrow to read.

import { html, nothing } from "lit"
import { hex } from "../format"
import { twins } from "../store"
import { t } from "../words"
import type { Cut, Slide } from "./slide"
import { m } from "./words"

const range = (c: { hi: number; lo: number }) => c.hi === c.lo ? `${c.hi}` : `${c.hi}:${c.lo}`

export function bits(s: Slide) {
  return html`
    <section aria-labelledby="ms-bits">
      <h2 id="ms-bits">${m("bits")}</h2>
      <p class="small muted">${m("bits.why")}</p>
      ${twins.value ? table(s) : html`<ol class="ms-bits">${s.cuts.map(piece)}</ol>`}
    </section>`
}

function piece(c: Cut) {
  const value = c.sort === "index" ? String(c.value) : hex(c.value)
  return html`
    <li class="${c.sort} ${c.bad ? "bad" : ""}" style="--bits:${c.hi - c.lo + 1}">
      <span class="nm"><b>${c.name}</b> <span class="rg">${range(c)}</span></span>
      <span class="bb">${groups(c.bits)}</span>
      <span class="ix">${c.bad ? html`<span aria-hidden="true">✕ </span>` : nothing}${value}</span>
    </li>`
}

/** Groups of four bits, from the right; a line may break between them. */
function groups(text: string) {
  const list: string[] = []
  for (let end = text.length; end > 0; end -= 4) list.unshift(text.slice(Math.max(0, end - 4), end))
  return list.map((g, i) => i ? html`<wbr>${g}` : g)
}

function table(s: Slide) {
  return html`
    <table class="t twin">
      <caption class="mono">${hex(s.va)}</caption>
      <thead><tr><th scope="col">${t("level.twin")}</th><th scope="col">${t("bits")}</th><th scope="col">${t("value")}</th><th scope="col" class="num">${t("index")}</th></tr></thead>
      <tbody>${s.cuts.map(c => html`<tr><td>${c.name}</td><td class="mono">${range(c)}</td><td class="mono">${c.bits}</td><td class="num">${c.sort === "index" ? c.value : hex(c.value)}</td></tr>`)}</tbody>
    </table>`
}
