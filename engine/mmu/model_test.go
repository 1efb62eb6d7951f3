package mmu

import (
	"math/rand"
	"testing"

	"pagewalk/engine/event"
	"pagewalk/engine/profile"
	"pagewalk/engine/state"
	"pagewalk/engine/target"
)

type frame struct {
	pa, page uint64
	ro       bool
}

// play does random acts on a rig beside a plain map of 4 KiB pages; acts are
// drawn from rng alone, so two rigs given equal sources see the same acts.
type play struct {
	rng   *rand.Rand
	r     *rig
	pages map[uint64]frame
	holds []Range
	sizes []uint64
}

const reachOfPlay = 24 << 20

func (p *play) act(t *testing.T) {
	page := p.sizes[p.rng.Intn(len(p.sizes))]
	n := uint64(p.rng.Intn(70) + 1)
	if page > k64*2 {
		n = uint64(p.rng.Intn(3) + 1)
	}
	base := uint64(1)<<38 - reachOfPlay/2&^(page-1)
	if page > m2 {
		base = 1 << 38 &^ (page - 1)
	}
	va, bytes := base+uint64(p.rng.Intn(reachOfPlay))&^(page-1), n*page
	switch p.rng.Intn(9) {
	case 0, 1, 2, 3:
		p.doMap(t, va, bytes, page)
	case 4, 5:
		if why := p.r.Unmap(1, va, bytes); why.ID == target.NoReason {
			p.each(va, bytes, func(at uint64) { delete(p.pages, at) })
		}
	case 6:
		set, clear := ro, Flags(0)
		if p.rng.Intn(2) == 0 {
			set, clear = clear, set
		}
		if why := p.r.Protect(1, va, bytes, set, clear); why.ID == target.NoReason {
			p.each(va, bytes, func(at uint64) {
				if f, ok := p.pages[at]; ok {
					f.ro = set != 0
					p.pages[at] = f
				}
			})
		}
	case 7:
		if r, why := p.r.Get(1, va, page, page); why.ID == target.NoReason {
			p.holds = append(p.holds, r)
		}
	case 8:
		if len(p.holds) > 0 {
			last := len(p.holds) - 1
			p.r.Put(p.holds[last])
			p.holds = p.holds[:last]
		}
	}
}

func (p *play) each(va, bytes uint64, do func(uint64)) {
	for at := va; at < va+bytes; at += 4096 {
		do(at)
	}
}

func (p *play) doMap(t *testing.T, va, bytes, page uint64) {
	clash := false
	p.each(va, bytes, func(at uint64) { _, there := p.pages[at]; clash = clash || there })
	pa := uint64(p.rng.Intn(1<<33)) &^ (page - 1)
	why := p.r.Map(1, va, pa, bytes, page, Attr{Aperture: p.r.codec.f.Home})
	if why.ID == target.RuleMapped && !clash {
		clash = len(p.holds) > 0 // an empty table that somebody holds stands in the way
	}
	if clash != (why.ID == target.RuleMapped) || !clash && why.ID != target.NoReason {
		t.Fatalf("map %X+%X page %X: %s, clash %v", va, bytes, page, why.ID.Name(), clash)
	}
	if why.ID == target.NoReason {
		p.each(va, bytes, func(at uint64) { p.pages[at] = frame{pa + at - va, page, false} })
	}
}

func (p *play) compare(t *testing.T) {
	t.Helper()
	for range 20 {
		va := uint64(1)<<38 - reachOfPlay/2 + uint64(p.rng.Intn(reachOfPlay))
		want, there := p.pages[va&^4095]
		leaf, fault := p.r.Walk(1, va, Write, nil)
		switch {
		case !there:
			if fault.Type != FaultPDE && fault.Type != FaultPTE {
				t.Fatalf("%X is not mapped, but walks to %X", va, leaf.Physical)
			}
		case leaf.Physical != want.pa|va&4095 || leaf.Bytes != want.page || (fault.Type == FaultReadOnly) != want.ro:
			t.Fatalf("%X walks to %X page %X %v, want %+v", va, leaf.Physical, leaf.Bytes, fault.Type, want)
		}
	}
}

func TestTreeAgainstPlainMapAndBack(t *testing.T) {
	for _, f := range profile.Formats {
		t.Run(f.Name, func(t *testing.T) {
			var sizes []uint64
			for _, s := range f.PageSizes() {
				if s <= m2 {
					sizes = append(sizes, s)
				}
			}
			loud := &play{rand.New(rand.NewSource(21)), newRig(f, true), map[uint64]frame{}, nil, sizes}
			quiet := &play{rand.New(rand.NewSource(21)), newRig(f, false), map[uint64]frame{}, nil, sizes}
			var set, other state.Set
			loud.r.Columns(&set)
			quiet.r.Columns(&other)
			hash := state.NewHasher(&set)
			for i := range 120 {
				loud.act(t)
				loud.compare(t)
				quiet.act(t)
				quiet.compare(t)
				if bad := loud.r.Check(); bad != "" {
					t.Fatalf("step %d: %s", i, bad)
				}
				if a := hash.Sum(); i%10 == 9 && (a != set.Hash() || a != other.Hash()) {
					t.Fatalf("step %d: incremental, full and unrecorded hash differ", i)
				}
			}
			backAndForth(t, loud.r, hash)
			loud.r.FreeSpace(1)
			if loud.r.mem.live != 0 || loud.r.Tables() != 0 {
				t.Errorf("%d tables, %d pieces of memory stay", loud.r.Tables(), loud.r.mem.live)
			}
		})
	}
}

