// The page's engine. It begins with the log that came with the page, if there
// is one, so that stepping works at once; meanwhile the worker fetches the
// WebAssembly and runs the same program, and takes over between two steps.

import type { Engine, EventRow, GoalFound, Hang, Moment, OomReport, Point, RunOptions, RunSummary, Station, Unit } from "../moment"
import { slides, type Slide } from "../microscope/slide"
import { bug, eventRows, Frame, goals, hangs, oom, PARTS, Scene, Status, summary } from "./codec"
import { Log } from "./log"
import type { Ask, Reply } from "./protocol"

export interface ConnectOptions { log?: string; source: string; profile: string; set: string[]; seed: number; lang: "en" | "zh" }

/** Where the worker, the WebAssembly and Go's support file are. The page's
 * <html> carries them: data-worker, data-wasm, data-wasm-exec. */
export interface Assets { worker: string; wasm: string; exec: string }

export function assetsOf(root: HTMLElement): Assets | null {
  const { worker, wasm, wasmExec } = root.dataset
  return worker && wasm && wasmExec ? { worker, wasm, exec: wasmExec } : null
}

export type Connected = Engine & { readonly ready: Promise<void> }

export function connect(o: ConnectOptions, assets: Assets | null = assetsOf(document.documentElement)): Connected {
  return new Client(o, assets)
}

const units = { event: 0, call: 1, line: 2 } as const

class Client implements Connected {
  readonly canRun: boolean
  /** When the worker has run the first program; rejected if it can't come. */
  readonly ready: Promise<void>
  #line: Line | null = null
  #scene = new Scene()
  #log: Promise<Log | null>
  #shown: Log | null = null
  #initial: RunOptions
  #first: Promise<RunSummary> | null = null
  #live = false
  #lang: "en" | "zh"

  constructor(o: ConnectOptions, assets: Assets | null) {
    this.canRun = assets !== null
    this.#lang = o.lang
    this.#initial = { source: o.source, profile: o.profile, set: o.set, seed: o.seed, lang: o.lang }
    this.#log = o.log ? Log.fetch(o.log).catch(() => null) : Promise.resolve(null)
    if (assets) {
      this.#line = new Line(assets)
      this.#first = this.#log.then(() => this.#runInWorker(this.#initial, () => {}, false))
      this.ready = this.#first.then(() => undefined)
    } else this.ready = Promise.reject(new Error("the engine is not part of this page"))
    this.ready.catch(() => undefined)
  }

