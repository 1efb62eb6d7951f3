package mmu

import (
	"math/rand"
	"testing"

	"pagewalk/engine/profile"
	"pagewalk/engine/state"
	"pagewalk/engine/target"
)

// FuzzTree reads bytes as acts on the tree of a format, four for each: what, at
// which page, how many, and to which memory. The plain map of pages beside it
// says what each may answer and what is mapped then. Recorded and unrecorded
// the tree comes out the same; at the end everything can be undone and done
// again.
func FuzzTree(f *testing.F) {
	f.Add([]byte("\x10\x02\x00\x00\x05\x02\x00\x00\x06\x02\x00\x00\x13\x02\x00\x00"), uint8(3))                 // map a large page, split, merge, unmap
	f.Add([]byte("\x08\x20\x1F\x00\x06\x02\x00\x00\x04\x02\x00\x01\x05\x02\x00\x00"), uint8(4))                 // map small ones, merge, protect, split
	f.Add([]byte("\x18\x00\x00\x00\x15\x00\x00\x00\x14\x02\x00\x01\x1E\x00\x00\x00\x1A\x00\x00\x00"), uint8(5)) // a page of 512M, split and merged
	f.Add([]byte("\x00\x01\x03\x21\x0F\x01\x00\x01\x08\x40\x20\x00\x07\x00\x00\x00\x0B\x00\xFF"), uint8(10))    // with holds, and no memory for tables
	f.Fuzz(func(t *testing.T, acts []byte, which uint8) {
		acts = acts[:min(len(acts), 4*40)]
		format := profile.Formats[int(which)%len(profile.Formats)]
		loud, quiet := newActor(format, true), newActor(format, false)
		var set, other state.Set
		loud.r.Columns(&set)
		quiet.r.Columns(&other)
		for ; len(acts) >= 4; acts = acts[4:] {
			a, b := loud.act(t, acts), quiet.act(t, acts)
			if a != b {
				t.Fatalf("recorded the answer is %v, unrecorded %v", a, b)
			}
			loud.compare(t)
			quiet.compare(t)
			if bad := loud.r.Check(); bad != "" {
				t.Fatal(bad)
			}
		}
		if set.Hash() != other.Hash() {
			t.Fatal("recorded and unrecorded the tables differ")
		}
		loud.all(t)
		backAndForth(t, loud.r, state.NewHasher(&set))
	})
}

// actor is a play whose acts come from bytes.
type actor struct{ play }

func newActor(f *Format, record bool) *actor {
	a := &actor{play{rand.New(rand.NewSource(1)), newRig(f, record), map[uint64]frame{}, nil, nil}}
	for _, s := range f.PageSizes() {
		if s <= m512 {
			a.sizes = append(a.sizes, s)
		}
	}
	return a
}

// act does one act: the low three bits of the first byte say what, the others
// with which page size.
func (a *actor) act(t *testing.T, b []byte) target.Why {
	page := a.sizes[int(b[0]>>3)%len(a.sizes)]
	va := uint64(1)<<38 - reachOfPlay/2&^(m2-1) + uint64(b[1])*page%reachOfPlay
	bytes := (uint64(b[2]) + 1) * page
	switch page {
	case m2:
		bytes = (uint64(b[2]&3) + 1) * page
	case m512: // on either side of the addresses of the smaller ones
		va, bytes = uint64(1)<<38-page+uint64(b[1]&1)*page, page
	}
	switch b[0] & 7 {
	case 0, 1:
		return a.doMapAt(t, va, bytes, page, b[3])
	case 2, 3:
		return a.doUnmap(t, va, bytes)
	case 4:
		return a.doProtect(t, va, bytes, b[3]&1 != 0)
	case 5:
		return a.doSplit(t, va, page)
	case 6:
		return a.doMerge(t, va, page)
	}
	return a.doHold(b[3], va, page)
}

// doMapAt maps to memory that is as far from the addresses as b says, so that
// neighbours follow each other in memory as well.
func (a *actor) doMapAt(t *testing.T, va, bytes, page uint64, b byte) target.Why {
	clash := a.mapped(va, bytes)
	pa := va&(1<<30-1) + uint64(b&3)*page
	attr := Attr{Aperture: a.r.codec.f.Home}
	if b&4 != 0 {
		attr.Flags = ro
	}
	a.shortOf(b)
	why := a.r.Map(1, va, pa, bytes, page, attr)
	a.r.mem.fail = -1
	switch {
	case why.ID == target.NoReason && clash, why.ID == target.RuleMapped && !clash && len(a.holds) == 0:
		t.Fatalf("map %X+%X page %X: %s, mapped already: %v", va, bytes, page, why.ID.Name(), clash)
	case why.ID == target.NoReason:
		a.each(va, bytes, func(at uint64) { a.pages[at] = frame{pa + at - va, page, b&4 != 0} })
	case why.ID != target.RuleMapped && why.ID != target.NoRoom:
		t.Fatalf("map %X+%X page %X: %s", va, bytes, page, why.ID.Name())
	}
	return why
}

