// Generated from the table in engine/scene/views.go by
// `go test ./engine/scene -run TestViewsTS -update`. Do not edit.

/** View ids: the first word of a patch. */
export const V = {
  head: 0,
  pointers: 1,
  slabs: 2,
  pieces: 3,
  rungs: 4,
  lists: 5,
  cache: 6,
  levels: 7,
  used: 8,
  fields: 9,
  tlbs: 10,
  ways: 11,
  cells: 12,
  treeRows: 13,
  treeCells: 14,
  counters: 15,
  thread: 16,
  frames: 17,
  states: 18,
  chunkLists: 19,
  listed: 20,
  blocks: 21,
  blockPages: 22,
  blockChunks: 23,
  faults: 24,
  batches: 25,
  sms: 26,
} as const

export const VIEWS = 27

/** Words of a record of `head`. */
export const Head = {
  event: 0,
  events: 1,
  line: 2,
  pane: 3,
  kind: 4,
  sentence: 5,
  note: 6,
  cause: 7,
  ps: 8,
  seam0: 9,
  seam1: 10,
  seam2: 11,
  output: 12,
  runtimeAsked: 13,
  runtimeUnknown: 14,
  runtimeKnows: 15,
  runtimeEmpty: 16,
  hasCall: 17,
  callText: 18,
  callState: 19,
  callResult: 20,
  callPS: 21,
  driverAsked: 22,
  driverUnknown: 23,
  driverKnows: 24,
  driverEmpty: 25,
  path: 26,
  usedProgram: 27,
  usedDriver: 28,
  usedSMI: 29,
  usedTotal: 30,
  translationAsked: 31,
  translationUnknown: 32,
  translationKnows: 33,
  translationEmpty: 34,
  format: 35,
  hasAddress: 36,
  address: 37,
  hasOffset: 38,
  offsetHi: 39,
  offsetLo: 40,
  offsetBits: 41,
  hasEntry: 42,
  entryTitle: 43,
  entryRaw: 44,
  entryNow: 45,
  sm: 46,
  smAsked: 47,
  physicalAsked: 48,
  physicalUnknown: 49,
  physicalKnows: 50,
  pages: 51,
  nowPage: 52,
  windowFirst: 53,
  windowCount: 54,
  callout: 55,
  legend: 56,
  free: 57,
  largest: 58,
  hasRoot: 59,
  rootPage: 60,
  rootAddress: 61,
  rootTitle: 62,
  rootState: 63,
  ever: 64,
  framesFirst: 65,
  framesNow: 66,
  framesNowCount: 67,
  framesFree: 68,
  framesPages: 69,
  framesClearing: 70,
  framesQueued: 71,
  framesTotal: 72,
  moved: 73,
  moveFrom: 74,
  moveTo: 75,
  moveRule: 76,
  moveCount: 77,
  victim: 78,
  managedBytes: 79,
  managedPages: 80,
  managedGPU: 81,
  managedCPU: 82,
  managedBoth: 83,
  managedRemote: 84,
  blocksFirst: 85,
  blocksAll: 86,
  hasBlock: 87,
  blockBase: 88,
  blockPolicy: 89,
  blockCount: 90,
  blockNow: 91,
  blockNowCount: 92,
  blockFrom: 93,
  blockTo: 94,
  blockReason: 95,
  faultsFirst: 96,
  faultsAll: 97,
  batchesAll: 98,
  buffered: 99,
  words: 100,
} as const

/** Words of a record of `pointers`. */
export const Pointers = {
  name: 0,
  address: 1,
  bytes: 2,
  state: 3,
  now: 4,
  id: 5,
  words: 6,
} as const

/** Words of a record of `slabs`. */
export const Slabs = {
  kind: 0,
  address: 1,
  bytes: 2,
  now: 3,
  pieces: 4,
  words: 5,
} as const

/** Words of a record of `pieces`. */
export const Pieces = {
  offset: 0,
  bytes: 1,
  live: 2,
  name: 3,
  now: 4,
  words: 5,
} as const

/** Words of a record of `rungs`. */
export const Rungs = {
  name: 0,
  number: 1,
  lines: 2,
  state: 3,
  ps: 4,
  words: 5,
} as const

/** Words of a record of `lists`. */
export const Lists = {
  name: 0,
  before: 1,
  after: 2,
  now: 3,
  words: 4,
} as const

