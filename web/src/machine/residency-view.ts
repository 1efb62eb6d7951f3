// Where managed pages are: one column is one block of 2 MiB. What is on the
// host grows upwards from the line, what is on the GPU downwards.

import { html, nothing } from "lit"
import { bytes, commas, hex } from "../format"
import { Light } from "../light"
import type { BlockShare, Managed } from "../moment"
import { twins } from "../store"
import { t } from "../words"
import { station } from "./parts"

export class ResidencyView extends Light {
  static override properties = { data: { attribute: false } }
  declare data: Managed | undefined

  protected override get ready(): boolean { return this.data !== undefined }

  protected override render() {
    const d = this.data!, sum = sentence(d)
    if (d.shown.length === 0) return html`<div class="empty">${t("empty.residency")}</div>`
    if (twins.value) return html`<p class="small">${sum}</p>${table(d)}`
    return html`
      <p class="small res-sum">${sum}</p>
      <div class="res">
        <span class="side micro">${t("side.host")}</span><span class="side micro low">${t("side.gpu")}</span>
        <div class="cols" role="group" aria-label=${sum} style="--n:${d.shown.length}">${d.shown.map((b, i) => column(b, i))}</div>
      </div>
      <p class="micro quiet">${t("res.scale")}${d.all > d.shown.length ? html` · ${t("res.window", commas(d.first), commas(d.first + d.shown.length - 1), commas(d.all))}` : nothing}</p>`
  }
}

/** Pages that nobody has touched are on neither side. */
function sentence(d: Managed): string {
  const s = d.total, all = Math.round(d.bytes / 4096)
  const more = [s.both ? t("res.both", commas(s.both)) : "", s.remote ? t("res.remote", commas(s.remote)) : ""].filter(Boolean)
  return [t("res.sum", commas(s.gpu), commas(all), commas(s.cpu)), ...more].join(" · ")
}

const said = (b: BlockShare): string => b.touched ? t("res.block", hex(b.base), b.share.gpu, b.share.cpu, b.share.pages) : t("res.untouched", hex(b.base))

function column(b: BlockShare, i: number) {
  const s = b.share, part = (n: number) => `height:${n / 512 * 100}%`
  const look = `bcol ${b.now ? "now" : ""} ${b.current ? "cur" : ""} ${b.touched ? "" : "none"} ${b.name && i ? "begins" : ""}`
  return html`
    <span class=${look} data-station=${station(1, "block", i)} title=${said(b)} aria-label=${said(b)} role="img">
      <span class="up"><i class="tx tx-${s.remote ? "remote" : "host"}" style=${part(s.cpu)}></i></span>
      <span class="down"><i class="tx tx-${s.both ? "kept" : "alloc"}" style=${part(s.gpu)}></i></span>
      ${b.name ? html`<b class="micro">${b.name}</b>` : nothing}
    </span>`
}

function table(d: Managed) {
  return html`
    <table class="t twin">
      <thead><tr><th>${t("block")}</th><th class="num">${t("side.gpu")}</th><th class="num">${t("side.host")}</th><th class="num">${t("pages.4k")}</th></tr></thead>
      <tbody>${d.shown.slice(0, 20).map(b => html`
        <tr class=${b.now ? "on" : ""}>
          <td class="mono">${hex(b.base)}${b.name ? ` ${b.name}` : ""}</td>
          ${b.touched ? html`<td class="num">${b.share.gpu}</td><td class="num">${b.share.cpu}</td>` : html`<td colspan="2">${t("untouched")}</td>`}
          <td class="num">${b.share.pages}</td>
        </tr>`)}
        ${d.all > 20 ? html`<tr><td colspan="4">${t("more", commas(d.all - Math.min(20, d.shown.length)))} · ${bytes(d.bytes)}</td></tr>` : nothing}
      </tbody>
    </table>`
}

customElements.define("residency-view", ResidencyView)
