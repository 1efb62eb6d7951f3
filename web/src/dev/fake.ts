// A hand-made run, for development and unit tests only: two cudaMalloc of
// 4 KiB on an H200, a touch and two frees, 29 events. It plays the part of the
// engine, so that every element can be looked at without one.

import { Cell, Pane, type ChunkTree, type Driver, type Engine, type EventRow, type Level, type Moment, type OomReport, type Point, type RunOptions, type RunSummary, type Runtime, type Score, type Station, type Translation, type Unit } from "../moment"
import { script } from "./script"

const A = 0x7f1235e00000n, B = 0x7f1235e01000n, page = 264, pages = 71577, slab = 2 * 1024 * 1024
const rowStarts = [0, 11, 14, 22, 23]
const calls = ["cudaMalloc(&a, 4096)", "cudaMalloc(&b, 4096)", "load *b", "cudaFree(a)", "cudaFree(b)"]

export const program = `float *a, *b;
cudaMalloc(&a, 4096);
cudaMalloc(&b, 4096);
pw_touch(b, 4096, 128);
cudaFree(a);
cudaFree(b);
`

type Tongue = "en" | "zh"
const rowOf = (s: number) => rowStarts.filter(r => r < s).length - 1

export class FakeEngine implements Engine {
  readonly canRun = true
  #now = 0
  #lang: Tongue = "en"

