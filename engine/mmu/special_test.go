package mmu

import (
	"testing"

	"pagewalk/engine/profile"
	"pagewalk/engine/target"
)

func TestSparse(t *testing.T) {
	for _, c := range []struct {
		f    *Format
		page uint64
		word uint64
	}{{profile.FormatV2, 4096, 8}, {profile.FormatV2, k64, 8}, {profile.FormatV3, m2, 8}, {profile.FormatV3, 4096, 8}} {
		r := newRig(c.f, true)
		if why := r.MapSparse(1, 4*c.page, 3*c.page, c.page); why.ID != target.NoReason {
			t.Fatal(why.ID.Name())
		}
		leaf, fault := r.Walk(1, 5*c.page+9, Write, nil)
		if fault.Type != NoFault || !leaf.Sparse || leaf.Raw[0] != c.word || leaf.Bytes != c.page {
			t.Errorf("%s page %X: %+v, %v", c.f.Name, c.page, leaf, fault.Type)
		}
		if why := r.Map(1, 5*c.page, 0, c.page, c.page, Attr{}); why.ID != target.RuleMapped {
			t.Errorf("mapped over sparse: %s", why.ID.Name())
		}
		if bad := r.Check(); bad != "" {
			t.Error(bad)
		}
		r.Unmap(1, 4*c.page, 3*c.page)
		if _, fault := r.Walk(1, 5*c.page, Read, nil); fault.Type == NoFault || r.Tables() != 1 {
			t.Errorf("%s: %v, %d tables after unmap", c.f.Name, fault.Type, r.Tables())
		}
	}
	r := newRig(profile.FormatTextbook5, true)
	if why := r.MapSparse(1, 0, 4096, 4096); why.ID != target.BadArgument || r.Tables() != 1 {
		t.Errorf("a format without sparse entries answers %s", why.ID.Name())
	}
}

func TestPoisonedEntry(t *testing.T) {
	for _, c := range []struct {
		f    *Format
		want uint64
	}{{profile.FormatV2, 0x6000001BAD000E9}, {profile.FormatV3, 0x2BAD0006F9}} {
		r := newRig(c.f, false)
		if why := r.MapPoisoned(1, 4096, 4096); why.ID != target.NoReason {
			t.Fatal(why.ID.Name())
		}
		leaf, fault := r.Walk(1, 4096, Read, nil)
		if leaf.Raw[0] != c.want || fault.Type != FaultPrivilege {
			t.Errorf("%s: %X, %v", c.f.Name, leaf.Raw[0], fault.Type)
		}
	}
}

// With the big table saying "no 4K page below", the walk does not read the
// small one.
func TestStopBig(t *testing.T) {
	for _, c := range []struct {
		f    *Format
		word uint64
	}{{profile.FormatV2, 0x20}, {profile.FormatV3, 0x18}, {profile.FormatV1, 2}} {
		r := newRig(c.f, true)
		small := r.hold(t, 0, k64, 4096)
		big := r.hold(t, 0, k64, k64)
		before := len(readsOf(r, 0))
		r.StopBig(big)
		after := readsOf(r, 0)
		if len(after) != before-1 || after[len(after)-1].Raw[0] != c.word {
			t.Errorf("%s: %d reads before, %d after, last %X", c.f.Name, before, len(after), after[len(after)-1].Raw[0])
		}
		r.Put(small)
		r.clearWords(big.Table, 0, 1)
		r.done(t, big)
	}
}

func readsOf(r *rig, va uint64) []Step {
	var s seen
	r.Walk(1, va, Read, &s)
	return s.steps
}

func TestPoisonedTable(t *testing.T) {
	r := newRig(profile.FormatV3, true)
	r.Map(1, 0, 0, 4096, 4096, Attr{})
	r.Map(1, m512, 0, 4096, 4096, Attr{})
	r.Walk(1, 0, Read, nil)
	pde0 := r.at(0, 0, 0, 0)
	r.Poison(r.table(pde0).Address)
	if _, fault := r.Walk(1, 0, Read, nil); fault.Type != FaultPoisoned || fault.Type.Serviceable() || fault.Entry != r.table(pde0).Address {
		t.Errorf("poisoned: %v", fault.Type)
	}
	if _, fault := r.Walk(1, m512, Read, nil); fault.Type != NoFault {
		t.Errorf("elsewhere: %v", fault.Type)
	}
	r.Poison(0)
	if _, fault := r.Walk(1, 0, Read, nil); fault.Type != NoFault {
		t.Errorf("healed: %v", fault.Type)
	}
}
