// One instance of the engine's WebAssembly, and its replacement when it dies.
//
// Go's exports never block and never let a panic out, but with GOOS=js an
// instance can still die: memory beyond 4 GiB ends it, and a call into a dead
// one returns an arbitrary number. So every call carries a serial number that
// the answer must repeat, and a host that gets no such answer makes a new
// instance and brings it to where the old one was.

import { HEADER, MAGIC, Status } from "./views"
import type { Ask, Start } from "./protocol"

interface Exports {
  memory?: WebAssembly.Memory
  mem?: WebAssembly.Memory
  mailbox(): number
  input(bytes: number): void
  run_start(serial: number, source: number, profile: number, sets: number, seedLo: number, seedHi: number, lang: number): void
  run_step(serial: number, budget: number): void
  run_stop(serial: number): void
  seek(serial: number, event: number): void
  at(serial: number, row: number, ordinal: number): void
  step(serial: number, unit: number, forward: number): void
  jump(serial: number, kind: number, forward: number): void
  who(serial: number, pane: number, part: number, index: number): void
  hangs(serial: number, pane: number, part: number, index: number): void
  events(serial: number, from: number, count: number): void
  look(serial: number, lo: number, hi: number): void
  processor(serial: number, sm: number): void
  language(serial: number, lang: number): void
  oom(serial: number, text: number, lang: number): void
  goals(serial: number, conditions: number): void
  side_keep(serial: number, side: number): void
  side_rows(serial: number, side: number, text: number): void
  compare(serial: number, lang: number): void
  microscope(serial: number, lines: number, lang: number): void
  hash(serial: number): void
}

interface GoRuntime {
  importObject: WebAssembly.Imports & { gojs: Record<string, (sp: number) => void> }
  run(instance: WebAssembly.Instance): Promise<void>
}

/** A slice of a run lasts at most this long, so that "stop" is heard. */
export const slice = 8

export class Dead extends Error {}

const utf8 = new TextEncoder()
const langNumber = (lang: "en" | "zh") => lang === "zh" ? 1 : 0

export class Host {
  #x!: Exports
  #box = 0
  #serial = 0
  #start: Start | null = null
  #event = -1
  #budget = 4_000
  #finished = false

  /** now is a clock in milliseconds. */
  constructor(private readonly module: WebAssembly.Module, private readonly go: new () => GoRuntime, private readonly now: () => number = () => performance.now()) {}

  /** Makes a fresh instance. */
  async boot(): Promise<void> {
    const go = new this.go()
    go.importObject.gojs["runtime.wasmExit"] = () => { throw new Dead("the engine ended") }
    const instance = await WebAssembly.instantiate(this.module, go.importObject)
    void go.run(instance).catch(() => undefined)
    this.#x = instance.exports as unknown as Exports
    this.#box = this.#x.mailbox()
  }

  get #memory(): ArrayBuffer { return (this.#x.mem ?? this.#x.memory)!.buffer as ArrayBuffer }

