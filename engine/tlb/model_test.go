package tlb

import (
	"math/rand"
	"testing"

	"pagewalk/engine/event"
	"pagewalk/engine/mmu"
	"pagewalk/engine/profile"
	"pagewalk/engine/state"
	"pagewalk/engine/target"
)

// plain is table memory beside the card.
type plain struct{ next uint64 }

func (p *plain) AllocTable(bytes uint32) (mmu.TableMem, target.Why) {
	p.next += 0x1000
	return mmu.TableMem{Address: 0x900000000 + p.next}, target.Why{}
}

func (p *plain) FreeTable(mmu.TableMem) {}

// rig is page tables and caches wired as a machine wires them.
type rig struct {
	t    *TLB
	m    *mmu.MMU
	log  event.Log
	rec  event.Recorder
	set  state.Set
	hash *state.Hasher
}

func newRig(f *profile.Format, t profile.TLB, record bool) *rig {
	r := &rig{rec: event.Recorder{Cause: event.None}}
	p := &profile.Profile{MMU: profile.MMU{Format: f}, TLB: t}
	r.t = New(p, &r.rec)
	r.m = mmu.New(p, &r.rec, &plain{}, r.t)
	r.t.Columns(&r.set)
	r.m.Columns(&r.set)
	r.hash = state.NewHasher(&r.set)
	if record {
		r.rec.Log = &r.log
	}
	r.m.NewSpace(0)
	r.m.NewSpace(1)
	return r
}

// page is what the plain model knows of one mapped page.
type page struct {
	pa, bytes uint64
	ro        bool
}

// model is a map from 4 KiB page numbers, by space, to what is mapped there.
type model [2]map[uint64]page

func (m model) set(space uint16, va, bytes uint64, p *page) {
	for at := va; at < va+bytes; at += 4096 {
		if p == nil {
			delete(m[space], at>>12)
		} else {
			q := *p
			q.pa += (at - va)
			m[space][at>>12] = q
		}
	}
}

func (m model) overlaps(space uint16, va, bytes uint64) bool {
	for at := va; at < va+bytes; at += 4096 {
		if _, ok := m[space][at>>12]; ok {
			return true
		}
	}
	return false
}

// step does one random act on a rig; the model decides which acts are legal.
func step(rng *rand.Rand, r *rig, m model, pages []uint64) (unexpected string) {
	const reach = 16 << 20
	space := uint16(rng.Intn(2))
	size := pages[rng.Intn(len(pages))]
	n := uint64(rng.Intn(40) + 1)
	if size >= 2<<20 {
		n = uint64(rng.Intn(2) + 1)
	}
	va := 0x7F0000000000>>1 + uint64(rng.Intn(reach))&^(size-1)
	bytes := n * size
	switch rng.Intn(5) {
	case 0, 1:
		pa := uint64(rng.Intn(1<<34)) &^ (size - 1)
		clash := m.overlaps(space, va, bytes)
		why := r.m.Map(space, va, pa, bytes, size, mmu.Attr{})
		if clash != (why.ID == target.RuleMapped) || !clash && why.ID != 0 {
			return "map answers " + why.ID.Name()
		}
		if !clash {
			m.set(space, va, bytes, &page{pa: pa, bytes: size})
		}
	case 2:
		if why := r.m.Unmap(space, va, bytes); why.ID == 0 {
			m.set(space, va, bytes, nil)
		}
	case 3:
		ro := rng.Intn(2) == 0
		set, clear := profile.ReadOnly, profile.Flags(0)
		if !ro {
			set, clear = clear, set
		}
		if why := r.m.Protect(space, va, bytes, set, clear); why.ID == 0 {
			for at := va; at < va+bytes; at += 4096 {
				if p, ok := m[space][at>>12]; ok {
					p.ro = ro
					m[space][at>>12] = p
				}
			}
		}
	}
	for range 12 {
		if bad := probe(rng, r, m); bad != "" {
			return bad
		}
	}
	return ""
}

// probe translates one address and compares it with the model.
func probe(rng *rand.Rand, r *rig, m model) string {
	space := uint16(rng.Intn(2))
	va := 0x7F0000000000>>1 + uint64(rng.Intn(20<<20))
	a := mmu.Access(rng.Intn(2))
	want, mapped := m[space][va>>12]
	leaf, _, fault := r.t.Translate(space, va, a, r.m, nil)
	switch {
	case !mapped:
		if fault.Type != mmu.FaultPDE && fault.Type != mmu.FaultPTE {
			return "an unmapped address translates"
		}
	case want.ro && a == mmu.Write:
		if fault.Type != mmu.FaultReadOnly {
			return "a read-only page is written"
		}
	case fault.Type != mmu.NoFault:
		return "a mapped page faults: " + fault.Type.String()
	case leaf.Physical != want.pa+va&4095:
		return "another physical address"
	}
	return ""
}

