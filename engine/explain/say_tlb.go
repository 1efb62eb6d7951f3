package explain

import (
	"pagewalk/engine/event"
	"pagewalk/engine/profile"
	"pagewalk/engine/tlb"
)

var tlbTellers = []teller{
	{event.TLBFill, (*speaker).tlbFill},
	{event.TLBOrder, (*speaker).tlbOrder},
	{event.TLBDrop, (*speaker).tlbDrop},
	{event.TLBInvalidate, (*speaker).tlbInvalidate},
}

// tlbLevel gives a level of the machine's hierarchy, or nil.
func (s *speaker) tlbLevel(n uint8) *profile.TLBLevel {
	t := &s.c.Profile().TLB
	switch {
	case int(n) < len(t.Levels):
		return &t.Levels[n]
	case s.ofDirectories(n):
		return &t.Directories
	}
	return nil
}

// ofDirectories says whether a cache of the hierarchy holds directory entries.
func (s *speaker) ofDirectories(n uint8) bool {
	t := &s.c.Profile().TLB
	return int(n) == len(t.Levels) && t.Directories.Ways != 0
}

func (s *speaker) tlbName(n uint8) string {
	if l := s.tlbLevel(n); l != nil {
		return s.words(l.Name)
	}
	return s.fill(pair{"TLB level {0}", "第 {0} 级 TLB"}, num(uint64(n)+1))
}

// seat says where an entry sits.
func (s *speaker) seat(level uint8, entry uint32) string {
	l := s.tlbLevel(level)
	if l == nil || l.Ways == 0 {
		return s.fill(pair{"entry {0}", "第 {0} 项"}, num(uint64(entry)))
	}
	if l.Victims && uint64(entry/l.Ways)%uint64(l.Sets+1) == uint64(l.Sets) {
		return s.fill(pair{"the victim buffer, way {0}", "牺牲缓冲第 {0} 路"}, num(uint64(entry%l.Ways)))
	}
	if s.ofDirectories(level) {
		return s.fill(pair{"line {0}", "第 {0} 行"}, num(uint64(entry%l.Ways)))
	}
	if l.Sets <= 1 {
		return s.fill(pair{"way {0}", "第 {0} 路"}, num(uint64(entry%l.Ways)))
	}
	return s.fill(pair{"set {0}, way {1}", "第 {0} 组第 {1} 路"}, num(uint64(entry/l.Ways)), num(uint64(entry%l.Ways)))
}

// page is the address of page n of a span. The low four bits of the span's
// word are one more than the level whose leaves it caches.
func (s *speaker) page(span uint64, n uint8) string {
	address := span &^ 15
	if l := s.level(int(span&15) - 1); l != nil {
		address += uint64(n) * l.Bytes()
	}
	return Hex(address)
}

// directory is the name of the directories that a line of the walk cache is of.
func (s *speaker) directory(span uint64) string {
	if l := s.level(int(span&15) - 1); l != nil {
		return l.Name
	}
	return ""
}

func (s *speaker) tlbFill() (string, string) {
	f := event.TLBFillOf(s.e)
	if s.ofDirectories(f.Level) {
		return s.fill(pair{"The {0} keeps what the walk has read of {1} at {2}, in {3}.", "{0}记下这次遍历在 {2} 处读到的 {1} 项，放在{3}。"},
				s.tlbName(f.Level), s.directory(f.Span), Hex(f.Span&^15), s.seat(f.Level, f.Entry)),
			s.fill(pair{"Words of the line that lead on: {0}. The next walk here begins below.", "这一行里能继续走下去的字：{0}。下次遍历从它下面开始。"}, num(uint64(f.N)))
	}
	if tlb.Nothing(f.Value) {
		return s.fill(pair{"{0} keeps that nothing is mapped at {1}, in {2}.", "{0} 记下 {1} 处没有映射，放在{2}。"}, s.tlbName(f.Level), s.page(f.Span, f.First), s.seat(f.Level, f.Entry)),
			s.fill(pair{"Until an invalidation covers it, accesses fault without a walk.", "在失效命令覆盖它之前，访问不经遍历就缺页。"})
	}
	p := pair{"{0} keeps the translation of {1} in {2}.", "{0} 把 {1} 的翻译记在{2}。"}
	if f.N > 1 {
		p = pair{"{0} keeps the translations of {3} pages from {1} on in {2}.", "{0} 把 {1} 起 {3} 页的翻译记在{2}。"}
	}
	sentence := s.fill(p, s.tlbName(f.Level), s.page(f.Span, f.First), s.seat(f.Level, f.Entry), num(uint64(f.N)))
	switch {
	case !f.Asked:
		return sentence, s.fill(pair{"Nobody asked for these: they are neighbours that came along with the miss.", "没有人要它们：是随着这次未命中一起带来的邻页。"})
	case f.Fresh:
		return sentence, s.fill(pair{"The place was empty, or has just been emptied.", "那里原来是空的，或刚刚腾空。"})
	}
	return sentence, s.fill(pair{"The entry was there already, with other pages of the same span.", "这一项已经在了，记着同一段的其他页。"})
}

