package scene

import (
	"math/bits"

	"pagewalk/engine/explain"
	"pagewalk/engine/mmu"
	"pagewalk/engine/pma"
	"pagewalk/engine/profile"
	"pagewalk/engine/va"
)

// Hang is one thing that refers to a stretch of the card's memory.
type Hang struct {
	Pane Pane
	Text string
}

// stretch is a part of the card's memory.
type stretch struct{ first, bytes uint64 }

func (s stretch) meets(first, bytes uint64) bool {
	return first < s.first+s.bytes && s.first < first+bytes
}

// Hangs lists what refers to the memory behind a station of the present moment:
// pointers, allocations and blocks, the entry that leads there in each address
// space, the TLB levels that hold it, and page tables that lie in it.
func (b *Builder) Hangs(s Station) []Hang {
	at, ok := b.stretchOf(b.Moment(), s)
	if !ok {
		return nil
	}
	list := b.owners(at)
	for space := range uint16(va.Spaces) {
		if b.m.VA.State.Spaces.At(uint32(space)).Process == 0 {
			continue
		}
		if address, ok := b.m.MMU.AddressOf(space, at.first, at.bytes); ok {
			list = b.mapping(list, at, space, address)
		}
	}
	return b.tablesIn(list, at)
}

// stretchOf is the memory of the card behind a station; ok is false if there is
// none.
func (b *Builder) stretchOf(m *Moment, s Station) (at stretch, ok bool) {
	address := uint64(0)
	switch s.Part {
	case PartPage:
		return stretch{uint64(s.Index) * pma.PageBytes, pma.PageBytes}, true
	case PartFrame:
		return stretch{uint64(s.Index) * pma.FrameBytes, pma.FrameBytes}, true
	case PartChunk:
		if rows := m.Physical.Root.Rows; len(rows) > 0 {
			r := &rows[len(rows)-1]
			return stretch{m.Physical.Root.Address + uint64(r.First+s.Index)*r.Bytes, r.Bytes}, true
		}
	case PartBlock:
		if int(s.Index) < len(m.Managed.Shown) {
			address = m.Managed.Shown[s.Index].Base
		}
	case PartPointer:
		if int(s.Index) < len(m.Runtime.Pointers) {
			address = m.Runtime.Pointers[s.Index].Address
		}
	case PartSlab:
		if int(s.Index) < len(m.Runtime.Slabs) {
			address = m.Runtime.Slabs[s.Index].Address
		}
	}
	leaf, fault := b.m.MMU.Walk(b.process, address, mmu.Read, nil)
	if address == 0 || fault.Type != mmu.NoFault || leaf.Bytes == 0 || leaf.Aperture != profile.Vid {
		return at, false
	}
	return stretch{leaf.Physical &^ (leaf.Bytes - 1), leaf.Bytes}, true
}

// owners lists the objects of cudaMalloc and the managed blocks that have the
// stretch, or part of it.
func (b *Builder) owners(at stretch) (list []Hang) {
	d := b.m.Driver
	for id := uint32(1); int(id) < d.State.Objects.Len(); id++ {
		o := d.State.Objects.At(id)
		if o.Class == 0 {
			continue
		}
		d.EachRun(id, func(pa, n uint64) bool {
			if !at.meets(pa, n) {
				return true
			}
			list = append(list, Hang{PaneDriver, wordHangObject.in(b.lang, explain.Bytes(o.Bytes), num(o.Holders))})
			return false
		})
	}
	blocks := &b.m.VA.State.Blocks
	for id := uint32(1); int(id) < blocks.Len(); id++ {
		if blocks.At(id).Pages == 0 {
			continue
		}
		pages := uint32(0)
		b.m.VA.EachChunk(id, func(c, _ uint32) {
			if n := b.m.PMM.Node(c); at.meets(n.Address(), uint64(n.Bytes())) {
				pages += n.Bytes() / pageOfBlock
			}
		})
		if pages > 0 {
			list = append(list, Hang{PaneDriver, wordHangBlock.in(b.lang, explain.Hex(blocks.At(id).Base), num(pages))})
		}
	}
	return list
}

// mapping lists the way to a stretch in one address space: pointers of the
// program, the entry, and the TLB levels that hold it.
func (b *Builder) mapping(list []Hang, at stretch, space uint16, address uint64) []Hang {
	leaf, fault := b.m.MMU.Walk(space, address, mmu.Read, nil)
	if fault.Type != mmu.NoFault || leaf.Bytes == 0 {
		return list
	}
	if space == b.process {
		for _, v := range b.variables {
			if l, f := b.m.MMU.Walk(space, v.Value, mmu.Read, nil); f.Type == mmu.NoFault && l.Aperture == profile.Vid && at.meets(l.Physical, 1) {
				list = append(list, Hang{PaneRuntime, wordHangPointer.in(b.lang, v.Name, explain.Hex(v.Value))})
			}
		}
	}
	name := b.m.Profile.MMU.Format.Levels[leaf.Level].Name + "[" + num(leaf.Index) + "]"
	list = append(list, Hang{PaneTranslation, wordHangEntry.in(b.lang, name, explain.Hex(address), num(uint32(space)), explain.Bytes(leaf.Bytes))})
	for level := range b.m.TLB.Levels() {
		if _, held := b.m.TLB.Held(level, b.m.Profile.TLB.Levels[level].Instance(b.shownProcessor()), uint8(bits.TrailingZeros64(leaf.Bytes)), space, address); held {
			list = append(list, Hang{PaneTranslation, wordHangTLB.in(b.lang, words(b.m.Profile.TLB.Levels[level].Name, b.lang), explain.Hex(address))})
		}
	}
	return list
}

// tablesIn counts the page tables that lie in a stretch.
func (b *Builder) tablesIn(list []Hang, at stretch) []Hang {
	n := uint32(0)
	b.m.MMU.EveryTable(func(t *mmu.Table) {
		if at.meets(t.Address, 1) {
			n++
		}
	})
	if n > 0 && b.m.Profile.MMU.TableSpace == profile.TablesInPMM {
		list = append(list, Hang{PaneTranslation, wordHangTables.in(b.lang, num(n))})
	}
	return list
}

// Hangs writes what refers to the memory behind a station. The cursor stays.
func (s *Session) Hangs(serial uint32, st Station) []byte {
	s.w.Begin(serial)
	if s.run == nil {
		return s.none()
	}
	list := s.builder.Hangs(st)
	s.w.Open(SectionHangs, len(list))
	for _, h := range list {
		s.w.U32(uint32(h.Pane))
		s.w.U32(s.sender.Texts.ID(h.Text))
	}
	return s.end()
}
