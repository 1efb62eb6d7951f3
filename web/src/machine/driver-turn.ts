// Be the driver: before a step that changes a chunk is shown, the reader says
// into which state it goes. Afterwards both stand beside each other, with the
// rule that decides. A state that no rule leads to stays in the list; chosen, it
// is refused by name.

import { html, nothing } from "lit"
import { Light } from "../light"
import { states } from "../moment"
import type { Player, Turn } from "../player"
import { announcement, still } from "../store"
import { t, type Word } from "../words"
import { rule } from "./state-machine"

export class DriverTurn extends Light {
  static override properties = { player: { attribute: false } }
  declare player: Player | undefined
  #next: Turn["next"] | null = null

  protected override render() {
    const p = this.player, turn = p?.turn.value
    if (!p || !turn) return nothing
    const move = turn.next.physical.machine.move!, score = p.turns.value, call = turn.next.runtime.call?.text ?? ""
    return html`
      <section class="turn" aria-label=${t("turn.you")}>
        <div class="hd"><span class="pillnow">${t("turn.move")}</span><b>${t("turn.you")}</b><span class="quiet small">${t("turn.score", score.asked, score.right)}</span></div>
        <p class="q2">${t("turn.q", subject(turn), states[move.from]!)}</p>
        ${call ? html`<p class="small mono muted">${call}</p>` : nothing}
        <div class="moves" role="group" aria-label=${t("turn.q", subject(turn), states[move.from]!)}>${turn.options.map((to, i) => this.#option(turn, move, to, i))}</div>
        ${turn.said < 0 ? nothing : this.#decided(turn)}
      </section>`
  }

  #option(turn: Turn, move: { from: number; to: number }, to: number, i: number) {
    const done = turn.said >= 0, own = rule(move.from, to)
    const look = !done ? "" : to === move.to ? "now" : to === turn.said ? own ? "sel" : "bad" : ""
    const word = !done ? "" : own ? `${t("rule", own)}: ${t(`t${own}.${move.from}.${to}` as Word)}` : t("turn.refused", states[move.from]!, states[to]!)
    return html`
      <button class="move ${look}" ?disabled=${done} aria-pressed=${turn.said === to} @click=${() => this.player!.answer(i + 1)}>
        <kbd>${i + 1}</kbd><b class="mono">${states[to]}</b><span class="small">${word}</span>
      </button>`
  }

  #decided(turn: Turn) {
    const move = turn.next.physical.machine.move!, right = turn.said === move.to
    return html`
      <div class="said">
        <div class=${right ? "" : "no"}><span>${t("turn.gave")}</span><b class="long">${states[turn.said]}</b></div>
        <div><span>${t("turn.did")}</span><b class="long">${states[move.to]}</b></div>
      </div>
      <button class="btn pri" @click=${() => this.player!.step("event", 1)}>${t("turn.on")}</button>`
  }

  protected override updated(): void {
    const turn = this.player?.turn.peek()
    if (turn && turn.next !== this.#next) {
      this.scrollIntoView({ block: "nearest", behavior: still() ? "auto" : "smooth" })
      announcement.value = t("turn.q", subject(turn), states[turn.next.physical.machine.move!.from]!)
    }
    this.#next = turn?.next ?? null
    if (turn && turn.said >= 0 && this.contains(document.activeElement)) this.querySelector<HTMLElement>(".btn.pri")?.focus()
  }
}

/** "Child 7 FREE → TEMP_PINNED rule T3" is about child 7. */
function subject(turn: Turn): string {
  const text = turn.next.physical.callout, from = states[turn.next.physical.machine.move!.from]!
  return text.slice(0, Math.max(0, text.indexOf(from) - 1)) || "chunk"
}

customElements.define("driver-turn", DriverTurn)
