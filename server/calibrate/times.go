package calibrate

import (
	"slices"
	"sort"
	"strings"

	"pagewalk/engine/target"
)

// trips asks which ioctls each call makes.
func trips(r *run, s *session) {
	s.release(s.malloc(2 * mib)) // the first call is another
	for _, x := range []struct {
		name string
		do   func() *target.Result
	}{
		{"ioctls of a new block", func() *target.Result { return s.do(target.CuMemAlloc, 64*mib) }},
		{"ioctls of its free", func() *target.Result { return s.do(target.CuMemFree, s.r.Out[0]) }},
		{"ioctls of the question for free memory", func() *target.Result { return s.do(target.CuMemGetInfo) }},
		{"ioctls of a request that cannot be met", func() *target.Result { return s.do(target.CuMemAlloc, 1<<45) }},
	} {
		result := x.do()
		var names []string
		for i := range result.Ioctls {
			if !result.Ioctls[i].Foreign {
				names = append(names, result.Ioctls[i].Name.Short())
			}
		}
		r.add(Probe{Name: x.name, Value: uint64(len(names)), Unit: "ioctls", Samples: 1, Fit: 1, Note: strings.Join(names, ", ")})
	}
	p := s.malloc(4096)
	n := len(s.do(target.CuMemAlloc, 4096).Ioctls)
	q := s.r.Out[0]
	r.add(Probe{Name: "ioctls of a piece of a slab", Value: uint64(n), Unit: "ioctls", Samples: 1, Fit: 1})
	s.release(p, q)
}

// point is one measured act: its size in MiB and its picoseconds.
type point struct{ mib, ps uint64 }

// line fits base + slope x MiB: the slope is the median over all pairs of
// points (Theil and Sen), the base the median of what is left. fit is the share
// of points within 0.7 to 1.4 of it.
func line(points []point) (base, slope uint64, fit float64) {
	var slopes, rest []float64
	for i, a := range points {
		for _, b := range points[i+1:] {
			if a.mib != b.mib {
				slopes = append(slopes, (float64(b.ps)-float64(a.ps))/(float64(b.mib)-float64(a.mib)))
			}
		}
	}
	sort.Float64s(slopes)
	m := 0.0
	if len(slopes) > 0 {
		m = max(slopes[len(slopes)/2], 0)
	}
	for _, p := range points {
		rest = append(rest, float64(p.ps)-m*float64(p.mib))
	}
	c := max(median(rest), 0)
	right := 0
	for _, p := range points {
		if predicted := c + m*float64(p.mib); float64(p.ps) >= predicted*0.7-1 && float64(p.ps) <= predicted*1.4+1 {
			right++
		}
	}
	if len(points) == 0 {
		return 0, 0, 0
	}
	return uint64(c + 0.5), uint64(m + 0.5), float64(right) / float64(len(points))
}

// sizesOfTimes are the blocks whose times are taken, in MiB.
var sizesOfTimes = []uint64{2, 8, 32, 128, 512, 2048}

// times takes the times of calls and of each of their ioctls.
func times(r *run, s *session) {
	s.release(s.malloc(2 * mib))
	acts := map[string][]point{}
	for range 9 {
		for _, n := range sizesOfTimes {
			block := s.do(target.CuMemAlloc, n*mib)
			p := block.Out[0]
			note(acts, "malloc", n, block)
			note(acts, "free", n, s.do(target.CuMemFree, p))
		}
	}
	for _, x := range []struct{ name, act, base, slope string }{
		{"RM_ALLOC", "RM_ALLOC", "Cost.RMAlloc", "Cost.RMAllocMiB"}, {"REGISTER_VIDMEM", "REGISTER_VIDMEM", "Cost.Register", ""},
		{"UVM_CREATE_EXTERNAL_RANGE", "UVM_CREATE_EXTERNAL_RANGE", "Cost.CreateRange", ""}, {"UVM_MAP_EXTERNAL_ALLOCATION", "UVM_MAP_EXTERNAL_ALLOCATION", "Cost.MapBase", "Cost.MapMiB"},
		{"UNREGISTER_VIDMEM", "UNREGISTER_VIDMEM", "Cost.Unregister", ""}, {"UVM_FREE", "UVM_FREE", "Cost.UVMFree", "Cost.UVMFreeMiB"}, {"RM_FREE", "RM_FREE", "Cost.RMFree", "Cost.RMFreeMiB"},
		{"the way there and back of a new block", "malloc rest", "Cost.MallocBase", ""}, {"the way there and back of a free", "free rest", "Cost.FreeBase", ""},
	} {
		base, slope, fit := line(acts[x.act])
		r.add(Probe{Name: x.name + ", fixed part", Field: x.base, Value: base, Unit: "ps", Samples: len(acts[x.act]), Fit: fit})
		if x.slope != "" {
			r.add(Probe{Name: x.name + ", a MiB", Field: x.slope, Value: slope, Unit: "ps", Samples: len(acts[x.act]), Fit: fit})
		}
	}
	small(r, s)
}

