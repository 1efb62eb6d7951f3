// A lesson holds the machine back: while a prediction is open, the deciding
// event and what comes after it are not shown.

import { effect } from "@preact/signals-core"
import type { PwMachine } from "../machine/pw-machine"
import type { PredictCard } from "./predict-card"
import "./predict-card"

export class Lesson {
  readonly cards: PredictCard[]

  constructor(readonly machine: PwMachine | null) {
    this.cards = [...document.querySelectorAll<PredictCard>("predict-card")]
    for (const c of this.cards) {
      if (machine) c.player = machine.player
      c.addEventListener("locked", () => this.hold())
    }
    if (!machine) return
    effect(() => { if (machine.player.score.value) this.hold() })
    document.addEventListener("pick", e => { for (const c of this.cards) c.picked((e as CustomEvent<{ value: string }>).detail.value) })
    document.addEventListener("tocard", () => this.go())
  }

  /** The open card that decides first. */
  get next(): PredictCard | null {
    let best: PredictCard | null = null
    for (const c of this.cards) if (c.open && c.decides >= 0 && (best === null || c.decides < best.decides)) best = c
    return best
  }

  hold(): void {
    const player = this.machine?.player, c = this.next
    if (!player) return
    player.limit.value = c ? c.decides - 1 : Infinity
    const m = player.moment.peek()
    if (m && m.event > player.limit.value) player.seek(player.limit.value)
  }

  /** Brings the open card into view and focuses its first field. */
  go(): void {
    const c = this.next
    if (!c) return
    document.querySelector<HTMLElement>("[data-when=watch][hidden]") && document.querySelector<HTMLElement>("[data-mode=watch],[data-mode=events]")?.click()
    c.scrollIntoView({ block: "center" })
    c.querySelector<HTMLElement>("input,button")?.focus({ preventScroll: true })
  }

  /** Keys 1–4 go to the card with the focus, else to the next open one in view. */
  answer(n: number): boolean {
    const focused = document.activeElement?.closest<PredictCard>("predict-card")
    if (focused) return focused.answer(n)
    const c = this.cards.find(k => k.open && inView(k))
    return c ? c.answer(n) : false
  }
}

function inView(e: Element): boolean {
  const r = e.getBoundingClientRect()
  return r.height > 0 && r.bottom > 60 && r.top < innerHeight
}