/** Words of a record of `cache`. */
export const Cache = {
  address: 0,
  bytes: 1,
  now: 2,
  words: 3,
} as const

/** Words of a record of `levels`. */
export const Levels = {
  name: 0,
  hi: 1,
  lo: 2,
  bits: 3,
  index: 4,
  slots: 5,
  used: 6,
  raw: 7,
  target: 8,
  now: 9,
  read: 10,
  words: 11,
} as const

/** Words of a record of `used`. */
export const Used = {
  index: 0,
  words: 1,
} as const

/** Words of a record of `fields`. */
export const Fields = {
  name: 0,
  hi: 1,
  lo: 2,
  value: 3,
  meaning: 4,
  words: 5,
} as const

/** Words of a record of `tlbs`. */
export const Tlbs = {
  name: 0,
  set: 1,
  ways: 2,
  words: 3,
} as const

/** Words of a record of `ways`. */
export const Ways = {
  state: 0,
  tag: 1,
  words: 2,
} as const

/** Words of a record of `cells`. */
export const Cells = {
  cells: 0,
  words: 1,
} as const

/** Words of a record of `treeRows`. */
export const TreeRows = {
  bytes: 0,
  label: 1,
  first: 2,
  count: 3,
  cells: 4,
  words: 5,
} as const

/** Words of a record of `treeCells`. */
export const TreeCells = {
  state: 0,
  kernel: 1,
  cached: 2,
  now: 3,
  label: 4,
  words: 5,
} as const

/** Words of a record of `counters`. */
export const Counters = {
  name: 0,
  value: 1,
  exact: 2,
  words: 3,
} as const

/** Words of a record of `thread`. */
export const Thread = {
  pane: 0,
  part: 1,
  index: 2,
  words: 3,
} as const

/** Words of a record of `frames`. */
export const Frames = {
  bits: 0,
  words: 1,
} as const

/** Words of a record of `states`. */
export const States = {
  count: 0,
  words: 1,
} as const

/** Words of a record of `chunkLists`. */
export const ChunkLists = {
  list: 0,
  kernel: 1,
  zero: 2,
  bytes: 3,
  count: 4,
  before: 5,
  now: 6,
  tail: 7,
  chunks: 8,
  words: 9,
} as const

/** Words of a record of `listed`. */
export const Listed = {
  address: 0,
  now: 1,
  words: 2,
} as const

/** Words of a record of `blocks`. */
export const Blocks = {
  base: 0,
  name: 1,
  pages: 2,
  gpu: 3,
  cpu: 4,
  both: 5,
  remote: 6,
  touched: 7,
  current: 8,
  now: 9,
  words: 10,
} as const

/** Words of a record of `blockPages`. */
export const BlockPages = {
  pages: 0,
  words: 1,
} as const

/** Words of a record of `blockChunks`. */
export const BlockChunks = {
  first: 0,
  pages: 1,
  address: 2,
  now: 3,
  words: 4,
} as const

/** Words of a record of `faults`. */
export const Faults = {
  address: 0,
  page: 1,
  gpu: 2,
  write: 3,
  moves: 4,
  there: 5,
  state: 6,
  faults: 7,
  batch: 8,
  words: 9,
} as const

/** Words of a record of `batches`. */
export const Batches = {
  number: 0,
  interrupt: 1,
  packets: 2,
  pages: 3,
  blocks: 4,
  duplicates: 5,
  left: 6,
  replays: 7,
  dropped: 8,
  done: 9,
  again: 10,
  state: 11,
  words: 12,
} as const

/** Words of a record of `sms`. */
export const Sms = {
  sm: 0,
  words: 1,
} as const

/** Kinds of section in a frame. */
export const S = {
  cursor: 1,
  events: 2,
  patch: 3,
  text: 4,
  counters: 5,
  score: 6,
  diagnostics: 7,
  summary: 8,
  oom: 9,
  fill: 10,
  profiles: 11,
  bug: 12,
  goals: 13,
  microscope: 14,
  hangs: 15,
} as const

export const MAGIC = 0x31465750
export const VERSION = 1
export const HEADER = 32
export const FULL = 1

/** How a call of the bridge went. */
export const Status = { ok: 0, running: 1, nothing: 2, refused: 3, invalid: 4, bug: 5, noRun: 6 } as const