// note keeps a call's ioctls by name, and what is left of its time.
func note(acts map[string][]point, call string, n uint64, x *target.Result) {
	rest := x.End - x.Begin
	for i := range x.Ioctls {
		if t := &x.Ioctls[i]; !t.Foreign {
			acts[t.Name.Short()] = append(acts[t.Name.Short()], point{n, t.PS})
			rest -= min(rest, t.PS)
		}
	}
	if n > 32 { // below, other costs of small blocks are in it
		acts[call+" rest"] = append(acts[call+" rest"], point{0, rest})
	}
}

// small takes the times of calls that stay in user space, and of the question
// for the free memory.
func small(r *run, s *session) {
	keep := s.malloc(512)
	var hit, gone, coldHit, coldGone, ask []uint64
	for range 20 {
		var list []uint64
		for i := range 20 {
			x := s.do(target.CuMemAlloc, 512)
			list = append(list, x.Out[0])
			if i > 1 {
				hit = append(hit, x.End-x.Begin)
			}
		}
		for i, p := range list {
			if x := s.do(target.CuMemFree, p); i > 1 {
				gone = append(gone, x.End-x.Begin)
			}
		}
		for range 3 {
			ask = append(ask, took(s.do(target.CuMemGetInfo)))
			x := s.do(target.CuMemAlloc, 512)
			p := x.Out[0]
			coldHit = append(coldHit, took(x))
			s.do(target.CuMemGetInfo)
			coldGone = append(coldGone, took(s.do(target.CuMemFree, p)))
		}
	}
	s.release(keep)
	for _, x := range []struct {
		name, field string
		list        []uint64
	}{
		{"a piece of a live slab", "Cost.SlabHit", hit}, {"its free", "Cost.SlabFree", gone}, {"a piece, after a trip into the kernel", "Cost.SlabHitCold", coldHit},
		{"its free, after a trip into the kernel", "Cost.SlabFreeCold", coldGone}, {"the question for free memory", "Cost.MemGetInfo", ask},
	} {
		m := median(slices.Clone(x.list))
		r.add(Probe{Name: x.name, Field: x.field, Value: m, Unit: "ps", Samples: len(x.list), Fit: near(x.list, m, 0.5)})
	}
}

func took(x *target.Result) uint64 { return x.End - x.Begin }

// clearing asks how fast freed memory is cleared: a freed block's place is
// handed out again when that is over.
func clearing(r *run, s *session) {
	s.release(s.malloc(2 * mib))
	var points []point
	for _, n := range []uint64{512, 1024, 2048, 4096, 1024, 2048} {
		if ps, ok := cleared(s, n*mib); ok {
			points = append(points, point{n, ps})
		}
		s.rest(8 * n * 2_550_000)
	}
	_, slope, fit := line(points)
	p := Probe{Name: "clearing of freed memory, a MiB", Field: "Cost.ScrubMiB", Value: slope, Unit: "ps", Samples: len(points), Fit: fit}
	if slope == 0 {
		p.Fit, p.Note = 0, "freed memory is handed out again at once, or not seen again"
	}
	r.add(p)
}

// rest lets time pass on the card.
func (s *session) rest(ps uint64) {
	end := s.r.End + ps
	for s.lost == nil && s.do(target.CuMemGetInfo).End < end {
	}
}

// cleared frees a block and takes small ones, keeping them, until one lies where
// it was.
func cleared(s *session, n uint64) (ps uint64, ok bool) {
	s.do(target.CuMemAlloc, n)
	at, block := offset(&s.r), s.r.Out[0]
	end := s.do(target.CuMemFree, block).End
	var kept []uint64
	for range 2000 {
		x := s.do(target.CuMemAlloc, 2*mib)
		kept = append(kept, x.Out[0])
		if offset(x) == at {
			ps, ok = x.Begin-end, x.Begin > end && len(kept) > 3
			break
		}
	}
	s.release(kept...)
	return ps, ok
}

// offset is where a call's memory lies on the card; all ones if it took none.
func offset(x *target.Result) uint64 {
	for i := range x.Ioctls {
		if t := &x.Ioctls[i]; t.Name == target.RMAlloc && !t.Failed {
			return t.Offset
		}
	}
	return ^uint64(0)
}
