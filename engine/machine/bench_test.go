package machine

import (
	"testing"

	"pagewalk/engine/event"
	"pagewalk/engine/profile"
	"pagewalk/engine/target"
)

// slabOp is an operation of a replayed list: an allocation of 256 bytes, or the
// free of an earlier one.
type slabOp struct {
	free bool
	id   uint32
}

// slabOps is 40,000 operations like those of a program that holds thousands of
// small buffers and frees them in another order.
func slabOps() []slabOp {
	const n = 20_000
	var ops []slabOp
	order := make([]uint32, n)
	for i := range order {
		ops = append(ops, slabOp{false, uint32(i)})
		order[i] = uint32(i)
	}
	x := uint32(1)
	for i := n - 1; i > 0; i-- {
		x = x*1664525 + 1013904223
		j := int(x>>8) % (i + 1)
		order[i], order[j] = order[j], order[i]
	}
	for _, i := range order {
		ops = append(ops, slabOp{true, i})
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
		for _, o := range ops {
			if o.free {
				c.Op, c.Arg[0] = target.CudaFree, pointers[o.id]
				m.Do(&c, &r)
				continue
			}
			c.Op, c.Arg[0] = target.CudaMalloc, 256
			m.Do(&c, &r)
			pointers[o.id] = r.Out[0]
		}
	}
	b.ReportMetric(float64(b.N)*float64(len(ops))/b.Elapsed().Seconds()/1e6, "Mops/s")
}

func BenchmarkSlabOps(b *testing.B) {
	b.Run("unrecorded", func(b *testing.B) { benchmarkSlabOps(b, false) })
	b.Run("recorded", func(b *testing.B) { benchmarkSlabOps(b, true) })
}
