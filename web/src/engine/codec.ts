// Frames: what the engine answers with and what a lesson's log is made of.
// Layout: engine/scene/frame.go; views: engine/scene/views.go. There is one
// applier for both, and nothing here computes state.

import type {
  Batch, Block, BlockShare, ChunkCell, ChunkList, ChunkTree, Counter, Diagnostic, Driver, Entry, EventRow, Fault, Frames, GoalFound, Hang, Level, Managed, Moment, OomReport,
  Pane, Physical, Point, Pointer, Runtime, RunSummary, Score, Slab, Station, Tlb, Translation,
} from "../moment"
import { states } from "../moment"
import * as L from "./views"

export { Status } from "./views"

const NONE = 0xffffffff
const WHOLE = 0xffffffff

/** One frame with its sections, seen in place. */
export class Frame {
  readonly status: number
  readonly serial: number
  readonly length: number
  readonly point: Point
  readonly full: boolean
  private readonly data: DataView
  private readonly places = new Map<number, { at: number; count: number; bytes: number }>()

  constructor(bytes: Uint8Array) {
    if (bytes.byteLength < L.HEADER) throw new Error("frame: too short for a header")
    const head = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    if (head.getUint32(0, true) !== L.MAGIC) throw new Error("frame: not a frame")
    if (head.getUint16(4, true) !== L.VERSION) throw new Error(`frame: version ${head.getUint16(4, true)}, expected ${L.VERSION}`)
    this.serial = head.getUint32(8, true)
    this.status = head.getUint32(12, true)
    this.length = head.getUint32(16, true)
    if (this.length < L.HEADER || this.length > bytes.byteLength) throw new Error("frame: cut off")
    this.point = { row: head.getUint32(20, true), ordinal: head.getUint32(24, true) }
    this.full = (head.getUint32(28, true) & L.FULL) !== 0
    this.data = new DataView(bytes.buffer, bytes.byteOffset, this.length)
    this.index(head.getUint16(6, true))
  }

  private index(sections: number) {
    let at = L.HEADER
    for (let i = 0; i < sections; i++) {
      if (at + 16 > this.length) throw new Error("frame: section cut off")
      const kind = this.data.getUint16(at, true)
      const count = this.data.getUint32(at + 4, true)
      const bytes = this.data.getUint32(at + 8, true)
      at += 16
      if (bytes > this.length - at) throw new Error("frame: section cut off")
      this.places.set(kind, { at, count, bytes })
      at += bytes
    }
  }

  has(kind: number): boolean { return this.places.has(kind) }
  count(kind: number): number { return this.places.get(kind)?.count ?? 0 }

  /** Word i (32 bits) of a section. */
  u32(kind: number, i: number): number {
    const p = this.places.get(kind)
    if (!p || i * 4 + 4 > p.bytes) throw new Error(`frame: section ${kind} is too short`)
    return this.data.getUint32(p.at + i * 4, true)
  }

  /** Words i and i+1 as one number. */
  wide(kind: number, i: number): number { return this.u32(kind, i) + this.u32(kind, i + 1) * 0x100000000 }

  /** Words i and i+1 as a number with sign. */
  signed(kind: number, i: number): number { return this.u32(kind, i) + (this.u32(kind, i + 1) | 0) * 0x100000000 }

  /** The bytes of a section, in place. */
  bytes(kind: number): Uint8Array {
    const p = this.places.get(kind)
    return p ? new Uint8Array(this.data.buffer, this.data.byteOffset + p.at, p.bytes) : new Uint8Array(0)
  }
}

/** One view: a growable array of 64-bit words. */
class View {
  words = 0
  private lo = new Uint32Array(64) // two numbers a word, low half first

