// The faults of the current call in their order, those to come as ghosts. One
// bar is one fault; its height says how many pages come with it. Below, the
// batches in which the driver fetched the GPU's packets.

import { html, nothing } from "lit"
import { commas, hex } from "../format"
import { Light } from "../light"
import type { Batch, Fault, Managed } from "../moment"
import { twins } from "../store"
import { t } from "../words"

const most = 512

export class FaultBatch extends Light {
  static override properties = { data: { attribute: false } }
  declare data: Managed | undefined

  protected override get ready(): boolean { return this.data !== undefined }

  protected override render() {
    const d = this.data!
    if (d.faults.length === 0) return html`<div class="empty">${t("empty.faults")}</div>`
    const says = sentence(d)
    if (twins.value) return html`<p class="small">${says}</p>${table(d)}${batches(d)}`
    return html`
      <p class="small">${says}</p>
      <div class="fbars" role="img" aria-label=${says}>${d.faults.map((f, i) => bar(f, d.faultsFirst + i + 1))}</div>
      <p class="micro quiet">${t("fault.scale")}${d.faultsAll > d.faults.length ? html` · ${t("of", `${commas(d.faultsFirst + 1)}–${commas(d.faultsFirst + d.faults.length)}`, commas(d.faultsAll))}` : nothing}</p>
      ${batches(d)}`
  }
}

const pages = (n: number): string => n === 1 ? t("pages.1") : t("pages.n", n)
const line = (f: Fault, n: number, of: number): string => t("fault.n", commas(n), commas(of), t(f.gpu ? "by.gpu" : "by.host"), t(f.write ? "fault.write" : "fault.read"), hex(f.address), f.page, pages(f.moves))

function sentence(d: Managed): string {
  const i = d.faults.findIndex(f => f.state === "now")
  if (i >= 0) return line(d.faults[i]!, d.faultsFirst + i + 1, d.faultsAll)
  const ahead = d.faults.filter(f => f.state === "ahead").length + Math.max(0, d.faultsAll - d.faultsFirst - d.faults.length)
  return ahead ? t("fault.ahead", commas(ahead)) : t("fault.done", commas(d.faultsAll))
}

/** The batch of the moment in words, and all of them beside each other where they have more than one packet. */
function batches(d: Managed) {
  if (d.batchesAll === 0) return nothing
  const now = d.batches.find(b => b.state === "now") ?? d.batches.filter(b => b.state === "done").at(-1)
  const many = d.batches.some(b => b.packets > 1)
  return html`
    <p class="small">${now ? tell(now, d.batchesAll) : t("batch.ahead", commas(d.batchesAll))}${d.buffered > 0 ? html` ${t("batch.buffer", commas(d.buffered))}` : nothing}</p>
    ${many ? html`<div class="fbatches" aria-hidden="true">${d.batches.map(box)}</div><p class="micro quiet">${t("batch.scale")}</p>` : nothing}`
}

function tell(b: Batch, of: number): string {
  const words = [b.packets === 1 ? t("batch.one", commas(b.number), commas(of))
    : t("batch.n", commas(b.number), commas(of), commas(b.packets), commas(b.pages), commas(b.blocks), commas(b.duplicates))]
  if (b.packets > 1 && b.replays > 0) words.push(t("batch.replay", commas(b.done), commas(b.again)))
  if (b.dropped > 0) words.push(t("batch.dropped", commas(b.dropped)))
  return words.join(" ")
}

const box = (b: Batch) => html`
  <span class="fbox ${b.state === "ahead" ? "ahead" : ""}" title=${`${b.number} · ${b.pages} + ${b.duplicates}`}>
    <i class="tx tx-alloc ${b.state === "now" ? "hit" : ""}" style="flex:${b.pages}"></i>${b.duplicates > 0 ? html`<i class="tx tx-host" style="flex:${b.duplicates}"></i>` : nothing}
  </span>`

/** Heights go with the square root, so that one page is seen beside 512. */
function bar(f: Fault, n: number) {
  const high = Math.max(8, Math.sqrt(Math.min(f.moves, most) / most) * 100)
  return html`
    <span class="fb ${f.state === "ahead" ? "ahead" : ""}" title="${n} · ${t(f.gpu ? "side.gpu" : "side.host")} ${t(f.write ? "fault.write" : "fault.read")} ${hex(f.address)} · ${pages(f.moves)}">
      <i class="tx tx-${f.gpu ? "alloc" : "host"} ${f.state === "now" ? "hit" : ""}" ?data-now=${f.state === "now"} style="height:${high}%"></i>
    </span>`
}

function table(d: Managed) {
  return html`
    <table class="t twin">
      <thead><tr><th>#</th><th>${t("who")}</th><th>${t("access")}</th><th>${t("address")}</th><th class="num">${t("comes")}</th><th class="num">${t("there")}</th><th>${t("state")}</th></tr></thead>
      <tbody>${d.faults.slice(0, 20).map((f, i) => html`
        <tr class=${f.state === "now" ? "on" : ""}>
          <td>${d.faultsFirst + i + 1}</td><td>${t(f.gpu ? "side.gpu" : "side.host")}</td><td>${t(f.write ? "fault.write" : "fault.read")}</td>
          <td class="mono">${hex(f.address)}</td><td class="num">${f.moves}</td><td class="num">${f.there}</td><td>${t(`rung.${f.state}`)}</td>
        </tr>`)}
        ${d.faultsAll > 20 ? html`<tr><td colspan="7">${t("more", commas(d.faultsAll - 20))}</td></tr>` : nothing}
      </tbody>
    </table>`
}

customElements.define("fault-batch", FaultBatch)
