package explain

import (
	"pagewalk/engine/event"
	"pagewalk/engine/mmu"
	"pagewalk/engine/profile"
)

var mmuTellers = []teller{
	{event.TableNew, (*speaker).tableNew},
	{event.TableFree, (*speaker).tableFree},
	{event.EntryRun, (*speaker).entries},
	{event.Refs, (*speaker).refs},
	{event.WalkRead, (*speaker).walkRead},
	{event.MMUFault, (*speaker).fault},
}

// level gives a level of the machine's format, or nil.
func (s *speaker) level(n int) *profile.Level {
	f := s.c.Profile().MMU.Format
	if f == nil || n < 0 || n >= len(f.Levels) {
		return nil
	}
	return &f.Levels[n]
}

// levelName is "PDE3", or a number where the format is not known.
func (s *speaker) levelName(n int) string {
	if l := s.level(n); l != nil {
		return l.Name
	}
	return s.fill(pair{"level {0}", "第 {0} 级"}, num(uint64(max(n, 0))))
}

func (s *speaker) tableNew() (string, string) {
	t := event.TableOf(s.e)
	sentence := s.fill(pair{"A table of {0} entries is made at {1}, for addresses from {2} on.", "在 {1} 建一张 {0} 表，管 {2} 起的地址。"}, s.levelName(int(t.Level)), Hex(t.Address), Hex(t.VA))
	if l := s.level(int(t.Level)); l != nil {
		return sentence, s.fill(pair{"It has {0} entries, all invalid, and covers {1}.", "共 {0} 项，全部无效，覆盖 {1}。"}, Commas(uint64(l.Entries())), Bytes(l.Bytes()*uint64(l.Entries())))
	}
	return sentence, ""
}

func (s *speaker) tableFree() (string, string) {
	t := event.TableOf(s.e)
	return s.fill(pair{"The {0} table at {1} has no valid entry left and is given back.", "{1} 处的 {0} 表没有有效的项了，归还。"}, s.levelName(int(t.Level)), Hex(t.Address)), ""
}

// entries is a run of entries of one table.
func (s *speaker) entries() (string, string) {
	r := event.EntryRunOf(s.e)
	t := s.c.Table(r.Table)
	l := s.level(t.Level)
	if !t.Known || l == nil {
		return s.count(uint64(r.N), pair{"One entry is written.", ""}, pair{"{0} entries are written.", "写入 {0} 个表项。"}),
			s.fill(pair{"The first was {0} and is {1}.", "第一个从 {0} 改为 {1}。"}, Raw(r.Old), Raw(r.New))
	}
	words := uint32(l.EntryBytes) / 8
	first := r.Start / words
	last := (r.Start + (r.N-1)*max(uint32(r.Stride), 1)) / words
	is := s.meaning(t.Level, r.Start%words, r.New)
	if r.New == 0 && r.NewStep == 0 {
		is = s.fill(pair{"cleared", "清零"})
	}
	if first == last {
		p := yes(r.New == 0, pair{"One entry is cleared: {0}[{1}] was {3}.", "清零一个表项：{0}[{1}] 原来是{3}。"},
			pair{"One entry is written: {0}[{1}] is now {2}.", "写入一个表项：{0}[{1}] 现在是{2}。"})
		return s.fill(p, l.Name, num(uint64(first)), is, s.meaning(t.Level, r.Start%words, r.Old)), s.changed(t.Level, r)
	}
	n := Commas(uint64(last-first) + 1)
	if r.New == 0 && r.NewStep == 0 {
		return s.fill(pair{"{0} entries are cleared: {1}[{2}] to [{3}].", "清零 {0} 个表项：{1}[{2}] 到 [{3}]。"}, n, l.Name, num(uint64(first)), num(uint64(last))), ""
	}
	sentence := s.fill(pair{"{0} entries are written: {1}[{2}] to [{3}].", "写入 {0} 个表项：{1}[{2}] 到 [{3}]。"}, n, l.Name, num(uint64(first)), num(uint64(last)))
	return sentence, s.fill(pair{"The first is now {0}; each next one points {1} further.", "第一个现在是{0}；后面每个依次往后 {1}。"}, is, Bytes(s.step(t.Level, r)))
}

// step is how much further each entry of a run points.
func (s *speaker) step(level int, r event.EntryRunInfo) uint64 {
	f := s.c.Profile().MMU.Format
	a := mmu.Decode(f, level, mmu.Raw{r.New})
	b := mmu.Decode(f, level, mmu.Raw{r.New + r.NewStep})
	return b.Half[0].Address - a.Half[0].Address
}

// changed adds what an entry was before, where it was something.
func (s *speaker) changed(level int, r event.EntryRunInfo) string {
	if r.New == 0 || r.Old == 0 {
		return ""
	}
	words := uint32(s.level(level).EntryBytes) / 8
	return s.fill(pair{"It was {0}.", "原来是{0}。"}, s.meaning(level, r.Start%words, r.Old))
}

