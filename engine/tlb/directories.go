package tlb

import (
	"math/bits"

	"pagewalk/engine/mmu"
)

// The cache of directory entries holds words of directories as they lay in
// memory, a line of neighbours an entry. A walk begins below the lowest
// directory that it knows the entry of; what it has to read it leaves here. It
// works as the levels of translations do, with the level of the page tables as
// the set.

// walk translates by the tables, or by what is known of the directories.
func (t *TLB) walk(leaf *mmu.Leaf, fault *mmu.Fault, q *ask, w Walker, v mmu.Visitor) {
	space, va, a := q.space, q.va, q.access
	c := t.directories
	if c == nil {
		w.WalkInto(leaf, fault, space, va, a, v)
		return
	}
	t.trail.n, t.trail.next = 0, v
	if from, known := t.lowest(c, space, va); known {
		w.WalkFrom(leaf, fault, space, va, a, &t.trail, from)
	} else {
		w.WalkInto(leaf, fault, space, va, a, &t.trail)
	}
	for i := range t.trail.n {
		t.learn(c, &t.trail.steps[i], space, va, w)
	}
}

// trail is the visitor that keeps the reads of a walk.
type trail struct {
	n     int
	steps [maxSizes]mmu.Step
	next  mmu.Visitor
}

// Visit keeps a read and passes it on.
func (r *trail) Visit(s *mmu.Step) {
	if r.n < len(r.steps) {
		r.steps[r.n] = *s
		r.n++
	}
	if r.next != nil {
		r.next.Visit(s)
	}
}

// lowest finds the entry of the lowest directory that is known for an address.
func (t *TLB) lowest(c *cache, space uint16, va uint64) (from mmu.Start, known bool) {
	for i := len(t.parents) - 1; i >= 0; i-- {
		s := &t.parents[i]
		entry, found := c.find(0, s, space, va)
		if !found {
			continue
		}
		tag := c.tags.At(entry)
		first := uint32(va>>(s.lo&63)) & (c.Pages - 1) &^ (s.words - 1)
		from.Level = s.code - 1
		from.Raw = mmu.Raw{c.page(entry, tag, first)}
		if s.words == 2 {
			from.Raw[1] = c.page(entry, tag, first+1)
		}
		if from.Raw != (mmu.Raw{}) {
			t.touch(c, entry)
			return from, true
		}
	}
	return from, false
}

// learn fills the line around an entry that a walk has read.
func (t *TLB) learn(c *cache, step *mmu.Step, space uint16, va uint64, w Walker) {
	s := t.parentOf(step.Level)
	if s == nil {
		return
	}
	g := &t.group
	g.around(s, space, va)
	base := g.place &^ (c.Pages - 1)
	there := w.Line(step, g.all[base:base+c.Pages])
	asked := uint32(va>>(s.lo&63)) & (c.Pages - 1) &^ (s.words - 1)
	if there>>asked&(1<<s.words-1) == 0 {
		return // it leads nowhere, or maps a page
	}
	g.mask, g.apart = uint16(there<<base), true
	t.fill(c, c.seek(0, s, space, va), g, false)
}

func (t *TLB) parentOf(level uint8) *size {
	for i := range t.parents {
		if t.parents[i].code == level+1 {
			return &t.parents[i]
		}
	}
	return nil
}

// sweepDirectories drops the lines that a command covers: a line goes whole.
func (t *TLB) sweepDirectories(c *cache, space uint16, all bool, window, bytes uint64, depth uint8) {
	for entry := range c.reached * c.entries() {
		tag := c.tags.At(entry)
		if tag.Mask == 0 || tag.Space != space && !all {
			continue
		}
		s := t.parentOf(uint8(tag.Span&15) - 1)
		first := tag.Span &^ 15
		last := first + (1<<c.shift(s) - 1)
		if s.depth >= depth && (bytes == 0 || first <= window+(bytes-1) && last >= window) {
			t.evict(c, entry, tag.Mask)
		}
	}
}

// prepareDirectories makes the cache of directory entries ready, if the
// profile has one.
func (t *TLB) prepareDirectories() {
	if t.p.TLB.Directories.Ways == 0 {
		return
	}
	t.caches = append(t.caches, prepare(&t.p.TLB.Directories, len(t.caches)))
	for i := range t.p.MMU.Format.Levels {
		l := &t.p.MMU.Format.Levels[i]
		if len(l.Next) == 0 {
			continue
		}
		words := uint32(l.EntryBytes) / 8
		lo := l.Lo - uint8(bits.TrailingZeros32(words))
		t.parents = append(t.parents, size{code: uint8(i + 1), lo: lo, depth: l.Depth, table: true, words: words})
	}
}
