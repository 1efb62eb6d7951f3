package mmu

import (
	"testing"

	"pagewalk/engine/event"
	"pagewalk/engine/profile"
	"pagewalk/engine/state"
	"pagewalk/engine/target"
)

// sizeWatch looks, at each command, that the address of the page never went
// from one valid size to another without being invalid in between.
type sizeWatch struct {
	noted
	r    *rig
	va   uint64
	seen []uint64 // page size at each command, 0 = not mapped
}

func (w *sizeWatch) Invalidate(i *Inval) {
	w.noted.Invalidate(i)
	leaf, fault := w.r.Walk(1, w.va, Read, nil)
	if fault.Type != NoFault {
		leaf.Bytes = 0
	}
	w.seen = append(w.seen, leaf.Bytes)
}

func TestSplitAndMerge(t *testing.T) {
	for _, c := range []struct {
		f            *Format
		large, small uint64
	}{
		{profile.FormatV3, m2, k64}, {profile.FormatV3, m2, 4096}, {profile.FormatV3, m512, m2}, {profile.FormatV2, m2, k64},
		{profile.FormatV2Ampere, m512, m2}, {profile.FormatTextbook5, m2, 4096}, {profile.FormatTextbook5, 1 << 30, m2}, {profile.FormatX86, m2, 4096},
	} {
		r := newRig(c.f, true)
		watch := &sizeWatch{r: r, va: c.large + c.large/2}
		r.MMU.inv = watch
		var set state.Set
		r.Columns(&set)
		hash := state.NewHasher(&set)
		home := c.f.Home
		r.Map(1, c.large, 4*c.large, c.large, c.large, Attr{Aperture: home, Flags: ro})
		watch.seen, watch.got = nil, nil
		if why := r.Split(1, c.large+5, c.small); why.ID != target.NoReason {
			t.Fatalf("%s: %s", c.f.Name, why.ID.Name())
		}
		if len(watch.got) != 2 || !watch.got[0].Membar || watch.got[1].Membar || watch.seen[0] != 0 || watch.seen[1] != c.small {
			t.Errorf("%s split: %+v, sizes %v", c.f.Name, watch.got, watch.seen)
		}
		for at := uint64(0); at < c.large; at += c.small {
			leaf, fault := r.Walk(1, c.large+at, Write, nil)
			if fault.Type != FaultReadOnly || leaf.Physical != 4*c.large+at || leaf.Bytes != c.small {
				t.Fatalf("%s: page at %X is %X, %v", c.f.Name, at, leaf.Physical, fault.Type)
			}
		}
		if bad := r.Check(); bad != "" {
			t.Error(bad)
		}
		watch.seen, watch.got = nil, nil
		if why := r.Merge(1, c.large, c.large); why.ID != target.NoReason {
			t.Fatalf("%s: %s", c.f.Name, why.ID.Name())
		}
		if len(watch.got) != 2 || !watch.got[0].Membar || watch.got[1].Membar || watch.seen[0] != 0 || watch.seen[1] != c.large {
			t.Errorf("%s merge: %+v, sizes %v", c.f.Name, watch.got, watch.seen)
		}
		if bad := r.Check(); bad != "" {
			t.Error(bad)
		}
		if leaf, _ := r.Walk(1, c.large+77, Read, nil); leaf.Bytes != c.large || leaf.Physical != 4*c.large+77 || leaf.Flags&ro == 0 {
			t.Errorf("%s: merged into %+v", c.f.Name, leaf)
		}
		backAndForth(t, r, hash)
		r.Unmap(1, c.large, c.large)
		if r.Tables() != 1 || r.mem.live != 1 {
			t.Errorf("%s: %d tables stay", c.f.Name, r.Tables())
		}
	}
}

func TestMergeNeedsOneConsecutiveMapping(t *testing.T) {
	for name, spoil := range map[string]func(r *rig){
		"a hole":              func(r *rig) { r.Unmap(1, m2+k64, k64) },
		"other rights":        func(r *rig) { r.Protect(1, m2+k64, k64, ro, 0) },
		"elsewhere in memory": func(r *rig) { r.Unmap(1, m2+k64, k64); r.Map(1, m2+k64, 1<<30, k64, k64, Attr{}) },
		"held":                func(r *rig) { r.Get(1, m2, k64, k64) },
	} {
		r := newRig(profile.FormatV3, true)
		r.Map(1, m2, 4*m2, m2, k64, Attr{})
		spoil(r)
		n := r.log.Len()
		if why := r.Merge(1, m2, m2); why.ID != target.RuleMapped || r.log.Len() != n {
			t.Errorf("%s: %s", name, why.ID.Name())
		}
	}
	r := newRig(profile.FormatV3, true)
	r.Map(1, m2, 4*m2+k64, m2, k64, Attr{})
	if why := r.Merge(1, m2, m2); why.ID != target.RuleMapped {
		t.Errorf("memory not aligned: %s", why.ID.Name())
	}
	if why := r.Split(1, m2, 4096); why.ID != target.RuleMapped {
		t.Errorf("64K has no smaller pages under the same entry: %s", why.ID.Name())
	}
	r.Map(1, 2*m2, 4*m2, k64, 4096, Attr{})
	r.Map(1, 2*m2+k64, 8*m2, k64, k64, Attr{})
	if why := r.Merge(1, 2*m2, k64); why.ID != target.RuleMapped {
		t.Errorf("4K pages stand beside the entry of a 64K page: %s", why.ID.Name())
	}
	for i := range r.log.Len() {
		if e := r.log.At(i); e.Kind == event.MMUFault {
			t.Error("looking at pages left a fault")
		}
	}
}
