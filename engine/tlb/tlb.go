package tlb

import (
	"pagewalk/engine/event"
	"pagewalk/engine/mmu"
	"pagewalk/engine/profile"
	"pagewalk/engine/state"
)

// maxCaches is the number of caches that a hierarchy may have.
const maxCaches = 4

// maxSizes is the number of levels that a page-table format may have, and so
// of page sizes that entries can have.
const maxSizes = 8

// Walker translates by reading the tables: package mmu.
type Walker interface {
	WalkInto(leaf *mmu.Leaf, fault *mmu.Fault, space uint16, va uint64, a mmu.Access, v mmu.Visitor)

	// Beside reads the leaves around one it has found.
	// The bits of mapped say which there are. If they are even, they differ in
	// nothing but the address, by step from one to the next, and are not
	// written out.
	Beside(leaf *mmu.Leaf, out []mmu.Neighbour) (mapped uint32, step uint64, even bool)

	// WalkFrom is WalkInto from a directory entry that is known.
	WalkFrom(leaf *mmu.Leaf, fault *mmu.Fault, space uint16, va uint64, a mmu.Access, v mmu.Visitor, from mmu.Start)

	// Line reads the line of words around a directory entry.
	// The bits of there say which lead on.
	Line(s *mmu.Step, out []uint64) (there uint32)
}

// Head counts the entries of one level by page size, so that a lookup tries
// only sizes that are there.
type Head struct{ Entries [maxSizes]uint32 }

// State is everything that the layer remembers, cache by cache.
type State struct {
	Head  state.Column[Head]
	Tags  [maxCaches]state.Column[Tag]
	Pages [maxCaches]state.Column[uint64] // translations that are no sequence: Pages per entry
	Order [maxCaches]state.Column[uint64] // by set: ways from newest to oldest, as nibbles, exclusive-or identity
}

// identity is the order in which way 0 is the newest. Orders are stored as the
// difference from it, so that an unused set is zero.
const identity = 0xFEDCBA9876543210

// TLB is the hierarchy of one GPU.
type TLB struct {
	State  *State
	p      *profile.Profile
	rec    *event.Recorder
	caches []cache
	levels []cache // those that hold translations
	sizes  []size

	directories *cache // that of directory entries; nil = there is none
	parents     []size // the levels of directories, for it
	trail       trail

	bit   [16]uint8 // of a size in cache.present, by its code
	whole bool      // some level fills whole spans

	guess [guesses]guess

	// Scratch of one translation.
	ask    ask
	group  group
	beside [maxGroup]mmu.Neighbour
	leaf   mmu.Leaf
	fault  mmu.Fault
}

// cache is one level made ready.
type cache struct {
	profile.TLBLevel
	number    int
	pageShift uint8 // log2 of pages per entry
	wayShift  uint8 // log2 of the ways, rounded down
	half      uint8 // HashXOR: bits of the upper half of the digits
	setMask   uint64
	whole     uint16 // the pages of an entry
	rows      uint32 // sets of an instance, with that of the victims

	// Its columns of the State.
	tags   *state.Column[Tag]
	words  *state.Column[uint64]
	orders *state.Column[uint64]

	// Derived from them.
	present uint8    // bitmap of the sizes that are there
	apart   bool     // some entry may hold what is no sequence
	reached uint32   // instances that are addressable
	filled  []uint64 // bitmap of entries that may hold something
	signs   []signs  // by set

	last, victim seat // scratch
}

// prepare makes a level of the profile ready.
func prepare(l *profile.TLBLevel, number int) cache {
	c := cache{TLBLevel: *l, number: number, setMask: uint64(l.Sets) - 1, whole: 1<<l.Pages - 1, rows: l.Sets, half: l.HashBits}
	if l.Victims {
		c.rows++
	}
	for 1<<c.pageShift < l.Pages {
		c.pageShift++
	}
	for 2<<c.wayShift <= l.Ways {
		c.wayShift++
	}
	for c.half != 0 && 2*c.half < 64 {
		c.half *= 2
	}
	return c
}