  setLength(n: number) {
    if (n * 2 > this.lo.length) {
      const grown = new Uint32Array(Math.max(n * 2, this.lo.length * 2))
      grown.set(this.lo)
      this.lo = grown
    }
    if (n < this.words) this.lo.fill(0, n * 2, this.words * 2)
    this.words = n
  }
  set(i: number, lo: number, hi: number) {
    if (i >= this.words) throw new Error("frame: patch beyond the end of a view")
    this.lo[i * 2] = lo
    this.lo[i * 2 + 1] = hi
  }
  number(i: number): number { return this.lo[i * 2]! + this.lo[i * 2 + 1]! * 0x100000000 }
  low(i: number): number { return this.lo[i * 2]! }
  signed(i: number): number { return this.lo[i * 2 + 1] === NONE ? -1 : this.number(i) }
  wide(i: number): bigint { return (BigInt(this.lo[i * 2 + 1]!) << 32n) | BigInt(this.lo[i * 2]!) }
  bytes(n: number): Uint8Array { return new Uint8Array(this.lo.buffer, 0, n) }
}

const utf8 = new TextDecoder()

/** The views and texts of one moment, kept up to date by frames. */
export class Scene {
  private views = Array.from({ length: L.VIEWS }, () => new View())
  private texts: string[] = [""]

  /** Carries out a frame: texts, patches, fills. */
  apply(f: Frame) {
    if (f.full) {
      this.views = Array.from({ length: L.VIEWS }, () => new View())
      this.texts = [""]
    }
    this.learn(f)
    const n = f.count(L.S.patch)
    for (let i = 0; i < n; i++) this.patch(f, i, 4)
    const fills = f.count(L.S.fill)
    for (let i = 0; i < fills; i++) {
      const k = L.S.fill, at = i * 5, view = this.view(f.u32(k, at)), from = f.u32(k, at + 1), many = f.u32(k, at + 2)
      const lo = f.u32(k, at + 3), hi = f.u32(k, at + 4)
      for (let j = 0; j < many; j++) view.set(from + j, lo, hi)
    }
  }

  /** Takes a frame's patches back, from the last to the first. A frame that
   * starts afresh cannot be taken back. */
  revert(f: Frame) {
    if (f.full) throw new Error("frame: a full frame has no way back")
    for (let i = f.count(L.S.patch) - 1; i >= 0; i--) this.patch(f, i, 2)
  }

  /** Adds the texts of a frame. */
  learn(f: Frame) {
    const n = f.count(L.S.text)
    if (n === 0) return
    const first = f.u32(L.S.text, 0), bytes = f.bytes(L.S.text), base = 4 * (n + 2)
    for (let i = 0; i < n; i++) {
      const from = f.u32(L.S.text, 1 + i), to = f.u32(L.S.text, 2 + i)
      this.texts[first + i] = utf8.decode(bytes.subarray(base + from, base + to))
    }
  }

  text(id: number): string { return this.texts[id] ?? "" }

  private view(id: number): View {
    const v = this.views[id]
    if (!v) throw new Error(`frame: there is no view ${id}`)
    return v
  }

  private patch(f: Frame, i: number, half: 2 | 4) {
    const k = L.S.patch, at = i * 6, view = this.view(f.u32(k, at)), index = f.u32(k, at + 1)
    const lo = f.u32(k, at + half), hi = f.u32(k, at + half + 1)
    if (index === WHOLE) view.setLength(lo)
    else view.set(index, lo, hi)
  }

  /** The moment that the views show. The cells of the map are copied, so the
   * moment stays as it is when the scene goes on. */
  moment(point: Point): Moment {
    return new Reader(this.views, this.texts).moment(point)
  }
}

const CALL = ["running", "done", "failed"] as const
const POINTER = ["live", "freed", "new"] as const
const SLAB = ["slab", "block", "host"] as const
const RUNG = ["done", "now", "ahead"] as const
const WAY = ["empty", "valid", "filled", "missed", "evicted", "invalid"] as const
export const PARTS = ["call", "pointer", "slab", "piece", "rung", "cache", "level", "entry", "tlb", "page", "chunk", "frame", "block"] as const

/** Decodes views into the page's types. */
class Reader {
  constructor(private readonly views: View[], private readonly texts: string[]) {}

