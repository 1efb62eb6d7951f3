package explain

import "pagewalk/engine/event"

// The younger parts of the runtime: memory without addresses, addresses
// without memory, stream-ordered pools, streams and events.

func (s *speaker) handleNew() (string, string) {
	h := event.HandleOf(s.e)
	return s.fill(pair{"Handle {0} stands for {1} of memory.", "句柄 {0} 代表 {1} 显存。"}, num(uint64(h.ID)), Bytes(h.Bytes)),
		s.fill(pair{"It has no address yet.", "它还没有地址。"})
}

func (s *speaker) handleFree() (string, string) {
	h := event.HandleOf(s.e)
	return s.fill(pair{"Handle {0} of {1} is released.", "{1} 的句柄 {0} 释放。"}, num(uint64(h.ID)), Bytes(h.Bytes)),
		s.fill(pair{"No mapping holds it, so its memory goes back.", "没有映射再用它，它的显存归还。"})
}

func (s *speaker) handleDrop() (string, string) {
	return s.fill(pair{"The program lets go of handle {0} of {1}.", "程序放开 {1} 的句柄 {0}。"}, num(uint64(s.e.Subject)), Bytes(s.e.W[0])),
		s.fill(pair{"Mappings hold it still. Its memory goes back with the last of them.", "还有映射在用它；最后一个映射撤走时，显存才归还。"})
}

// holder names whose memory a mapping shows: a handle of the program, or an
// object of a pool.
func (s *speaker) holder(m *event.MappingInfo) string {
	if m.Handle != 0 {
		return s.fill(pair{"handle {0}", "句柄 {0}"}, num(uint64(m.Handle)))
	}
	return s.fill(pair{"object {0}", "对象 {0}"}, num(uint64(m.Object)))
}

func (s *speaker) mappingNew() (string, string) {
	m := event.MappingOf(s.e)
	return s.fill(pair{"The memory of {0} is laid under {1} of addresses at {2}.", "{0} 的显存垫到 {2} 处的 {1} 地址下面。"}, s.holder(&m), Bytes(m.Bytes), Hex(m.Address)),
		s.fill(yes(m.Rights == 0, pair{"Access is not allowed yet.", "还不许访问。"}, pair{"", ""}))
}

func (s *speaker) mappingFree() (string, string) {
	m := event.MappingOf(s.e)
	return s.fill(pair{"{1} of addresses at {2} have no memory any more: that of {0} is gone from there.", "{2} 处的 {1} 地址不再有显存：{0} 的那块撤走了。"}, s.holder(&m), Bytes(m.Bytes), Hex(m.Address)), ""
}

var rightNames = [...]pair{{"no access", "不许访问"}, {"reading", "读"}, {"writing", "写"}, {"reading and writing", "读写"}}

func (s *speaker) mappingSet() (string, string) {
	return s.fill(pair{"Mapping {0} changes its rights: {1} → {2}.", "映射 {0} 的权限改变：{1} → {2}。"},
		num(uint64(s.e.Subject)), s.fill(rightNames[s.e.W[0]&3]), s.fill(rightNames[s.e.W[1]&3])), ""
}

func (s *speaker) poolSet() (string, string) {
	field, before, after := s.e.W[0], s.e.W[1], s.e.W[2]
	pool := num(uint64(s.e.Subject))
	switch {
	case field < uint64(len(poolFields)):
		return s.fill(pair{"{1} of pool {0}: {2} → {3}.", "内存池 {0} 的{1}：{2} → {3}。"}, pool, s.fill(poolFields[field]), Bytes(before), Bytes(after)), ""
	case field == poolOwner && after != 0:
		return s.fill(pair{"Pool {0} is made for process {1}.", "为进程 {1} 建立内存池 {0}。"}, pool, num(after-1)), ""
	case field == poolOwner:
		return s.fill(pair{"Pool {0} is gone.", "内存池 {0} 撤销。"}, pool), ""
	case field < poolOwner+uint64(len(poolChanges)):
		return s.fill(poolChanges[field-poolOwner], pool, num(before), num(after)), ""
	}
	return s.fill(pair{"Pool {0} may hold {1} at most.", "内存池 {0} 最多可持有 {1}。"}, pool, Bytes(after)), ""
}

// poolChanges are the fields after the one that says whose a pool is, in the order
// of package cuda.
var poolChanges = [...]pair{
	1: {"Pool {0} has other addresses now: arena {1} → {2}.", "内存池 {0} 换了地址：地址区 {1} → {2}。"},
	2: {"The accounts of the process's pools: {1} → {2}.", "该进程各内存池的账目：{1} → {2}。"},
	3: {"Pool {0}: what it may not use again, as bits: {1} → {2}.", "内存池 {0}：不许重新使用的几种情形（按位）：{1} → {2}。"},
	4: {"Pool {0} is destroyed, but blocks of it live: it goes with the last one.", "内存池 {0} 已销毁，但仍有块在用：随最后一块一起消失。"},
	5: {"cudaMallocAsync takes from another pool now: {1} → {2} (0 is the process's own).", "cudaMallocAsync 改用另一个内存池：{1} → {2}（0 为进程自己的池）。"},
}

func (s *speaker) streamSet() (string, string) {
	p := yes(s.e.W[1] != 0, pair{"Stream {0} is made.", "建立流 {0}。"}, pair{"Stream {0} is destroyed.", "销毁流 {0}。"})
	return s.fill(p, num(uint64(s.e.Subject))), ""
}

func (s *speaker) registrationSet() (string, string) {
	p := yes(s.e.W[3] != 0, pair{"The program's {1} at {0} are known to the card now.", "程序在 {0} 处的 {1} 现在为卡所知。"}, pair{"The program's {1} at {0} are its own affair again.", "程序在 {0} 处的 {1} 又只归它自己。"})
	return s.fill(p, Hex(s.e.W[0]), Bytes(s.e.W[1])), ""
}

// streamTurn tells a stream's turn in a pool.
func (s *speaker) streamTurn() (string, string) {
	w := s.e.W[0] | s.e.W[1]
	p := yes(s.e.W[1] != 0, pair{"Stream {0} uses pool {1} for the first time.", "流 {0} 第一次使用内存池 {1}。"}, pair{"Stream {0} has no turn in pool {1} any more.", "流 {0} 在内存池 {1} 里不再排队。"})
	return s.fill(p, num(w>>16), num(w&0xFFFF)), ""
}

func (s *speaker) eventSet() (string, string) {
	switch s.e.W[1] & 0xFF {
	case 0:
		return s.fill(pair{"Event {0} is destroyed.", "销毁 event {0}。"}, num(uint64(s.e.Subject))), ""
	case 1, 1 | 4: // with a time, and without
		return s.fill(pair{"Event {0} is made. It has recorded nothing yet.", "建立 event {0}。它还没有记录时刻。"}, num(uint64(s.e.Subject))), ""
	}
	return s.fill(pair{"Event {0} records the moment {1}.", "event {0} 记下时刻 {1}。"}, num(uint64(s.e.Subject)), Duration(s.e.W[3])), ""
}

// poolOwner is the field that says whose a pool is.
const poolOwner = 5

// poolFields are the counters of a pool, in the order of package cuda.
var poolFields = [...]pair{
	{"Threshold", "阈值"}, {"Bytes reserved", "保留量"}, {"Bytes in use", "使用量"},
	{"Most ever reserved", "最高保留量"}, {"Most ever in use", "最高使用量"},
}
