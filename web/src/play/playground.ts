// The tool bar: which program, which GPU, which policies; run, stop, share,
// fork. A run goes to the engine; progress and errors are said in the page.

import { effect } from "@preact/signals-core"
import { commas, time } from "../format"
import { BrokenLink, decode, encode, encodePoint, version, type Shared } from "../link"
import type { PwMachine } from "../machine/pw-machine"
import type { Moment, RunOptions, RunSummary } from "../moment"
import { announcement, lang } from "../store"
import { t, type Word } from "../words"
import { CodeEditor } from "./code-editor"
import { message } from "./message"
import { Sets } from "./sets"

const one = <T extends Element>(s: string) => document.querySelector<T>(s)

export class Playground {
  readonly editor = one<CodeEditor>("code-editor")
  readonly profile = one<HTMLSelectElement>("select[data-profile]")
  readonly scenario = one<HTMLSelectElement>("select[data-scenario]")
  readonly seed = one<HTMLInputElement>("input[data-seed]")
  readonly sets = new Sets(one<HTMLElement>("[data-sets]"))
  #running = false
  #last = ""

  constructor(readonly machine: PwMachine) {
    this.#on("[data-run]", () => void this.run())
    this.#on("[data-stop]", () => this.machine.player.engine.value?.stop())
    this.#on("[data-share]", () => void this.share())
    document.addEventListener("wantrun", () => void this.run())
    document.addEventListener("fork", () => this.fork())
    this.scenario?.addEventListener("change", () => this.choose(this.scenario!.value))
    this.profile?.addEventListener("change", () => { this.#chip(); void this.run() })
    addEventListener("hashchange", () => void this.open())
    effect(() => { this.editor?.line(machine.player.moment.value?.line ?? 0) })
    effect(() => { const m = machine.player.moment.value; if (m) counters(m) })
  }

  #on(what: string, deed: () => void): void { for (const b of document.querySelectorAll(what)) b.addEventListener("click", deed) }

  options(): RunOptions {
    return { source: this.editor?.text ?? "", profile: this.profile?.value ?? this.machine.dataset.profile ?? "", set: this.sets.values, seed: Math.max(0, Math.floor(Number(this.seed?.value) || 0)), lang: lang.value }
  }

  /** Runs what is in the editor; the old picture stays until the new one is there. */
  async run(goto: Shared["point"] = null): Promise<void> {
    const player = this.machine.player, engine = player.engine.value
    if (!engine || this.#running) return
    const bad = this.sets.wrong
    if (bad) { message(t("set.bad", bad), "bad"); return }
    this.#busy(true)
    try {
      const o = this.options()
      const summary = await engine.run(o, n => message(t("n events", commas(n)), "progress"))
      this.editor?.mark(summary.diagnostics)
      this.#tell(summary)
      if (summary.ok && summary.events > 0) {
        this.ran(o)
        await player.open(engine, summary, goto ? eventOf(summary, goto) : 0)
      }
    } catch (err) {
      message(t("our fault", err instanceof Error ? err.message : String(err)), "bad")
    } finally { this.#busy(false) }
  }

  /** What the picture was made from; a link holds a moment only of that. */
  ran(o: RunOptions): void { this.#last = same(o) }

  #busy(on: boolean): void {
    this.#running = on
    const stop = one<HTMLButtonElement>("[data-stop]"), run = one<HTMLButtonElement>("[data-run]")
    if (stop) stop.hidden = !on
    if (run) run.disabled = on
    const engine = this.machine.player.engine.value as { ready?: Promise<void> } | null
    if (on) message(t(engine?.ready ? "getting ready" : "n events", 0), "progress")
  }

  #tell(s: RunSummary): void {
    if (s.diagnostics.length) { message("", ""); announcement.value = `${t("errors", s.diagnostics.length)}. ${t("error at", s.diagnostics[0]!.line)} ${s.diagnostics[0]!.text}`; return }
    const done = t("ran", commas(s.events), commas(s.rows), time(s.ps))
    message(s.ended ? `${t("ended", s.ended)} ${done}` : done, s.ended ? "bad" : "")
  }

  /** A program of the list, with the profile it is written for. */
  choose(id: string): void {
    const e = document.getElementById("scenario-" + id)
    if (!e || !this.editor) return
    this.editor.load(id, e.dataset.name ?? id, e.textContent ?? "")
    const file = this.editor.closest(".col")?.querySelector("header b")
    if (file) file.textContent = e.dataset.name ?? id
    if (e.dataset.profile && this.profile) { this.profile.value = e.dataset.profile; this.#chip() }
    void this.run()
  }

  /** The provenance chip follows the profile. */
  #chip(): void {
    const kind = this.profile?.selectedOptions[0]?.dataset.kind, chip = one<HTMLElement>("[data-kind-chip] .prov, [data-kind-chip].prov")
    if (!kind || !chip) return
    const look: Record<string, string> = { measured: "hw", documented: "doc", textbook: "txt", simulated: "sim" }
    chip.className = `prov ${look[kind] ?? "sim"}`
    chip.textContent = t(kind as Word)
  }

  async fragment(): Promise<string> {
    const m = this.machine.player.moment.value
    return "#" + await encode({ ...this.options(), point: m && m.event >= 0 && this.#last === same(this.options()) ? m.point : null })
  }

  async share(): Promise<void> {
    const f = await this.fragment(), url = location.href.split("#")[0] + f
    history.replaceState(null, "", f)
    try { await navigator.clipboard.writeText(url); message(t("share.copied"), "") } catch { message(t("share.shown"), "", url) }
    announcement.value = t("share.copied")
  }

  /** Opens the link that the page was called with. A damaged one says so and
   * replaces nothing. */
  async open(): Promise<boolean> {
    const f = location.hash.slice(1)
    if (!f.startsWith("p=")) return false
    try {
      const s = await decode(f)
      this.editor?.load("link", "link.cu", s.source, s.source)
      if (this.profile && [...this.profile.options].some(o => o.value === s.profile)) { this.profile.value = s.profile; this.#chip() }
      if (this.seed) this.seed.value = String(s.seed)
      this.sets.values = s.set
      await this.run(s.point)
      return true
    } catch (err) {
      message(t("share.broken", err instanceof BrokenLink ? trouble(err) : String(err)), "bad")
      return false
    }
  }

  /** From here on the program is the learner's: the cursor goes before the call
   * that stands next, and the moment is marked. */
  fork(): void {
    const m = this.machine.player.moment.value
    if (!m || !this.editor) return
    if (!this.machine.player.marks.value.some(p => p.row === m.point.row && p.ordinal === m.point.ordinal)) this.machine.player.mark()
    this.editor.goto(Math.max(1, m.line), 1)
    message(t("fork.done", Math.max(1, m.line)), "")
  }
}

/** Two runs of the same are the same whatever the language. */
function same(o: RunOptions): string { return JSON.stringify([o.source, o.profile, o.set, o.seed]) }

export const pointFragment = (m: Moment | null): string => m && m.event >= 0 ? "#" + encodePoint(m.point) : ""

function trouble(e: BrokenLink): string {
  return e.trouble === "version" ? t("link.version", e.found, version) : t(`link.${e.trouble}` as Word)
}

function eventOf(s: RunSummary, p: { row: number; ordinal: number }): number {
  const row = s.score.rows.find(r => r.row === p.row)
  return row ? Math.min(s.events - 1, row.event + p.ordinal) : 0
}

/** Counters and output of the moment, where the page has a place for them. */
function counters(m: Moment): void {
  const c = one<HTMLElement>("[data-counters]"), o = one<HTMLElement>("[data-output]")
  if (c) {
    c.hidden = m.counters.length === 0
    const h = document.createElement("h3"), table = document.createElement("table")
    h.textContent = t("counters", commas(m.event + 1))
    table.className = "t"
    for (const k of m.counters) {
      const row = table.insertRow(), value = document.createElement("td")
      row.insertCell().textContent = k.name
      value.className = "num n-sim"; value.textContent = k.value; value.title = k.exact
      row.append(value)
    }
    c.replaceChildren(h, table)
  }
  if (o) {
    o.hidden = m.output === ""
    const h = document.createElement("h3"), pre = document.createElement("pre")
    h.textContent = t("program output")
    pre.className = "output"; pre.textContent = m.output; pre.tabIndex = 0
    o.replaceChildren(h, pre)
  }
}
