package explain

import (
	"pagewalk/engine/event"
	"pagewalk/engine/va"
)

var managedTellers = []teller{
	{event.MemNew, (*speaker).memNew},
	{event.MemFree, (*speaker).memFree},
	{event.MemMapped, (*speaker).memMapped},
	{event.ChunkHeld, (*speaker).chunkHeld},
	{event.BlockNew, (*speaker).blockNew},
	{event.BlockFree, (*speaker).blockFree},
	{event.BlockPages, (*speaker).blockPages},
	{event.BlockPolicy, (*speaker).blockPolicy},
	{event.ManagedFault, (*speaker).managedFault},
	{event.Scribble, (*speaker).scribble},
	{event.Thrashing, (*speaker).taker},
	{event.PageThrash, (*speaker).pageThrash},
	{event.BlockRetry, (*speaker).blockRetry},
	{event.AccessNotice, (*speaker).accessNotice},
}

func (s *speaker) memNew() (string, string) {
	m := event.MemOf(s.e)
	size := Bytes(1 << (m.Chunk & 63))
	if m.Host != 0 {
		return s.fill(pair{"uvm_mem {0} is made in system memory: {1} pages of {2}.", "建立 uvm_mem {0}，放在系统内存：{1} 个 {2} 的页。"}, num(uint64(m.ID)), Commas(uint64(m.Chunks)), size),
			s.fill(pair{"{0} were asked for.", "请求的是 {0}。"}, exactSize(m.Bytes))
	}
	return s.fill(pair{"uvm_mem {0} is made in video memory: {1} chunks of {2}, kernel memory.", "建立 uvm_mem {0}，放在显存：{1} 个 {2} 的 chunk，属于内核内存。"}, num(uint64(m.ID)), Commas(uint64(m.Chunks)), size),
		s.fill(pair{"{0} were asked for; the tail of the last chunk is not trimmed.", "请求的是 {0}；最后一块的尾巴不裁掉。"}, exactSize(m.Bytes))
}

func (s *speaker) memFree() (string, string) {
	m := event.MemOf(s.e)
	return s.fill(pair{"uvm_mem {0} is gone: {1} chunks of {2}.", "uvm_mem {0} 撤销：{1} 个 {2} 的 chunk。"}, num(uint64(m.ID)), Commas(uint64(m.Chunks)), Bytes(1<<(m.Chunk&63))), ""
}

func (s *speaker) memMapped() (string, string) {
	id := num(uint64(s.e.Subject))
	if s.e.W[1] == 0 {
		return s.fill(pair{"uvm_mem {0} loses its address {1}.", "uvm_mem {0} 失去地址 {1}。"}, id, Hex(s.e.W[0])), ""
	}
	return s.fill(pair{"uvm_mem {0} has an address in the GPU's kernel space: {1}.", "uvm_mem {0} 在 GPU 内核空间有了地址：{1}。"}, id, Hex(s.e.W[1])),
		s.fill(pair{"The lowest free one of the window of 128 GiB, aligned to the chunk.", "128 GiB 窗口里最低的空位，按 chunk 对齐。"})
}

func (s *speaker) chunkHeld() (string, string) {
	h := event.HeldOf(s.e)
	id := num(uint64(h.Holder &^ (1 << 31)))
	who := s.fill(pair{"uvm_mem {0}", "uvm_mem {0}"}, id)
	if h.Holder>>31 != 0 {
		who = s.fill(pair{"VA block {0}", "VA block {0}"}, id)
	}
	p := yes(h.Taken, pair{"{0} takes {1}.", "{0} 取得{1}。"}, pair{"{0} lets go of {1}.", "{0} 放开{1}。"})
	sentence := s.fill(p, who, lowerFirst(s.lang, s.chunk(h.Chunk)))
	if h.Taken && h.Holder>>31 != 0 {
		return sentence, s.fill(pair{"It backs the block from page {0} on.", "它从第 {0} 页起承载这个 block。"}, num(uint64(h.Page)))
	}
	return sentence, ""
}

func (s *speaker) blockNew() (string, string) {
	b := event.BlockOf(s.e)
	return s.fill(pair{"VA block {0} is made at {1}: {2} pages of 4 KiB.", "在 {1} 建立 VA block {0}：{2} 个 4 KiB 页。"}, num(uint64(b.ID)), Hex(b.Base), num(uint64(b.Pages))),
		s.fill(pair{"Somebody touches these 2 MiB for the first time.", "这 2 MiB 第一次有人碰。"})
}

