// Driver: the ioctls of the current call in order, those to come as ghosts, and
// below them one bar of time in the kernel to scale. Calls inside the driver
// have a breadcrumb of functions and the free lists, before and after.

import { html, nothing } from "lit"
import { bytes, exact, hex, time } from "../format"
import { Light } from "../light"
import type { Driver, Rung } from "../moment"
import { twins } from "../store"
import { t } from "../words"
import { soft, station } from "./parts"

export class DriverPane extends Light {
  static override properties = { data: { attribute: false }, here: { attribute: false } }
  declare data: Driver | undefined
  /** The current event is in this layer; else the current ioctl is only a
   * station of the thread, and not yellow itself. */
  declare here: boolean

  protected override get ready(): boolean { return this.data !== undefined }

  protected override render() {
    const d = this.data!
    if (twins.value) return twin(d)
    const blank = d.rungs.length === 0 && d.path.length === 0 && d.lists.length === 0 && d.cache.length === 0
    if (blank) return html`<div class="empty">${d.empty}</div>`
    return html`
      ${d.path.length ? calls(d.path) : nothing}
      ${d.lists.length ? lists(d) : nothing}
      ${d.rungs.length ? html`<div class="ladder" style="--rungs:${columns(d.rungs)}">${d.rungs.map((r, i) => rung(r, i, this.here))}</div>` : nothing}
      ${cost(d.rungs)}
      ${d.cache.length ? cache(d) : nothing}`
  }
}

/** Up to four stand in a row; the widths follow the longest word. */
function columns(rungs: readonly Rung[]): string {
  const n = Math.min(rungs.length, 4)
  if (rungs.length <= 4) return rungs.map(r => `${weight(r)}fr`).join(" ")
  return `repeat(${n},minmax(0,1fr))`
}

function weight(r: Rung): string {
  const longest = Math.max(8, r.name.length, ...r.lines.map(l => l.length))
  return (1 + Math.min(longest, 24) / 48).toFixed(2)
}

function rung(r: Rung, i: number, here: boolean) {
  const look = `${r.state === "now" && here ? "now" : ""} ${r.state === "ahead" ? "fut-o" : ""}`
  return html`
    <div class="rung ${look}" data-station=${station(1, "rung", i)} title="${t(`rung.${r.state}`)}${r.ps ? ` · ${time(r.ps)}` : ""}">
      <span class="ix">${r.number || i + 1}</span>
      <span class="nm">${soft(r.name)}</span>
      ${r.lines.map(l => html`<span class="ar">${soft(l)}</span>`)}
    </div>`
}

/** One bar of time in the kernel, lengths to scale; the numbers repeat the rungs. */
function cost(rungs: readonly Rung[]) {
  const total = rungs.reduce((sum, r) => sum + r.ps, 0)
  if (total === 0) return nothing
  const label = (r: Rung, i: number) => `${r.number || i + 1} · ${i === rungs.length - 1 ? time(r.ps) : time(r.ps).split(" ")[0]}`
  return html`
    <div class="costrow">
      <span>${t("kernel time", time(total))} <span class="prov sim">${t("simulated")}</span></span>
      <div class="cost sim">${rungs.map((r, i) => r.ps === 0 ? nothing : html`
        <i style="flex:${r.ps / total}" title="${r.name} · ${time(r.ps)}" class=${r.state === "ahead" ? "fut-o" : ""}>${
          r.ps / total > .06 ? html`<span>${label(r, i)}</span>` : nothing}</i>`)}
      </div>
    </div>`
}

function calls(path: readonly string[]) {
  const last = path.length - 1
  return html`
    <div class="calls">${path.map((f, i) => html`
      ${i ? html`<i aria-hidden="true">›</i>` : nothing}
      <span class=${i === last ? "hotc" : ""} data-station=${i === last ? station(1, "rung", 0) : nothing}>${soft(f)}</span>`)}
    </div>`
}

function lists(d: Driver) {
  return html`
    <div class="lists">${d.lists.map(l => html`
      <span class=${l.now ? "now" : ""}>${l.name} ${l.before === l.after ? nothing : html`<b>${l.before}</b> <s>→</s> `}<b>${l.after}</b></span>`)}
    </div>`
}

const mostKept = 12, mostLines = 20

function cache(d: Driver) {
  const rest = d.cache.length - mostKept
  return html`
    <div class="kept">
      <span class="micro muted">${t("kept")}</span>
      ${d.cache.slice(0, mostKept).map((b, i) => html`
        <span class="ptr ${b.now ? "now" : ""}" data-station=${station(1, "cache", i)} title=${exact(b.bytes)}><i class="tx tx-kept" aria-hidden="true"></i>${hex(b.address)} <b>${bytes(b.bytes)}</b></span>`)}
      ${rest > 0 ? html`<span class="micro quiet">${t("more", rest)}</span>` : nothing}
    </div>`
}

function twin(d: Driver) {
  const u = d.used
  return html`
    ${d.rungs.length ? rungTable(d.rungs) : html`<p class="small">${d.empty}</p>`}
    ${d.path.length ? html`<p class="small mono">${d.path.join(" › ")}</p>` : nothing}
    ${d.lists.map(l => html`<p class="small">${l.name}: ${l.before === l.after ? l.after : `${l.before} → ${l.after}`}</p>`)}
    ${d.cache.slice(0, mostLines).map(b => html`<p class="small">${t("kept")}: <span class="mono">${hex(b.address)}</span> ${exact(b.bytes)}</p>`)}
    ${u.total ? html`<p class="small">${t("used.program")} ${exact(u.program)} · ${t("used.driver")} ${exact(u.driver)} · ${t("used.smi")} ${exact(u.smi)} · ${t("used.total", bytes(u.total))}</p>` : nothing}`
}

function rungTable(rungs: readonly Rung[]) {
  return html`
    <table class="t twin">
      <thead><tr><th>#</th><th>ioctl</th><th>${t("state")}</th><th class="num">${t("time")}</th></tr></thead>
      <tbody>${rungs.map((r, i) => html`
        <tr class=${r.state === "now" ? "on" : ""}>
          <td>${r.number || i + 1}</td><td class="mono">${r.name} ${r.lines.join(" ")}</td>
          <td>${t(`rung.${r.state}`)}</td><td class="num n-sim">${time(r.ps)}</td>
        </tr>`)}
      </tbody>
    </table>`
}

customElements.define("driver-pane", DriverPane)
