// The words of the page that compares two runs. What differs and why is said by
// the engine.

import { lang } from "../store"
import { say } from "../words"

type Pair = readonly [en: string, zh: string]

const words = {
  program: ["Program", "程序"], "own.program": ["from a file of yours", "你的文件里的程序"],
  a: ["A, the first side", "A 侧"], b: ["B, the second side", "B 侧"],
  recorded: ["Recorded on an H200", "H200 上的录制"], native: ["Run now on this machine’s GPU", "现在用本机 GPU 运行"],
  simulated: ["Simulated: {0}", "模拟：{0}"], file: ["A file of yours …", "你的文件……"], "file.is": ["File: {0}", "文件：{0}"],
  open: ["Open recordings", "打开录制文件"], text: ["As text", "文字版"],
  drop: ["Drop one or two recordings here", "把一两个录制文件放到这里"],
  "drop.why": ["Files are read in your browser and sent nowhere.", "文件只在浏览器里读，不会上传。"],

  "getting ready": ["The engine is getting ready.", "引擎正在准备。"],
  running: ["{0} is running: {1} events", "{0} 正在运行：{1} 个事件"], fetching: ["{0} is being fetched.", "正在载入 {0}。"],
  comparing: ["The two runs are being laid side by side.", "正在逐行比对两次运行。"],
  "native.running": ["The program runs on this machine’s GPU.", "程序正在本机 GPU 上运行。"],
  "native.not": ["This machine’s GPU did not run the program: {0}", "本机 GPU 没有运行这个程序：{0}"],
  cut: ["{0} ended after {1} rows, before its program did: {2} What was reached is compared.", "{0} 在 {1} 行之后就结束了，程序还没有跑完：{2}到这里为止的部分照样比对。"],
  "cut.lost": ["the process that held the GPU is gone.", "持有 GPU 的进程没了。"], "cut.time": ["it took longer than is allowed.", "用时超过了上限。"],
  "cut.rows": ["it made more calls than are allowed.", "调用次数超过了上限。"], "cut.memory": ["it wanted more memory than is allowed.", "要的内存超过了上限。"],
  "cut.broken": ["the recording breaks off in the middle of a row.", "录制在一行中间断了。"], "cut.limit": ["it met a limit ({0}).", "碰到了上限（{0}）。"],
  "no answer": ["{0} cannot be had: {1}", "{0} 取不到：{1}"],
  "program bad": ["The program does not compile: {0}", "程序编译不过：{0}"],
  "no program": ["This recording has no program, so nothing can be simulated beside it. Choose a second file.", "这个录制里没有程序，旁边没有东西可以模拟。再选一个文件。"],
  "two files": ["At most two files can be compared.", "最多比较两个文件。"],
  "bad.gzip": ["{0} is not a gzip file after all.", "{0} 不是完好的 gzip 文件。"],
  "bad.head": ["{0} is not a recording: its first line is not a header with \"pagewalk_recording\".", "{0} 不是录制文件：第一行不是带 \"pagewalk_recording\" 的文件头。"],
  "bad.version": ["{0} is of version {1}; this page reads version 1.", "{0} 是版本 {1}，本页只读版本 1。"],
  "bad.line": ["{0}, line {1}: not a row of a recording.", "{0} 第 {1} 行：不是录制的一行。"],
  "bad.large": ["{0} is larger than {1}.", "{0} 超过 {1}。"],
  "bad.rows": ["{0} has no rows.", "{0} 里没有任何一行。"],
  "our fault": ["This is a fault in Pagewalk: {0}", "这是 Pagewalk 自身的故障：{0}"],

  "title.real": ["Simulated beside a real H200", "模拟与真实 H200 并排"], "title.two": ["Two runs, side by side", "两次运行并排"],
  "sides": ["A: {0}. B: {1}.", "A：{0}。B：{1}。"],
  equal: ["{0} equal", "{0}一致"], "times.score": ["times within 2×. Median of B / A: {0}", "次调用的用时相差不到 2 倍，B / A 的中位数 {0}"], "first.differ": ["first in row {0}", "第一处在第 {0} 行"],
  "nothing.compared": ["{0}: nothing to compare", "{0}：没有可比的"],
  also: ["Also compared: {0}.", "另外还比了：{0}。"], "also.one": ["{0} {1} / {2}", "{0} {1} / {2}"],
  "not.judged": ["Times and physical offsets are not determined by the calls alone. They are reported, not judged.", "用时和物理偏移不只由调用决定，所以只列出，不评判。"],
  "legend.sim": ["hatched: simulated", "斜纹：模拟"], "legend.hw": ["solid: measured", "实心：实测"],
  "legend.eq": ["equal", "相等"], "legend.ex": ["within a factor of two", "2 倍以内"], "legend.no": ["different", "不同"],

  operation: ["operation", "操作"], address: ["address after the first", "相对首个地址"], trips: ["ioctl", "ioctl"], time: ["time, µs", "时间 µs"], "time.log": ["time, µs (bars: logarithm)", "时间 µs（条长取对数）"], verdict: ["judgement", "判断"],
  missing: ["only in {0}", "只在 {0}"], same: ["equal", "相等"], near: ["{0}×", "{0} 倍"], factor: ["{0} ×", "{0} 倍"],
  more: ["Show {0} more rows", "再看 {0} 行"], "more.same": ["{0} of them differ", "其中 {0} 行不同"],
  "why.same": ["Row {0}: both did the same", "第 {0} 行：两边一样"], "why.differ": ["Where row {0} parts", "第 {0} 行哪里不同"],
  "same.text": ["Everything that the calls determine is equal: answer, address, trips into the kernel, free memory.", "由调用决定的都相等：返回值、地址、进内核的次数、空闲内存。"],
  "rule": ["rule: {0}", "规则：{0}"], "at.section": ["measured, {0}", "实测，{0}"],
  "where.time": ["Where the time goes", "时间花在哪里"], "in.user": ["outside the kernel", "内核之外"], whole: ["whole call", "整个调用"],

  dock: ["Both runs through time", "两次运行的时间线"], row: ["Row", "行"], "row of": ["row {0} of {1}: {2}", "第 {0} 行 / {1}：{2}"],
  prev: ["Previous row", "上一行"], next: ["Next row", "下一行"], "prev.diff": ["Previous difference", "上一处不同"], "next.diff": ["Next difference", "下一处不同"],
  "unit.row": ["row", "行"], "unit.diff": ["≠", "≠"], "first.diff": ["First difference", "最早的不同"], "no.diff": ["There is no other difference in this direction.", "这个方向没有别的不同了。"],

  maps: ["Addresses in use", "正在使用的地址"], "maps.why": ["After row {0}. Addresses are relative to the first one; strips are the same on both sides.", "第 {0} 行之后。地址从第一个算起；两边的条带取同样的范围。"],
  "map.none": ["Nothing is in use.", "没有在用的地址。"], "map.sum": ["{0} blocks, {1}", "{0} 块，{1}"], strip: ["{0}, {1}", "{0}，{1}"], "strips.more": ["{0} more strips are not drawn", "还有 {0} 条没有画出"],
  block: ["block", "块"], size: ["size", "大小"], now: ["now", "此刻"], "fixed": ["fixed", "固定"], "blocks.more": ["{0} more", "还有 {0} 个"],

  plot: ["Time against time", "用时对照"], "plot.why": ["Each point is a row that both runs have. On the line both took the same; the band is a factor of two. Both scales are logarithmic.", "每个点是两边都有的一行。落在线上，两边用时相同；落在色带里，相差不到 2 倍。两轴都取对数。"],
  "plot.axis": ["{0}, µs", "{0}，µs"], "plot.none": ["No row has a time on both sides.", "没有哪一行两边都有用时。"],
  kind: ["kind of call", "调用种类"], count: ["rows", "行数"], median: ["median {0}", "中位数 {0}"], ratio: ["median of B / A", "B / A 的中位数"], "two.x": ["within 2×", "2 倍以内"],
  "kind.take": ["takes, with ioctls", "申请，有 ioctl"], "kind.take0": ["takes, without an ioctl", "申请，没有 ioctl"], "kind.give": ["frees, with ioctls", "释放，有 ioctl"], "kind.give0": ["frees, without an ioctl", "释放，没有 ioctl"], "kind.else": ["other calls", "别的调用"],
} as const satisfies Record<string, Pair>

export type Word = keyof typeof words

/** The word in the page's language, with {0}, {1} … filled in. */
export function t(key: Word, ...args: (string | number)[]): string {
  return say(words[key][lang.value === "zh" ? 1 : 0], args)
}

/** For the check that both languages say everything. */
export const all: Record<string, Pair> = words