  moment(point: Point): Moment {
    const h = L.Head, H = this.v(L.V.head)
    if (H.words < h.words) throw new Error("frame: the scene is empty")
    return {
      point, event: H.signed(h.event), events: H.number(h.events), line: H.number(h.line), pane: H.number(h.pane) as Pane,
      kind: this.t(h.kind), sentence: this.t(h.sentence), note: this.t(h.note), cause: H.signed(h.cause), ps: H.number(h.ps),
      runtime: this.runtime(H), driver: this.driver(H), translation: this.translation(H), physical: this.physical(H),
      managed: this.managed(H), ever: H.low(h.ever),
      seams: [this.t(h.seam0), this.t(h.seam1), this.t(h.seam2)],
      counters: this.counters(), output: this.t(h.output), thread: this.thread(),
    }
  }

  private v(id: number): View { return this.views[id]! }
  private text(v: View, i: number): string { return this.texts[v.low(i)] ?? "" }
  private t(field: number): string { return this.text(this.v(L.V.head), field) }
  private lines(v: View, i: number): string[] { const s = this.text(v, i); return s === "" ? [] : s.split("\n") }
  private each<T>(view: number, words: number, make: (v: View, at: number) => T): T[] {
    const v = this.v(view), list: T[] = []
    for (let at = 0; at + words <= v.words; at += words) list.push(make(v, at))
    return list
  }

  private runtime(H: View): Runtime {
    const h = L.Head, p = L.Pointers
    const pieces = this.each(L.V.pieces, L.Pieces.words, (v, at) => {
      const f = L.Pieces
      return { offset: v.number(at + f.offset), bytes: v.number(at + f.bytes), live: v.low(at + f.live) === 1, name: this.text(v, at + f.name), now: v.low(at + f.now) === 1 }
    })
    let next = 0
    return {
      asked: H.low(h.runtimeAsked) === 1, unknown: this.t(h.runtimeUnknown), knows: this.t(h.runtimeKnows), empty: this.t(h.runtimeEmpty),
      call: H.low(h.hasCall) === 1 ? { text: this.t(h.callText), state: CALL[H.low(h.callState)]!, result: this.t(h.callResult), ps: H.number(h.callPS) } : null,
      pointers: this.each<Pointer>(L.V.pointers, p.words, (v, at) => ({
        name: this.text(v, at + p.name), address: v.wide(at + p.address), bytes: v.number(at + p.bytes),
        state: POINTER[v.low(at + p.state)]!, now: v.low(at + p.now) === 1, id: this.text(v, at + p.id),
      })),
      slabs: this.each<Slab>(L.V.slabs, L.Slabs.words, (v, at) => {
        const f = L.Slabs, first = next
        next += v.low(at + f.pieces)
        return { kind: SLAB[v.low(at + f.kind)]!, address: v.wide(at + f.address), bytes: v.number(at + f.bytes), now: v.low(at + f.now) === 1, pieces: pieces.slice(first, next) }
      }),
    }
  }

  private driver(H: View): Driver {
    const h = L.Head, r = L.Rungs, l = L.Lists, c = L.Cache
    return {
      asked: H.low(h.driverAsked) === 1, unknown: this.t(h.driverUnknown), knows: this.t(h.driverKnows), empty: this.t(h.driverEmpty),
      rungs: this.each(L.V.rungs, r.words, (v, at) => ({
        name: this.text(v, at + r.name), number: this.text(v, at + r.number), lines: this.lines(v, at + r.lines),
        state: RUNG[v.low(at + r.state)]!, ps: v.number(at + r.ps),
      })),
      path: this.lines(H, h.path),
      lists: this.each(L.V.lists, l.words, (v, at) => ({ name: this.text(v, at + l.name), before: this.text(v, at + l.before), after: this.text(v, at + l.after), now: v.low(at + l.now) === 1 })),
      cache: this.each(L.V.cache, c.words, (v, at) => ({ address: v.wide(at + c.address), bytes: v.number(at + c.bytes), now: v.low(at + c.now) === 1 })),
      used: { program: H.number(h.usedProgram), driver: H.number(h.usedDriver), smi: H.number(h.usedSMI), total: H.number(h.usedTotal) },
    }
  }

