// Wires a page together. The engine comes in as a function, so that the same
// wiring runs with the worker, a shipped log, or the hand-made run.

import { effect } from "@preact/signals-core"
import { EventLog } from "./dock/event-log"
import { listen } from "./dock/keys"
import { TimeLine } from "./dock/time-line"
import { parseHex } from "./format"
import { HelpSheet } from "./help-sheet"
import { Lesson } from "./lesson/lesson"
import { decodePoint, encode } from "./link"
import { takeAlong } from "./microscope/link"
import { PwMachine } from "./machine/pw-machine"
import type { Engine } from "./moment"
import { outfit } from "./page"
import { message } from "./play/message"
import { OomReader } from "./play/oom-reader"
import { Playground, pointFragment } from "./play/playground"
import { announcement, lang, looking } from "./store"
import { t } from "./words"

export interface ConnectOptions { log?: string; source: string; profile: string; set: string[]; seed: number; lang: "en" | "zh" }
export type Connect = (o: ConnectOptions) => Engine

export function start(connect: Connect): void {
  document.documentElement.dataset.js = ""
  const machines = [...document.querySelectorAll<PwMachine>("pw-machine")], main = machines[0] ?? null
  const sheet = document.body.appendChild(document.createElement("help-sheet") as HelpSheet)
  const lesson = new Lesson(main)
  const play = main && document.querySelector("code-editor,[data-run]") ? new Playground(main) : null
  const fragment = async () => play ? await play.fragment() : main ? pointFragment(main.player.moment.value) : location.hash
  outfit(() => { for (const m of machines) void m.player.language() }, fragment)
  takeAlong(async () => play ? await play.fragment() : main ? "#" + await moved(main) : "")
  for (const m of machines) { dock(m); void open(m, connect, m === main ? play : null).then(() => lookAt(m)) }
  if (main) attach(main)
  for (const r of document.querySelectorAll<OomReader>("oom-reader")) r.engine = main?.player.engine.value ?? connect(options(r))
  document.addEventListener("click", e => { if (e.target instanceof Element && e.target.closest("[data-help]")) { e.preventDefault(); sheet.show() } })
  document.addEventListener("pagewalk-fault", e => message(t("our fault", String((e as CustomEvent).detail)), "bad"))
  const share = async () => {
    if (play) return play.share()
    const f = await fragment()
    history.replaceState(null, "", f || location.pathname)
    try { await navigator.clipboard.writeText(location.href) } catch { /* the address bar holds it */ }
    announcement.value = t("link.copied")
  }
  const fork = () => { if (play) play.fork(); else if (main) void branch(main) }
  if (!play) document.addEventListener("fork", fork)
  listen(() => main, { help: () => sheet.show(), fork, share: () => void share(), run: () => void play?.run(), answer: n => main?.player.answer(n) || lesson.answer(n) })
}

/** A lesson has no editor: the playground takes its program over at this moment. */
async function branch(m: PwMachine): Promise<void> { location.href = `/${lang.value}/play#${await moved(m)}` }

/** A lesson's program at this moment, as a link holds it. */
function moved(m: PwMachine): Promise<string> {
  const { log: _, ...o } = options(m)
  return encode({ ...o, point: m.player.moment.value?.point ?? null })
}

function dock(m: PwMachine): void {
  if (m.mini || document.querySelector("time-line")) return
  const line = document.createElement("time-line") as TimeLine
  line.player = m.player
  m.after(line)
}

/** Elements outside the machine that show the same player. */
function attach(m: PwMachine): void {
  for (const e of document.querySelectorAll<TimeLine | EventLog>("time-line, event-log")) if (!e.player) e.player = m.player
  effect(() => {
    const line = m.player.moment.value?.line ?? 0
    for (const l of document.querySelectorAll<HTMLElement>("[data-line]")) l.classList.toggle("on", +l.dataset.line! === line)
  })
  effect(() => {
    const n = m.player.summary.value?.events ?? 0
    for (const e of document.querySelectorAll("[data-events-count]")) e.textContent = n ? String(n) : ""
  })
}

/** ?look=ADDRESS: a link from the microscope opens at its address. */
function lookAt(m: PwMachine): void {
  const address = parseHex(new URLSearchParams(location.search).get("look") ?? "")
  if (m.mini || address === null || !m.player.moment.value) return
  looking.value = true
  void m.player.look(address)
}

function programOf(m: HTMLElement): string {
  const e = m.dataset.program ? document.getElementById(m.dataset.program) : null
  return e instanceof HTMLTextAreaElement ? e.value : e?.textContent ?? ""
}

function options(m: HTMLElement): ConnectOptions {
  return { source: programOf(m), profile: m.dataset.profile ?? "h200-r580", set: (m.dataset.set ?? "").split(/\s+/).filter(Boolean), seed: +(m.dataset.seed ?? 1), lang: lang.value, ...(m.dataset.log ? { log: m.dataset.log } : {}) }
}

/** First what the link says, then what the page says. */
async function open(m: PwMachine, connect: Connect, play: Playground | null): Promise<void> {
  const o = options(m)
  const engine = connect(o)
  m.player.name = location.pathname.replace(/^\/(en|zh)(?=\/)/, "") + location.search + (m.dataset.program ?? "")
  m.player.engine.value = engine
  engine.ready?.then(() => performance.mark("pagewalk-engine"), () => undefined)
  if (play && await play.open()) return
  if (play) { await play.editor?.updateComplete; Object.assign(o, play.options()) }
  try {
    const summary = await engine.run(o, () => {})
    const p = decodePoint(location.hash.slice(1)), row = p && summary.score.rows.find(r => r.row === p.row)
    play?.editor?.mark(summary.diagnostics)
    if (summary.ok) play?.ran(play.options(), summary)
    if (summary.events > 0) await m.player.open(engine, summary, p && row ? row.event + p.ordinal : +(m.dataset.start ?? 1) - 1)
    performance.mark("pagewalk-picture")
  } catch (err) { if (!m.mini) message(t("our fault", err instanceof Error ? err.message : String(err)), "bad") }
}
