// What a page needs to know of one moment of a run. The engine (in its worker)
// or a lesson's shipped log produces it; the elements draw it. Nothing here is
// computed a second time in the page.
//
// Numbers that can exceed 2^53 (addresses, raw entries) are bigint. Times are
// picoseconds, sizes bytes. Texts are already in the page's language.

import type { Slide } from "./microscope/slide"

/** The four panes, from the program down to the memory. */
export const enum Pane { Runtime = 0, Driver = 1, Translation = 2, Physical = 3 }

/** A point of a run: row (call) and ordinal of the event inside the row. It
 * stays valid when a later version records more kinds of event. */
export interface Point { row: number; ordinal: number }

export interface Moment {
  point: Point
  event: number          // index of the current event, 0-based; -1 before the first
  events: number         // how many there are
  line: number           // source line, 1-based; 0 = none
  pane: Pane
  kind: string           // "pmm.split"
  sentence: string
  note: string           // second sentence, or ""
  cause: number          // event index, or -1
  ps: number             // simulated time at this moment
  runtime: Runtime
  driver: Driver
  translation: Translation
  physical: Physical
  managed: Managed
  ever: number           // bits of Ever: which pictures have something to show in this run
  seams: [string, string, string]  // what passed runtime→driver, driver→translation, translation→physical
  counters: Counter[]
  output: string         // what the program printed so far (its end)
  thread: Station[]      // from the call to the change, in order
}

/** A place that the yellow thread runs through. */
export interface Station { pane: Pane; part: "call" | "pointer" | "slab" | "piece" | "rung" | "cache" | "level" | "entry" | "tlb" | "page" | "chunk" | "frame" | "block"; index: number }

export interface Counter { name: string; value: string; exact: string }

export interface Runtime {
  asked: boolean
  unknown: string        // what this layer does not know
  knows: string
  call: { text: string; state: "running" | "done" | "failed"; result: string; ps: number } | null
  pointers: Pointer[]
  slabs: Slab[]
  empty: string          // the sentence in the dashed box when there is nothing
}
export interface Pointer { name: string; address: bigint; bytes: number; state: "live" | "freed" | "new"; now: boolean; id: string }
export interface Slab {
  kind: "slab" | "block" | "host"
  address: bigint; bytes: number; now: boolean
  pieces: { offset: number; bytes: number; live: boolean; name: string; now: boolean }[]
}

export interface Driver {
  asked: boolean; unknown: string; knows: string
  rungs: Rung[]          // the ioctls of the current call, in order, future ones too
  path: string[]         // functions, for calls inside the driver
  lists: { name: string; before: string; after: string; now: boolean }[]
  cache: { address: bigint; bytes: number; now: boolean }[]   // blocks a lazy driver keeps
  used: { program: number; driver: number; smi: number; total: number }
  empty: string
}
export interface Rung { name: string; number: string; lines: string[]; state: "done" | "now" | "ahead"; ps: number }

export interface Translation {
  asked: boolean; unknown: string; knows: string
  format: string         // "Hopper, 6 levels, 57 bits"
  address: bigint | null // the address whose walk is shown
  levels: Level[]        // root first; the last may be absent for a large leaf
  offset: { hi: number; lo: number; bits: string } | null
  entry: Entry | null    // the entry shown field by field
  tlb: Tlb[]
  sm: number             // the processor whose caches are shown
  smAsked: boolean       // … because the reader asked for it
  sms: number[]          // those that can be asked for
  empty: string
}
export interface Level {
  name: string; hi: number; lo: number; bits: string
  index: number; slots: number; used: number[]        // used: indices with an entry, at most 64
  raw: string            // "0000 0002 0000 100a", "" if the table does not exist yet
  target: string         // "→ 2 0000 100a", "→ 2 MiB leaf", "empty"
  now: boolean; read: boolean
}
export interface Entry { title: string; raw: string; fields: { name: string; hi: number; lo: number; value: string; meaning: string }[]; now: boolean }
export interface Tlb {
  name: string; set: number
  ways: { state: "empty" | "valid" | "filled" | "missed" | "evicted" | "invalid"; tag: bigint }[]
}

/** State of one 2 MiB page in the map. The numbers are the alphabet of cells. */
export const enum Cell { Free = 0, Yours = 1, Context = 2, Clearing = 3, Split = 4, Pinned = 5, Kernel = 6, Cached = 7, Owned = 8, Blocked = 9 }

export interface Physical {
  asked: boolean; unknown: string; knows: string
  pages: number          // 2 MiB pages of the card
  whole: Uint8Array      // one Cell per page, the whole card
  now: number            // the page that just changed, or -1
  window: { first: number; count: number }  // the pages worth a closer look
  root: ChunkTree | null
  callout: string        // "Child 7 FREE → TEMP_PINNED rule T3"
  legend: number[]       // the Cells in use
  free: number; largest: number   // bytes
  frames: Frames
  machine: StateMachine
  lists: ChunkList[]     // those that the run ever uses: of eviction, then free ones
  victim: number         // the root that would be evicted next in the driver's order, or -1
}
export const enum Ever { Frames = 1, Chunks = 2, Evict = 4, Managed = 8, Faults = 16 }

/** 64 KiB frames of a few pages as the PMA has them: seven bits each. */
export interface Frames {
  first: number          // page of the first row; 32 frames a page
  bits: Uint8Array
  now: { first: number; count: number }   // frames that the event changed
  free: number; pages: number; clearing: number; queued: number; total: number
}
/** The states of a chunk, by their number. */
export const states = ["PMA_OWNED", "FREE", "IS_SPLIT", "TEMP_PINNED", "ALLOCATED"] as const
export interface StateMachine {
  count: number[]        // chunks in PMA_OWNED, FREE, IS_SPLIT, TEMP_PINNED, ALLOCATED
  move: { from: number; to: number; rule: number; count: number } | null
}
/** The first chunks of a list in its order, and the last of a long one. */
export interface ChunkList {
  list: number           // 1 unused, 2 discarded, 3 used; 0 = a free list
  kernel: boolean; zero: boolean; bytes: number
  count: number; before: number; now: boolean
  tail: number           // how many of chunks stand at the end
  chunks: { address: bigint; now: boolean }[]
}

