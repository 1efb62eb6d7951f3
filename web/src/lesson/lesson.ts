// A lesson holds the machine back: while a prediction is open, the deciding
// event and what comes after it are not shown. It also remembers, in this
// browser, how far somebody has come.

import { effect } from "@preact/signals-core"
import type { PwMachine } from "../machine/pw-machine"
import { keep, recall } from "../store"
import { t } from "../words"
import type { PredictCard } from "./predict-card"
import "./predict-card"
import { goalMet } from "./progress"

export class Lesson {
  readonly cards: PredictCard[]
  readonly #name = location.pathname.replace(/^\/(en|zh)(?=\/)/, "")

  constructor(readonly machine: PwMachine | null) {
    this.cards = [...document.querySelectorAll<PredictCard>("predict-card")]
    for (const c of this.cards) {
      if (machine) c.player = machine.player
      c.addEventListener("locked", () => this.hold())
    }
    if (!machine) return
    effect(() => { if (machine.player.score.value) this.hold() })
    effect(() => { const m = machine.player.moment.value; if (m) this.#walked(m.event, m.events) })
    document.addEventListener("pick", e => {
      for (const c of this.cards) c.picked((e as CustomEvent<{ value: string }>).detail.value)
    })
    document.addEventListener("tocard", () => this.go())
    addEventListener("pageshow", () => this.#stages()) // from the playground, back here
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
    this.#stages()
  }

  /** Brings the open card into view and focuses its first field. */
  go(): void {
    const c = this.next
    if (!c) return
    const hidden = document.querySelector("[data-when=watch][hidden]")
    if (hidden) document.querySelector<HTMLElement>("[data-mode=events]")?.click()
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

  #walked(event: number, events: number): void {
    if (event < 1) return
    if (event === events - 1) keep("walked." + this.#name, "end")
    else if (recall("walked." + this.#name) === null) keep("walked." + this.#name, "some")
    this.#stages()
  }

  /** Whether all goals of a stage were met; each says so where it stands. */
  #made(stage: string): boolean {
    const goals = [...document.querySelectorAll<HTMLElement>(`.goal[data-stage=${stage}]`)]
    for (const g of goals) {
      const place = g.querySelector("[data-found]"), met = goalMet(g.dataset.goal ?? "")
      g.classList.toggle("met", met)
      if (place) place.textContent = met ? t("goal.kept") : ""
    }
    return goals.length > 0 && goals.every(g => g.classList.contains("met"))
  }

  /** Marks the stages of the lesson: predicted, run, seen to the end, goals met. */
  #stages(): void {
    const path = [...document.querySelectorAll(".stages li")], walked = recall("walked." + this.#name)
    if (path.length === 0 || this.cards.length === 0) return
    const locked = this.cards.every(c => !c.open)
    const done = [locked, walked !== null, locked && walked === "end", this.#made("modify"), this.#made("make")]
    const current = done.findIndex(d => !d)
    path.forEach((li, i) => {
      li.classList.toggle("done", done[i] === true)
      if (i === current) li.setAttribute("aria-current", "step")
      else li.removeAttribute("aria-current")
    })
  }
}

function inView(e: Element): boolean {
  const r = e.getBoundingClientRect()
  return r.height > 0 && r.bottom > 60 && r.top < innerHeight
}