  private translation(H: View): Translation {
    const h = L.Head
    return {
      asked: H.low(h.translationAsked) === 1, unknown: this.t(h.translationUnknown), knows: this.t(h.translationKnows), empty: this.t(h.translationEmpty),
      format: this.t(h.format), address: H.low(h.hasAddress) === 1 ? H.wide(h.address) : null, levels: this.levels(),
      offset: H.low(h.hasOffset) === 1 ? { hi: H.number(h.offsetHi), lo: H.number(h.offsetLo), bits: this.t(h.offsetBits) } : null,
      entry: H.low(h.hasEntry) === 1 ? this.entry(H) : null, tlb: this.tlb(),
      sm: H.low(h.sm), smAsked: H.low(h.smAsked) === 1, sms: this.each(L.V.sms, L.Sms.words, (v, at) => v.low(at + L.Sms.sm)),
    }
  }

  private levels(): Level[] {
    const f = L.Levels, used = this.v(L.V.used)
    let next = 0
    return this.each<Level>(L.V.levels, f.words, (v, at) => {
      const list: number[] = []
      for (let n = v.low(at + f.used); n > 0; n--) list.push(used.low(next++))
      return {
        name: this.text(v, at + f.name), hi: v.low(at + f.hi), lo: v.low(at + f.lo), bits: this.text(v, at + f.bits),
        index: v.number(at + f.index), slots: v.number(at + f.slots), used: list, raw: this.text(v, at + f.raw),
        target: this.text(v, at + f.target), now: v.low(at + f.now) === 1, read: v.low(at + f.read) === 1,
      }
    })
  }

  private entry(H: View): Entry {
    const h = L.Head, f = L.Fields
    return {
      title: this.t(h.entryTitle), raw: this.t(h.entryRaw), now: H.low(h.entryNow) === 1,
      fields: this.each(L.V.fields, f.words, (v, at) => ({ name: this.text(v, at + f.name), hi: v.low(at + f.hi), lo: v.low(at + f.lo), value: this.text(v, at + f.value), meaning: this.text(v, at + f.meaning) })),
    }
  }

  private tlb(): Tlb[] {
    const f = L.Tlbs, w = L.Ways, ways = this.each(L.V.ways, w.words, (v, at) => ({ state: WAY[v.low(at + w.state)]!, tag: v.wide(at + w.tag) }))
    let next = 0
    return this.each<Tlb>(L.V.tlbs, f.words, (v, at) => {
      const first = next
      next += v.low(at + f.ways)
      return { name: this.text(v, at + f.name), set: v.signed(at + f.set), ways: ways.slice(first, next) }
    })
  }

  private physical(H: View): Physical {
    const h = L.Head, pages = H.number(h.pages), bits = H.number(h.legend), legend: number[] = []
    for (let i = 0; i < 32; i++) if (bits & (1 << i)) legend.push(i)
    return {
      asked: H.low(h.physicalAsked) === 1, unknown: this.t(h.physicalUnknown), knows: this.t(h.physicalKnows),
      pages, whole: this.v(L.V.cells).bytes(pages).slice(), now: H.signed(h.nowPage),
      window: { first: H.number(h.windowFirst), count: H.number(h.windowCount) },
      root: H.low(h.hasRoot) === 1 ? this.tree(H) : null,
      callout: this.t(h.callout), legend, free: H.number(h.free), largest: H.number(h.largest),
      frames: this.frames(H), victim: H.signed(h.victim), lists: this.chunkLists(),
      machine: {
        count: this.each(L.V.states, L.States.words, (v, at) => v.low(at)),
        move: H.low(h.moved) === 1 ? { from: H.low(h.moveFrom), to: H.low(h.moveTo), rule: H.low(h.moveRule), count: H.low(h.moveCount) } : null,
      },
    }
  }

