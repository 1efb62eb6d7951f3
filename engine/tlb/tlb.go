package tlb

import (
	"pagewalk/engine/event"
	"pagewalk/engine/mmu"
	"pagewalk/engine/profile"
	"pagewalk/engine/state"
)

// maxLevels is the number of levels that a hierarchy may have.
const maxLevels = 4

// maxSizes is the number of levels that a page-table format may have, and so
// of page sizes that entries can have.
const maxSizes = 8

// Walker translates by reading the tables: package mmu.
type Walker interface {
	WalkInto(leaf *mmu.Leaf, fault *mmu.Fault, space uint16, va uint64, a mmu.Access, v mmu.Visitor)

	// Beside reads the leaves around one it has found.
	// The bits of mapped say which there are.
	Beside(leaf *mmu.Leaf, out []mmu.Neighbour) (mapped uint32)
}

// Tag says what an entry holds: the translations of up to 16 neighbouring
// pages of one size. An empty entry is all zero.
type Tag struct {
	Span  uint64 // first address, aligned to the span; in the low bits 1 + the level of the page-table format
	Space uint16
	Mask  uint16 // pages that are filled
	Pad   uint32
}

// Head counts the entries of one level by page size, so that a lookup tries
// only sizes that are there.
type Head struct{ Entries [maxSizes]uint32 }

// State is everything that the layer remembers, level by level.
type State struct {
	Head  state.Column[Head]
	Tags  [maxLevels]state.Column[Tag]
	Pages [maxLevels]state.Column[uint64] // translations: Pages per entry
	Order [maxLevels]state.Column[uint64] // by set: ways from newest to oldest, as nibbles, exclusive-or identity
}

// identity is the order in which way 0 is the newest. Orders are stored as the
// difference from it, so that an unused set is zero.
const identity = 0xFEDCBA9876543210

// TLB is the hierarchy of one GPU.
type TLB struct {
	State  *State
	p      *profile.Profile
	rec    *event.Recorder
	levels []cache
	sizes  []size
	whole  bool // some level fills whole spans

	guess [guesses]guess

	// Scratch of one translation.
	group  group
	beside [maxGroup]mmu.Neighbour
	leaf   mmu.Leaf
	fault  mmu.Fault
}

// cache is one level made ready.
type cache struct {
	*profile.TLBLevel
	number    int
	pageShift uint8 // log2 of pages per entry
	wayShift  uint8 // log2 of the ways, rounded down
	setMask   uint64
	reached   uint32   // instances that are addressable; derived
	filled    []uint64 // bitmap of entries that may hold something; derived
}

// mark notes that an entry may hold something.
func (c *cache) mark(entry uint32) {
	for len(c.filled) <= int(entry/64) {
		c.filled = append(c.filled, 0)
	}
	c.filled[entry/64] |= 1 << (entry % 64)
}

// size is one page size: a level of the page-table format that has leaves.
type size struct {
	code  uint8 // 1 + level of the format
	lo    uint8 // log2 of the page size
	depth uint8
}

// New wires the layer.
func New(p *profile.Profile, rec *event.Recorder) *TLB {
	t := &TLB{State: &State{Head: state.New[Head](len(p.TLB.Levels))}, p: p, rec: rec}
	for i := range maxLevels {
		t.State.Tags[i], t.State.Pages[i], t.State.Order[i] = state.New[Tag](1), state.New[uint64](1), state.New[uint64](1)
	}
	for i := range p.TLB.Levels {
		l := &p.TLB.Levels[i]
		c := cache{TLBLevel: l, number: i, setMask: uint64(l.Sets) - 1}
		for 1<<c.pageShift < l.Pages {
			c.pageShift++
		}
		for 2<<c.wayShift <= l.Ways {
			c.wayShift++
		}
		t.whole = t.whole || l.Whole
		t.levels = append(t.levels, c)
		t.reach(&t.levels[i], 0)
	}
	for i := range p.MMU.Format.Levels {
		if l := &p.MMU.Format.Levels[i]; l.Leaf != nil {
			t.sizes = append(t.sizes, size{uint8(i + 1), l.Lo, l.Depth})
		}
	}
	return t
}

// reach makes an instance of a level addressable. Instances that no processor
// has used take no memory.
func (t *TLB) reach(c *cache, instance uint32) {
	if instance < c.reached {
		return
	}
	c.reached = instance + 1
	t.State.Tags[c.number].Grow(int(c.reached * c.Entries()))
	t.State.Pages[c.number].Grow(int(c.reached * c.Entries() * c.Pages))
	t.State.Order[c.number].Grow(int(c.reached * c.Sets))
}

// Rebuild finds out again how many instances are addressable, after a keyframe
// was loaded.
func (t *TLB) Rebuild() {
	for i := range t.levels {
		c := &t.levels[i]
		c.reached = 0
		t.reach(c, min(uint32(t.State.Tags[i].Len())/c.Entries(), c.Instances())-1)
		for entry := range uint32(t.State.Tags[i].Len()) {
			c.mark(entry)
		}
	}
}

// Columns adds the layer's columns to a set.
func (t *TLB) Columns(set *state.Set) {
	set.Add(&t.State.Head)
	for i := range maxLevels {
		set.Add(&t.State.Tags[i], &t.State.Pages[i], &t.State.Order[i])
	}
}

// shift is log2 of the span of an entry for a page size.
func (c *cache) shift(s *size) uint8 { return s.lo + c.pageShift }

// set gives the set of a span: shift is the place of its lowest address bit.
func (c *cache) set(va uint64, shift uint8) uint32 {
	n := va >> shift
	if c.Hash != profile.HashXOR {
		return uint32(n & c.setMask)
	}
	h := uint64(0)
	for ; n != 0; n >>= c.HashBits {
		h ^= n
	}
	return uint32(h & c.setMask)
}

// find looks for an entry: its number and whether it is there. A page inside
// it may still be missing.
func (t *TLB) find(c *cache, instance uint32, s *size, space uint16, va uint64) (entry uint32, found bool) {
	sh := c.shift(s)
	span := va>>(sh&63)<<(sh&63) | uint64(s.code)
	first := (instance*c.Sets + c.set(va, sh)) * c.Ways
	tags := t.State.Tags[c.number].Slice(first, c.Ways)
	way, found := scan(tags, span, space)
	return first + way, found
}

// scan looks for a span in a set: its way, or else the first empty way; their
// number if no way is empty.
func scan(tags []Tag, span uint64, space uint16) (way uint32, found bool) {
	empty := uint32(len(tags))
	for i := range tags {
		switch tags[i].Span {
		case span:
			if tags[i].Space == space {
				return uint32(i), true
			}
		case 0:
			empty = min(empty, uint32(i))
		}
	}
	return empty, false
}

// look finds the translation of an address in one instance of a level.
func (t *TLB) look(c *cache, instance uint32, space uint16, va uint64) (entry uint32, s *size, value uint64) {
	head := t.State.Head.At(uint32(c.number))
	for i := range t.sizes {
		s := &t.sizes[i]
		if head.Entries[s.code-1] == 0 {
			continue
		}
		if entry, found := t.find(c, instance, s, space, va); found {
			page := uint32(va>>(s.lo&63)) & (c.Pages - 1)
			if value := t.State.Pages[c.number].Get(entry*c.Pages + page); value != 0 {
				return entry, s, value
			}
		}
	}
	return 0, nil, 0
}