func (s *speaker) blockFree() (string, string) {
	b := event.BlockOf(s.e)
	return s.fill(pair{"VA block {0} at {1} is gone.", "{1} 处的 VA block {0} 撤销。"}, num(uint64(b.ID)), Hex(b.Base)), ""
}

// wheres names where pages are, by the bits of package va.
func (s *speaker) where(w uint8) string {
	if w&va.Discarded != 0 {
		return s.fill(pair{"{0}, contents discarded", "{0}，内容已丢弃"}, s.where(w&^va.Discarded))
	}
	switch w {
	case 0:
		return s.fill(pair{"nowhere", "还没有位置"})
	case va.OnCPU:
		return s.fill(pair{"host", "主机"})
	case va.OnGPU:
		return s.fill(pair{"card", "显卡"})
	case va.OnCPU | va.OnGPU:
		return s.fill(pair{"host and card, read-only", "主机和显卡，只读"})
	case va.OnCPU | va.RemoteGPU:
		return s.fill(pair{"host, mapped for the GPU there", "主机，GPU 直接映射"})
	}
	return num(uint64(w))
}

var moveReasons = [...]pair{
	va.ByFault:    {"A fault brings them.", "因为缺页。"},
	va.ByPrefetch: {"They come along with a fault.", "随缺页一起带来。"},
	va.ByEviction: {"They are evicted.", "被驱逐。"},
	va.ByCall:     {"The program's call moves them.", "程序的调用要求移动。"},
	va.ByAdvice:   {"The program's advice says so.", "按程序给的建议。"},
	va.ByDiscard:  {"Their contents may be dropped.", "内容可以丢掉。"},
	va.ByCounter:  {"The GPU has reached them from afar often enough.", "GPU 远程访问的次数够多了。"},
}

func (s *speaker) blockPages() (string, string) {
	p := event.PagesOf(s.e)
	where := s.fill(pair{"{0} → {1}", "{0} → {1}"}, s.where(p.From), s.where(p.To))
	note := ""
	if int(p.Reason) < len(moveReasons) {
		note = s.fill(moveReasons[p.Reason])
	}
	if p.N == 1 {
		return s.fill(pair{"Page {0} of VA block {1}: {2}.", "VA block {1} 的第 {0} 页：{2}。"}, num(uint64(p.First)), num(uint64(p.Block)), where), note
	}
	return s.fill(pair{"Pages {0} to {1} of VA block {2}: {3}.", "VA block {2} 的第 {0} 到 {1} 页：{3}。"},
		num(uint64(p.First)), num(uint64(p.First)+uint64(max(p.N, 1))-1), num(uint64(p.Block)), where), note
}

var policyNames = [...]pair{
	{"preferred on the host", "首选主机"}, {"preferred on the card", "首选显卡"},
	{"accessed by the host", "主机会访问"}, {"accessed by the card", "显卡会访问"}, {"read mostly", "以读为主"},
}

func (s *speaker) blockPolicy() (string, string) {
	after := uint32(s.e.W[0] >> 32)
	list := ""
	for i, name := range policyNames {
		if after>>i&1 != 0 {
			if list != "" {
				list += s.fill(pair{", ", "、"})
			}
			list += s.fill(name)
		}
	}
	if list == "" {
		list = s.fill(pair{"none", "无"})
	}
	return s.fill(pair{"Policy of VA block {0}: {1}.", "VA block {0} 的策略：{1}。"}, num(uint64(s.e.Subject)), list), ""
}

func (s *speaker) managedFault() (string, string) {
	f := event.ManagedFaultOf(s.e)
	who := s.fill(yes(f.Processor == va.GPU, pair{"The GPU", "GPU"}, pair{"The CPU", "CPU"}))
	did := s.fill(yes(f.Write, pair{"writes", "写"}, pair{"reads", "读"}))
	sentence := s.fill(pair{"{0} {1} {2} and cannot reach it: a fault on page {3} of VA block {4}.", "{0} {1} {2}，够不到：VA block {4} 第 {3} 页缺页。"},
		who, did, Hex(f.Address), num(uint64(f.Page)), num(uint64(f.Block)))
	if f.Faults > 1 {
		sentence = s.fill(pair{"Faults of the batch on {0} pages of VA block {1} are served together, from page {2} on.", "这一批里 VA block {1} 有 {0} 页缺页，从第 {2} 页起，一并处理。"},
			num(uint64(f.Faults)), num(uint64(f.Block)), num(uint64(f.Page)))
	}
	return sentence, s.count(uint64(f.Moves), pair{"One page moves.", ""}, pair{"{0} pages move.", "要移动 {0} 页。"})
}