  private frames(H: View): Frames {
    const h = L.Head, v = this.v(L.V.frames)
    return {
      first: H.low(h.framesFirst), bits: v.bytes(v.words * 8).slice(), now: { first: H.low(h.framesNow), count: H.low(h.framesNowCount) },
      free: H.low(h.framesFree), pages: H.low(h.framesPages), clearing: H.low(h.framesClearing), queued: H.low(h.framesQueued), total: H.low(h.framesTotal),
    }
  }

  private chunkLists(): ChunkList[] {
    const f = L.ChunkLists, c = L.Listed, chunks = this.each(L.V.listed, c.words, (v, at) => ({ address: v.wide(at + c.address), now: v.low(at + c.now) === 1 }))
    let next = 0
    return this.each<ChunkList>(L.V.chunkLists, f.words, (v, at) => {
      const first = next
      next += v.low(at + f.chunks)
      return {
        list: v.low(at + f.list), kernel: v.low(at + f.kernel) === 1, zero: v.low(at + f.zero) === 1, bytes: v.number(at + f.bytes),
        count: v.low(at + f.count), before: v.low(at + f.before), now: v.low(at + f.now) === 1, tail: v.low(at + f.tail), chunks: chunks.slice(first, next),
      }
    })
  }

  private managed(H: View): Managed {
    const h = L.Head, b = L.Blocks, f = L.Faults, c = L.Batches
    return {
      bytes: H.number(h.managedBytes), first: H.low(h.blocksFirst), all: H.low(h.blocksAll),
      total: { pages: H.low(h.managedPages), gpu: H.low(h.managedGPU), cpu: H.low(h.managedCPU), both: H.low(h.managedBoth), remote: H.low(h.managedRemote) },
      shown: this.each<BlockShare>(L.V.blocks, b.words, (v, at) => ({
        base: v.wide(at + b.base), name: this.text(v, at + b.name), touched: v.low(at + b.touched) === 1, current: v.low(at + b.current) === 1, now: v.low(at + b.now) === 1,
        share: { pages: v.low(at + b.pages), gpu: v.low(at + b.gpu), cpu: v.low(at + b.cpu), both: v.low(at + b.both), remote: v.low(at + b.remote) },
      })),
      block: H.low(h.hasBlock) === 1 ? this.block(H) : null,
      faults: this.each<Fault>(L.V.faults, f.words, (v, at) => ({
        address: v.wide(at + f.address), page: v.low(at + f.page), gpu: v.low(at + f.gpu) === 1, write: v.low(at + f.write) === 1,
        moves: v.low(at + f.moves), there: v.low(at + f.there), state: RUNG[v.low(at + f.state)]!, faults: v.low(at + f.faults), batch: v.low(at + f.batch),
      })),
      faultsFirst: H.low(h.faultsFirst), faultsAll: H.low(h.faultsAll),
      batches: this.each<Batch>(L.V.batches, c.words, (v, at) => ({
        number: v.low(at + c.number), interrupt: v.low(at + c.interrupt), packets: v.low(at + c.packets), pages: v.low(at + c.pages), blocks: v.low(at + c.blocks),
        duplicates: v.low(at + c.duplicates), left: v.low(at + c.left), replays: v.low(at + c.replays), dropped: v.low(at + c.dropped),
        done: v.low(at + c.done), again: v.low(at + c.again), state: RUNG[v.low(at + c.state)]!,
      })),
      batchesAll: H.low(h.batchesAll), buffered: H.low(h.buffered),
    }
  }

  private block(H: View): Block {
    const h = L.Head, c = L.BlockChunks
    return {
      base: H.wide(h.blockBase), policy: H.low(h.blockPolicy), pages: this.v(L.V.blockPages).bytes(H.low(h.blockCount)).slice(),
      now: { first: H.low(h.blockNow), count: H.low(h.blockNowCount), from: H.low(h.blockFrom), to: H.low(h.blockTo), reason: H.low(h.blockReason) },
      chunks: this.each(L.V.blockChunks, c.words, (v, at) => ({ first: v.low(at + c.first), pages: v.low(at + c.pages), address: v.wide(at + c.address), now: v.low(at + c.now) === 1 })),
    }
  }

