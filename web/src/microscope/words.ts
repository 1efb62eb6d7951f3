// Strings of the microscope, in both languages. What an address or an entry
// means comes from the engine.

import { lang } from "../store"
import { say } from "../words"

export const words = {
  address: ["Address", "地址"], format: ["Format", "格式"], page: ["Page", "页"], access: ["Access", "访问"],
  read: ["read", "读"], write: ["write", "写"], atomic: ["atomic", "原子操作"],
  "page.both": ["{0}, with an empty {1} table", "{0}，旁边有空的 {1} 表"],
  look: ["Look", "看"], link: ["Copy link", "复制链接"], "link.done": ["Link copied. It opens this address like this.", "链接已复制，打开就是这个样子。"],
  wait: ["The engine is being fetched", "正在载入引擎"],
  replay: ["The program is being run", "正在运行程序"],
  bits: ["The address, bit by bit", "地址，逐位看"],
  "bits.why": ["Each index picks one entry of its table. What is left is the offset in the page.", "每个下标在自己的表里选一项，剩下的是页内偏移。"],
  walk: ["The walk", "走页表"],
  "walk.n": ["{0} reads", "读 {0} 次"], "walk.0": ["no read", "一次也不读"],
  "sum": ["table {0} + {1} × {2} B", "表 {0} + {1} × {2} B"],
  "covers": ["covers {0}", "覆盖 {0}"],
  change: ["Change it", "改它"], done: ["Done", "改好了"], reset: ["Undo all changes", "撤掉全部改动"],
  changed: ["changed by you", "你改过"],
  "what if": ["What if: the machine itself is as it was.", "这是假设，机器本身没有变。"],
  raw: ["raw entry, hexadecimal", "原始表项，十六进制"], "raw.high": ["high word", "高字"], "raw.low": ["low word", "低字"],
  "bad.hex": ["“{0}” is not a hexadecimal number of {1} bits.", "“{0}”不是 {1} 位的十六进制数。"],
  "bad.address": ["“{0}” does not fit: the field holds addresses of {1} bits whose lowest {2} bits are 0.", "“{0}”放不进去：这个字段存 {1} 位的地址，最低 {2} 位须为 0。"],
  writer: ["Written by event {0}", "由事件 {0} 写入"], "writer.none": ["No event of this run has written it.", "这次运行里没有事件写过它。"],
  used: ["Entries in use", "在用的表项"],
  end: ["Where it ends", "走到哪里"], physical: ["Physical address", "物理地址"], "page at": ["page {0}", "页 {0}"], offset: ["offset {0}", "偏移 {0}"],
  nowhere: ["No physical address", "没有物理地址"],
  caches: ["Where the TLBs keep it", "TLB 把它放在哪里"],
  "caches.sm": ["As processor 0 sees them. Of a level that several have, this is the first.", "以第 0 个处理器所见为准；一级有几份的，这里是第一份。"],
  "caches.none": ["No TLB of this generation has been published in a form that could be checked, so none is drawn.", "这一代的 TLB 没有可核对的公开数据，这里就不画。"],
  "set of": ["set {0} of {1}", "第 {0} 组 / 共 {1} 组"], ways: ["{0} ways", "{0} 路"], "one entry": ["an entry covers {0} pages", "一项管 {0} 页"], "one entry.1": ["an entry covers one page", "一项管 1 页"], reach: ["reach {0}", "覆盖 {0}"],
  hit: ["holds this page", "有这一页"], miss: ["does not hold this page", "没有这一页"], "set.empty": ["the set is empty", "这一组是空的"],
  way: ["way", "路"], first: ["from", "起始"], pages: ["pages held", "有哪些页"], "of pages": ["{0} of {1} × {2}", "{0} / {1} × {2}"], to: ["this page leads to", "这一页通到"], space: ["address space", "地址空间"],
  textbook: ["textbook", "教科书"], documented: ["documented", "有文档"], measured: ["measured", "实测"], simulated: ["simulated", "模拟"],
  compare: ["CPU beside GPU", "CPU 与 GPU 对照"],
  "compare.example": ["The same address on both, and what mapping an array of {0} takes.", "同一个地址在两边各走一遍；再看映射一个 {0} 的数组要花多少。"],
  "compare.own": ["The same address on both, and what this program’s {0} in {1} ranges take.", "同一个地址在两边各走一遍；再看这个程序的 {1} 段、共 {0} 要花多少。"],
  "size": ["page size", "页大小"], entries: ["entries", "表项"], tables: ["tables", "表"], memory: ["memory of tables", "表占内存"], reads: ["reads a walk", "走一遍读几次"],
  reaches: ["TLB reach", "TLB 覆盖"], "reach.cpu": ["no figure that could be checked; processors differ", "没有可核对的数字；各处理器不同"], "reach.none": ["not published", "没有公开"], "reach.at": ["{0} with pages of {1}", "{0}，页为 {1}"],
  assumed: ["assumed", "假设"],
  misses: ["who fills, who invalidates", "谁填，谁作废"], "misses.cpu": ["hardware walks; the kernel invalidates with INVLPG or by loading CR3", "硬件走表；内核用 INVLPG 或重装 CR3 作废"], "misses.gpu": ["hardware walks; the driver invalidates through a method or a register", "硬件走表；驱动用方法或寄存器作废"],
  "switch": ["context switch", "切换上下文"], "switch.cpu": ["another CR3; entries can be tagged by PCID", "换 CR3；表项可带 PCID 标记"], "switch.gpu": ["another page-directory base, from the instance block; entries are tagged by it", "从实例块换页目录基址；表项带着它的标记"],
  live: ["The machine of your program, at event {0}", "你的程序的机器，在事件 {0}"], "live.none": ["The program of this link could not be run: {0}", "这个链接里的程序跑不起来：{0}"],
  example: ["An example made for this address. Open the microscope from the playground to see a machine’s own tables.", "为这个地址造的例子。从“动手”页打开显微镜，看的是机器自己的表。"],
  back: ["Back to the playground, at this moment", "回到“动手”页的此刻"], leave: ["Leave the run", "离开这次运行"],
  pointers: ["The program’s pointers", "程序的指针"],
  fault: ["This is a fault in Pagewalk: {0}", "这是 Pagewalk 自身的故障：{0}"],
} as const satisfies Record<string, readonly [en: string, zh: string]>

export type Word = keyof typeof words

export function m(key: Word, ...args: (string | number)[]): string { return say(words[key][lang.value === "zh" ? 1 : 0], args) }