  async run(o: RunOptions, progress: (events: number) => void): Promise<RunSummary> {
    if (!this.#live && same(o, this.#initial)) {
      this.#shown = await this.#log
      if (this.#shown) return this.#shown.summary
      if (this.#first) { const s = await this.#first; this.#live = s.ok; return s }
    }
    this.#lang = o.lang
    await this.#first?.catch(() => undefined)
    return this.#runInWorker(o, progress, true)
  }

  async #runInWorker(o: RunOptions, progress: (events: number) => void, take: boolean): Promise<RunSummary> {
    if (!this.#line) throw new Error("the engine is not part of this page")
    const f = await this.#line.ask({ op: "start", start: { ...o, lang: o.lang } }, progress)
    if (f.status === Status.bug) throw new Error(bug(f))
    this.#scene.apply(f)
    const s = summary(f, this.#scene)
    if (take && s.ok) { this.#live = true; this.#shown = null; this.#initial = o }
    return s
  }

  stop(): void { this.#line?.post({ op: "stop" }) }

  /** The log while the worker is not there; null once it is. */
  async #aboutToUseLog(): Promise<Log | null> {
    const log = this.#shown
    if (this.#live || !log) return null
    if (await settled(this.ready)) { await this.#takeOver(log); return null }
    return log
  }

  async #takeOver(log: Log): Promise<void> {
    this.#live = true
    this.#shown = null
    if (this.#lang !== this.#initial.lang) await this.#ask({ op: "language", lang: this.#lang })
    await this.#ask({ op: "seek", event: log.event })
  }

  /** Waits for the worker, then asks it. */
  async #needWorker(): Promise<void> {
    await this.ready
    if (this.#shown) await this.#takeOver(this.#shown)
    this.#live = true
  }

  async #ask(a: Ask): Promise<Frame> {
    if (!this.#line) throw new Error("the engine is not part of this page")
    const f = await this.#line.ask(a)
    this.#scene.apply(f)
    return f
  }

  async #moment(a: Ask): Promise<Moment> {
    if (!this.#live) await this.#needWorker()
    const f = await this.#ask(a)
    if (f.status === Status.noRun) throw new Error("no program has been run yet")
    return this.#scene.moment(f.point)
  }

  async #maybe(a: Ask): Promise<Moment | null> {
    if (!this.#live) await this.#needWorker()
    const f = await this.#ask(a)
    return f.status === Status.nothing ? null : this.#scene.moment(f.point)
  }

  async language(lang: "en" | "zh"): Promise<Moment> {
    this.#lang = lang
    const log = await this.#aboutToUseLog()
    if (log && lang === this.#initial.lang) return log.moment()
    return this.#moment({ op: "language", lang })
  }

  async seek(event: number): Promise<Moment> {
    const log = await this.#aboutToUseLog()
    return log ? log.seek(event) : this.#moment({ op: "seek", event })
  }

  async at(p: Point): Promise<Moment> {
    const log = await this.#aboutToUseLog()
    return log ? log.at(p) : this.#moment({ op: "at", row: p.row, ordinal: p.ordinal })
  }

  async step(unit: Unit, direction: 1 | -1): Promise<Moment> {
    const log = await this.#aboutToUseLog()
    return log ? log.step(unit, direction) : this.#moment({ op: "step", unit: units[unit], forward: direction > 0 })
  }

  async jump(kind: string, direction: 1 | -1): Promise<Moment | null> {
    const log = await this.#aboutToUseLog()
    return log ? log.jump(kind, direction) : this.#maybe({ op: "jump", kind, forward: direction > 0 })
  }

  who(s: Station): Promise<Moment | null> {
    return this.#maybe({ op: "who", pane: s.pane, part: PARTS.indexOf(s.part), index: s.index })
  }

  async hangs(s: Station): Promise<Hang[]> {
    if (!this.#live) await this.#needWorker()
    return hangs(await this.#ask({ op: "hangs", pane: s.pane, part: PARTS.indexOf(s.part), index: s.index }), this.#scene)
  }

  async events(from: number, count: number): Promise<EventRow[]> {
    const log = await this.#aboutToUseLog()
    if (log) return log.rows.slice(from, from + count)
    if (!this.#live) await this.#needWorker()
    return eventRows(await this.#ask({ op: "events", from: Math.max(0, from), count }), this.#scene)
  }

  look(address: bigint): Promise<Moment> {
    return this.#moment({ op: "look", lo: Number(address & 0xffffffffn), hi: Number(address >> 32n & 0xffffffffn) })
  }

  processor(sm: number): Promise<Moment> { return this.#moment({ op: "processor", sm }) }

  async oom(text: string, lang: "en" | "zh"): Promise<OomReport> {
    if (!this.#line) throw new Error("the engine is not part of this page")
    return oom(await this.#ask({ op: "oom", text, lang }), this.#scene)
  }

  async microscope(lines: string): Promise<Slide[]> {
    if (!this.#line) throw new Error("the engine is not part of this page")
    return slides(await this.#ask({ op: "microscope", lines, lang: this.#lang }), this.#scene)
  }

  async goals(meets: string[]): Promise<GoalFound[]> {
    if (!this.#live) await this.#needWorker()
    return goals(await this.#ask({ op: "goals", meets }), this.#scene)
  }
}

function same(a: RunOptions, b: RunOptions): boolean {
  return a.source === b.source && a.profile === b.profile && a.seed === b.seed && a.lang === b.lang && a.set.join("\n") === b.set.join("\n")
}

/** Whether a promise is fulfilled by now. */
async function settled(p: Promise<unknown>): Promise<boolean> {
  const not = {}
  try { return await Promise.race([p, Promise.resolve(not)]) !== not } catch { return false }
}

/** The line to the worker: requests with numbers, answers in order. */
export class Line {
  #worker: Worker
  #next = 1
  #open = new Map<number, { done(f: Frame): void; failed(err: Error): void; progress?: (events: number) => void }>()
  #failed: Error | null = null

  constructor(a: Assets) {
    this.#worker = new Worker(a.worker, { type: "module", name: "pagewalk" })
    this.#worker.onmessage = (m: MessageEvent<Reply>) => this.#hear(m.data)
    this.#worker.onerror = e => { e.preventDefault(); this.#fail(new Error(e.message || "the engine's worker could not be loaded")) }
    this.#worker.postMessage({ id: 0, wasm: new URL(a.wasm, location.href).href, exec: new URL(a.exec, location.href).href })
  }

  #hear(r: Reply): void {
    if (r.id === 0) { if ("error" in r) this.#fail(new Error(r.error)); return }
    const open = this.#open.get(r.id)
    if (!open) return
    if ("events" in r) { open.progress?.(r.events); return }
    this.#open.delete(r.id)
    if ("error" in r) open.failed(new Error(r.error))
    else if ("frame" in r) open.done(new Frame(new Uint8Array(r.frame)))
  }

  #fail(err: Error): void {
    this.#failed = err
    for (const o of this.#open.values()) o.failed(err)
    this.#open.clear()
  }

  ask(a: Ask, progress?: (events: number) => void): Promise<Frame> {
    if (this.#failed) return Promise.reject(this.#failed)
    const id = this.#next++
    return new Promise((done, failed) => {
      this.#open.set(id, { done, failed, ...(progress ? { progress } : {}) })
      this.#worker.postMessage({ id, ask: a })
    })
  }

  post(a: Ask): void { this.#worker.postMessage({ id: 0, ask: a }) }
}
