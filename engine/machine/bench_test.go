package machine

import (
	"testing"

	"pagewalk/engine/event"
	"pagewalk/engine/profile"
	"pagewalk/engine/target"
)

// slabOps is 40,000 operations like those of a program that holds thousands of
// small buffers: 256 bytes each, freed in another order.
func slabOps() []target.Call {
	const n = 20_000
	ops := make([]target.Call, 0, 2*n)
	for range n {
		ops = append(ops, target.Call{Op: target.CudaMalloc, Arg: [8]uint64{256}})
	}
	x := uint32(1)
	order := make([]uint64, n)
	for i := range order {
		order[i] = uint64(i)
	}
	for i := n - 1; i > 0; i-- {
		x = x*1664525 + 1013904223
		j := int(x>>8) % (i + 1)
		order[i], order[j] = order[j], order[i]
	}
	for _, i := range order {
		ops = append(ops, target.Call{Op: target.CudaFree, Arg: [8]uint64{i}})
	}
	return ops
}

// benchmarkSlabOps plays the operations on a fresh machine each time, as a
// replay of a recorded list does; making the machine is not timed.
func benchmarkSlabOps(b *testing.B, recorded bool) {
	ops := slabOps()
	pointers := make([]uint64, len(ops)/2)
	log := &event.Log{}
	var r target.Result
	var c target.Call
	for range b.N {
		b.StopTimer()
		m := New(profile.Get("h200-r580"), 0)
		if recorded {
			log.Cut(0)
			m.rec.Log = log
		}
		b.StartTimer()
		for i := range ops {
			c = ops[i]
			if c.Op == target.CudaFree {
				c.Arg[0] = pointers[c.Arg[0]]
			}
			m.Do(&c, &r)
			if c.Op == target.CudaMalloc {
				pointers[i] = r.Out[0]
			}
		}
	}
	b.ReportMetric(float64(b.N)*float64(len(ops))/b.Elapsed().Seconds()/1e6, "Mops/s")
}

func BenchmarkSlabOps(b *testing.B) {
	b.Run("unrecorded", func(b *testing.B) { benchmarkSlabOps(b, false) })
	b.Run("recorded", func(b *testing.B) { benchmarkSlabOps(b, true) })
}