/** Memory that moves between the host and the card. */
export interface Managed {
  bytes: number; total: Share
  first: number; all: number     // windows of 2 MiB: the first shown, how many there are
  shown: BlockShare[]
  block: Block | null
  faults: Fault[]                // of the current call, those to come too
  faultsFirst: number; faultsAll: number
  batches: Batch[]               // of the GPU's faults of the current call
  batchesAll: number
  buffered: number               // packets in the fault buffer
}
/** Pages of 4 KiB; those in two places count in both. */
export interface Share { pages: number; gpu: number; cpu: number; both: number; remote: number }
export interface BlockShare { base: bigint; name: string; share: Share; touched: boolean; current: boolean; now: boolean }
export interface Block {
  base: bigint; policy: number
  pages: Uint8Array      // bits: 1 host, 2 card, 4 mapped on the host, 24 size of the entry, 32 read-only
  now: { first: number; count: number; from: number; to: number; reason: number }
  chunks: { first: number; pages: number; address: bigint; now: boolean }[]
}
export interface Fault { address: bigint; page: number; gpu: boolean; write: boolean; moves: number; there: number; state: Rung["state"]; faults: number; batch: number }
/** One batch that the driver fetched from the GPU's fault buffer, and its replays. */
export interface Batch {
  number: number; interrupt: number; state: Rung["state"]
  packets: number; pages: number; blocks: number; duplicates: number; left: number
  replays: number; dropped: number; done: number; again: number
}
export interface ChunkTree {
  page: number; address: bigint; title: string; state: string
  rows: { bytes: number; label: string; first: number; count: number; cells: ChunkCell[] }[]   // one row per split level, far to near
}
export interface ChunkCell { state: "PMA_OWNED" | "FREE" | "IS_SPLIT" | "TEMP_PINNED" | "ALLOCATED"; kernel: boolean; cached: boolean; now: boolean; label: string }

// ---- lists beside the moment -------------------------------------------------

export interface EventRow { event: number; point: Point; line: number; pane: Pane; kind: string; sentence: string; cause: number }

/** The score under the controls: one glyph per event, or density columns. */
export interface Score {
  events: number
  pane: Uint8Array       // by event, or by column the commonest pane
  columns: number        // 0 = pane holds one entry per event
  density: Uint8Array    // by column and pane (4 bytes per column), only with columns
  lines: { event: number; line: number }[]   // where a source line begins
  rows: { event: number; row: number; call: string }[]
}

export interface Diagnostic { line: number; column: number; endColumn: number; text: string; hint: string }

export interface RunSummary {
  ok: boolean
  diagnostics: Diagnostic[]
  events: number; rows: number
  ended: string          // "" or why the run ended early
  ps: number
  score: Score
}

export interface OomReport {
  kind: string           // "torch", "cuda", "summary", "smi", "unknown"
  verdict: "fragmentation" | "full" | "limit" | "outside" | "unknown"
  headline: string
  numbers: { name: string; value: string; exact: string }[]
  bars: { name: string; bytes: number; asked: boolean; fits: boolean }[]
  reasons: string[]
  outside: string[]      // causes outside the allocator
  next: { text: string; code: string }[]
}

/** What the finished run says of a goal: met or not, and for each comparison
 * what stood on either side. */
export interface GoalFound {
  met: boolean
  unknown: string        // a name that the run does not know, or ""
  event: number          // the event that decides it, or -1
  parts: { text: string; left: number; right: number; met: boolean; event: number }[]
}

/** One thing that refers to a place. */
export interface Hang { pane: Pane; text: string }

export type Unit = "event" | "call" | "line"

export interface RunOptions { source: string; profile: string; set: string[]; seed: number; lang: "en" | "zh" }

/** The engine as the page sees it. Two things implement it: the worker with
 * the WebAssembly, and a lesson's shipped log (stepping only). */
export interface Engine {
  readonly canRun: boolean
  /** When programs can be run; rejected if that will never be. */
  readonly ready?: Promise<void>
  run(o: RunOptions, progress: (events: number) => void): Promise<RunSummary>
  stop(): void
  language(lang: "en" | "zh"): Promise<Moment>
  seek(event: number): Promise<Moment>
  at(point: Point): Promise<Moment>
  step(unit: Unit, direction: 1 | -1): Promise<Moment>
  /** Next or previous event of a kind ("pmm.split"), or null. */
  jump(kind: string, direction: 1 | -1): Promise<Moment | null>
  /** The event that last changed what the station shows, or null. */
  who(s: Station): Promise<Moment | null>
  /** What refers to the memory behind a station. */
  hangs(s: Station): Promise<Hang[]>
  events(from: number, count: number): Promise<EventRow[]>
  /** Shows the walk of another address in the translation pane. */
  look(address: bigint): Promise<Moment>
  /** The caches of a processor; -1 = as the run goes. */
  processor(sm: number): Promise<Moment>
  oom(text: string, lang: "en" | "zh"): Promise<OomReport>
  /** Looks at an address: KEY=VALUE lines, as engine/scene/microscope.go reads
   * them. Moves nothing. */
  microscope?(lines: string): Promise<Slide[]>
  /** Checks conditions against the run that ended last. */
  goals(meets: string[]): Promise<GoalFound[]>
}
