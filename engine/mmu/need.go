package mmu

import "pagewalk/engine/order"

// Stretch is a run of addresses that is mapped by pages of one size.
type Stretch struct{ VA, Bytes, Page uint64 }

// Need is what it takes to map stretches in a format, and to walk to a page.
type Need struct {
	Page   uint64
	Reads  uint8  // entries that a walk reads when nothing is cached
	Leaves uint64 // entries that map a page
	Tables uint64 // page tables and directories, the root included
	Bytes  uint64 // memory of those tables
}

// Reads is the number of entries that a walk to a page of the level reads when
// nothing is cached.
func Reads(f *Format, level int) uint8 { return f.Levels[level].Depth + 1 }

// NeedOf counts what mapping the stretches with pages of one size takes, on an
// address space that holds nothing else. It follows from the levels alone: a
// table is needed wherever a stretch touches the addresses that it covers.
// Stretches ascend and do not overlap; ok is false if the format has no such
// page.
func NeedOf(f *Format, page uint64, stretches []Stretch) (n Need, ok bool) {
	leaf, ok := f.LevelOf(page)
	if !ok {
		return Need{}, false
	}
	n.Page, n.Reads = page, Reads(f, leaf)
	for i := range f.Levels {
		l := &f.Levels[i]
		if i != leaf && l.Depth >= f.Levels[leaf].Depth {
			continue
		}
		tables := touched(stretches, l.Hi+1)
		n.Tables += tables
		n.Bytes += tables * uint64(l.TableBytes)
	}
	n.Leaves = touched(stretches, f.Levels[leaf].Lo)
	return n, true
}

// touched counts the aligned blocks of 1<<lo bytes that the stretches touch.
func touched(stretches []Stretch, lo uint8) (n uint64) {
	next := uint64(0) // the first block that has not been counted
	for _, s := range stretches {
		if s.Bytes == 0 {
			continue
		}
		first, last := max(s.VA>>lo, next), (s.VA+s.Bytes-1)>>lo
		if last >= first {
			n += last - first + 1
			next = last + 1
		}
	}
	return n
}

// Mapped lists what an address space maps, ascending; neighbouring pages of one
// size are one stretch.
func (m *MMU) Mapped(space uint16) []Stretch {
	var all []Stretch
	m.EachTable(space, func(id uint32) {
		t, l := m.table(id), m.levelOf(id)
		if l.leafMask == 0 {
			return
		}
		for i := range l.Entries() {
			if m.raw(id, i)[0]&l.leafMask != l.leafBits {
				continue
			}
			va := t.VA + uint64(i)<<l.Lo
			if n := len(all); n > 0 && all[n-1].VA+all[n-1].Bytes == va && all[n-1].Page == l.size {
				all[n-1].Bytes += l.size
			} else {
				all = append(all, Stretch{va, l.size, l.size})
			}
		}
	})
	order.Stable(len(all), func(i, j int) bool { return all[i].VA < all[j].VA }, func(i, j int) { all[i], all[j] = all[j], all[i] })
	return join(all)
}

// join makes one of stretches that follow each other: tables are visited in no
// order of their addresses.
func join(all []Stretch) []Stretch {
	out := all[:0]
	for _, s := range all {
		if n := len(out); n > 0 && out[n-1].VA+out[n-1].Bytes == s.VA && out[n-1].Page == s.Page {
			out[n-1].Bytes += s.Bytes
		} else {
			out = append(out, s)
		}
	}
	return out
}

// AddressOf finds an address of a space that leads into a range of the card's
// memory: the lowest that there is.
func (m *MMU) AddressOf(space uint16, pa, bytes uint64) (va uint64, ok bool) {
	m.EachTable(space, func(id uint32) {
		t, l := m.table(id), m.levelOf(id)
		if l.leafMask == 0 {
			return
		}
		for i := range l.Entries() {
			low := m.raw(id, i)[0]
			if low&l.leafMask != l.leafBits || l.leaf.aperture(low) != m.codec.f.Home {
				continue
			}
			at := t.VA + uint64(i)<<l.Lo
			physical := l.leaf.physical(low, m.codec.f.Home)
			if physical < pa+bytes && pa < physical+l.size && (!ok || at < va) {
				if physical < pa { // a page larger than the range
					at += pa - physical
				}
				va, ok = at, true
			}
		}
	})
	return va, ok
}