// backAndForth compares the hash at every prefix of the log, going back and
// coming again.
func backAndForth(t *testing.T, r *rig, hash *state.Hasher) {
	t.Helper()
	log := r.rec.Log
	r.rec.Log = nil
	n := log.Len()
	hashes := make([]uint64, n+1)
	hashes[n] = hash.Sum()
	for i := n; i > 0; i-- {
		r.Revert(log.At(i - 1))
		hashes[i-1] = hash.Sum()
	}
	if hashes[0] != 0 {
		t.Fatal("undoing everything does not lead back to nothing")
	}
	for i := range n {
		r.Apply(log.At(i))
		if hash.Sum() != hashes[i+1] {
			t.Fatalf("event %d (%s): forward and back differ", i, log.At(i).Kind)
		}
	}
	r.rec.Log = log
}

// Memory for tables runs out in the middle of a call: mappings and tables are
// as before.
func TestRefusedMapLeavesNothing(t *testing.T) {
	for room := range 9 {
		r := newRig(profile.FormatV3, true)
		r.Map(1, 0, 0, 4096, 4096, Attr{})
		tables, live := r.Tables(), r.mem.live
		r.mem.fail = room
		why := r.Map(1, m512-m2, 1<<30, 3*m2, 4096, Attr{})
		if room < 4 { // one table beside, then a directory and two tables
			if why.ID != target.NoRoom || r.Tables() != tables || r.mem.live != live {
				t.Errorf("room for %d: %s, %d tables", room, why.ID.Name(), r.Tables()-tables)
			}
			if _, fault := r.Walk(1, m512-m2, Read, nil); fault.Type == NoFault {
				t.Errorf("room for %d: a part was mapped", room)
			}
		} else if why.ID != target.NoReason {
			t.Errorf("room for %d: %s", room, why.ID.Name())
		}
		if bad := r.Check(); bad != "" {
			t.Error(bad)
		}
	}
}

func TestLimitOfTables(t *testing.T) {
	p := &profile.Profile{MMU: profile.MMU{Format: profile.FormatTextbook5}, Limits: profile.Limits{Tables: 5}}
	m := New(p, &event.Recorder{}, newPlain(), nil)
	m.NewSpace(0)
	if why := m.Map(0, 0, 0, 4096, 4096, Attr{}); why.ID != target.NoReason {
		t.Fatal(why.ID.Name())
	}
	if why := m.Map(0, 1<<21, 0, 4096, 4096, Attr{}); why.ID != target.LimitTables || why.N[0] != 5 {
		t.Errorf("sixth table: %v", why)
	}
}

// Arguments that are refused before anything happens.
func TestRefusedArguments(t *testing.T) {
	r := newRig(profile.FormatV2, true)
	from := r.log.Len()
	for _, c := range []struct {
		name                string
		space               uint16
		va, pa, bytes, page uint64
		want                target.WhyID
	}{
		{"no such space", 7, 0, 0, 4096, 4096, target.BadArgument},
		{"no such page size", 1, 0, 0, 1 << 30, 1 << 30, target.BadArgument},
		{"address not aligned", 1, 4096, 0, m2, m2, target.BadArgument},
		{"memory not aligned", 1, 0, 4096, k64, k64, target.BadArgument},
		{"part of a page", 1, 0, 0, k64 + 4096, k64, target.BadArgument},
		{"nothing", 1, 0, 0, 0, 4096, target.BadArgument},
		{"beyond the address bits", 1, 1 << 49, 0, 4096, 4096, target.FaultVALimit},
		{"across the end", 1, 1<<49 - 4096, 0, 8192, 4096, target.FaultVALimit},
		{"no bits for the memory", 1, 0, 1 << 37, 4096, 4096, target.BadArgument},
		{"the last page has none", 1, 0, 1<<37 - 4096, 8192, 4096, target.BadArgument},
	} {
		if why := r.Map(c.space, c.va, c.pa, c.bytes, c.page, Attr{}); why.ID != c.want {
			t.Errorf("%s: %s, want %s", c.name, why.ID.Name(), c.want.Name())
		}
	}
	if r.log.Len() != from || r.Tables() != 1 {
		t.Error("a refused call left something")
	}
}

// A part of a larger page cannot be unmapped or protected by itself, and no
// mapping changes its page size in one step.
func TestNoChangeOfSizeInOneStep(t *testing.T) {
	r := newRig(profile.FormatV3, true)
	r.Map(1, m2, 0, m2, m2, Attr{})
	for _, why := range []target.Why{
		r.Map(1, m2+4096, 0, 4096, 4096, Attr{}), r.Map(1, m2, 0, k64, k64, Attr{}), r.Map(1, 0, 0, m512, m512, Attr{}),
		r.Unmap(1, m2+4096, 4096), r.Unmap(1, 0, m2+4096), r.Protect(1, m2, 4096, ro, 0),
	} {
		if why.ID != target.RuleMapped {
			t.Errorf("answer %s", why.ID.Name())
		}
	}
	if leaf, _ := r.Walk(1, m2, Read, nil); leaf.Bytes != m2 {
		t.Error("the page is no longer there")
	}
}
