package pma

import (
	"slices"
	"testing"

	"pagewalk/engine/profile"
	"pagewalk/engine/target"
)

// regional is a card of three regions of four pages, the middle one the
// fastest, the last one protected, with some frames behind them.
func regional(bad ...uint32) *profile.Profile {
	p := small(12, 5, false)
	p.Memory.Regions = []profile.Region{{Bytes: 4 * PageBytes, Speed: 2}, {Speed: 9}, {Bytes: 4*PageBytes + 5*FrameBytes, Speed: 5, Protected: true}}
	p.Memory.BadFrames = bad
	return p
}

func TestRegionsOfACard(t *testing.T) {
	r := newRig(regional())
	want := []Region{{Run{0, 128}, 2, false}, {Run{128, 128}, 9, false}, {Run{256, 133}, 5, true}}
	if !slices.Equal(r.Regions(), want) {
		t.Fatal(r.Regions())
	}
	if one := newRig(small(3, 2, false)).Regions(); !slices.Equal(one, []Region{{Run: Run{0, 98}}}) {
		t.Fatal(one)
	}
	for f, region := range map[Frame]int{0: 0, 127: 0, 128: 1, 255: 1, 256: 2, 388: 2} {
		if r.RegionOf(f) != region {
			t.Fatal("frame", f, "is in region", r.RegionOf(f))
		}
	}
}

// A request looks through the regions in its order, takes contiguous memory
// from one of them and scattered pages from one after the other.
func TestRegionOrder(t *testing.T) {
	page := func(n uint32, q Request) Request { q.Frames, q.PageFrames = n*PageFrames, PageFrames; return q }
	pages := func(first, n uint32) Run { return Run{first * PageFrames, n * PageFrames} }
	tests := []struct {
		name string
		bad  []uint32
		ask  Request
		want []Run // nil = refused
	}{
		{"the fastest first", nil, page(2, Request{AllowScattered: true}), []Run{pages(4, 2)}},
		{"the slowest first", nil, page(2, Request{AllowScattered: true, Slowest: true}), []Run{pages(0, 2)}},
		{"from the top down", nil, page(2, Request{Contiguous: true, Reverse: true}), []Run{pages(6, 2)}},
		{"only fast ones", nil, page(5, Request{MinSpeed: 5}), nil},
		{"protected", nil, page(3, Request{Protected: true}), []Run{pages(8, 3)}},
		{"protected memory is no way out", nil, page(9, Request{AllowScattered: true, NoEvict: true}), nil},
		{"as much as there is of it", nil, page(9, Request{Partial: true}), []Run{pages(4, 4), pages(0, 4)}},
		{"contiguous memory ends with its region", nil, page(5, Request{Contiguous: true}), nil},
		{"what is scattered goes on in the next", nil, page(5, Request{AllowScattered: true}), []Run{pages(4, 4), pages(0, 1)}},
		{"around a bad frame", []uint32{5*PageFrames + 7}, page(2, Request{Contiguous: true}), []Run{pages(6, 2)}},
		{"a bad frame drives it out of its region", []uint32{5 * PageFrames}, page(3, Request{Contiguous: true}), []Run{pages(0, 3)}},
		{"bad frames cost pages everywhere", []uint32{3, 4 * PageFrames, 6 * PageFrames}, page(4, Request{}),
			[]Run{pages(5, 1), pages(7, 1), pages(1, 2)}},
		{"frames beside a bad one are used", []uint32{4 * PageFrames}, Request{Frames: 31, PageFrames: 1, Contiguous: true}, []Run{{4*PageFrames + 1, 31}}},
		{"only in a range", nil, page(2, Request{Lo: 3 * PageFrames, Hi: 5 * PageFrames}), []Run{pages(4, 1), pages(3, 1)}},
	}
	for _, x := range tests {
		r := newRig(regional(x.bad...)).boot(regional())
		got, why := r.Alloc(x.ask, nil)
		r.check(t)
		if !slices.Equal(got, x.want) || (why.ID == target.NoReason) != (x.want != nil) {
			t.Errorf("%s: got %v (%s), want %v", x.name, got, why.ID.Name(), x.want)
		}
		r.undoAll(t)
	}
}

// A bad frame is allocated, pinned and blacklisted from the start, and its page
// is no whole one.
func TestBadFrames(t *testing.T) {
	r := newRig(regional(7, 40, 41, 9999))
	s := r.Stats()
	if s.FreeFrames != 12*PageFrames+5-3 || s.FreePages != 10 || r.Bits(40) != AllocPin|Blacklist {
		t.Fatal(s, r.Bits(40))
	}
	p := regional(7, 40)
	p.Memory.ContextPages = 1
	if in := newRig(p).boot(p); in.Bits(7) != AllocPin || in.Bits(40) != AllocPin|Blacklist {
		t.Fatal("a bad frame inside the context is the context's")
	}
}

// evictAll gives back every frame that it is asked to empty.
type evictAll struct {
	r     *rig
	asked []Run
}

func (e *evictAll) EvictRange(lo, hi Frame) target.Why {
	e.asked = append(e.asked, Run{lo, hi - lo})
	for f := lo; f < hi; f++ {
		if e.r.Bits(f)&AllocUnpin != 0 {
			e.r.Free(Run{f, 1})
		}
	}
	return target.Why{}
}

func (e *evictAll) EvictPages(pageFrames, n uint32, lo, hi Frame, out []Frame) ([]Frame, target.Why) {
	e.asked = append(e.asked, Run{lo, hi - lo})
	for f := (lo + pageFrames - 1) / pageFrames * pageFrames; f < hi && n > 0; f += pageFrames {
		if e.r.Bits(f)&AllocUnpin != 0 {
			if why := e.r.Pin(Run{f, pageFrames}); why.ID != target.NoReason {
				return nil, why
			}
			out, n = append(out, f), n-1
		}
	}
	return out, target.Why{}
}

// User memory leaves the fast region before a slower one is looked at for one
// run; scattered pages are evicted in the first region where that is enough.
func TestEvictionByRegion(t *testing.T) {
	fill := func() (*rig, *evictAll) {
		r := newRig(regional()).boot(regional())
		e := &evictAll{r: r}
		r.Evictor = e
		r.must(t, Request{Frames: 3 * PageFrames, PageFrames: PageFrames, NoEvict: true}) // user memory in the fast region
		return r, e
	}
	r, e := fill()
	got := r.must(t, Request{Frames: 2 * PageFrames, PageFrames: PageFrames, Pinned: true, Contiguous: true})
	if !slices.Equal(got, []Run{{4 * PageFrames, 2 * PageFrames}}) || !slices.Equal(e.asked, got) {
		t.Fatal("contiguous", got, e.asked)
	}
	r.undoAll(t)

	r, e = fill()
	r.must(t, Request{Frames: 4 * PageFrames, PageFrames: PageFrames, Pinned: true, Slowest: true, Contiguous: true})
	got = r.must(t, Request{Frames: 3 * PageFrames, PageFrames: PageFrames, Pinned: true})
	if !slices.Equal(got, []Run{{4 * PageFrames, 2 * PageFrames}, {7 * PageFrames, PageFrames}}) || !slices.Equal(e.asked, []Run{{128, 128}}) {
		t.Fatal("scattered", got, e.asked)
	}
	r.undoAll(t)
}

func TestRegionChurn(t *testing.T) {
	for seed := range uint64(4) {
		p := regional(9, 200)
		p.Memory.Scrub = seed%2 == 0
		r := newRig(p).boot(p)
		r.churn(t, seed, 300, func() { r.check(t) })
		r.undoAll(t)
	}
}