func (s *speaker) scribble() (string, string) {
	stride := s.e.W[3]
	if stride == 0 {
		return s.fill(pair{"The bytes of VA block {0} are kept by the program's memory from now on.", "从此 VA block {0} 的字节记在程序的内存里。"}, num(uint64(s.e.Subject))), ""
	}
	return s.fill(pair{"VA block {0} holds a byte every {1}; nobody has read it yet.", "VA block {0} 里每隔 {1} 有一个字节；还没有人读过。"}, num(uint64(s.e.Subject)), Bytes(stride)), ""
}

func (s *speaker) taker() (string, string) {
	id, before, after := num(uint64(s.e.Subject)), s.e.W[1]>>32, s.e.W[3]>>32
	who := s.fill(yes(uint8(s.e.W[3]) == va.GPU+1, pair{"The GPU", "GPU"}, pair{"The CPU", "CPU"}))
	switch {
	case before == 0 && after != 0:
		return s.fill(pair{"The pages of VA block {0} are watched from now on.", "开始逐页监视 VA block {0}。"}, id),
			s.fill(pair{"Two processors have taken it from each other in quick turns.", "两个处理器很快地轮流取走它。"})
	case before != 0 && after == 0:
		return s.fill(pair{"The pages of VA block {0} are watched no more.", "不再逐页监视 VA block {0}。"}, id), ""
	case uint8(s.e.W[3]) == 0:
		return s.fill(pair{"VA block {0}: who took it last is forgotten.", "VA block {0}：最后是谁取走的不再记着。"}, id), ""
	}
	return s.fill(pair{"{1} has taken pages of VA block {0}; the time is noted.", "{1} 取走了 VA block {0} 的页，记下时间。"}, id, who), ""
}

func (s *speaker) pageThrash() (string, string) {
	first, n := s.e.W[0]&0xFFFF, s.e.W[0]>>16&0xFFFF
	after := s.e.W[2] >> 32
	turns, waits, pinned := after&0xFF, after>>8&0xFF, after>>24&0xFF
	id, page := num(uint64(s.e.Subject)), num(first)
	pages := s.fill(pair{"Page {0} of VA block {1}", "VA block {1} 的第 {0} 页"}, page, id)
	if n > 1 {
		pages = s.fill(pair{"Pages {0} to {1} of VA block {2}", "VA block {2} 的第 {0} 到 {1} 页"}, page, num(first+n-1), id)
	}
	switch {
	case pinned != 0:
		return s.fill(pair{"{0}: thrashing, pinned on the host.", "{0}在颠簸：固定在主机。"}, pages),
			s.fill(pair{"For a while the GPU reaches it there and nothing moves.", "一段时间内，GPU 直接访问那里，不再搬动。"})
	case waits != 0:
		return s.fill(pair{"{0}: thrashing, this turn had to wait, number {1}.", "{0}在颠簸：这一次要等待，第 {1} 次。"}, pages, num(waits)), ""
	case turns != 0:
		return s.fill(pair{"{0}: in other hands quickly, {1} times so far.", "{0}：很快换手，已有 {1} 次。"}, pages, num(turns)), ""
	}
	return s.fill(pair{"{0}: who took it last is noted.", "{0}：记下最后是谁取走的。"}, pages), ""
}

func (s *speaker) blockRetry() (string, string) {
	return s.fill(pair{"No {1} free for VA block {0}: its lock is dropped, and memory is asked for with eviction.", "VA block {0} 分不到 {1}：放开它的锁，允许驱逐再申请。"}, num(uint64(s.e.Subject)), Bytes(s.e.W[0])),
		s.fill(pair{"An eviction may lock other blocks. The chunk that it gives is set aside, the step answers NV_ERR_MORE_PROCESSING_REQUIRED, and the whole operation on this block begins anew.", "驱逐可能要锁别的 block。拿到的 chunk 先放在一边，这一步返回 NV_ERR_MORE_PROCESSING_REQUIRED，这个 block 的整个操作从头再来。"})
}

func (s *speaker) accessNotice() (string, string) {
	return s.fill(pair{"The GPU has reached VA block {0} in the host's memory {1} times: an access counter notifies the driver.", "GPU 已经远程访问 VA block {0} {1} 次：访问计数器通知驱动。"}, num(uint64(s.e.Subject)), Commas(s.e.W[0])), ""
}