  run(o: RunOptions, progress: (events: number) => void): Promise<RunSummary> {
    this.#lang = o.lang
    progress(script.length)
    const bad = o.source.split("\n").findIndex(l => /cudaMaloc/.test(l))
    const diagnostics = bad < 0 ? [] : [{ line: bad + 1, column: 1, endColumn: 9, text: "cudaMaloc is not known here.", hint: "The nearest name is cudaMalloc." }]
    return Promise.resolve({ ok: bad < 0, diagnostics, events: script.length, rows: rowStarts.length, ended: "", ps: 91_000_000, score: score() })
  }
  stop(): void {}
  language(lang: Tongue): Promise<Moment> { this.#lang = lang; return this.#moment() }
  seek(event: number): Promise<Moment> { this.#now = Math.max(-1, Math.min(script.length - 1, event)); return this.#moment() }
  at(p: Point): Promise<Moment> { return this.seek((rowStarts[p.row] ?? 0) + p.ordinal) }
  step(unit: Unit, d: 1 | -1): Promise<Moment> {
    if (unit === "event") return this.seek(this.#now + d)
    const row = rowOf(this.#now + 1)
    return this.seek(d > 0 ? rowStarts[row + 1] ?? script.length - 1 : (rowStarts[row] === this.#now ? rowStarts[row - 1] : rowStarts[row]) ?? 0)
  }
  jump(kind: string, d: 1 | -1): Promise<Moment | null> {
    for (let i = this.#now + d; i >= 0 && i < script.length; i += d) if (kindOf(i).startsWith(kind)) return this.seek(i)
    return Promise.resolve(null)
  }
  hangs(): Promise<[]> { return Promise.resolve([]) }
  who(s: Station): Promise<Moment | null> { return s.part === "page" && s.index === page ? this.seek(3) : Promise.resolve(null) }
  events(from: number, count: number): Promise<EventRow[]> {
    return Promise.resolve(script.slice(from, from + count).map(([pane, line, en, zh, cause], i) => ({ event: from + i, point: pointOf(from + i), line, pane, kind: kindOf(from + i), sentence: this.#lang === "zh" ? zh : en, cause })))
  }
  look(_: bigint): Promise<Moment> { return this.#moment() }
  processor(_: number): Promise<Moment> { return this.#moment() }
  oom(text: string, lang: Tongue): Promise<OomReport> { return Promise.resolve(oom(text, lang)) }
  goals(meets: string[]) { return Promise.resolve(meets.map(text => ({ met: true, unknown: "", event: 5, parts: [{ text, left: 1, right: 1, met: true, event: 5 }] }))) }
  #moment(): Promise<Moment> { return Promise.resolve(moment(this.#now, this.#lang)) }
}

const pointOf = (i: number): Point => { const row = Math.max(0, rowOf(i + 1)); return { row, ordinal: i - rowStarts[row]! } }
const kindOf = (i: number): string => ({ 2: "ioctl", 3: "pma.take", 4: "ioctl", 5: "ioctl", 6: "ioctl", 7: "pte.write", 24: "ioctl", 25: "ioctl", 27: "ioctl" }[i] ?? "rt")

export function score(): Score {
  return {
    events: script.length, pane: Uint8Array.from(script, e => e[0]), columns: 0, density: new Uint8Array(),
    lines: rowStarts.map(e => ({ event: e, line: script[e]![1] })), rows: rowStarts.map((event, row) => ({ event, row, call: calls[row]! })),
  }
}

/** The machine after event i (-1 before the first). */
export function moment(i: number, lang: Tongue): Moment {
  const s = i + 1, e = script[i], zh = lang === "zh"
  const row = s > 0 ? rowOf(s) : 0
  return {
    point: pointOf(Math.max(0, i)), event: i, events: script.length, line: e?.[1] ?? 0, pane: e?.[0] ?? 0, kind: kindOf(i),
    sentence: e ? e[zh ? 3 : 2] : "", note: "", cause: e?.[4] ?? -1, ps: s * 3_000_000,
    runtime: runtime(s, row, zh), driver: driver(s, row, zh), translation: translation(s, row, zh), physical: physical(s, row, zh),
    managed: { bytes: 0, total: { pages: 0, gpu: 0, cpu: 0, both: 0, remote: 0 }, first: 0, all: 0, shown: [], block: null, faults: [], faultsFirst: 0, faultsAll: 0, batches: [], batchesAll: 0, buffered: 0 }, ever: 0,
    seams: seams(s, row, zh), counters: [{ name: zh ? "ioctl 次数" : "ioctls", value: String(s < 3 ? 0 : s < 5 ? 1 : s < 6 ? 2 : s < 7 ? 3 : s < 25 ? 4 : 4 + Math.min(3, s - 24)), exact: "" }, { name: zh ? "写入表项" : "entries written", value: s >= 8 ? "1" : "0", exact: "" }],
    output: "", thread: thread(s, row),
  }
}

function runtime(s: number, row: number, zh: boolean): Runtime {
  const a = s >= 10 && s <= 22, b = s >= 13 && s <= 23, has = s >= 10 && s <= 23
  return {
    asked: true, knows: zh ? "指针、slab、空洞" : "Pointers, slabs, holes", unknown: zh ? "不知道指针背后是哪一页" : "Does not know which frame is behind a pointer",
    call: s === 0 ? null : { text: calls[row]!, state: [11, 14, 22, 23, 29].includes(s) ? "done" : "running", result: s === 11 || s === 14 ? "cudaSuccess" : "", ps: s === 14 ? 1_300_000 : 0 },
    pointers: [...(a ? [{ name: "a", address: A, bytes: 4096, state: s === 10 ? "new" as const : "live" as const, now: s === 10, id: "a" }] : []), ...(b ? [{ name: "b", address: B, bytes: 4096, state: s === 13 ? "new" as const : "live" as const, now: s === 13, id: "b" }] : [])],
    slabs: has ? [{ kind: "slab", address: A, bytes: slab, now: s === 10, pieces: [
      { offset: 0, bytes: 4096, live: a, name: a ? "a" : "", now: s === 10 || s === 23 }, ...(b ? [{ offset: 4096, bytes: 4096, live: true, name: "b", now: s === 13 }] : []),
      { offset: b ? 8192 : 4096, bytes: slab - (b ? 8192 : 4096), live: false, name: "", now: false }] }] : [],
    empty: s >= 24 ? (zh ? "slab 已归还" : "slab returned") : zh ? "还没有 slab：正在要 2 MiB" : "no slab yet: 2 MiB asked for",
  }
}

function driver(s: number, row: number, zh: boolean): Driver {
  const at = (from: number) => s < from ? "ahead" as const : s === from ? "now" as const : "done" as const
  const back = row === 4 && s >= 25
  return {
    asked: row === 0 || row === 4, knows: zh ? "ioctl、地址段、缓存" : "Ioctls, ranges, caches", unknown: zh ? "分不出 a 和 b，只看到 2 MiB" : "Does not know a from b: it sees 2 MiB",
    rungs: back ? [
      { name: "RM_CONTROL", number: "1", lines: ["503c0105", "UNREGISTER_VIDMEM"], state: at(25), ps: 7e6 }, { name: "UVM 34", number: "2", lines: ["UVM_FREE"], state: at(26), ps: 17e6 }, { name: "RM_FREE", number: "3", lines: ["0x29"], state: at(28), ps: 14e6 },
    ] : [
      { name: "RM_ALLOC", number: "1", lines: ["class 0x40 · 2 MiB", "→ 0x2100 0000"], state: at(3), ps: 15.5e6 }, { name: "RM_CONTROL", number: "2", lines: ["503c0104", "REGISTER_VIDMEM"], state: at(5), ps: 7.5e6 },
      { name: "UVM 73", number: "3", lines: ["CREATE_EXTERNAL_RANGE"], state: at(6), ps: 4e6 }, { name: "UVM 33", number: "4", lines: ["MAP_EXTERNAL_ALLOCATION", "35e0 0000 → 2100 0000"], state: at(7), ps: 28e6 },
    ],
    path: [], lists: [], cache: [], used: { program: 4096, driver: slab, smi: 552 * 1024 * 1024, total: 150109880320 }, empty: "",
  }
}

function level(name: string, hi: number, lo: number, bits: string, index: number, slots: number, raw: string, target: string, now: boolean): Level {
  return { name, hi, lo, bits, index, slots, used: [index], raw, target, now, read: now }
}

function translation(s: number, row: number, zh: boolean): Translation {
  const leaf = s >= 8 && s <= 26, raw = leaf ? "0000 0000 2100 0681" : "0000 0000 0000 0000"
  const tl = s >= 21 && s < 27
  return {
    asked: row === 0 || row === 2 || row === 4, knows: zh ? "页表、表项、TLB" : "Tables, entries, TLBs", unknown: zh ? "不知道大小、主人和谁要的" : "Does not know sizes, owners or who asked",
    format: "Hopper, 6 levels, 57 bits", address: s >= 6 ? A : null,
    levels: [level("PDE4", 56, 56, "0", 0, 2, "0000 0002 0000 100a", "→ 2 0000 100a", s === 16), level("PDE3", 55, 47, "000000000", 0, 512, "0000 0002 0000 200a", "→ 2 0000 200a", s === 17), level("PDE2", 46, 38, "111111100", 508, 512, "0000 0002 0000 300a", "→ 2 0000 300a", s === 18), level("PDE1", 37, 29, "010010001", 145, 512, "0000 0002 0000 400a", "→ 2 0000 400a", s === 19), level("PDE0", 28, 21, "10101111", 175, 256, raw, leaf ? (zh ? "→ 2 MiB 叶子" : "→ 2 MiB leaf") : zh ? "空" : "empty", s === 20)],
    offset: { hi: 20, lo: 0, bits: "000000000000000000000" },
    entry: { title: "PDE0[175]", raw, now: s === 8 || s === 27, fields: leaf ? [
      { name: "ADDRESS", hi: 51, lo: 12, value: "0x21000", meaning: zh ? "第 264 页" : "page 264" }, { name: "KIND", hi: 11, lo: 8, value: "6", meaning: zh ? "通用" : "generic" }, { name: "PCF", hi: 7, lo: 3, value: "0x10", meaning: zh ? "读写、原子、可缓存" : "read-write, atomics, cached" }, { name: "APERTURE", hi: 2, lo: 1, value: "0", meaning: zh ? "显存" : "video" }, { name: "VALID", hi: 0, lo: 0, value: "1", meaning: zh ? "有效" : "yes" },
    ] : [{ name: "VALID", hi: 0, lo: 0, value: "0", meaning: zh ? "无效：现在读会出错。" : "Invalid: a load here would fault." }] },
    sm: 0, smAsked: false, sms: [], tlb: [
      { name: "L1 TLB", set: -1, ways: Array.from({ length: 16 }, (_, i) => ({ state: i < 3 ? "valid" as const : i === 3 && s === 21 ? "filled" as const : i === 3 && tl ? "valid" as const : i === 3 && s === 15 ? "missed" as const : "empty" as const, tag: A })) },
      { name: "L2", set: 172, ways: Array.from({ length: 8 }, (_, i) => ({ state: i < 1 ? "valid" as const : i === 1 && s === 21 ? "filled" as const : i === 1 && tl ? "valid" as const : i === 1 && s >= 15 && s < 21 ? "missed" as const : "empty" as const, tag: A })) },
    ],
    empty: zh ? "还没有地址通到这里。" : "No address leads here yet.",
  }
}

function physical(s: number, row: number, zh: boolean): Moment["physical"] {
  const whole = new Uint8Array(pages)
  whole.fill(Cell.Context, 0, page)
  whole.fill(Cell.Kernel, pages - 600)
  whole[page] = s < 4 ? Cell.Free : s < 29 ? Cell.Yours : Cell.Clearing
  const root: ChunkTree = { page, address: 0x21000000n, title: zh ? "根 chunk 264" : "Root chunk 264", state: "PMA_OWNED", rows: [{ bytes: slab, label: "", first: 0, count: 1, cells: [{ state: "PMA_OWNED", kernel: false, cached: false, now: false, label: "" }] }] }
  return {
    asked: row === 0 || row === 2 || row === 4, knows: zh ? "页、chunk、状态" : "Pages, chunks, states", unknown: zh ? "不知道你能打印出的任何地址" : "Does not know any address you can print",
    pages, whole, now: [4, 22, 29].includes(s) ? page : -1, window: { first: 248, count: 48 }, root, callout: "", legend: [Cell.Context, Cell.Yours, Cell.Free, Cell.Clearing],
    free: (pages - page - 601) * slab, largest: (pages - page - 601) * slab,
    frames: { first: 0, bits: new Uint8Array(0), now: { first: 0, count: 0 }, free: 0, pages: 0, clearing: 0, queued: 0, total: 0 },
    machine: { count: [0, 0, 0, 0, 0], move: null }, lists: [], victim: -1,
  }
}

function seams(s: number, row: number, zh: boolean): [string, string, string] {
  const a = s <= 2 ? (zh ? "还没有越界" : "nothing has crossed yet") : row === 0 ? (zh ? "4 次 ioctl 为 a 越过这里" : "4 ioctls cross here for a") : s <= 24 ? (zh ? "0 次 ioctl 为 b" : "0 for b") : zh ? "3 次 ioctl 归还" : "3 ioctls give it back"
  const b = s <= 7 ? (zh ? "没有动页表" : "no table touched") : s <= 11 ? (zh ? "1 个表项写入，1 段作废" : "1 entry written, 1 range invalidated") : s <= 14 ? (zh ? "没有为 b 写任何东西" : "nothing written for b") : s <= 26 ? (zh ? "5 次读走完：2 MiB 叶子" : "5 reads per walk: a 2 MiB leaf") : zh ? "1 个表项清零" : "1 entry cleared"
  const c = s <= 3 ? (zh ? "还没有取页" : "no page taken") : s <= 28 ? (zh ? "第 264 页 = 0x2100 0000" : "page 264 = 0x2100 0000") : zh ? "第 264 页正在清零" : "page 264 is being cleared"
  return [a, b, c]
}

function thread(s: number, row: number): Station[] {
  const st = (pane: Pane, part: Station["part"], index: number): Station => ({ pane, part, index })
  const call = st(0, "call", 0), rung = (i: number) => st(1, "rung", i), lvl = (i: number) => st(2, "level", i), entry = st(2, "entry", 0), frame = st(3, "page", page)
  const by: Record<number, Station[]> = {
    3: [call, rung(0)], 4: [call, rung(0), frame], 5: [call, rung(1)], 6: [call, rung(2)], 7: [call, rung(3)], 8: [call, rung(3), lvl(4), entry, frame], 9: [call, rung(3), lvl(4), entry],
    13: [call, st(0, "piece", 1)], 16: [call, lvl(0)], 17: [call, lvl(1)], 18: [call, lvl(2)], 19: [call, lvl(3)], 20: [call, lvl(4), entry], 21: [call, lvl(4), entry], 22: [call, lvl(4), entry, frame],
    25: [call, rung(0)], 26: [call, rung(1)], 27: [call, rung(1), lvl(4), entry], 28: [call, rung(2)], 29: [call, rung(2), frame],
  }
  void row
  return by[s] ?? []
}

function oom(text: string, lang: Tongue): OomReport {
  const zh = lang === "zh"
  return {
    kind: text.includes("torch") ? "torch" : "unknown", verdict: "fragmentation",
    headline: zh ? "卡几乎是空的。拦住你的是自己设的上限，还有 PyTorch 缓存里的空洞。" : "The card was nearly empty. Your own limit and the holes in PyTorch’s cache stopped you.",
    numbers: [{ name: zh ? "要的" : "asked", value: "50 MiB", exact: "52,428,800 B" }, { name: zh ? "已占" : "reserved", value: "240 MiB", exact: "251,658,240 B" }],
    bars: [{ name: zh ? "要的" : "the request", bytes: 50 << 20, asked: true, fits: true }, { name: zh ? "缓存里最大的空洞" : "largest hole in cache", bytes: 10 << 20, asked: false, fits: false }, { name: zh ? "上限还剩" : "room under limit", bytes: 20 << 20, asked: false, fits: false }, { name: zh ? "卡上空闲" : "free on the card", bytes: 139e9, asked: false, fits: true }],
    reasons: [zh ? "39.49 MiB 没用，但分成 18 块。" : "39.49 MiB are unused, but in 18 pieces."], outside: [],
    next: [{ text: zh ? "让段可以长大" : "Let segments grow", code: "PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True" }],
  }
}

/** Stands in for the engine's client. */
export function connect(): Engine { return new FakeEngine() }