  private tree(H: View): ChunkTree {
    const h = L.Head, r = L.TreeRows, c = L.TreeCells
    const cells = this.each<ChunkCell>(L.V.treeCells, c.words, (v, at) => ({
      state: states[v.low(at + c.state)]!, kernel: v.low(at + c.kernel) === 1, cached: v.low(at + c.cached) === 1, now: v.low(at + c.now) === 1, label: this.text(v, at + c.label),
    }))
    let next = 0
    return {
      page: H.number(h.rootPage), address: H.wide(h.rootAddress), title: this.t(h.rootTitle), state: this.t(h.rootState),
      rows: this.each(L.V.treeRows, r.words, (v, at) => {
        const first = next
        next += v.low(at + r.cells)
        return { bytes: v.number(at + r.bytes), label: this.text(v, at + r.label), first: v.number(at + r.first), count: v.number(at + r.count), cells: cells.slice(first, next) }
      }),
    }
  }

  private counters(): Counter[] {
    const c = L.Counters
    return this.each(L.V.counters, c.words, (v, at) => ({ name: this.text(v, at + c.name), value: this.text(v, at + c.value), exact: this.text(v, at + c.exact) }))
  }

  private thread(): Station[] {
    const f = L.Thread
    return this.each<Station>(L.V.thread, f.words, (v, at) => ({ pane: v.low(at + f.pane) as Pane, part: PARTS[v.low(at + f.part)]!, index: v.number(at + f.index) }))
  }
}

// ---- sections beside the moment ----------------------------------------------

/** The rows of an Events section. */
export function eventRows(f: Frame, s: Scene): EventRow[] {
  const k = L.S.events, list: EventRow[] = []
  for (let i = 0; i < f.count(k); i++) {
    const at = i * 8, cause = f.u32(k, at + 7)
    list.push({
      event: f.u32(k, at), point: { row: f.u32(k, at + 1), ordinal: f.u32(k, at + 2) }, line: f.u32(k, at + 3), pane: f.u32(k, at + 4) as Pane,
      kind: s.text(f.u32(k, at + 5)), sentence: s.text(f.u32(k, at + 6)), cause: cause === NONE ? -1 : cause,
    })
  }
  return list
}

/** The Cursor section. */
export function cursor(f: Frame): { event: number; events: number; rows: number; finished: boolean } {
  const k = L.S.cursor, event = f.u32(k, 0)
  return { event: event === NONE ? -1 : event, events: f.u32(k, 1), rows: f.u32(k, 2), finished: f.u32(k, 3) === 1 }
}

/** The Score section: engine/scene/score.go. */
export function score(f: Frame, s: Scene): Score {
  const k = L.S.score
  if (!f.has(k)) return { events: 0, pane: new Uint8Array(0), columns: 0, density: new Uint8Array(0), lines: [], rows: [] }
  const events = f.u32(k, 0), columns = f.u32(k, 1), lines = f.u32(k, 2), rows = f.u32(k, 3), panes = f.u32(k, 4), density = f.u32(k, 5)
  const out: Score = { events, columns, pane: new Uint8Array(0), density: new Uint8Array(0), lines: [], rows: [] }
  let at = 6
  for (let i = 0; i < lines; i++, at += 2) out.lines.push({ event: f.u32(k, at), line: f.u32(k, at + 1) })
  for (let i = 0; i < rows; i++, at += 3) out.rows.push({ event: f.u32(k, at), row: f.u32(k, at + 1), call: s.text(f.u32(k, at + 2)) })
  const bytes = f.bytes(k)
  out.pane = bytes.slice(at * 4, at * 4 + panes)
  const after = at * 4 + ((panes + 3) & ~3)
  out.density = bytes.slice(after, after + density)
  return out
}

