package mmu

import (
	"testing"

	"pagewalk/engine/event"
	"pagewalk/engine/profile"
	"pagewalk/engine/target"
)

// plain is table memory beside the card: one address after the other, never the
// same twice.
type plain struct {
	next uint64
	live int
	fail int // allocations left before memory runs out; negative = never
}

func newPlain() *plain { return &plain{next: 0x100000000, fail: -1} }

func (p *plain) AllocTable(bytes uint32) (TableMem, target.Why) {
	if p.fail == 0 {
		return TableMem{}, target.Why{ID: target.NoRoom}
	}
	p.fail--
	p.live++
	m := TableMem{p.next, uint32(p.next >> 12)}
	p.next += uint64(max(bytes, 4096))
	return m, target.Why{}
}

func (p *plain) FreeTable(TableMem) { p.live-- }

// noted is an invalidator that keeps what it was asked.
type noted struct{ got []Inval }

func (n *noted) Invalidate(i *Inval) { n.got = append(n.got, *i) }

type rig struct {
	*MMU
	mem *plain
	inv *noted
	log *event.Log
	rec *event.Recorder
}

func newRig(f *Format, record bool) *rig {
	r := &rig{mem: newPlain(), inv: &noted{}, log: &event.Log{}, rec: &event.Recorder{Cause: event.None}}
	if record {
		r.rec.Log = r.log
	}
	r.MMU = New(&profile.Profile{MMU: profile.MMU{Format: f}}, r.rec, r.mem, r.inv)
	r.NewSpace(1)
	return r
}

func (r *rig) entries(from uint32) (n uint32) {
	for i := from; i < r.log.Len(); i++ {
		if e := r.log.At(i); e.Kind == event.EntryRun {
			n += event.EntryRunOf(e).N
		}
	}
	return n
}

func TestFirstMapWritesOneEntryALevel(t *testing.T) {
	for _, c := range []struct {
		f           *Format
		first, next uint32
	}{{profile.FormatTextbook5, 5, 1}, {profile.FormatTextbook4, 4, 1}, {profile.FormatV2, 5, 1}, {profile.FormatV3, 6, 1}, {profile.FormatX86, 4, 1}, {profile.FormatV1, 2, 1}} {
		r := newRig(c.f, true)
		from := r.log.Len()
		if why := r.Map(1, 0x7000000000, 0x40000000, 4096, 4096, Attr{Aperture: c.f.Home}); why.ID != 0 {
			t.Fatalf("%s: %v", c.f.Name, why.ID.Name())
		}
		if n := r.entries(from); n != c.first {
			t.Errorf("%s: first map wrote %d entries, want %d", c.f.Name, n, c.first)
		}
		from = r.log.Len()
		r.Map(1, 0x7000001000, 0x40001000, 4096, 4096, Attr{Aperture: c.f.Home})
		if n := r.entries(from); n != c.next {
			t.Errorf("%s: second map wrote %d entries, want %d", c.f.Name, n, c.next)
		}
		leaf, fault := r.Walk(1, 0x7000001ABC, Read, nil)
		if fault.Type != NoFault || leaf.Physical != 0x40001ABC {
			t.Errorf("%s: walk gives %X %v", c.f.Name, leaf.Physical, fault.Type)
		}
		if bad := r.Check(); bad != "" {
			t.Errorf("%s: %s", c.f.Name, bad)
		}
		r.Unmap(1, 0x7000000000, 8192)
		if r.Tables() != 1 || r.mem.live != 1 {
			t.Errorf("%s: %d tables, %d pieces of memory stay", c.f.Name, r.Tables(), r.mem.live)
		}
	}
}

// evicting is table memory that unmaps a page of another space before it
// answers, as an eviction does.
type evicting struct {
	*plain
	evict func()
}

func (e *evicting) AllocTable(bytes uint32) (TableMem, target.Why) {
	if do := e.evict; do != nil {
		e.evict = nil
		do()
	}
	return e.plain.AllocTable(bytes)
}

// Memory for a table comes from an eviction in another space, and in this one:
// each invalidation names its own space, and nothing read before is trusted.
func TestEvictionWhileATableIsMade(t *testing.T) {
	for _, victim := range []uint16{1, 2} {
		r := newRig(profile.FormatV3, true)
		mem := &evicting{plain: r.mem}
		r.MMU.mem = mem
		r.NewSpace(2)
		r.Map(victim, 1<<40, 0, 4096, 4096, Attr{})
		r.inv.got = nil
		mem.evict = func() { r.Unmap(victim, 1<<40, 4096) }
		if why := r.Map(1, 2<<40, 1<<30, 4096, 4096, Attr{}); why.ID != target.NoReason {
			t.Fatal(why.ID.Name())
		}
		named := map[uint16]bool{}
		for _, i := range r.inv.got {
			named[i.Space] = true
		}
		if !named[1] || !named[victim] {
			t.Errorf("victim in space %d: invalidations %+v", victim, r.inv.got)
		}
		if leaf, fault := r.Walk(1, 2<<40, Read, nil); fault.Type != NoFault || leaf.Physical != 1<<30 {
			t.Errorf("victim in space %d: %X %v", victim, leaf.Physical, fault.Type)
		}
		if _, fault := r.Walk(victim, 1<<40, Read, nil); fault.Type == NoFault {
			t.Error("the victim is still mapped")
		}
		if bad := r.Check(); bad != "" {
			t.Error(bad)
		}
	}
}

// A call without pages is refused, also where nothing is remembered.
func TestMapOfNothing(t *testing.T) {
	r := newRig(profile.FormatV3, false)
	r.NewSpace(0)
	if why := r.Map(0, 0, 0, 0, 0, Attr{}); why.ID != target.BadArgument {
		t.Errorf("answers %s", why.ID.Name())
	}
}
