package machine

import (
	"testing"

	"pagewalk/engine/profile"
	"pagewalk/engine/target"
)

// measuredChases are pw_chase on an H200, driver 580.159.04: stops, distance in
// KiB, thousandths of a cycle, microseconds. The first of each run is not among
// them: it starts the card's first kernel.
var measuredChases = []struct{ stops, kib, cycles, us uint64 }{
	{64, 64, 238328, 57}, {64, 2048, 242781, 52}, {16, 16384, 239250, 20}, {64, 32768, 250671, 62}, {1024, 32768, 250236, 866}, {2048, 32768, 249634, 1491},
	{40, 32768, 245100, 42}, {3072, 32768, 346268, 2762},
	{256, 1, 239136, 107}, {1024, 1, 240242, 507}, {64, 4, 239375, 35}, {2500, 4, 240360, 1360}, {2048, 64, 240444, 1006},
	{128, 2048, 239546, 88}, {256, 2048, 249582, 165}, {1024, 2048, 250080, 624}, {2500, 2048, 249648, 1505},
	{15, 16384, 234400, 18}, {20, 32768, 249000, 21}, {512, 65536, 250148, 319}, {1024, 65536, 249093, 619},
	{256, 2048, 244734, 160}, {128, 32768, 245570, 77}, // over one aliased page
}

// TestMeasuredChases: a chase costs what it costs on the card within 4 % and
// takes as long within a factor of 1.7: how much of it the card's own cache of
// data holds beforehand is not modelled.
func TestMeasuredChases(t *testing.T) {
	m := New(profile.Get("h200-r580"), 0)
	m.Start(0, nil)
	defer m.Stop()
	do := func(op target.Op, args ...uint64) target.Result {
		var r target.Result
		c := target.Call{Op: op}
		copy(c.Arg[:], args)
		for p := m.Do(&c, &r); p == target.Pending; {
			p = m.Resume(1<<20, &r)
		}
		if r.Code != target.Success {
			t.Fatalf("%s: %s", op, r.Code.Name())
		}
		return r
	}
	p := do(target.CudaMalloc, 96<<30).Out[0]
	for _, x := range measuredChases {
		r := do(target.PwChase, p, x.stops*x.kib<<10, x.kib<<10)
		if got := r.Out[0]; got*100 < x.cycles*96 || got*100 > x.cycles*104 {
			t.Errorf("%d stops %d KiB apart: %d thousandths of a cycle, measured %d", x.stops, x.kib, got, x.cycles)
		}
		if got := (r.End - r.Begin) / 1_000_000; got*10 > x.us*17 || got*17 < x.us*10 {
			t.Errorf("%d stops %d KiB apart: %d us, measured %d", x.stops, x.kib, got, x.us)
		}
	}
}

// TestChaseOrder: a chase reaches every stop once a lap, each on a line of its
// own if the distance has room for one.
func TestChaseOrder(t *testing.T) {
	for _, n := range []uint64{1, 2, 3, 16, 17, 18, 96, 1000, 2048} {
		a := access{stride: 2 << 20, lap: n, step: target.ChaseStep(n)}
		stops, lines := map[uint64]bool{}, map[uint64]bool{}
		for a.next = range n {
			at := a.address()
			stops[at/a.stride], lines[at%a.stride] = true, true
		}
		if a.next = n; a.address() != 0 {
			t.Errorf("%d stops: the second lap begins at %#x", n, a.address())
		}
		if len(stops) != int(n) || len(lines) != int(n) {
			t.Errorf("%d stops: %d visited, on %d lines", n, len(stops), len(lines))
		}
	}
}