/** The Summary, Diagnostics and Score sections. */
export function summary(f: Frame, s: Scene): RunSummary {
  const k = L.S.summary, d = L.S.diagnostics, diagnostics: Diagnostic[] = []
  for (let i = 0; i < f.count(d); i++) {
    const at = i * 5
    diagnostics.push({ line: f.u32(d, at), column: f.u32(d, at + 1), endColumn: f.u32(d, at + 2), text: s.text(f.u32(d, at + 3)), hint: s.text(f.u32(d, at + 4)) })
  }
  const known = f.has(k)
  return {
    ok: known && f.u32(k, 0) === 1, diagnostics, events: known ? f.u32(k, 1) : 0, rows: known ? f.u32(k, 2) : 0,
    ended: known ? s.text(f.u32(k, 3)) : "", ps: known ? f.wide(k, 4) : 0, score: score(f, s),
  }
}

/** The hash of run and program, for tests: two halves of 32 bits. */
export function hash(f: Frame): string {
  const k = L.S.counters
  return f.u32(k, 1).toString(16).padStart(8, "0") + f.u32(k, 0).toString(16).padStart(8, "0")
}

/** What the text of a bug report says, or "". */
export function bug(f: Frame): string { return f.has(L.S.bug) ? utf8.decode(f.bytes(L.S.bug)).replace(/\0+$/, "") : "" }

const VERDICT = ["fragmentation", "full", "limit", "outside", "unknown"] as const

/** The OOM section: records of (tag, text, text, lo, hi, flags); see
 * engine/scene/session.go. */
export function oom(f: Frame, s: Scene): OomReport {
  const k = L.S.oom
  const r: OomReport = { kind: "unknown", verdict: "unknown", headline: "", numbers: [], bars: [], reasons: [], outside: [], next: [] }
  for (let i = 0; i < f.count(k); i++) {
    const at = i * 6, a = s.text(f.u32(k, at + 1)), b = s.text(f.u32(k, at + 2)), n = f.wide(k, at + 3), flags = f.u32(k, at + 5)
    switch (f.u32(k, at)) {
      case 0: r.kind = a; r.headline = b; r.verdict = VERDICT[flags] ?? "unknown"; break
      case 1: r.numbers.push({ name: a, value: b, exact: s.text(n) }); break
      case 2: r.bars.push({ name: a, bytes: n, asked: (flags & 1) !== 0, fits: (flags & 2) !== 0 }); break
      case 3: r.reasons.push(a); break
      case 4: r.outside.push(a); break
      case 5: r.next.push({ text: a, code: b }); break
    }
  }
  return r
}

/** The Goals section: records of (tag, text, met, left, right, event); see
 * engine/scene/goals.go. */
export function goals(f: Frame, s: Scene): GoalFound[] {
  const k = L.S.goals, list: GoalFound[] = []
  const event = (n: number) => n === NONE ? -1 : n
  for (let i = 0; i < f.count(k); i++) {
    const at = i * 8, text = s.text(f.u32(k, at + 1)), met = f.u32(k, at + 2) === 1, decides = event(f.u32(k, at + 7))
    if (f.u32(k, at) === 0) list.push({ met, unknown: text, event: decides, parts: [] })
    else list.at(-1)?.parts.push({ text, met, left: f.signed(k, at + 3), right: f.signed(k, at + 5), event: decides })
  }
  return list
}

/** The Hangs section: records of (pane, text). */
export function hangs(f: Frame, s: Scene): Hang[] {
  const k = L.S.hangs
  return Array.from({ length: f.count(k) }, (_, i) => ({ pane: f.u32(k, i * 2) as Pane, text: s.text(f.u32(k, i * 2 + 1)) }))
}

/** Cuts a shipped log, or any bytes of frames laid end to end, into frames. */
export function frames(bytes: Uint8Array): Frame[] {
  const list: Frame[] = []
  for (let at = 0; at < bytes.byteLength;) {
    const f = new Frame(bytes.subarray(at))
    list.push(f)
    at += f.length
  }
  return list
}
