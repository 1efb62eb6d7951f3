// Every string of the elements, in both languages. Sentences about events come
// from the engine; here are only the words around the pictures.

import { lang } from "./store"
import { pictures } from "./words-pictures"

type Pair = readonly [en: string, zh: string]

const words = {
  ...pictures,

  // layers
  runtime: ["Runtime", "运行时"], driver: ["Driver", "驱动"], translation: ["Translation", "翻译"], physical: ["Physical", "物理"],
  "runtime.tag": ["runtime", "运行时"], "driver.tag": ["driver", "驱动"], "translation.tag": ["translation", "翻译"], "physical.tag": ["physical", "物理"],
  layer: ["Layer", "层"],
  machine: ["The machine at this moment", "此刻的机器"],
  "not asked": ["not asked", "没有参与"],
  gate: ["user ↑ kernel ↓", "用户态 ↑ 内核态 ↓"],
  nothing: ["nothing", "无"],

  // runtime
  call: ["call", "调用"],
  "call.running": ["running", "进行中"], "call.done": ["returned", "已返回"], "call.failed": ["failed", "失败"],
  "cell of": ["one cell = {0} · hole of {1} →", "一格 = {0} · 空洞 {1} →"],
  "cell.size": ["one cell = {0}", "一格 = {0}"],
  "of": ["{0} of {1}", "{0} / {1}"],
  "more": ["{0} more", "还有 {0} 个"],
  freed: ["freed", "已释放"], live: ["live", "在用"], hole: ["hole", "空洞"],
  "slab.twin": ["{0} at {1}, {2}", "{0}，地址 {1}，{2}"],
  slab: ["slab", "slab"], block: ["block", "块"], host: ["host memory", "主机内存"],

  // driver
  "kernel time": ["time in kernel, {0}", "内核里 {0}"],
  simulated: ["simulated", "模拟"], measured: ["measured", "实测"], documented: ["documented", "有文档"], textbook: ["textbook", "教科书"],
  kept: ["kept by the driver", "驱动留着"],
  "used.program": ["your program", "你的程序"], "used.driver": ["the driver", "驱动"], "used.smi": ["nvidia-smi", "nvidia-smi"], "used.total": ["of {0}", "共 {0}"],
  "rung.done": ["done", "已完成"], "rung.now": ["now", "此刻"], "rung.ahead": ["not yet", "还没到"],

  // translation
  "offset.short": ["offset", "偏移"],
  offset: ["offset in page", "页内偏移"],
  "set": ["{0} set {1}", "{0} 第 {1} 组"],
  "tlb.of": ["caches of", "缓存属于"], "tlb.follow": ["as it runs", "跟随运行"], "tlb.following": ["SM {0}, as it runs", "SM {0}（跟随运行）"],
  "tlb.filled": ["filled", "已填"], "tlb.missed": ["miss", "未命中"], "tlb.evicted": ["evicted", "被驱逐"], "tlb.invalid": ["invalidated", "作废"], "tlb.valid": ["valid", "有效"], "tlb.empty": ["empty", "空"], "tlb.hit": ["hit", "命中"],
  "no table": ["no table yet", "还没有页表"],
  "level.twin": ["level", "级"], "bits": ["bits", "位"], "index": ["index", "下标"], "entry": ["entry", "表项"], "leads to": ["leads to", "指向"],
  "field": ["field", "字段"], value: ["value", "值"], meaning: ["meaning", "含义"],
  "look": ["Walk an address", "走一个地址"],
  microscope: ["Under the microscope", "放到显微镜下"],
  "look.go": ["Walk", "走"],
  "look.bad": ["{0} is not an address. An address is a hexadecimal number such as 0x7f1235e00000.", "{0} 不是地址。地址是十六进制数，例如 0x7f1235e00000。"],

  // physical
  "whole card": ["The whole card", "整张卡"],
  "pages of": ["pages {0}–{1} of {2}", "第 {0}–{1} 页 / {2}"],
  "each": ["2 MiB each", "每页 2 MiB"],
  "page": ["page {0}", "第 {0} 页"], "pages": ["pages {0}–{1}", "第 {0}–{1} 页"],
  "pages.many": ["{0} pages", "{0} 页"],
  "cell.0": ["free", "空闲"], "cell.1": ["yours", "你的"], "cell.2": ["context", "上下文"], "cell.3": ["clearing", "清零中"], "cell.4": ["split", "已拆分"],
  "cell.5": ["pinned", "暂时钉住"], "cell.6": ["kernel", "内核"], "cell.7": ["kept", "留着"], "cell.8": ["owned by PMA", "归 PMA"], "cell.9": ["blocked", "被占"],
  mixed: ["mixed", "混合"],
  "open": ["Open", "展开"], "back": ["Back", "返回"],
  "map.role": ["memory map", "内存图"],
  "map": ["Memory map. Arrow keys move, plus and minus zoom, Enter selects.", "内存图。方向键移动，加减号缩放，回车选中。"],
  "zoom.in": ["Closer", "放大"], "zoom.out": ["Farther", "缩小"],
  "free.largest": ["{0} free, largest run {1}", "空闲 {0}，最大连续 {1}"],
  "address": ["address", "地址"], "state": ["state", "状态"], "size": ["size", "大小"], "what": ["what", "内容"], "where": ["where", "位置"],
  "children": ["{0} children of {1}", "{0} 个 {1} 子 chunk"],
  "child": ["child {0}", "子 {0}"],
  "kernel": ["kernel", "内核"],
  "hash": ["now", "此刻"],

  // dock
  time: ["Time", "时间"],
  "unit.line": ["line", "行"], "unit.call": ["call", "调用"], "unit.event": ["event", "事件"],
  "prev.line": ["Previous line", "上一行"], "next.line": ["Next line", "下一行"],
  "prev.call": ["Previous call", "上一次调用"], "next.call": ["Next call", "下一次调用"],
  "prev.event": ["Previous event", "上一个事件"], "next.event": ["Next event", "下一个事件"],
  play: ["Play", "播放"], pause: ["Stop playing", "停止播放"],
  bookmark: ["Bookmark this moment", "给此刻加书签"], unbookmark: ["Remove the bookmark", "去掉书签"],
  fork: ["Fork here", "从这里分叉"],
  "event of": ["event {0} of {1}: {2}", "事件 {0} / {1}：{2}"],
  start: ["Before the first event.", "第一个事件之前。"],
  "scrub": ["Event", "事件"],
  "blocked": ["Predict first: event {0} opens when the answer is locked.", "先预测：锁定答案后，事件 {0} 才会打开。"],
  "to card": ["Go to the question", "去答题"],
  "end": ["That was the last event.", "这是最后一个事件。"],
  "no jump": ["There is no other event of this kind.", "没有别的同类事件了。"],
  "getting ready": ["getting ready", "正在准备"],

  // events
  events: ["Events", "事件"], "line n": ["line {0}", "第 {0} 行"], "no line": ["before line 1", "第 1 行之前"],
  "because of": ["because of {0}", "起因 {0}"],
  "filter": ["Show {0} events", "显示{0}事件"],
  "no events": ["No events yet", "还没有事件"],
  "no events.do": ["Run the scenario to see its events here.", "运行场景，事件会列在这里。"],
  "none shown": ["No layer is switched on.", "没有打开任何一层。"],
  "back to text": ["Back to the text", "回到正文"],

  // prediction
  "your prediction": ["Your prediction", "你的预测"],
  "predict before": ["Predict before event {0} opens", "先预测，事件 {0} 才会打开"],
  "predict": ["Predict", "预测"],
  "lock": ["Lock it in", "就选它"], "can change": ["You can still change your mind.", "现在还能改。"],
  "locked": ["Locked. Step to event {0} to see.", "已锁定。走到事件 {0} 就知道。"],
  "locked.run": ["Locked. Run the program to see.", "已锁定。运行程序就知道。"],
  "you said": ["you said", "你说"], "it did": ["it did", "实际"],
  "decided by": ["Decided by {0}.", "由{0}决定。"], "event n": ["event {0}", "事件 {0}"],
  "click one": ["Click it in the picture. Chosen: {0}", "在图里点它。已选：{0}"], "nothing yet": ["nothing yet", "还没选"],
  "your number": ["Your number", "你的数"],
  "ask again": ["Ask me again", "重新作答"],

  // editor and playground
  "draft kept": ["draft kept here", "草稿已存本机"], "draft.full": ["draft too long to keep here", "草稿太长，存不下"],
  "draft restored": ["Your draft of {0} is shown. ", "这是你 {0} 的草稿。"], "original": ["Show the original", "看原来的"],
  program: ["Program", "程序"],
  run: ["Run", "运行"], running: ["Running", "正在运行"],
  "n events": ["{0} events so far", "已有 {0} 个事件"],
  stop: ["Stop and keep what there is", "停下，留住已有的"],
  "error at": ["Line {0}:", "第 {0} 行："],
  "errors": ["{0} places to mend", "{0} 处要改"],
  "ended": ["The run ended early: {0}", "运行提前结束：{0}"],
  "ran": ["{0} events in {1} calls, {2} simulated.", "{1} 次调用，{0} 个事件，模拟时间 {2}。"],
  "share.copied": ["Link copied. It opens this program at this moment.", "链接已复制，打开就是这个程序的此刻。"],
  "share.shown": ["This link opens this program at this moment:", "这个链接打开就是这个程序的此刻："],
  "share.broken": ["The link is damaged: {0}. Your draft is kept; nothing was replaced.", "链接坏了：{0}。你的草稿还在，什么都没有换掉。"],
  "link.version": ["it was made by version {0} of the link format, this page reads version {1}", "它是第 {0} 版的格式，这里只认第 {1} 版"],
  "link.sum": ["some characters are missing or changed", "有字符丢了或变了"],
  "link.shape": ["it does not hold a program", "里面没有程序"],
  "link.letters": ["it contains characters that no link has", "里面有链接不会有的字符"],
  "fork.done": ["Forked before line {0}. Change the program from there and run; the original run stays in the list.", "在第 {0} 行之前分叉。从那里改程序再运行，原来的运行留在列表里。"],
  "our fault": ["This is a fault in Pagewalk: {0}", "这是 Pagewalk 自身的故障：{0}"],
  "copy": ["Copy", "复制"], "copied": ["Copied", "已复制"],
  "settings": ["Policies", "策略"], "seed": ["seed", "种子"],
  "set.bad": ["{0} is not of the form key=value.", "{0} 不是“键=值”的样子。"],
  "program output": ["Program output", "程序输出"],
  "counters": ["Counters at event {0}", "事件 {0} 时的计数"],

  // goals
  "goal.waiting": ["Run the program: what it does is laid beside the goal.", "运行程序，它做的事会和目标并排列出。"],
  "goal.running": ["The engine is checking it.", "引擎正在检查。"],
  "goal.absent": ["The goal is checked by the engine, and the engine could not be loaded. Stepping through the first run works without it.", "目标由引擎检查，而引擎没能载入。没有引擎也能单步走完第一次运行。"],
  "goal.early": ["The run did not come to its end, so nothing is decided.", "程序没有运行到结尾，无法判定。"],
  "goal.profile": ["This goal is for {0}.", "这个目标要在 {0} 上完成。"], "goal.use": ["Run it on {0}", "在 {0} 上运行"],
  "goal.settings": ["This goal is for {0} as it is, with no policy changed.", "这个目标要在原样的 {0} 上完成，策略不能改。"], "goal.reset": ["Run it without changes", "还原策略再运行"],
  "goal.met": ["Goal met.", "目标达成。"], "goal.unmet": ["Not yet.", "还没有。"], "goal.before": ["You have met it before.", "你以前达成过。"],
  "goal.kept": ["✓ met", "✓ 已达成"],
  "goal.found": ["{0} wanted, {1} found", "要 {0}，得到 {1}"],
  "goal.unknown": ["The program has no {0}.", "程序里没有 {0}。"],
  "want.not": ["anything but {0}", "{0} 以外"], "want.below": ["less than {0}", "小于 {0}"], "want.most": ["at most {0}", "至多 {0}"], "want.above": ["more than {0}", "大于 {0}"], "want.least": ["at least {0}", "至少 {0}"],

  // runs side by side
  runs: ["Runs", "各次运行"], "run.fork": ["Fork {0}", "分叉 {0}"],
  "run.close": ["Remove {0}", "删掉{0}"], "run.closed": ["{0} is removed.", "{0}已删掉。"], "run.back": ["Put it back", "放回来"],
  "run.shown": ["{0} is shown at its own moment.", "现在是{0}，停在它自己的那一刻。"],

  // out of memory reader
  "oom.paste": ["Paste an out-of-memory message, a memory summary, or the output of nvidia-smi", "把显存不足的报错、memory_summary 或 nvidia-smi 的输出贴在这里"],
  "oom.read": ["Read it", "读一读"],
  "oom.reading": ["Reading {0}", "正在读 {0}"],
  "oom.fragmentation": ["holes, not size", "不是不够，是碎"], "oom.full": ["the card is full", "卡满了"], "oom.limit": ["your own limit", "自己设的上限"], "oom.outside": ["somebody else", "别人占着"], "oom.unknown": ["not decided", "定不下来"],
  "oom.asked": ["asked", "要的"], "oom.reasons": ["Why", "为什么"], "oom.outside.h": ["Outside the allocator", "分配器之外"], "oom.next": ["What to try", "可以试什么"],
  "oom.room": ["The request against each kind of room", "要的大小与各种余地"],
  "oom.local": ["The text never leaves this machine.", "文字不会离开这台机器。"],
  "oom.none": ["Paste something first.", "先贴点东西。"],
  "oom.file": ["or open a file", "或打开文件"],

  // key sheet
  keys: ["Keys", "快捷键"], close: ["Close", "关闭"],
  "keys.time": ["Move through time", "在时间里移动"], "keys.look": ["Look", "查看"], "keys.do": ["Do", "操作"],
  "k.event": ["Next / previous event", "下一个 / 上一个事件"], "k.call": ["Next / previous CUDA call", "下一次 / 上一次调用"], "k.line": ["Next / previous source line", "下一行 / 上一行"],
  "k.ends": ["First / last event", "第一个 / 最后一个事件"], "k.play": ["Play or stop", "播放 / 停止"], "k.jump": ["Next split, fault, eviction, ioctl", "下一次拆分、缺页、驱逐、ioctl"],
  "k.mark": ["Set / jump to bookmark", "设 / 跳到书签"], "k.layer": ["Go to a layer", "跳到某一层"], "k.in": ["Move inside a picture", "在图里移动"],
  "k.who": ["Who set this?", "谁改的它？"], "k.twin": ["Pictures as text", "把图变成文字"], "k.zoom": ["Zoom the map", "缩放内存图"], "k.proj": ["Projector size", "投影大小"],
  "k.run": ["Run", "运行"], "k.fork": ["Fork here", "从这里分叉"], "k.answer": ["Answer 1–4 of a prediction", "选第 1–4 个预测"], "k.link": ["Copy link to this point", "复制此刻的链接"],
  "k.remote": ["Presenter remote", "翻页笔"], "k.sheet": ["This sheet", "打开这张表"], "k.arrows": ["arrows", "方向键"],
  "keys.compare": ["Compare", "对比"], "keys.mmu": ["Address microscope", "地址显微镜"],
  "k.row": ["Next / previous row", "下一行 / 上一行"], "k.differ": ["Next / previous row that differs", "下一个 / 上一个不同的行"], "k.rows": ["First / last row, on the time line", "在时间轴上：第一行 / 最后一行"],
  "k.walk": ["Walk the address that is typed", "走一遍输入的地址"], "k.entry": ["From entry to entry", "逐个表项移动"], "k.flip": ["Open an entry, flip its bits", "打开表项，翻转其中的位"],
  "keys.single": ["Single-letter keys work on the whole page", "单字母快捷键在整页有效"],
  "keys.single.why": ["Switched off, they work only while the machine or its time line has the focus.", "关掉后，只在机器或时间轴获得焦点时有效。"],
  "deep": ["Show raw entries and times of every level", "显示每一级的原始表项和时间"],
  "twin.on": ["Pictures are shown as text.", "图已变成文字。"], "twin.off": ["Pictures are shown.", "图已恢复。"],
  "who.none": ["Nothing has changed it so far.", "到现在还没有谁改过它。"],
  "select.first": ["Select a cell first.", "先选一格。"],
  "link.copied": ["Link to this point copied.", "此刻的链接已复制。"],
} as const satisfies Record<string, Pair>

export type Word = keyof typeof words

/** The word in the page's language, with {0}, {1} … filled in. */
export function t(key: Word, ...args: (string | number)[]): string {
  return say(words[key][lang.value === "zh" ? 1 : 0], args)
}

export function say(pattern: string, args: readonly (string | number)[]): string {
  return args.length === 0 ? pattern : pattern.replace(/\{(\d)\}/g, (_, i) => String(args[+i] ?? ""))
}

/** For the check that both languages say everything. */
export const all: Record<string, Pair> = words