// shortOf lets the memory for tables run out after as many tables as b says.
func (a *actor) shortOf(b byte) {
	if b&0x80 != 0 {
		a.r.mem.fail = int(b >> 4 & 7)
	}
}

func (a *actor) mapped(va, bytes uint64) (any bool) {
	a.each(va, bytes, func(at uint64) { _, there := a.pages[at]; any = any || there })
	return any
}

// cut says whether a page reaches across an end of the range.
func (a *actor) cut(va, bytes uint64) bool {
	for _, at := range [2]uint64{va, va + bytes - 4096} {
		if f, there := a.pages[at]; there && (at&^(f.page-1) < va || at&^(f.page-1)+f.page > va+bytes) {
			return true
		}
	}
	return false
}

func (a *actor) doUnmap(t *testing.T, va, bytes uint64) target.Why {
	cut := a.cut(va, bytes)
	why := a.r.Unmap(1, va, bytes)
	if (why.ID == target.RuleMapped) != cut || (why.ID == target.NoReason) == cut {
		t.Fatalf("unmap %X+%X: %s, through a page: %v", va, bytes, why.ID.Name(), cut)
	}
	if !cut {
		a.each(va, bytes, func(at uint64) { delete(a.pages, at) })
	}
	return why
}

func (a *actor) doProtect(t *testing.T, va, bytes uint64, readOnly bool) target.Why {
	cut, set, clear := a.cut(va, bytes), Flags(0), ro
	if readOnly {
		set, clear = clear, set
	}
	why := a.r.Protect(1, va, bytes, set, clear)
	if (why.ID == target.RuleMapped) != cut || (why.ID == target.NoReason) == cut {
		t.Fatalf("protect %X+%X: %s, through a page: %v", va, bytes, why.ID.Name(), cut)
	}
	if !cut {
		a.each(va, bytes, func(at uint64) {
			if f, there := a.pages[at]; there {
				f.ro = readOnly
				a.pages[at] = f
			}
		})
	}
	return why
}

// doSplit: only a larger page can be split, and it is the same memory then.
func (a *actor) doSplit(t *testing.T, va, page uint64) target.Why {
	f, there := a.pages[va]
	why := a.r.Split(1, va, page)
	if why.ID != target.NoReason {
		if there && f.page > page && a.r.leadsTo(a.level(f.page), a.level(page)) {
			t.Fatalf("split %X into pages of %X: %s", va, page, why.ID.Name())
		}
		return why
	}
	if !there || f.page <= page {
		t.Fatalf("split %X into pages of %X, but it is %+v", va, page, f)
	}
	a.each(va&^(f.page-1), f.page, func(at uint64) {
		g := a.pages[at]
		g.page = page
		a.pages[at] = g
	})
	return why
}

func (a *actor) level(page uint64) uint8 {
	lv, _ := a.r.codec.f.LevelOf(page)
	return uint8(lv)
}

// doMerge: what becomes one page was consecutive memory with the same rights, in
// tables right under its entry.
func (a *actor) doMerge(t *testing.T, va, page uint64) target.Why {
	va &^= page - 1
	first, same := a.pages[va], true
	a.each(va, page, func(at uint64) {
		g, there := a.pages[at]
		same = same && there && a.r.leadsTo(a.level(page), a.level(g.page)) && g.ro == first.ro && g.pa == first.pa+at-va
	})
	same = same && first.pa&(page-1) == 0
	why := a.r.Merge(1, va, page)
	switch {
	case why.ID == target.NoReason && !same:
		t.Fatalf("merge %X to a page of %X, of what is no sequence", va, page)
	case why.ID == target.NoReason:
		a.each(va, page, func(at uint64) {
			g := a.pages[at]
			g.page = page
			a.pages[at] = g
		})
	case same && len(a.holds) == 0:
		t.Fatalf("merge %X to a page of %X: %s", va, page, why.ID.Name())
	}
	return why
}

// doHold holds the tables of a page, or lets go of the last that are held.
func (a *actor) doHold(b byte, va, page uint64) (why target.Why) {
	if last := len(a.holds) - 1; b&1 != 0 && last >= 0 {
		a.r.Put(a.holds[last])
		a.holds = a.holds[:last]
		return target.Why{}
	}
	a.shortOf(b)
	r, why := a.r.Get(1, va, page, page)
	a.r.mem.fail = -1
	if why.ID == target.NoReason {
		a.holds = append(a.holds, r)
	}
	return why
}

// all compares everything that is mapped with the plain map.
func (a *actor) all(t *testing.T) {
	sum := uint64(0)
	for _, s := range a.r.Mapped(1) {
		sum += s.Bytes
		a.each(s.VA, s.Bytes, func(at uint64) {
			leaf, fault := a.r.Walk(1, at, Write, nil)
			if f, there := a.pages[at]; !there || f.page != s.Page || leaf.Physical != f.pa || (fault.Type == FaultReadOnly) != f.ro {
				t.Fatalf("%X is mapped to %X page %X, want %+v", at, leaf.Physical, s.Page, f)
			}
		})
	}
	if sum != uint64(len(a.pages))*4096 {
		t.Fatalf("%X bytes are mapped, want %X", sum, len(a.pages)*4096)
	}
}