func TestTranslationsAgainstPlainMap(t *testing.T) {
	for _, c := range []struct {
		name  string
		f     *profile.Format
		t     profile.TLB
		pages []uint64
	}{
		{"textbook", profile.FormatTextbook5, profile.TLBTextbook, []uint64{4096, 2 << 20}},
		{"hopper", profile.FormatV3, profile.TLBH200, []uint64{4096, 64 << 10, 2 << 20}},
		{"turing", profile.FormatV2, profile.TLBTuring, []uint64{4096, 64 << 10, 2 << 20}},
		{"victims", profile.FormatV2Ampere, victims(), []uint64{4096, 64 << 10, 2 << 20}},
		{"invalid entries", profile.FormatV3, with(profile.TLBH200, true, false), []uint64{4096, 64 << 10, 2 << 20}},
		{"walk cache", profile.FormatV3, with(profile.TLBH200, false, true), []uint64{4096, 64 << 10, 2 << 20}},
		{"all of it, a flush empties everything", profile.FormatTextbook5, with(profile.TLBTextbook, true, true), []uint64{4096, 2 << 20}},
		{"all of it", profile.FormatV2Pascal, with(profile.TLBTuring, true, true), []uint64{4096, 64 << 10, 2 << 20}},
		{"x86", profile.FormatX86, with(profile.TLBTextbook, true, true), []uint64{4096, 2 << 20}},
	} {
		r, quiet := newRig(c.f, c.t, true), newRig(c.f, c.t, false)
		m, n := model{{}, {}}, model{{}, {}}
		rng, same := rand.New(rand.NewSource(11)), rand.New(rand.NewSource(11))
		for i := range 200 {
			if bad := step(rng, r, m, c.pages); bad != "" {
				t.Fatalf("%s, step %d: %s", c.name, i, bad)
			}
			step(same, quiet, n, c.pages)
			if bad := r.t.Check() + r.m.Check(); bad != "" {
				t.Fatalf("%s, step %d: %s", c.name, i, bad)
			}
			if space, va, found := r.t.Stale(r.m); found {
				t.Fatalf("%s, step %d: a stale translation of %X in space %d", c.name, i, va, space)
			}
			if a, b := r.hash.Sum(), quiet.hash.Sum(); a != b {
				t.Fatalf("%s, step %d: recorded and unrecorded differ", c.name, i)
			}
		}
		if r.hash.Sum() != r.set.Hash() {
			t.Fatalf("%s: incremental and full hash differ", c.name)
		}
		undo(t, r)
	}
}

// with is a hierarchy with what settings can turn on.
func with(t profile.TLB, invalid, walks bool) profile.TLB {
	if t.Invalid = invalid; walks {
		t.Directories = profile.WalkCache
	}
	return t
}

// victims is GA100 made so small that sets overflow.
func victims() profile.TLB {
	t := profile.TLBGA100
	t.Levels = append([]profile.TLBLevel(nil), t.Levels...)
	t.Levels[0].Ways, t.Levels[1].Sets, t.Levels[2].Sets = 2, 1, 2
	t.Levels[1].Ways, t.Levels[2].Ways = 2, 2
	t.Levels[2].Hash = profile.HashModulo
	return t
}

// undo walks back and forth over the whole log, comparing hashes at every
// prefix.
func undo(t *testing.T, r *rig) {
	t.Helper()
	r.rec.Log = nil
	n := r.log.Len()
	hashes := make([]uint64, n+1)
	hashes[n] = r.hash.Sum()
	for i := n; i > 0; i-- {
		e := r.log.At(i - 1)
		if e.Kind.Layer() == event.TLB {
			r.t.Revert(e)
		} else {
			r.m.Revert(e)
		}
		hashes[i-1] = r.hash.Sum()
	}
	if hashes[0] != 0 {
		t.Fatalf("after undoing everything the hash is %x", hashes[0])
	}
	for i := range n {
		e := r.log.At(i)
		if e.Kind.Layer() == event.TLB {
			r.t.Apply(e)
		} else {
			r.m.Apply(e)
		}
		if r.hash.Sum() != hashes[i+1] {
			t.Fatalf("event %d (%s): forward and back differ", i, e.Kind)
		}
	}
}

// Leaving one invalidation out makes the stale hit visible, and the next
// command that covers it mends it.
func TestMissingInvalidation(t *testing.T) {
	r := newRig(profile.FormatV3, profile.TLBH200, true)
	r.m.Map(0, 2<<20, 8<<20, 2<<20, 2<<20, mmu.Attr{})
	r.t.Translate(0, 2<<20, mmu.Read, r.m, nil)
	r.m.SkipInvalidations(1)
	r.m.Unmap(0, 2<<20, 2<<20)
	leaf, _, fault := r.t.Translate(0, 2<<20|5, mmu.Write, r.m, nil)
	if fault.Type != mmu.NoFault || leaf.Physical != 8<<20|5 {
		t.Errorf("no stale hit: %v", fault.Type)
	}
	if _, va, found := r.t.Stale(r.m); !found || va != 2<<20 {
		t.Errorf("stale: %v at %X", found, va)
	}
	r.t.Invalidate(&mmu.Inval{VA: 2 << 20, Bytes: 2 << 20, Depth: 4})
	if _, _, fault = r.t.Translate(0, 2<<20, mmu.Read, r.m, nil); fault.Type != mmu.FaultPDE {
		t.Errorf("after the invalidation: %v", fault.Type)
	}
}