// entries is the number of entries of one instance, victims included.
func (c *cache) entries() uint32 { return c.rows * c.Ways }

// mark notes what an entry holds now: its signature, 0 for nothing.
func (c *cache) mark(entry uint32, s uint8) {
	set := c.setOf(entry)
	c.sign(set, entry-set*c.Ways, s)
	if s != 0 {
		c.filled[entry/64] |= 1 << (entry % 64)
	}
}

// size is one page size: a level of the page-table format that has leaves.
type size struct {
	code  uint8 // 1 + level of the format
	lo    uint8 // log2 of the page size
	depth uint8
	table bool     // smaller pages may lie below
	words uint32   // of an entry, in the cache of directories
	leaf  mmu.Leaf // of such a page: what is the same for all
}

// New wires the layer.
func New(p *profile.Profile, rec *event.Recorder) *TLB {
	t := &TLB{State: &State{Head: state.New[Head](maxCaches)}, p: p, rec: rec}
	for i := range maxCaches {
		t.State.Tags[i], t.State.Pages[i], t.State.Order[i] = state.New[Tag](1), state.New[uint64](1), state.New[uint64](1)
	}
	for i := range p.TLB.Levels {
		t.caches = append(t.caches, prepare(&p.TLB.Levels[i], i))
		t.whole = t.whole || p.TLB.Levels[i].Whole
	}
	t.prepareDirectories()
	t.levels = t.caches[:len(p.TLB.Levels)]
	if len(t.caches) > len(t.levels) {
		t.directories = &t.caches[len(t.levels)]
	}
	for i := range t.caches {
		c := &t.caches[i]
		c.tags, c.words, c.orders = &t.State.Tags[i], &t.State.Pages[i], &t.State.Order[i]
		t.reach(c, 0)
	}
	for i := range p.MMU.Format.Levels {
		if l := &p.MMU.Format.Levels[i]; l.Leaf != nil {
			t.bit[i+1] = 1 << len(t.sizes)
			page := mmu.Leaf{Bytes: 1 << l.Lo, Level: uint8(i), Depth: l.Depth}
			t.sizes = append(t.sizes, size{uint8(i + 1), l.Lo, l.Depth, len(l.Next) != 0, 0, page})
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
	entries := c.reached * c.entries()
	c.tags.Grow(int(entries))
	c.orders.Grow(int(c.reached * c.rows))
	c.filled = append(c.filled, make([]uint64, int(entries+63)/64-len(c.filled))...)
	c.signs = append(c.signs, make([]signs, int(c.reached*c.rows)-len(c.signs))...)
}

// Rebuild finds out again what is derived from the State, after a keyframe was
// loaded.
func (t *TLB) Rebuild() {
	for i := range t.caches {
		c := &t.caches[i]
		c.reached, c.filled, c.signs, c.present, c.apart, c.last = 0, nil, nil, 0, false, seat{}
		t.reach(c, min(uint32(t.State.Tags[i].Len())/c.entries(), c.Instances())-1)
		for entry := range c.reached * c.entries() {
			if tag := t.State.Tags[i].At(entry); tag.Mask != 0 {
				c.mark(entry, signature(tag.Span, tag.Space))
				c.present |= t.bit[tag.Span&15]
				c.apart = c.apart || tag.Apart != 0
			}
		}
	}
}

// Columns adds the layer's columns to a set.
func (t *TLB) Columns(set *state.Set) {
	set.Add(&t.State.Head)
	for i := range maxCaches {
		set.Add(&t.State.Tags[i], &t.State.Pages[i], &t.State.Order[i])
	}
}

// shift is log2 of the span of an entry for a page size.
func (c *cache) shift(s *size) uint8 { return s.lo + c.pageShift }
