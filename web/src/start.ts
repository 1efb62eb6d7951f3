// Wires a page together. The engine comes in as a function, so that the same
// wiring runs with the worker, a shipped log, or the hand-made run.

import { effect } from "@preact/signals-core"
import { EventLog } from "./dock/event-log"
import { listen } from "./dock/keys"
import { TimeLine } from "./dock/time-line"
import { PwMachine } from "./machine/pw-machine"
import type { Engine } from "./moment"
import { outfit } from "./page"
import { lang } from "./store"

export interface ConnectOptions { log?: string; source: string; profile: string; set: string[]; seed: number; lang: "en" | "zh" }
export type Connect = (o: ConnectOptions) => Engine

export function start(connect: Connect): void {
  const machines = [...document.querySelectorAll<PwMachine>("pw-machine")]
  const main = machines[0] ?? null
  outfit(() => { for (const m of machines) void m.player.language() }, () => Promise.resolve(location.hash))
  for (const m of machines) { dock(m); void open(m, connect) }
  if (main) {
    for (const e of document.querySelectorAll<TimeLine | EventLog>("time-line:not([data-of]), event-log")) e.player = main.player
    follow(main)
  }
  listen(() => main, { help() {}, fork() {}, share() {}, run() {}, answer: () => false })
}

function dock(m: PwMachine): void {
  if (m.mini || document.querySelector("time-line")) return
  const line = document.createElement("time-line") as TimeLine
  line.player = m.player
  m.after(line)
}

export function programOf(m: HTMLElement): string {
  const e = m.dataset.program ? document.getElementById(m.dataset.program) : null
  return e instanceof HTMLTextAreaElement ? e.value : e?.textContent ?? ""
}

async function open(m: PwMachine, connect: Connect): Promise<void> {
  const o: ConnectOptions = { source: programOf(m), profile: m.dataset.profile ?? "h200-r580", set: (m.dataset.set ?? "").split(/\s+/).filter(Boolean), seed: +(m.dataset.seed ?? 1), lang: lang.value, ...(m.dataset.log ? { log: m.dataset.log } : {}) }
  const engine = connect(o)
  const summary = await engine.run(o, () => {})
  await m.player.open(engine, summary, +(m.dataset.start ?? 1) - 1)
}

/** The current source line in the page's code blocks. */
function follow(m: PwMachine): void {
  effect(() => {
    const line = m.player.moment.value?.line ?? 0
    for (const l of document.querySelectorAll<HTMLElement>(".code [data-line]")) l.classList.toggle("on", +l.dataset.line! === line)
  })
}