  /** Puts texts into the input buffer, one after the other; gives their lengths. */
  #put(...texts: string[]): number[] {
    const all = texts.map(t => utf8.encode(t))
    this.#x.input(all.reduce((n, b) => n + b.length, 0))
    let at = new Uint32Array(this.#memory, this.#box, 4)[2]!
    for (const b of all) { new Uint8Array(this.#memory, at, b.length).set(b); at += b.length }
    return all.map(b => b.length)
  }

  /** One export call: its frame, copied, or Dead. */
  #call(f: (x: Exports, serial: number) => void): Uint8Array {
    this.#serial = (this.#serial + 1) >>> 0 || 1
    try { f(this.#x, this.#serial) } catch (err) { throw new Dead(err instanceof Error ? err.message : String(err)) }
    const [at, length] = new Uint32Array(this.#memory, this.#box, 4)
    if (!at || length! < HEADER) throw new Dead("no answer")
    const head = new DataView(this.#memory, at, HEADER)
    if (head.getUint32(0, true) !== MAGIC || head.getUint32(8, true) !== this.#serial) throw new Dead("the answer is not to this call")
    return new Uint8Array(this.#memory, at, length!).slice()
  }

  /** Begins a program; what follows are slices of `run`. */
  begin(s: Start): Uint8Array {
    const [source, profile, sets] = this.#put(s.source, s.profile, s.set.join("\n"))
    const f = this.#call((x, n) => x.run_start(n, source!, profile!, sets!, s.seed >>> 0, Math.floor(s.seed / 2 ** 32) >>> 0, langNumber(s.lang) | (s.watched ? 2 : 0)))
    if (statusOf(f) === Status.running) { // a refused program leaves the run before it as it is
      this.#start = s
      this.#event = -1
      this.#finished = false
    }
    return f
  }

  /** Goes on with the program for one slice. The budget follows the clock. */
  run(): Uint8Array {
    const from = this.now()
    const f = this.#call((x, n) => x.run_step(n, this.#budget))
    const took = this.now() - from
    if (took > slice * 0.75) this.#budget = Math.max(500, Math.floor(this.#budget * slice * 0.5 / took))
    else if (took < slice * 0.4) this.#budget = Math.min(4_000_000, this.#budget * 2)
    this.#finished = statusOf(f) !== Status.running
    return f
  }

  /** Ends the program where it is. */
  halt(): Uint8Array {
    this.#finished = true
    return this.#call((x, n) => x.run_stop(n))
  }

  /** Any call but those that run. */
  ask(a: Ask): Uint8Array {
    const f = this.#ask(a)
    if (statusOf(f) === Status.bug) throw new Dead("a fault in the engine")
    const at = cursorOf(f)
    if (at !== null) this.#event = at
    if (a.op === "language" && this.#start) this.#start = { ...this.#start, lang: a.lang }
    return f
  }

  #ask(a: Ask): Uint8Array {
    switch (a.op) {
      case "seek": return this.#call((x, n) => x.seek(n, a.event < 0 ? 0xffffffff : a.event))
      case "at": return this.#call((x, n) => x.at(n, a.row, a.ordinal))
      case "step": return this.#call((x, n) => x.step(n, a.unit, a.forward ? 1 : 0))
      case "jump": { const [k] = this.#put(a.kind); return this.#call((x, n) => x.jump(n, k!, a.forward ? 1 : 0)) }
      case "hangs": return this.#call((x, n) => x.hangs(n, a.pane, a.part, a.index))
      case "who": return this.#call((x, n) => x.who(n, a.pane, a.part, a.index))
      case "events": return this.#call((x, n) => x.events(n, a.from, a.count))
      case "look": return this.#call((x, n) => x.look(n, a.lo, a.hi))
      case "processor": return this.#call((x, n) => x.processor(n, a.sm < 0 ? 0xffffffff : a.sm))
      case "language": return this.#call((x, n) => x.language(n, langNumber(a.lang)))
      case "oom": { const [t] = this.#put(a.text); return this.#call((x, n) => x.oom(n, t!, langNumber(a.lang))) }
      case "goals": { const [c] = this.#put(a.meets.join("\n")); return this.#call((x, n) => x.goals(n, c!)) }
      case "microscope": { const [t] = this.#put(a.lines); return this.#call((x, n) => x.microscope(n, t!, langNumber(a.lang))) }
      case "keep": return this.#call((x, n) => x.side_keep(n, a.side))
      case "side": { const [t] = this.#put(a.text); return this.#call((x, n) => x.side_rows(n, a.side, t!)) }
      case "compare": return this.#call((x, n) => x.compare(n, langNumber(a.lang)))
      case "hash": return this.#call((x, n) => x.hash(n))
      case "start": return this.begin(a.start)
      case "stop": return this.halt()
    }
  }

  /** A new instance at the place where the old one was. */
  async revive(): Promise<void> {
    const s = this.#start, event = this.#event, finished = this.#finished
    await this.boot()
    if (!s || !finished) return
    let f = this.begin(s)
    while (statusOf(f) === Status.running) f = this.run()
    this.ask({ op: "seek", event })
  }
}

function statusOf(f: Uint8Array): number { return new DataView(f.buffer, f.byteOffset).getUint32(12, true) }

/** The event of the Cursor section, if the frame has one. */
function cursorOf(f: Uint8Array): number | null {
  const v = new DataView(f.buffer, f.byteOffset, f.byteLength)
  let at = HEADER
  for (let i = v.getUint16(6, true); i > 0; i--) {
    if (v.getUint16(at, true) === 1) { const e = v.getUint32(at + 16, true); return e === 0xffffffff ? -1 : e }
    at += 16 + v.getUint32(at + 8, true)
  }
  return null
}
