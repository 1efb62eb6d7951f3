package scene

import (
	"pagewalk/engine/event"
	"pagewalk/engine/mmu"
	"pagewalk/engine/profile"
)

// The machine of a run under the microscope: its tables as they are where the
// cursor stands, who wrote each entry, and which other entries are in use.

// Examine looks at an address of the run where its cursor stands. A second
// format asked for shows the same address with tables made for it, and counts
// what the run's own mappings would need there.
func (b *Builder) Examine(a *Ask) []*Slide {
	b.stand()
	x := examiner{ask: a, lang: b.lang, b: b}
	list := b.mapped()
	slides := []*Slide{x.live(list)}
	second := FormatCalled(a.Beside)
	if second == nil {
		return slides
	}
	y := examiner{ask: &Ask{Address: mmu.Hex(slides[0].VA), Access: a.Access}, lang: b.lang}
	s := y.example(second)
	s.Needs = nil
	y.needs(s, list, true)
	return append(slides, s)
}

// mapped is what the address space maps but for the context's own memory, which
// no program has asked for.
func (b *Builder) mapped() []mmu.Stretch {
	list := b.m.MMU.Mapped(b.process)
	b.m.CUDA.EachOwn(b.process, func(at, bytes uint64) {
		var rest []mmu.Stretch
		for _, s := range list {
			if at >= s.VA+s.Bytes || s.VA >= at+bytes {
				rest = append(rest, s)
				continue
			}
			if s.VA < at {
				rest = append(rest, mmu.Stretch{VA: s.VA, Bytes: at - s.VA, Page: s.Page})
			}
			if end := s.VA + s.Bytes; end > at+bytes {
				rest = append(rest, mmu.Stretch{VA: at + bytes, Bytes: end - at - bytes, Page: s.Page})
			}
		}
		list = rest
	})
	return list
}

// live is the slide of the run's own tables.
func (x *examiner) live(list []mmu.Stretch) *Slide {
	b, f := x.b, x.b.m.MMU.Format()
	trouble := x.findAddress(list)
	s := x.slide(f)
	s.Live = true
	if trouble != "" {
		s.Trouble = trouble
	}
	root := b.m.MMU.PDB(b.process)
	if s.Trouble == "" && root == 0 {
		s.Trouble = wordNoSpace.in(x.lang)
	}
	x.needs(s, list, true)
	if s.Trouble != "" {
		return s
	}
	memory := liveMemory{b: b}
	memory.edit(x.ask.Edits, s.VA)
	x.walk(s, &memory, root)
	s.Edited = len(memory.edits) > 0
	s.narrow(x)
	for i := range s.Reads {
		x.history(s, &s.Reads[i])
	}
	x.held(s)
	return s
}

// narrow cuts the address again at the level where its walk ended: the page
// size is the machine's, not the reader's.
func (s *Slide) narrow(x *examiner) {
	if n := len(s.Reads); n > 0 && s.Format.Levels[s.Reads[n-1].Level].Leaf != nil {
		level := int(s.Reads[n-1].Level)
		s.Page, s.Both = s.Format.Levels[level].Bytes(), false
		s.cut(level, x.lang)
	}
}

// findAddress gives an Ask without an address one: of the physical page asked
// for, else the address that the moment is about, else the first that is
// mapped.
func (x *examiner) findAddress(list []mmu.Stretch) (trouble string) {
	a := x.ask
	if a.Frame >= 0 {
		va, ok := x.b.m.MMU.AddressOf(x.b.process, uint64(a.Frame)<<21, 2<<20)
		if !ok {
			return wordNotMapped.in(x.lang, num(uint32(a.Frame)))
		}
		a.Address = mmu.Hex(va)
	}
	if a.Address == "" {
		if va, ok := x.b.address(); ok {
			a.Address = mmu.Hex(va)
		} else if len(list) > 0 {
			a.Address = mmu.Hex(list[0].VA)
		}
	}
	return ""
}

// history finds who wrote an entry, and its neighbours.
func (x *examiner) history(s *Slide, r *Read) {
	b := x.b
	table := b.m.MMU.TableCovering(b.process, r.Address)
	if table == 0 {
		return
	}
	if !r.Edited {
		if r.Writer = b.wrote(table, r.Index, r.Bytes); r.Writer != event.None {
			r.Said, _ = b.sentence(r.Writer)
		}
	}
	t, l := b.m.MMU.TableAt(table), &s.Format.Levels[r.Level]
	for i := uint32(0); i < l.Entries() && len(r.Used) < maxUsed; i++ {
		if raw := b.m.MMU.EntryAt(table, i); raw != (mmu.Raw{}) {
			state := mmu.Decode(s.Format, int(r.Level), raw).State
			r.Used = append(r.Used, Neighbour{Index: i, VA: t.VA + uint64(i)<<l.Lo, State: state})
		}
	}
}

// wrote is the last run of entries that wrote an entry of a table.
func (b *Builder) wrote(table, index uint32, bytes uint8) uint32 {
	words := uint32(bytes) / 8
	first := index * words
	return b.run.LastWriter(func(e *event.Event) bool {
		if e.Kind != event.EntryRun || e.Subject != table {
			return false
		}
		r := event.EntryRunOf(e)
		stride := max(uint32(r.Stride), 1)
		return first+words > r.Start && first < r.Start+(r.N-1)*stride+1
	})
}

// liveMemory is the run's page tables as physical memory, with the reader's
// edits laid over it: the machine itself stays as it is.
type liveMemory struct {
	b     *Builder
	va    uint64
	edits []levelEdit
}

type levelEdit struct {
	level int
	raw   mmu.Raw
}

func (m *liveMemory) edit(edits []Edit, va uint64) {
	m.va = va
	f := m.b.m.MMU.Format()
	for _, e := range edits {
		for i := range f.Levels {
			if f.Levels[i].Name == e.Level {
				m.edits = append(m.edits, levelEdit{i, e.Raw})
			}
		}
	}
}

// Entry reads an entry by its physical address.
func (m *liveMemory) Entry(pa uint64, bytes uint8) (w mmu.Raw, ok bool) {
	tables := m.b.m.MMU
	id := tables.TableCovering(m.b.process, pa)
	if id == 0 {
		return w, false
	}
	t := tables.TableAt(id)
	l := &tables.Format().Levels[t.Level]
	index := uint32(pa-t.Address) / uint32(l.EntryBytes)
	for _, e := range m.edits {
		if e.level == int(t.Level) && index == indexOf(l, m.va) {
			return e.raw, true
		}
	}
	return tables.EntryAt(id, index), true
}

func indexOf(l *profile.Level, va uint64) uint32 { return uint32(va>>l.Lo) & (l.Entries() - 1) }
