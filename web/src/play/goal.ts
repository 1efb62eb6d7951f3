// A goal in the playground: after every run the engine says for each comparison
// what the run has, and the page lays it beside what is wanted. A run counts on
// the goal's own GPU, without changed policies, and when it came to its end.

import { html, nothing, render } from "lit"
import { commas } from "../format"
import { goalMet, keepGoal } from "../lesson/progress"
import type { GoalFound, RunOptions, RunSummary } from "../moment"
import type { Player } from "../player"
import { announcement } from "../store"
import { t } from "../words"
import { comparison } from "./comparison"

export interface Bench { player: Player; use(profile: string): void }

type State = { is: "waiting" | "running" | "absent" | "profile" | "settings" | "early" } | { is: "found"; found: GoalFound } | { is: "fault"; text: string }

export class Goal {
  #serial = 0
  #state: State = { is: "waiting" }
  readonly #place: HTMLElement
  readonly #name: string
  readonly #meets: string
  readonly #profile: string

  constructor(card: HTMLElement, private readonly bench: Bench) {
    this.#place = card.querySelector<HTMLElement>("[data-found]")!
    this.#name = card.dataset.goal ?? ""
    this.#meets = card.dataset.meets ?? ""
    this.#profile = card.dataset.on ?? ""
    this.#place.replaceChildren()
    this.draw()
  }

  /** What a run that has just ended is worth. */
  async check(o: RunOptions, s: RunSummary): Promise<void> {
    const serial = ++this.#serial, say = (x: State) => { if (serial === this.#serial) { this.#state = x; this.draw() } }
    if (!s.ok) return
    if (o.profile !== this.#profile) { say({ is: "profile" }); return }
    if (o.set.length > 0) { say({ is: "settings" }); return }
    if (s.ended !== "") { say({ is: "early" }); return }
    const engine = this.bench.player.engine.value
    if (!engine) return
    say({ is: "running" })
    try { await engine.ready } catch { say({ is: "absent" }); return }
    try {
      const [found] = await this.bench.player.ask(e => e.goals([this.#meets]))
      if (!found || serial !== this.#serial) return
      const first = found.met && !goalMet(this.#name)
      if (found.met) keepGoal(this.#name)
      say({ is: "found", found })
      if (first) announcement.value = t("goal.met")
    } catch (err) { say({ is: "fault", text: err instanceof Error ? err.message : String(err) }) }
  }

  draw(): void { render(this.#say(), this.#place) }

  #say() {
    const x = this.#state
    switch (x.is) {
      case "found": return this.#found(x.found)
      case "fault": return html`<p>${t("our fault", x.text)}</p>`
      case "profile": return html`<p>${t("goal.profile", this.#profile)} <button class="btn sm" @click=${() => this.bench.use(this.#profile)}>${t("goal.use", this.#profile)}</button></p>`
      case "settings": return html`<p>${t("goal.settings", this.#profile)} <button class="btn sm" @click=${() => this.bench.use(this.#profile)}>${t("goal.reset")}</button></p>`
      default: return html`<p class="quiet">${t(`goal.${x.is}`)}${goalMet(this.#name) ? ` ${t("goal.before")}` : ""}</p>`
    }
  }

  #found(f: GoalFound) {
    const show = (event: number) => { this.bench.player.stop(); this.bench.player.seek(event) }
    return html`
      <p><b>${f.met ? `✓ ${t("goal.met")}` : t("goal.unmet")}</b>${!f.met && goalMet(this.#name) ? html` <span class="quiet">${t("goal.before")}</span>` : nothing}</p>
      ${f.unknown ? html`<p>${t("goal.unknown", f.unknown)}</p>` : nothing}
      <ul class="founds">${f.parts.map(p => html`
        <li class=${p.met ? "met" : ""}><span class="mk" aria-hidden="true">${p.met ? "✓" : "○"}</span>
          <span><code>${comparison(p.text).left}</code> ${t("goal.found", wanted(p.text, p.right), commas(p.left))}
          ${p.event >= 0 ? html`<button class="event" @click=${() => show(p.event)}>${t("event n", p.event + 1)}</button>` : nothing}</span></li>`)}
      </ul>`
  }
}

/** "4,194,304", "at least 2": what stands on the other side. */
function wanted(text: string, right: number): string {
  const n = commas(right)
  switch (comparison(text).sign) {
    case "!=": return t("want.not", n)
    case "<": return t("want.below", n)
    case "<=": return t("want.most", n)
    case ">": return t("want.above", n)
    case ">=": case "": return t("want.least", n)
    default: return n
  }
}
