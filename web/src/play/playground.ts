// The tool bar: which program, which GPU, which policies; run, stop, share,
// fork. A run goes to the engine; progress and errors are said in the page.

import { effect } from "@preact/signals-core"
import { commas, time } from "../format"
import { BrokenLink, decode, encode, encodePoint, version } from "../link"
import type { PwMachine } from "../machine/pw-machine"
import type { Moment, Point, RunOptions, RunSummary } from "../moment"
import { announcement, lang } from "../store"
import { t, type Word } from "../words"
import { CodeEditor } from "./code-editor"
import { Goal } from "./goal"
import { message } from "./message"
import { Runs, type Made, type Run } from "./runs"
import { Sets } from "./sets"
import { watch } from "./watch"

const one = <T extends Element>(s: string) => document.querySelector<T>(s)

export class Playground {
  readonly editor = one<CodeEditor>("code-editor")
  readonly profile = one<HTMLSelectElement>("select[data-profile]")
  readonly scenario = one<HTMLSelectElement>("select[data-scenario]")
  readonly seed = one<HTMLInputElement>("input[data-seed]")
  readonly sets = new Sets(one<HTMLElement>("[data-sets]"))
  readonly runs: Runs
  readonly goal: Goal | null
  #running = false
  #begun = false
  #name = ""
  #last: Made | null = null

