// Strings of the pictures of single mechanisms, in both languages. They join
// the others in words.ts.

export const pictures = {
  pics: ["Pictures", "图示"], "pics.of": ["Pictures of this layer", "这一层的图"],
  "pic.none": ["nothing in this run", "这次运行里没有"],
  "pic.states": ["State machine of a chunk", "chunk 的状态机"], "pic.free": ["Free lists", "空闲链表"], "pic.evict": ["Eviction lists", "驱逐链表"], "pic.frames": ["Frame map of the PMA", "PMA 的页帧图"],
  "pic.residency": ["Residency", "驻留"], "pic.block": ["Inside a block", "块的内部"], "pic.faults": ["Faults of this call", "这次调用的缺页"],
  "empty.states": ["A call on chunks moves this: uvm_mem_alloc, or managed memory that comes to the card.", "动到 chunk 的调用会让它走起来：uvm_mem_alloc，或者托管内存来到卡上。"],
  "empty.free": ["The first root that the PMM takes from the PMA fills these lists.", "PMM 从 PMA 拿来第一个根，链表里就有东西了。"],
  "empty.evict": ["A root stands here once pages of managed memory are in it.", "根里有了托管内存的页，就排到这里。"],
  "empty.frames": ["Before anything runs there is no page to look at.", "还没有运行，没有哪一页可看。"],
  "empty.residency": ["cudaMallocManaged and the first touch fill this picture.", "cudaMallocManaged 之后第一次访问，这里就有内容。"],
  "empty.block": ["The first touch of managed memory makes a block; its 512 pages appear here.", "第一次访问托管内存会建一个块，它的 512 页画在这里。"],
  "empty.faults": ["This call faults on no managed memory.", "这次调用没有在托管内存上缺页。"],

  // frames
  "frames.row": ["one row = one page of 2 MiB, one cell = one frame of 64 KiB", "一行是 2 MiB 的一页，一格是 64 KiB 的一帧"],
  "frames.stats": ["{0} of {1} frames free · {2} whole pages · {3} being cleared", "空闲 {0} / {1} 帧 · 整页 {2} · 清零中 {3}"],
  "frames.run": ["frames {0}–{1}", "第 {0}–{1} 帧"], "frames.one": ["frame {0}", "第 {0} 帧"],
  "frame.free": ["free", "空闲"], "frame.scrub": ["counts as free, not usable before it is cleared", "算空闲，清完才能用"], "frame.pin": ["taken, stays", "占用，不会被驱逐"], "frame.unpin": ["taken, may be evicted", "占用，可以驱逐"],
  "frame.evicting": ["chosen by an eviction", "正要驱逐"], "frame.numa": ["withheld", "留作他用"], "frame.bad": ["a bad page", "坏页"],

  // the state machine
  "rule": ["rule T{0}", "规则 T{0}"],
  "states.now": ["{0} → {1}, rule T{2}, {3}: {4}.", "{0} → {1}，规则 T{2}，{3}：{4}。"], "states.still": ["No chunk changes its state in this event.", "这个事件没有 chunk 换状态。"],
  "chunks.one": ["1 chunk", "1 个 chunk"], "chunks.n": ["{0} chunks", "{0} 个 chunk"],
  "t1.0.3": ["a root comes from the PMA, to be used", "从 PMA 拿来一个根，马上要用"],
  "t2.0.1": ["a root comes from the PMA as the rest of a batch", "一批里多拿的根"],
  "t3.1.3": ["a free chunk is claimed", "认领一个空闲 chunk"],
  "t4.3.4": ["the chunk is handed to its owner", "交给主人"],
  "t5.3.2": ["a pinned chunk is cut into pinned children", "钉住的 chunk 切成钉住的子 chunk"],
  "t6.4.2": ["an owner's chunk is cut into the owner's children", "主人的 chunk 切成主人的子 chunk"],
  "t7.2.3": ["pinned children become one again", "钉住的子 chunk 合成一个"],
  "t8.2.4": ["an owner's children become one again", "主人的子 chunk 合成一个"],
  "t9.3.1": ["the rest of a split is set free", "切剩下的放回空闲"],
  "t9.4.1": ["the owner frees the chunk", "主人释放 chunk"],
  "t10.4.3": ["an eviction has emptied the chunk", "驱逐把它腾空了"],
  "t11.3.0": ["the root goes back to the PMA", "根还给 PMA"],

  // lists of chunks
  "list.1": ["unused", "未用"], "list.2": ["discarded", "已丢弃"], "list.3": ["used", "在用"],
  "list.user": ["user", "用户"], "list.kernel": ["kernel", "内核"], "list.zero": ["zero", "已清零"], "list.dirty": ["not zero", "未清零"],
  "list.order": ["Tried from the left. A free root goes first, then unused, discarded, used.", "从左边取。先拿空闲的根，再依次是未用、已丢弃、在用。"],
  "list.next": ["next", "下一个"], "list.victim": ["An eviction would take root {0} now.", "现在要驱逐，拿走的是根 {0}。"],
  "list.none": ["empty", "空"], "list.chunk": ["root {0}", "根 {0}"], "list.child": ["root {0}, child {1}", "根 {0} 的子 {1}"],
  "list": ["list", "链表"], "length": ["length", "长度"], "first": ["from the head", "从头数起"],

  // managed memory
  "side.host": ["Host", "主机"], "side.gpu": ["GPU", "GPU"],
  "res.sum": ["{0} of {1} pages on the GPU, {2} on the host", "{1} 页里 GPU 上 {0} 页，主机上 {2} 页"],
  "res.both": ["{0} on both", "两边都有的 {0} 页"], "res.remote": ["{0} reached by the GPU across the bus", "GPU 隔着总线读的 {0} 页"],
  "res.scale": ["one column = one block of 2 MiB", "一列是 2 MiB 的一个块"], "res.window": ["blocks {0}–{1} of {2}", "第 {0}–{1} 块 / {2}"],
  "res.block": ["block {0}: GPU {1}, host {2} of {3} pages", "块 {0}：{3} 页里 GPU {1}，主机 {2}"], "res.untouched": ["block {0}: nobody has touched it", "块 {0}：还没有谁碰过"],
  "block": ["block", "块"], "pages.4k": ["pages of 4 KiB", "4 KiB 的页"], "untouched": ["untouched", "没碰过"],
  "block.scale": ["one column = 64 KiB, one cell = 4 KiB", "一列 64 KiB，一格 4 KiB"],
  "where.0": ["nowhere yet", "还没有着落"], "where.1": ["host", "主机"], "where.2": ["GPU", "GPU"], "where.3": ["both, read-only", "两边都有，只读"], "where.5": ["host, mapped for the GPU", "主机，GPU 隔着总线读"],
  "entry.0": ["no entry", "没有表项"], "entry.1": ["4 KiB entries", "4 KiB 表项"], "entry.2": ["64 KiB entries", "64 KiB 表项"], "entry.3": ["one 2 MiB entry", "一个 2 MiB 表项"],
  "entries": ["Entries of the GPU", "GPU 的表项"], "chunks.behind": ["Chunks behind it", "背后的 chunk"],
  "moved": ["Pages {0}–{1}: {2} → {3}, {4}.", "第 {0}–{1} 页：{2} → {3}，{4}。"], "moved.one": ["Page {0}: {2} → {3}, {4}.", "第 {0} 页：{2} → {3}，{4}。"],
  "why.0": ["by a fault", "因为缺页"], "why.1": ["by the prefetcher", "因为预取"], "why.2": ["by an eviction", "因为驱逐"], "why.3": ["by cudaMemPrefetchAsync", "因为 cudaMemPrefetchAsync"], "why.4": ["by advice", "因为 cudaMemAdvise"],
  "policy.1": ["prefers the host", "首选主机"], "policy.2": ["prefers the GPU", "首选 GPU"], "policy.4": ["accessed by the host", "主机会访问"], "policy.8": ["accessed by the GPU", "GPU 会访问"], "policy.16": ["read mostly", "以读为主"],
  "fault.n": ["Fault {0} of {1}: {2} {3} {4}, page {5}. It brings {6}.", "第 {0} / {1} 次缺页：{2}{3} {4}，第 {5} 页，一起来 {6}。"],
  "fault.ahead": ["{0} faults lie ahead.", "后面还有 {0} 次缺页。"], "fault.done": ["{0} faults, all of them served.", "{0} 次缺页，都处理完了。"],
  "by.host": ["The host", "主机"], "by.gpu": ["The GPU", "GPU "],
  "fault.read": ["reads", "读"], "fault.write": ["writes", "写"], "pages.n": ["{0} pages", "{0} 页"], "pages.1": ["1 page", "1 页"],
  "fault.scale": ["one bar = one fault, its height = pages that come", "一根是一次缺页，高低是来了多少页"],
  "batch.n": ["Batch {0} of {1}: {2} packets fetched from the fault buffer, {3} pages in {4} blocks, {5} duplicates.", "第 {0} / {1} 批：从缺页缓冲取出 {2} 项，{4} 个 block 里的 {3} 页，重复 {5} 项。"],
  "batch.one": ["Batch {0} of {1}: one packet.", "第 {0} / {1} 批：只有一项。"], "batch.ahead": ["{0} batches lie ahead.", "后面还有 {0} 批。"],
  "batch.replay": ["Replay: {0} accesses go on, {1} fault again.", "重放：{0} 次访问继续，{1} 次再次缺页。"],
  "batch.dropped": ["{0} packets were thrown away first.", "重放前丢掉 {0} 项。"], "batch.buffer": ["Packets in the buffer: {0}.", "缓冲里有 {0} 项。"],
  "batch.scale": ["one box = one batch: its pages, then its duplicates", "一格是一批：先是页，后是重复的项"],
  "who": ["who", "谁"], "access": ["access", "访问"], "comes": ["pages that come", "来的页"], "there": ["there afterwards", "之后在的页"],

  // what refers to a place
  "hangs": ["What hangs on this?", "谁用着它？"], "hangs.none": ["Nothing refers to memory of the card here.", "没有谁用着这里的显存。"], "hangs.of": ["What hangs on {0}", "{0} 上挂着什么"], "hangs.close": ["Close the list", "收起"],

  // be the driver
  "turn.move": ["Your move", "轮到你"], "turn.you": ["You are the driver.", "现在你就是驱动。"], "turn.score": ["moves: {0} · as the driver: {1}", "走了 {0} 步 · 和驱动一样的 {1} 步"],
  "turn.q": ["{0}: {1}. Into which state does it go next?", "{0} 现在是 {1}，下一步变成哪个状态？"],
  "turn.gave": ["you gave", "你走"], "turn.did": ["the driver gave", "驱动走"], "turn.on": ["Show this step", "看这一步"],
  "turn.refused": ["refused: no rule leads from {0} to {1}", "拒绝：没有规则从 {0} 到 {1}"],
  "turn.yes": ["As the driver: {0}.", "和驱动一样：{0}。"], "turn.no": ["You gave {0}, the driver gave {1}.", "你走 {0}，驱动走 {1}。"],
} as const
