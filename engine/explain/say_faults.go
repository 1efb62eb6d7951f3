package explain

import (
	"pagewalk/engine/event"
	"pagewalk/engine/profile"
)

var faultTellers = []teller{
	{event.FaultPacket, (*speaker).faultPacket},
	{event.FaultBatch, (*speaker).faultBatch},
	{event.FaultReplay, (*speaker).faultReplay},
	{event.FaultCancel, (*speaker).faultCancel},
}

func (s *speaker) faultPacket() (string, string) {
	p := event.FaultPacketOf(s.e)
	did := s.fill(yes(p.Write, pair{"writes", "写"}, pair{"reads", "读"}))
	return s.fill(pair{"Warp {0} on SM {1} {2} {3} and has to wait: a packet goes into the fault buffer.", "SM {1} 上的 warp {0} {2} {3}，只能等：往缺页缓冲里写一项。"},
			num(uint64(p.Warp)), num(uint64(p.SM)), did, Hex(p.Address)),
		s.count(uint64(p.Buffered), pair{"It is the only one there.", "缓冲里只有这一项。"}, pair{"{0} are in it now.", "缓冲里现有 {0} 项。"})
}

func (s *speaker) faultBatch() (string, string) {
	b := event.FaultBatchOf(s.e)
	if b.Packets == 1 {
		return s.fill(pair{"An interrupt: the driver fetches a batch of one packet.", "来了中断：驱动取出一批，只有一项。"}), ""
	}
	note := s.fill(pair{"Batch {0} of interrupt {1}; {2} packets stay in the buffer.", "第 {1} 次中断的第 {0} 批；缓冲里还剩 {2} 项。"},
		num(uint64(b.Number)), num(uint64(b.Service)), Commas(uint64(b.Left)))
	return s.fill(pair{"The driver fetches a batch of {0} packets and sorts it. Pages: {1}, in blocks: {2}, duplicates: {3}.", "驱动取出一批 {0} 项并排序：{1} 页，分属 {2} 个 block，重复 {3} 项。"},
		Commas(uint64(b.Packets)), Commas(uint64(b.Pages)), num(uint64(b.Blocks)), Commas(uint64(b.Merged+b.Duplicates))), note
}

func (s *speaker) faultReplay() (string, string) {
	r := event.FaultReplayOf(s.e)
	first := pair{"A replay: the GPU makes the waiting accesses again.", "重放：GPU 把等着的访问再做一遍。"}
	switch {
	case r.Flush && r.Dropped > 0:
		first = pair{"A flush throws {0} packets out of the buffer; then a replay: the GPU makes the waiting accesses again.", "先清空缓冲，丢掉 {0} 项；再重放：GPU 把等着的访问再做一遍。"}
	case r.Flush:
		first = pair{"The buffer is flushed, then a replay: the GPU makes the waiting accesses again.", "清空缓冲，再重放：GPU 把等着的访问再做一遍。"}
	}
	note := s.count(uint64(r.Done), pair{"One reaches its page.", "一次访问够得到了。"}, pair{"{0} reach their pages.", "{0} 次访问够得到了。"})
	if r.Again > 0 {
		note = s.fill(pair{"{0} reach their pages, {1} fault again.", "{0} 次够得到了，{1} 次再次缺页。"}, Commas(uint64(r.Done)), Commas(uint64(r.Again)))
	}
	if r.ReadPut {
		note += s.fill(pair{" Most of the batch were duplicates, so PUT was read anew.", "这一批重复太多，所以重新读了 PUT。"})
	}
	if r.Policy == uint8(profile.ReplayBlock) {
		note += s.fill(pair{" This policy replays after every block.", "这种策略每个 block 之后重放一次。"})
	}
	return s.fill(first, Commas(uint64(r.Dropped))), note
}

func (s *speaker) faultCancel() (string, string) {
	note := ""
	if n := uint64(s.e.Subject); n > 1 {
		note = s.fill(pair{"{0} accesses waited.", "等着的有 {0} 次访问。"}, Commas(n))
	}
	return s.fill(pair{"The access to {0} cannot be served: it is cancelled, not made again.", "对 {0} 的访问没法处理：取消，不再重放。"}, Hex(s.e.W[0])), note
}
