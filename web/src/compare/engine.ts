// The engine's side of a comparison: two programs are played one after the
// other, or rows come from a file; then the two are put beside each other. One
// worker, one instance of the WebAssembly.

import { assetsOf, Line } from "../engine/client"
import { bug, Scene, Status, summary } from "../engine/codec"
import type { Start } from "../engine/protocol"
import { report, type Report } from "./report"

export type SideNumber = 0 | 1

/** A program that the language refuses: its first complaint. */
export class Refused extends Error {}

export class Comparer {
  #line: Line
  #scene = new Scene()

  constructor() {
    const assets = assetsOf(document.documentElement)
    if (!assets) throw new Error("the engine is not part of this page")
    this.#line = new Line(assets)
  }

  /** Plays a program and makes it a side. */
  async play(side: SideNumber, start: Start, progress: (events: number) => void): Promise<void> {
    const f = await this.#line.ask({ op: "start", start }, progress)
    if (f.status === Status.bug) throw new Error(bug(f))
    this.#scene.apply(f)
    const s = summary(f, this.#scene)
    if (!s.ok) throw new Refused(s.diagnostics[0]?.text ?? "")
    await this.#ask({ op: "keep", side })
  }

  /** Makes recorded rows a side. */
  async rows(side: SideNumber, text: string): Promise<void> { await this.#ask({ op: "side", side, text }) }

  async compare(lang: "en" | "zh"): Promise<Report> { return report(await this.#ask({ op: "compare", lang }), this.#scene) }

  async #ask(a: Parameters<Line["ask"]>[0]) {
    const f = await this.#line.ask(a)
    this.#scene.apply(f)
    if (f.status === Status.refused) throw new Refused(summary(f, this.#scene).diagnostics[0]?.text ?? "")
    if (f.status !== Status.ok) throw new Error(bug(f) || `status ${f.status}`)
    return f
  }
}
