package explain

import "pagewalk/engine/event"

// What a page holds: the numbers of package dram; a test compares them.
const (
	holdsNothing = iota
	holdsValue
	holdsBytes
	holdsPages
)

var dramTellers = []teller{
	{event.PageSwap, (*speaker).swap},
	{event.DRAMFill, (*speaker).dramFill},
	{event.DRAMStore, (*speaker).store},
}

// contents says what a page holds.
func (s *speaker) contents(kind uint8, value uint64) string {
	switch kind {
	case holdsNothing:
		return s.fill(pair{"nothing that was written", "没写过的内容"})
	case holdsValue:
		if value == 0 {
			return s.fill(pair{"zeros", "全零"})
		}
		return s.fill(pair{"{0}, repeated", "重复的 {0}"}, Raw(value))
	case holdsBytes:
		return s.fill(pair{"bytes of its own", "自己的字节"})
	}
	return s.fill(pair{"pages that differ", "各页不同的内容"})
}

// memory names n pages of contents, of 4 KiB or of 2 MiB.
func (s *speaker) memory(page, n uint32, big bool) string {
	size := uint64(4096)
	if big {
		size = 2 << 20
	}
	return s.fill(pair{"{0} at {1}", "{1} 处的 {0}"}, Bytes(uint64(max(n, 1))*size), Hex(uint64(page)*size))
}

func (s *speaker) swap() (string, string) {
	x := event.PageSwapOf(s.e)
	if x.New == holdsNothing {
		return s.fill(pair{"The memory of {0} counts as never written again.", "{0} 又算作从未写过。"}, s.memory(x.Page, 1, x.Big)),
			s.fill(pair{"It held {0}.", "原来是{0}。"}, s.contents(x.Old, x.OldValue))
	}
	return s.fill(pair{"The memory of {0} now holds {1}.", "{0} 现在存着{1}。"}, s.memory(x.Page, 1, x.Big), s.contents(x.New, x.NewValue)),
		s.fill(pair{"Before, it held {0}.", "之前是{0}。"}, s.contents(x.Old, x.OldValue))
}

func (s *speaker) dramFill() (string, string) {
	x := event.DRAMFillOf(s.e)
	if x.New == holdsNothing {
		return s.fill(pair{"The memory of {0} counts as never written again.", "{0} 又算作从未写过。"}, s.memory(x.Page, x.N, x.Big)), ""
	}
	return s.fill(pair{"The memory of {0} is filled: {1}.", "填充{0}：{1}。"}, s.memory(x.Page, x.N, x.Big), s.contents(x.New, x.NewValue)), ""
}

func (s *speaker) store() (string, string) {
	x := event.DRAMStoreOf(s.e)
	at := uint64(x.Page)<<12 + uint64(x.First)*8
	return s.count(uint64(x.N), pair{"One word of memory changes,", ""}, pair{"{0} words of memory change,", "改写内存 {0} 个字，"}) +
		s.fill(pair{" at {0} on the card.", "在卡上的 {0}。"}, Hex(at)), ""
}
