// Below the walk: the physical address, the sets of the TLBs, and the same
// address on a processor beside a GPU.

import { html, nothing } from "lit"
import { commas, hex } from "../format"
import { bytes } from "./size"
import type { Cache, Slide, Way } from "./slide"
import { m } from "./words"

export function end(s: Slide) {
  const e = s.end, ok = e.sort === "page"
  return html`
    <section aria-labelledby="ms-end">
      <h2 id="ms-end">${m("end")}</h2>
      <div class="ms-end ${ok ? "" : "bad"}">
        <div>
          <span class="micro quiet">${ok ? m("physical") : m("nowhere")}</span>
          <b class="mono big">${ok ? hex(e.physical) : e.fault || "–"}</b>
        </div>
        ${ok ? html`<p class="mono small"><span>${m("page at", hex(e.physical - e.physical % e.bytes))}</span> + <span>${m("offset", hex(e.physical % e.bytes))}</span></p>` : nothing}
        <p class="sentence">${e.sentence}</p>
      </div>
    </section>`
}

const look = { textbook: "txt", documented: "doc", measured: "hw" } as const

export function prov(kind: Cache["kind"]) { return html`<span class="prov ${look[kind]}">${m(kind)}</span>` }

export function caches(s: Slide) {
  return html`
    <section aria-labelledby="ms-tlb">
      <h2 id="ms-tlb">${m("caches")}</h2>
      ${s.live ? html`<p class="small muted">${m("caches.sm")}</p>` : nothing}
      ${s.caches.length ? s.caches.map((c, i) => html`${c.source !== s.caches[i - 1]?.source ? source(c) : nothing}${level(s, c)}`) : html`<p class="empty">${m("caches.none")}</p>`}
    </section>`
}

function source(c: Cache) {
  return html`<p class="ms-src">${c.hierarchy ? html`<b>${c.hierarchy}</b> ` : nothing}${prov(c.kind)} <span class="micro quiet" lang="en">${c.source}</span></p>`
}

function level(s: Slide, c: Cache) {
  return html`
    <div class="ms-set">
      <b>${c.name}</b>
      <span>${c.sets > 1 ? html`<b class="mono">${m("set of", c.set, commas(c.sets))}</b> · ` : nothing}${c.how}</span>
      <span class="micro quiet">${m("ways", c.ways)} · ${c.pages > 1 ? m("one entry", c.pages) : m("one entry.1")} · ${m("reach", bytes(c.reach))}</span>
      ${c.note ? html`<span class="small muted">${c.note}</span>` : nothing}
      ${s.live ? held(c) : nothing}
    </div>`
}

function held(c: Cache) {
  return html`
    <span class="verdictline">${c.hit ? html`<b>✓ ${m("hit")}</b>` : html`<b>○ ${m("miss")}</b>`}${c.held.length ? nothing : html` · ${m("set.empty")}`}</span>
    ${c.held.length ? html`
      <div class="scrollx" tabindex="0" role="group" aria-label="${c.name} ${m("ways", c.ways)}"><table class="t">
        <thead><tr><th scope="col" class="num">${m("way")}</th><th scope="col">${m("first")}</th><th scope="col">${m("pages")}</th><th scope="col">${m("to")}</th><th scope="col" class="num">${m("space")}</th></tr></thead>
        <tbody>${c.held.map(w => way(c, w))}</tbody>
      </table></div>` : nothing}`
}

function way(c: Cache, w: Way) {
  const filled = w.mask.toString(2).replace(/0/g, "").length
  return html`
    <tr class=${w.hit ? "hitrow" : ""}>
      <td class="num">${w.way}</td><td class="mono">${hex(w.first)}</td>
      <td>${m("of pages", filled, c.pages, bytes(w.page))}</td>
      <td class="mono">${w.hit ? hex(w.physical) : "–"}</td><td class="num">${w.space}</td>
    </tr>`
}

export function compare(a: Slide, b: Slide | undefined) {
  if (!b) return nothing
  const [cpu, gpu] = a.format.startsWith("x86") ? [a, b] : [b, a]
  const range = a.ranges
  return html`
    <section aria-labelledby="ms-compare">
      <h2 id="ms-compare">${m("compare")}</h2>
      <p class="small muted">${range.own ? m("compare.own", bytes(range.bytes), commas(range.count)) : m("compare.example", bytes(range.bytes))}</p>
      <div class="ms-two">${side(cpu, true)}${side(gpu, false)}</div>
    </section>`
}

function side(s: Slide, cpu: boolean) {
  return html`
    <div class="ms-side">
      <h3>${s.title}</h3>
      ${s.trouble ? html`<p class="small bad">${s.trouble}</p>` : steps(s)}
      <div class="scrollx" tabindex="0" role="group" aria-label="${s.title}: ${m("size")}"><table class="t">
        <thead><tr><th scope="col">${m("size")}</th><th scope="col" class="num">${m("entries")}</th><th scope="col" class="num">${m("tables")}</th><th scope="col" class="num">${m("memory")}</th><th scope="col" class="num">${m("reads")}</th></tr></thead>
        <tbody>${s.needs.map(n => html`<tr><td>${n.page}</td><td class="num">${commas(n.entries)}</td><td class="num">${commas(n.tables)}</td><td class="num">${bytes(n.bytes)}</td><td class="num">${n.reads}</td></tr>`)}</tbody>
      </table></div>
      <dl class="ms-facts">
        <div><dt>${m("reaches")}</dt><dd>${reach(s, cpu)}</dd></div>
        <div><dt>${m("misses")}</dt><dd>${m(cpu ? "misses.cpu" : "misses.gpu")}</dd></div>
        <div><dt>${m("switch")}</dt><dd>${m(cpu ? "switch.cpu" : "switch.gpu")}</dd></div>
      </dl>
    </div>`
}

function steps(s: Slide) {
  return html`
    <ol class="ms-steps">${s.reads.map(r => html`<li><span class="mono">${r.level}[${r.index}]</span></li>`)}<li class="fin">${s.end.sort === "page" ? html`<span class="mono">${hex(s.end.physical)}</span>` : s.end.fault || m("nowhere")}</li></ol>
    <p class="small"><b>${m("walk.n", s.reads.length)}</b></p>`
}

function reach(s: Slide, cpu: boolean) {
  if (cpu) return m("reach.cpu")
  if (!s.caches.length) return m("reach.none")
  const page = bytes(s.end.sort === "page" ? s.end.bytes : s.page)
  return html`${s.caches.map(c => html`<span class="rch">${c.hierarchy ? `${c.hierarchy}, ` : ""}${c.name}: ${m("reach.at", bytes(c.reach), page)}${c.note ? ` · ${m("assumed")}` : ""}</span>`)}`
}
