package fit

import (
	"cmp"
	"slices"
	"strconv"

	"pagewalk/engine/profile"
	"pagewalk/engine/target"
)

// Time is how predicted and measured durations of a path compare, over all its
// calls in all traces.
type Time struct {
	Path      string  `json:"path"`
	Calls     int     `json:"calls"`
	Predicted float64 `json:"predicted_us"` // median
	Measured  float64 `json:"measured_us"`  // median
	Ratio     float64 `json:"ratio"`        // median of predicted by measured
	Low       float64 `json:"ratio_p10"`
	High      float64 `json:"ratio_p90"`
	Clearing  int     `json:"clearing,omitempty"` // calls that the model lets wait or pay for cleared memory

	// Unpredictable: what the call takes is not determined by the calls so far
	// (doc.go); told, not judged.
	Unpredictable bool `json:"unpredictable,omitempty"`
}

// path is a way through the runtime: a kind of call and, for blocks, the power of
// two below their size.
type path struct {
	order int
	name  string
	never bool // unpredictable
}

// bounds of the sizes of blocks, in MiB, that are one path: up to and with each.
var bounds = [...]uint64{2, 4, 8, 16, 64, 256, 1024, 1 << 30}

// timer collects durations by path.
type timer struct {
	first bool
	slab  map[string]bool // what a live allocation is part of
	cost  *profile.Cost
	all   map[path][]call
}

// call is one call's durations, and whether cleared memory took part of it.
type call struct {
	predicted, measured uint64
	clearing            bool
}

// begin begins a trace.
func (t *timer) begin() {
	t.first, t.slab = true, map[string]bool{}
	if t.all == nil {
		t.all = map[path][]call{}
	}
}

// row notes one call.
func (t *timer) row(x *row, r *target.Result) {
	p := t.path(x, r)
	t.all[p] = append(t.all[p], call{r.End - r.Begin, x.ps, t.clearing(r)})
}

// clearing says whether finding memory took longer than the finding itself: the
// call waited for freed memory to be cleared, or paid for noticing that it was.
func (t *timer) clearing(r *target.Result) bool {
	if len(r.Ioctls) == 0 || r.Ioctls[0].Name != target.RMAlloc {
		return false
	}
	x := &r.Ioctls[0]
	return x.PS > t.cost.RMAlloc+x.Length>>20*t.cost.RMAllocMiB
}

func (t *timer) path(x *row, r *target.Result) path {
	if !x.free {
		t.slab[x.id] = (x.size+511)&^511 < 2<<20
	}
	entered, slab := len(r.Ioctls) > 0, t.slab[x.id]
	switch {
	case !x.free && !entered:
		return path{0, "malloc, slab hit", false}
	case !x.free && t.first:
		t.first = false
		return path{1, "malloc, first of a process", true}
	case !x.free && slab:
		return path{2, "malloc, fresh slab", false}
	case !x.free:
		return block(10, "malloc, block ", r)
	case !entered:
		return path{30, "free, slab stays", false}
	case slab:
		return path{31, "free, slab returned", false}
	}
	return block(40, "free, block ", r)
}

// block is the path of a block by its size.
func block(order int, name string, r *target.Result) path {
	var bytes uint64
	for i := range r.Ioctls {
		if n := r.Ioctls[i].Name; n == target.RMAlloc || n == target.UVMFree {
			bytes = r.Ioctls[i].Length
			break
		}
	}
	mib, low := bytes>>20, uint64(0)
	for i, high := range bounds {
		if mib <= high {
			return path{order + i, name + span(low, high), false}
		}
		low = high
	}
	panic("fit: block: larger than any bound")
}

// span names the sizes above low up to high.
func span(low, high uint64) string {
	n := func(x uint64) string { return strconv.FormatUint(x, 10) }
	switch {
	case low == 0 || high == low+2:
		return n(high) + " MiB"
	case high == bounds[len(bounds)-1]:
		return "above " + n(low) + " MiB"
	}
	return n(low+2) + " to " + n(high) + " MiB"
}

// sum gives the figures of every path.
func (t *timer) sum() []Time {
	paths := make([]path, 0, len(t.all))
	for p := range t.all {
		paths = append(paths, p)
	}
	slices.SortFunc(paths, func(a, b path) int { return cmp.Compare(a.order, b.order) })
	var list []Time
	for _, p := range paths {
		var predicted, measured, ratio []float64
		clearing := 0
		for _, x := range t.all[p] {
			predicted = append(predicted, float64(x.predicted)/1e6)
			measured = append(measured, float64(x.measured)/1e6)
			ratio = append(ratio, float64(x.predicted)/float64(x.measured))
			if x.clearing {
				clearing++
			}
		}
		slices.Sort(predicted)
		slices.Sort(measured)
		slices.Sort(ratio)
		n := len(ratio)
		list = append(list, Time{
			Path: p.name, Calls: n, Predicted: round(predicted[n/2]), Measured: round(measured[n/2]),
			Ratio: round(ratio[n/2]), Low: round(ratio[n/10]), High: round(ratio[n*9/10]), Clearing: clearing, Unpredictable: p.never,
		})
	}
	return list
}

// round keeps three decimals.
func round(x float64) float64 { return float64(int64(x*1000+.5)) / 1000 }
