package mmu

import (
	"testing"

	"pagewalk/engine/event"
	"pagewalk/engine/profile"
	"pagewalk/engine/target"
)

// plain is table memory beside the card: one address after the other, freed
// ones again first.
type plain struct {
	next uint64
	free []TableMem
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