// meaning says what a word of an entry stands for.
func (s *speaker) meaning(level int, word uint32, w uint64) string {
	f := s.c.Profile().MMU.Format
	l := &f.Levels[level]
	var raw mmu.Raw
	raw[word&1] = w
	e := mmu.Decode(f, level, raw)
	half := e.Half[word&1]
	switch e.State {
	case profile.Leaf:
		return s.leaf(l.Bytes(), e.Half[0])
	case profile.Directory:
		if half.Aperture == profile.NoAperture {
			half = e.Half[0]
		}
		return s.fill(pair{"a pointer to the table at {0}", "指针，指向 {0} 处的表"}, Hex(half.Address))
	case profile.Invalid:
		return s.fill(pair{"invalid", "无效"})
	}
	return s.fill(pair{"“{0}”", "“{0}”"}, s.words(e.State.Words()))
}

// leaf says what a leaf maps.
func (s *speaker) leaf(bytes uint64, h mmu.Half) string {
	where := s.place(h.Address)
	if h.Aperture != profile.Vid {
		where = s.fill(pair{"{0} of {1}", "{1} 的 {0}"}, Hex(h.Address), s.words(h.Aperture.Words()))
	}
	p := yes(h.Flags&profile.ReadOnly != 0,
		pair{"a read-only {0} leaf that points at {1}", " {0} 只读叶子，指向{1}"},
		pair{"a {0} leaf that points at {1}", " {0} 叶子，指向{1}"})
	return s.fill(p, Bytes(bytes), where)
}

func (s *speaker) refs() (string, string) {
	r := event.RefsOf(s.e)
	name := s.fill(pair{"The table", "这张表"})
	if t := s.c.Table(r.Table); t.Known {
		name = s.fill(pair{"The {0} table of {1}", "{1} 的 {0} 表"}, s.levelName(t.Level), Hex(t.VA))
	}
	sentence := s.fill(pair{"{0} has {1} in use; it had {2}.", "{0}现在用着{1}，原来{2}。"}, name, s.entryCount(r.New), s.entryCount(r.Old))
	if r.New == 0 {
		return sentence, s.fill(pair{"At zero it can be given back.", "到零就可以归还。"})
	}
	return sentence, ""
}

func (s *speaker) entryCount(n uint32) string {
	return s.count(uint64(n), pair{"1 entry", ""}, pair{"{0} entries", "{0} 项"})
}

func (s *speaker) walkRead() (string, string) {
	r := event.WalkReadOf(s.e)
	sentence := s.fill(pair{"Read {0}: {1}[{2}] at {3}.", "第 {0} 次读：{1}[{2}]，在 {3}。"}, num(uint64(r.Number)), s.levelName(int(r.Level)), num(uint64(r.Index)), Hex(r.Address))
	l := s.level(int(r.Level))
	if l == nil {
		return sentence, s.fill(pair{"It holds {0}.", "内容是 {0}。"}, Raw(r.Low))
	}
	return sentence, s.found(int(r.Level), l, mmu.Raw{r.Low, r.High})
}

// found says where a walk goes on from the entry it read.
func (s *speaker) found(level int, l *profile.Level, raw mmu.Raw) string {
	e := mmu.Decode(s.c.Profile().MMU.Format, level, raw)
	switch e.State {
	case profile.Leaf:
		return s.fill(pair{"It is {0}: the walk ends here.", "它是{0}：到此为止。"}, s.leaf(l.Bytes(), e.Half[0]))
	case profile.Directory:
		if e.Half[0].Aperture != profile.NoAperture && e.Half[1].Aperture != profile.NoAperture && len(l.Next) > 1 {
			return s.fill(pair{"It points to two tables, of big pages at {0} and of small ones at {1}.", "它指向两张表：大页的在 {0}，小页的在 {1}。"}, Hex(e.Half[0].Address), Hex(e.Half[1].Address))
		}
		h := e.Half[0]
		if h.Aperture == profile.NoAperture {
			h = e.Half[1]
		}
		return s.fill(pair{"It points to the next table, at {0}.", "它指向下一张表，在 {0}。"}, Hex(h.Address))
	}
	return s.fill(pair{"The entry is “{0}”.", "这一项是“{0}”。"}, s.words(e.State.Words()))
}

func (s *speaker) fault() (string, string) {
	x := event.MMUFaultOf(s.e)
	t, a := mmu.NoFault, mmu.Access(x.Access)
	if x.Type <= uint8(mmu.FaultAtomic) {
		t = mmu.FaultType(x.Type)
	}
	if a&^mmu.Kernel > mmu.WeakAtomic {
		a = mmu.Read
	}
	sentence := s.fill(pair{"The {0} of {1} fails: FAULT_{2}.", "对 {1} 的{0}失败：FAULT_{2}。"}, s.words(a.Words()), Hex(x.VA), t.String())
	if x.Entry == 0 {
		return sentence, s.fill(pair{"No entry decided it: the address itself is refused.", "没有读到表项：地址本身就被拒绝。"})
	}
	return sentence, s.fill(pair{"The {0} entry at {1} decided it: {2}.", "由 {1} 处的 {0} 项决定：{2}。"}, s.levelName(int(x.Level)), Hex(x.Entry), Raw(x.Low))
}
