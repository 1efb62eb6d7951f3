package mmu

import "pagewalk/engine/profile"

// Memory reads an entry at a physical address; ok is false where there is
// nothing to read.
type Memory interface {
	Entry(pa uint64, bytes uint8) (w Raw, ok bool)
}

// WalkMemory walks tables that lie in some memory: no tree, no mirror, only a
// page-directory base and what the entries say. It is what the command line
// and the address microscope use for tables of elsewhere.
func WalkMemory(f *Format, pdb, va uint64, a Access, mem Memory, v Visitor) (Leaf, Fault) {
	c := newCodec(f)
	if !c.canonical(va) {
		return Leaf{}, Fault{Type: FaultVALimit, Access: a, VA: va}
	}
	s := &c.levels[0]
	at := pdb
	var kept other
	var above Flags
	for number := uint8(1); ; number++ {
		index := uint32(va >> s.Lo & s.mask)
		entry := at + uint64(index)*uint64(s.EntryBytes)
		w, ok := mem.Entry(entry, s.EntryBytes)
		if v != nil {
			v.Visit(&Step{Level: uint8(s.number), Number: number, Bytes: s.EntryBytes, Index: index, Address: entry, Raw: w, VA: va})
		}
		stop := Fault{Access: a, Level: uint8(s.number), VA: va, Entry: entry, Raw: w}
		if !ok {
			stop.Type = FaultRegion
			return Leaf{Reads: number}, stop
		}
		leaf := Leaf{Bytes: s.Bytes(), Raw: w, Index: index, Level: uint8(s.number), Depth: s.Depth, Reads: number}
		switch s.judge(w) {
		case profile.Leaf:
			leaf.Aperture = s.leaf.aperture(w[0])
			leaf.Physical = s.leaf.physical(w[0], leaf.Aperture) | va&(s.Bytes()-1)
			leaf.Flags = s.leaf.flags(w[0]) | above
			stop.Type = Permit(leaf.Flags, a)
			if stop.Type == NoFault {
				stop = Fault{}
			}
			return leaf, stop
		case profile.Directory:
			above |= s.restrictions(w[0])
			at, kept, s = c.onward(s, w)
			continue
		case profile.Sparse:
			leaf.Sparse = true
			return leaf, Fault{}
		case profile.Invalid:
			if kept.level != nil {
				at, s, kept.level = kept.at, kept.level, nil
				continue
			}
		}
		stop.Type = s.missing()
		return Leaf{Reads: number}, stop
	}
}

// other is the table of small pages, kept while the one of big pages is tried.
type other struct {
	at    uint64
	level *level
}

// onward reads where a directory entry leads.
func (c *codec) onward(s *level, w Raw) (at uint64, kept other, to *level) {
	e := Decode(c.f, s.number, w)
	there := s.there(w)
	if s.pointers == 1 {
		return e.Half[0].Address, other{}, &c.levels[s.Next[0]]
	}
	small := &c.levels[s.Next[1]]
	if !there[0] {
		return e.Half[1].Address, other{}, small
	}
	if there[1] {
		kept = other{e.Half[1].Address, small}
	}
	return e.Half[0].Address, kept, &c.levels[s.Next[0]]
}

// canonical says whether an address has no more bits than the format.
func (c *codec) canonical(va uint64) bool {
	n := c.f.VABits
	if c.f.Canonical {
		top := int64(va) >> (n - 1)
		return top == 0 || top == -1
	}
	return va>>n == 0
}

// Listed is memory given as a list of words: entries that somebody typed in.
type Listed struct {
	Address []uint64
	Word    []uint64
}

// Put adds a word, or replaces the one at the same address.
func (l *Listed) Put(pa, w uint64) {
	for i := range l.Address {
		if l.Address[i] == pa {
			l.Word[i] = w
			return
		}
	}
	l.Address, l.Word = append(l.Address, pa), append(l.Word, w)
}

// Entry reads one or two words; what is not listed is zero, but at least one
// of them must be.
func (l *Listed) Entry(pa uint64, bytes uint8) (w Raw, ok bool) {
	for i := range l.Address {
		if d := l.Address[i] - pa; d < uint64(bytes) && d&7 == 0 {
			w[d/8], ok = l.Word[i], true
		}
	}
	return w, ok
}