func (s *speaker) tlbOrder() (string, string) {
	o := event.TLBOrderOf(s.e)
	sentence := s.fill(pair{"{0}: hit, but not on the newest entry.", "{0}：命中，但不是最新的一项。"}, s.tlbName(o.Level))
	l := s.tlbLevel(o.Level)
	if l == nil || l.Sets <= 1 || s.ofDirectories(o.Level) {
		return sentence, s.fill(pair{"It becomes the newest, and will be the last to go.", "它成为最新的一项，最后才会被挤出。"})
	}
	return sentence, s.fill(pair{"It becomes the newest of set {0}, and will be the last to go.", "它成为第 {0} 组里最新的一项，最后才会被挤出。"}, num(uint64(o.Set)))
}

func (s *speaker) tlbDrop() (string, string) {
	d := event.TLBDropOf(s.e)
	if s.ofDirectories(d.Level) {
		return s.fill(pair{"The {0} forgets entries of {1} at {2}.", "{0}忘掉 {2} 处的 {1} 项。"}, s.tlbName(d.Level), s.directory(d.Span), Hex(d.Span&^15)), ""
	}
	if tlb.Nothing(d.Value) {
		return s.fill(pair{"{0} forgets that nothing was mapped at {1}.", "{0} 忘掉 {1} 处没有映射这件事。"}, s.tlbName(d.Level), s.page(d.Span, d.First)), ""
	}
	sentence := s.fill(pair{"{0} forgets the translation of {1}, in {2}.", "{0} 忘掉 {1} 的翻译，原在{2}。"}, s.tlbName(d.Level), s.page(d.Span, d.First), s.seat(d.Level, d.Entry))
	if d.N > 1 {
		return sentence, s.fill(pair{"{0} pages of the entry go at once.", "这一项的 {0} 页一起作废。"}, num(uint64(d.N)))
	}
	return sentence, ""
}

func (s *speaker) tlbInvalidate() (string, string) {
	i := event.TLBInvalidateOf(s.e)
	order := ""
	if i.Membar {
		order = s.fill(pair{"A membar makes sure that earlier accesses are done.", "membar 保证之前的访问都已完成。"})
	}
	switch {
	case i.Bytes == 0 && i.AllSpaces:
		return s.fill(pair{"The TLBs are told to forget everything.", "通知各级 TLB 全部忘掉。"}), order
	case i.Bytes == 0:
		return s.fill(pair{"The TLBs are told to forget all of address space {0}.", "通知各级 TLB 忘掉地址空间 {0} 的全部翻译。"}, num(uint64(i.Space))), order
	case i.Bytes > i.Asked && i.Asked > 0:
		return s.fill(pair{"The TLBs are told to forget {0} at {1}.", "通知各级 TLB 忘掉 {1} 处的 {0}。"}, Bytes(i.Asked), Hex(i.VA)),
			s.fill(pair{"The hardware looks at a window of {0}, a power of two.", "硬件看的是 {0} 的窗口，2 的幂。"}, Bytes(i.Bytes))
	}
	return s.fill(pair{"The TLBs are told to forget {0} at {1}, in case they remember it.", "通知各级 TLB 忘掉 {1} 处的 {0}，以防还记着。"}, Bytes(i.Bytes), Hex(i.Window)), order
}
