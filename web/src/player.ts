// One player for each machine on a page: the engine, the moment it stands at,
// and the few things that only the page knows: how far a learner may look
// before answering, whether it plays, bookmarks.

import { batch, computed, signal } from "@preact/signals-core"
import { Pane, states, type Engine, type Moment, type Point, type RunSummary, type Unit } from "./moment"
import { announcement, keep, lang, recall, still } from "./store"
import { t } from "./words"

/** A step that waits for the reader's move, and the move once it is made. */
export interface Turn { next: Moment; options: readonly number[]; said: number }

const beat = 900, slowBeat = 1500

export class Player {
  readonly engine = signal<Engine | null>(null)
  readonly moment = signal<Moment | null>(null)
  readonly summary = signal<RunSummary | null>(null)
  readonly playing = signal(false)
  readonly scrubbing = signal(false)
  /** Last event that may be shown; a prediction lowers it. */
  readonly limit = signal(Infinity)
  /** Counts the times that somebody wanted to go past the limit. */
  readonly blocked = signal(0)
  readonly marks = signal<readonly Point[]>([])
  readonly score = computed(() => this.summary.value?.score ?? null)
  /** The reader is the driver: a step that changes a chunk is asked first. */
  readonly driving = signal(false)
  readonly turn = signal<Turn | null>(null)
  readonly turns = signal({ asked: 0, right: 0 })
  /** Name under which bookmarks are kept. */
  name = ""

  #busy: Promise<unknown> = Promise.resolve()
  #wanted = -2
  #seeking = false
  #clock: ReturnType<typeof setTimeout> | undefined
  #said: ReturnType<typeof setTimeout> | undefined

  async open(engine: Engine, summary: RunSummary, first: number): Promise<void> {
    this.stop()
    this.turn.value = null
    const m = await engine.seek(Math.min(first, this.limit.value))
    batch(() => {
      this.engine.value = engine
      this.summary.value = summary
      this.moment.value = m
      this.marks.value = read(this.name)
    })
  }

  /** One act after another; a fault of the engine is said, never swallowed. */
  #act(f: (e: Engine) => Promise<Moment | null>): Promise<void> {
    const run = async () => {
      const engine = this.engine.value
      if (!engine) return
      this.turn.value = null
      try { await this.#show(await f(engine), engine) } catch (err) { fault(err) }
    }
    const next = this.#busy.then(run)
    this.#busy = next
    return next
  }

  /** A question that moves nothing, in its turn among the acts. */
  ask<T>(f: (e: Engine) => Promise<T>): Promise<T> {
    const run = async () => {
      const engine = this.engine.value
      if (!engine) throw new Error("there is no engine")
      return f(engine)
    }
    const next = this.#busy.then(run)
    this.#busy = next.catch(() => undefined)
    return next
  }

