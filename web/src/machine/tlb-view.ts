// The sets of the TLBs that the current address falls into, as one processor has
// them: filled = valid, yellow = filled now, dashed = looked for and missing,
// hatched = evicted, cross = invalidated. Victims and the cache of directory
// entries follow where the hierarchy has them. Where processors have levels of
// their own, a list chooses among those that hold anything.

import { html, nothing } from "lit"
import { hex } from "../format"
import { Light } from "../light"
import type { Tlb, Translation } from "../moment"
import type { Player } from "../player"
import { twins } from "../store"
import { t } from "../words"
import { station } from "./parts"

type State = Tlb["ways"][number]["state"]
const look: Record<State, string> = { empty: "", valid: "v", filled: "v fill", missed: "ms", evicted: "ev", invalid: "iv" }
const most = 16

export class TlbView extends Light {
  static override properties = { data: { attribute: false }, player: { attribute: false } }
  declare data: Translation | undefined
  declare player: Player | undefined

  protected override get ready(): boolean { return this.data !== undefined }

  protected override render() {
    const d = this.data!
    const sets = twins.value ? d.tlb.map(twin) : d.tlb.map((s, i) => set(s, i, d.tlb.length > 2))
    return html`${this.#processor(d)}${sets}`
  }

  #processor(d: Translation) {
    if (d.sms.length === 0) return nothing
    if (d.sms.length === 1 && !d.smAsked) return html`<span class="micro quiet">${t("tlb.of")} SM ${d.sm}</span>`
    const choose = (e: Event) => { void this.player?.processor(Number((e.target as HTMLSelectElement).value)) }
    return html`
      <label class="micro muted sms">${t("tlb.of")}
        <select @change=${choose}>
          <option value="-1" .selected=${!d.smAsked}>${d.smAsked ? t("tlb.follow") : t("tlb.following", d.sm)}</option>
          ${d.sms.map(sm => html`<option value=${sm} .selected=${d.smAsked && sm === d.sm}>SM ${sm}</option>`)}
        </select>
      </label>`
  }
}

function title(s: Tlb): string { return s.set < 0 ? s.name : t("set", s.name, s.set) }

function set(s: Tlb, i: number, many: boolean) {
  const shown = s.ways.slice(0, most), rest = s.ways.length - shown.length
  return html`
    <span class="tl ${many ? "many" : ""}" data-station=${station(2, "tlb", i)}>
      <b>${many && s.set >= 0 ? `${s.name} ${s.set}` : title(s)}</b>
      <span class="set" role="img" aria-label=${sentence(s)}>
        ${shown.map(way)}${rest > 0 ? html`<span class="micro quiet">+${rest}</span>` : nothing}${news(s)}
      </span>
    </span>`
}

function way(w: Tlb["ways"][number]) {
  const tag = w.state === "empty" ? "" : ` ${hex(w.tag)}`
  return html`<i class=${look[w.state]} title="${t(`tlb.${w.state}`)}${tag}">${w.state === "invalid" ? "✕" : nothing}</i>`
}

/** One word for what has just happened in the set. */
function news(s: Tlb) {
  const has = (state: State) => s.ways.some(w => w.state === state)
  if (has("filled")) return html`<span class="hitmiss hit">${t("tlb.filled")}</span>`
  if (has("missed")) return html`<span class="hitmiss missx">${t("tlb.missed")}</span>`
  if (has("evicted")) return html`<span class="hitmiss">${t("tlb.evicted")}</span>`
  if (has("invalid")) return html`<span class="hitmiss">${t("tlb.invalid")}</span>`
  return nothing
}

function sentence(s: Tlb): string {
  const count = new Map<State, number>()
  for (const w of s.ways) count.set(w.state, (count.get(w.state) ?? 0) + 1)
  return `${title(s)}: ${[...count].map(([k, n]) => `${n} ${t(`tlb.${k}`)}`).join(", ")}`
}

function twin(s: Tlb) {
  const used = s.ways.filter(w => w.state !== "empty").slice(0, 20)
  return html`
    <div class="tl">
      <b>${sentence(s)}</b>
      <ul class="micro">${used.map(w => html`<li><span class="mono">${hex(w.tag)}</span> ${t(`tlb.${w.state}`)}</li>`)}</ul>
    </div>`
}

customElements.define("tlb-view", TlbView)