  constructor(readonly machine: PwMachine) {
    this.runs = new Runs(one<HTMLElement>("[data-runs]"), r => this.#select(r), (r, back) => message(t("run.closed", this.runs.name(r)), "", { act: [t("run.back"), back] }))
    const card = one<HTMLElement>("[data-goal][data-meets]")
    this.goal = card ? new Goal(card, { player: machine.player, use: p => this.#use(p) }) : null
    this.#on("[data-run]", () => void this.run())
    this.#on("[data-stop]", () => this.machine.player.engine.value?.stop())
    this.#on("[data-share]", () => void this.share())
    this.#on("[data-drive]", () => machine.player.drive(!machine.player.driving.value))
    effect(() => { document.documentElement.toggleAttribute("data-driving", machine.player.driving.value) })
    effect(() => { for (const b of document.querySelectorAll("[data-drive]")) b.setAttribute("aria-pressed", String(machine.player.driving.value)) })
    document.addEventListener("wantrun", () => void this.run())
    document.addEventListener("fork", () => this.fork())
    this.scenario?.addEventListener("change", () => this.choose(this.scenario!.value))
    this.profile?.addEventListener("change", () => { this.#chip(); void this.run() })
    addEventListener("hashchange", () => void this.open())
    addEventListener("pagehide", () => this.#keep())
    effect(() => { this.editor?.line(machine.player.moment.value?.line ?? 0) })
    effect(() => { const m = machine.player.moment.value; if (m) watch(m) })
  }

  #on(what: string, deed: () => void): void { for (const b of document.querySelectorAll(what)) b.addEventListener("click", deed) }

  options(): RunOptions {
    return { source: this.editor?.text ?? "", profile: this.profile?.value ?? this.machine.dataset.profile ?? "", set: this.sets.values, seed: Math.max(0, Math.floor(Number(this.seed?.value) || 0)), lang: lang.value }
  }

  /** Runs what is in the editor. A fork opens where it left the other run. */
  async run(goto: Point | null = this.runs.active?.from ?? null): Promise<void> {
    const bad = this.sets.wrong
    if (bad) { message(t("set.bad", bad), "bad"); return }
    await this.#go(this.options(), goto)
  }

  /** The old picture stays until the new one is there. */
  async #go(o: RunOptions, goto: Point | null): Promise<void> {
    const player = this.machine.player, engine = player.engine.value
    if (!engine || this.#running) return
    this.#busy(true)
    try {
      const summary = await engine.run(o, n => message(t("n events", commas(n)), "progress"))
      this.editor?.mark(summary.diagnostics)
      this.#tell(summary)
      if (summary.ok && summary.events > 0) {
        this.ran(o, summary)
        await player.open(engine, summary, goto ? eventOf(summary, goto) : 0)
        this.#keep()
      }
    } catch (err) {
      message(t("our fault", err instanceof Error ? err.message : String(err)), "bad")
    } finally { this.#busy(false) }
  }

  /** What the picture was made from; a link holds a moment only of that. */
  ran(o: RunOptions, s: RunSummary): void {
    this.#last = { source: o.source, profile: o.profile, set: o.set, seed: o.seed }
    void this.goal?.check(o, s)
  }

  #busy(on: boolean): void {
    this.#running = on
    const stop = one<HTMLButtonElement>("[data-stop]"), run = one<HTMLButtonElement>("[data-run]")
    if (stop) stop.hidden = !on
    if (run) run.disabled = on
    if (on) message(t(this.machine.player.engine.value?.ready ? "getting ready" : "n events", 0), "progress")
  }

  #tell(s: RunSummary): void {
    if (s.diagnostics.length) { message("", ""); announcement.value = `${t("errors", s.diagnostics.length)}. ${t("error at", s.diagnostics[0]!.line)} ${s.diagnostics[0]!.text}`; return }
    const done = t("ran", commas(s.events), commas(s.rows), time(s.ps))
    message(s.ended ? `${t("ended", s.ended)} ${done}` : done, s.ended ? "bad" : "")
  }

  /** A program of the list, with the profile it is written for. Beside forks it
   * is a run of its own. */
  choose(id: string): void {
    const e = document.getElementById("scenario-" + id)
    if (!e || !this.editor || this.#running) return
    const file = e.dataset.name ?? id, many = this.runs.many
    this.#keep()
    const before = many ? this.runs.find(r => r.draft === id) : undefined
    if (before) { void this.#select(before); return }
    this.editor.load(id, file, e.textContent ?? "")
    this.#dress({ profile: e.dataset.profile ?? "", set: [], seed: this.options().seed })
    if (many) this.runs.add(this.#new())
    else this.runs.change(this.#new())
    this.#entitle(this.runs.active)
    void this.run(null)
  }

  /** A run as the editor and the tool bar have it now. */
  #new(): Run {
    const e = this.editor!, { lang: _, ...made } = this.options()
    return { fork: 0, draft: e.name, file: e.dataset.name ?? e.name, original: e.original, text: e.text, made, point: null, from: null }
  }

  /** The list names the program that is shown, also one that is not in it. */
  #entitle(r: Run | undefined): void {
    const list = this.scenario
    if (!list || !r) return
    const own = [...list.options].some(o => o.value === r.draft)
    let other = [...list.options].find(o => o.value === "")
    if (!own && !other) { other = new Option("", ""); list.add(other, 0) }
    if (!own && other && !r.draft.startsWith("goal.")) other.text = this.runs.name(r)
    list.value = own ? r.draft : ""
  }

  #dress(m: Pick<Made, "profile" | "set" | "seed">): void {
    if (this.profile && [...this.profile.options].some(o => o.value === m.profile)) { this.profile.value = m.profile; this.#chip() }
    if (this.seed) this.seed.value = String(m.seed)
    this.sets.values = m.set
  }

  /** Notes in the active run what is typed and where one stands. */
  #keep(): void {
    const m = this.machine.player.moment.value
    if (this.#begun && this.editor) this.runs.change({ text: this.editor.text, point: m && m.event >= 0 ? m.point : null, ...(this.#last ? { made: this.#last } : {}) })
  }

  /** Another run, at its own moment. Its picture is made anew. */
  async #select(r: Run): Promise<void> {
    if (this.#running) return
    if (this.runs.active !== r) this.#keep()
    this.runs.show(r)
    await this.#open(r, r.point)
    announcement.value = t("run.shown", this.runs.name(r))
  }

  async #open(r: Run, point: Point | null): Promise<void> {
    this.editor?.load(r.draft, r.file, r.original, r.text)
    this.#dress(r.made)
    this.#entitle(r)
    this.machine.player.name = this.#name + (r.fork ? ` ${r.draft}` : "")
    await this.#go({ ...r.made, lang: lang.value }, point)
  }

  /** The goal's machine, as it is. */
  #use(profile: string): void {
    this.#dress({ profile, set: [], seed: this.options().seed })
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
    const m = this.machine.player.moment.value, o = this.options()
    return "#" + await encode({ ...o, point: m && m.event >= 0 && this.#last && same(this.#last, o) ? m.point : null })
  }

  async share(): Promise<void> {
    const f = await this.fragment(), url = location.href.split("#")[0] + f
    history.replaceState(null, "", f)
    try { await navigator.clipboard.writeText(url); message(t("share.copied"), "") } catch { message(t("share.shown"), "", { field: url }) }
    announcement.value = t("share.copied")
  }

  /** Opens what the page was called with: a link, or the runs of the last
   * visit. A damaged link says so and replaces nothing. False if the page's own
   * program is to be shown. */
  async open(): Promise<boolean> {
    const f = location.hash.slice(1), linked = f.startsWith("p=")
    await this.editor?.updateComplete
    const first = this.#begun ? null : this.#begin(!linked && location.search === "")
    if (!linked) { if (first && this.runs.many && location.search === "") { await this.#open(first, first.point); return true } return false }
    try {
      const s = await decode(f)
      const kept = this.runs.find(r => same(r.made, s))
      if (!kept || kept.text !== s.source) {
        this.editor?.load("link", "link.cu", s.source, s.source)
        this.#dress(s)
        if (this.runs.many) this.runs.add(this.#new())
        else this.runs.change(this.#new())
        this.#entitle(this.runs.active)
        await this.run(s.point)
      } else await this.#open(kept, s.point)
      return true
    } catch (err) {
      message(t("share.broken", err instanceof BrokenLink ? trouble(err) : String(err)), "bad")
      return false
    }
  }

  #begin(restore: boolean): Run | null {
    this.#begun = true
    this.#name = this.machine.player.name
    return this.editor ? this.runs.begin(this.#new(), restore) : null
  }

  /** Keeps the run with its moment, and makes another that shares everything up
   * to here: the cursor goes before the call that stands next. */
  fork(): void {
    const m = this.machine.player.moment.value, r = this.runs.active, e = this.editor
    if (!m || m.event < 0 || !r || !e || !this.#last || this.#running) return
    const text = e.text, n = this.runs.nextFork(), line = Math.max(1, m.line)
    this.runs.change({ text: this.#last.source, made: this.#last, point: m.point })
    this.runs.add({ ...r, fork: n, draft: `fork.${Date.now().toString(36)}`, original: this.#last.source, text, made: this.#last, point: m.point, from: m.point })
    const own = this.runs.active!
    e.load(own.draft, own.file, own.original, text)
    this.#entitle(own)
    this.machine.player.name = `${this.#name} ${own.draft}`
    e.goto(line, 1)
    message(t("fork.done", line), "")
  }
}

/** Two runs of the same are the same whatever the language. */
function same(a: Made, b: Made): boolean { return a.source === b.source && a.profile === b.profile && a.seed === b.seed && a.set.join("\n") === b.set.join("\n") }

export const pointFragment = (m: Moment | null): string => m && m.event >= 0 ? "#" + encodePoint(m.point) : ""

function trouble(e: BrokenLink): string {
  return e.trouble === "version" ? t("link.version", e.found, version) : t(`link.${e.trouble}` as Word)
}

function eventOf(s: RunSummary, p: Point): number {
  const row = s.score.rows.find(r => r.row === p.row)
  return row ? Math.min(s.events - 1, row.event + p.ordinal) : 0
}