  async #show(m: Moment | null, engine: Engine): Promise<void> {
    if (!m) { announcement.value = t("no jump"); return }
    if (m.event > this.limit.value) {
      m = await engine.seek(this.limit.value)
      batch(() => { this.blocked.value++; this.playing.value = false; this.moment.value = m })
      announcement.value = t("blocked", this.limit.value + 2)
      return
    }
    this.moment.value = m
    this.#announce(m)
  }

  /** The sentence, once per act: not while it plays or is dragged. */
  #announce(m: Moment): void {
    clearTimeout(this.#said)
    if (this.playing.value || this.scrubbing.value) return
    this.#said = setTimeout(() => { announcement.value = m.sentence || t("start") }, 120)
  }

  step(unit: Unit, direction: 1 | -1): Promise<void> {
    this.stop()
    const made = (this.turn.peek()?.said ?? -1) >= 0
    return this.#act(e => unit === "event" && direction > 0 && !made ? this.#forward(e) : e.step(unit, direction))
  }

  /** One event on. If the reader is to make the move, the engine goes back to
   * where the reader stands, and the step waits. */
  async #forward(e: Engine): Promise<Moment> {
    const m = await e.step("event", 1), move = m.physical.machine.move
    if (!this.driving.peek() || !move || m.event > this.limit.peek() || m.event === this.moment.peek()?.event) return m
    const here = await e.step("event", -1)
    this.turn.value = { next: m, options: [0, 1, 2, 3, 4].filter(s => s !== move.from), said: -1 }
    return here
  }

  /** The reader's move, by its number; false if none is asked for. */
  answer(n: number): boolean {
    const turn = this.turn.peek(), said = turn?.options[n - 1]
    if (!turn || turn.said >= 0 || said === undefined) return false
    const move = turn.next.physical.machine.move!, right = said === move.to, so = this.turns.peek()
    batch(() => {
      this.turn.value = { ...turn, said }
      this.turns.value = { asked: so.asked + 1, right: so.right + (right ? 1 : 0) }
    })
    announcement.value = right ? t("turn.yes", states[said]!) : t("turn.no", states[said]!, states[move.to]!)
    return true
  }

  drive(on: boolean): void {
    batch(() => { this.driving.value = on; this.turn.value = null })
  }

  jump(kind: string, direction: 1 | -1): Promise<void> {
    this.stop()
    return this.#act(e => e.jump(kind, direction))
  }

  at(p: Point): Promise<void> { return this.#act(e => e.at(p)) }

  look(address: bigint): Promise<void> { return this.#act(e => e.look(address)) }
  processor(sm: number): Promise<void> { return this.#act(e => e.processor(sm)) }

  who(pane: Pane, part: string, index: number): Promise<void> {
    return this.#act(async e => {
      const m = await e.who({ pane, part, index } as Parameters<Engine["who"]>[0])
      if (!m) announcement.value = t("who.none")
      return m ?? this.moment.value
    })
  }

  /** Counts the times that the engine has taken up another language. */
  readonly tongue = signal(0)

  language(): Promise<void> {
    return this.#act(async e => { const m = await e.language(lang.value); this.tongue.value++; return m })
  }

  /** Seeks coalesce: while one runs, only the last wish is kept. */
  seek(event: number): void {
    if (!Number.isFinite(event)) return // a picture without width has no place to point at
    this.#wanted = event
    if (this.#seeking) return
    this.#seeking = true
    void this.#act(async e => {
      let m: Moment
      let aim: number
      do { aim = this.#wanted; m = await e.seek(aim) } while (aim !== this.#wanted)
      this.#seeking = false
      return m
    }).finally(() => { this.#seeking = false })
  }

  first(): void { this.stop(); this.seek(0) }
  last(): void { this.stop(); this.seek((this.summary.value?.events ?? 1) - 1) }

  toggle(): void { if (this.playing.value) this.stop(); else this.play() }

  stop(): void {
    clearTimeout(this.#clock)
    if (!this.playing.value) return
    this.playing.value = false
    const m = this.moment.value
    if (m) this.#announce(m)
  }

  play(): void {
    const m = this.moment.value
    if (!m) return
    this.playing.value = true
    if (m.event >= m.events - 1) this.seek(0)
    this.#tick()
  }

  #tick(): void {
    const before = this.moment.value
    const wait = still() ? 2 * beat : beat
    this.#clock = setTimeout(async () => {
      if (!this.playing.value) return
      await this.#act(e => this.#forward(e))
      const m = this.moment.value
      if (!m || m.event >= m.events - 1 || !this.playing.value || this.turn.value) { this.stop(); return }
      this.#tick()
    }, before && crosses(before) ? slowBeat : wait)
  }

  mark(): void {
    const m = this.moment.value
    if (!m) return
    const same = (p: Point) => p.row === m.point.row && p.ordinal === m.point.ordinal
    const has = this.marks.value.some(same)
    this.marks.value = has ? this.marks.value.filter(p => !same(p)) : [...this.marks.value, m.point].sort(order)
    keep("marks." + this.name, JSON.stringify(this.marks.value))
  }

  nextMark(): void {
    const m = this.moment.value
    if (!m || this.marks.value.length === 0) return
    const after = this.marks.value.find(p => order(p, m.point) > 0) ?? this.marks.value[0]
    if (after) void this.at(after)
  }

  /** The event of a point, from the score, without asking the engine. */
  eventOf(p: Point): number {
    const row = this.score.value?.rows.find(r => r.row === p.row)
    return row ? row.event + p.ordinal : -1
  }
}

function order(a: Point, b: Point): number { return a.row - b.row || a.ordinal - b.ordinal }

/** A step that stands at the gate between user and kernel is held longer. */
function crosses(m: Moment): boolean {
  return m.pane === Pane.Driver && m.driver.rungs.some(r => r.state === "now")
}

function read(name: string): Point[] {
  try { return JSON.parse(recall("marks." + name) ?? "[]") as Point[] } catch { return [] }
}

function fault(err: unknown): void {
  const what = err instanceof Error ? err.message : String(err)
  announcement.value = t("our fault", what)
  document.dispatchEvent(new CustomEvent("pagewalk-fault", { detail: what }))
}
