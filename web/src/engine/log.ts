// A shipped log: the frames of a run, one for each event, made by the engine
// when the site was built. Stepping is applying patches; nothing is computed.

import type { EventRow, Moment, Point, RunSummary, Unit } from "../moment"
import { eventRows, frames, Scene, summary, type Frame } from "./codec"

export class Log {
  readonly summary: RunSummary
  readonly rows: readonly EventRow[]
  #frames: Frame[]
  #scene = new Scene()
  #at = 0 // frame that the scene shows; frame 0 is before the first event

  constructor(bytes: Uint8Array) {
    this.#frames = frames(bytes)
    const first = this.#frames[0]
    if (!first || !first.full) throw new Error("log: it does not begin with a full frame")
    this.#scene.apply(first)
    for (const f of this.#frames.slice(1)) this.#scene.learn(f)
    this.summary = summary(first, this.#scene)
    this.rows = eventRows(first, this.#scene)
  }

  static async fetch(url: string): Promise<Log> {
    const answer = await fetch(url)
    if (!answer.ok) throw new Error(`log: ${answer.status} ${answer.statusText}`)
    return new Log(new Uint8Array(await answer.arrayBuffer()))
  }

  get event(): number { return this.#at - 1 }

  moment(): Moment { return this.#scene.moment(this.#frames[this.#at]!.point) }

  seek(event: number): Moment {
    const to = Math.max(0, Math.min(this.#frames.length - 1, event + 1))
    while (this.#at < to) this.#scene.apply(this.#frames[++this.#at]!)
    while (this.#at > to) this.#scene.revert(this.#frames[this.#at--]!)
    return this.moment()
  }

  at(p: Point): Moment {
    const inRow = this.rows.filter(r => r.point.row === p.row)
    const exact = inRow.find(r => r.point.ordinal === p.ordinal) ?? inRow[inRow.length - 1]
    return this.seek(exact ? exact.event : this.rows.length - 1)
  }

  /** The same units as engine/timeline/step.go. */
  step(unit: Unit, direction: 1 | -1): Moment {
    if (unit === "event") return this.seek(this.event + direction)
    const same = (a: EventRow, b: EventRow) => unit === "call" ? a.point.row === b.point.row : a.line === b.line
    if (direction > 0) {
      let i = this.event + 1
      const next = this.rows[i]
      if (!next) return this.moment()
      while (i + 1 < this.rows.length && same(this.rows[i + 1]!, next)) i++
      return this.seek(i)
    }
    const here = this.rows[this.event]
    if (!here) return this.moment()
    let i = this.event
    while (i >= 0 && same(this.rows[i]!, here)) i--
    return this.seek(i)
  }

  jump(kind: string, direction: 1 | -1): Moment | null {
    for (let i = this.event + direction; i >= 0 && i < this.rows.length; i += direction) if (this.rows[i]!.kind.includes(kind)) return this.seek(i)
    return null
  }
}
