package pmm

import (
	"math/rand/v2"
	"testing"

	"pagewalk/engine/profile"
)

// pairs plays alloc and free pairs of user chunks: 50 % 4 KiB, 40 % 64 KiB,
// 10 % 2 MiB, with 1,000 live. The draws are made before the clock starts.
func pairs(b *testing.B, p *profile.Profile, sizes [20]uint32, record bool) {
	r := newRig(p)
	if !record {
		r.rec.Log = nil
	}
	rnd := rand.New(rand.NewPCG(1, 1))
	const live, draws = 1000, 1 << 16
	var slot [draws]uint16
	var size [draws]uint32
	for i := range draws {
		slot[i], size[i] = uint16(rnd.IntN(live)), sizes[rnd.IntN(20)]
	}
	var chunk [live]ChunkID
	turn := func(i int) {
		k := i % draws
		c := &chunk[slot[k]]
		if *c != 0 {
			r.Free(*c)
		}
		*c, _ = r.Alloc(User, size[k], 0)
		r.Unpin(*c, 1)
		if record && r.rec.Log.Len() > 1<<20 {
			r.rec.Log.Cut(0)
		}
	}
	for i := range 4 * draws {
		turn(i)
	}
	var before uint64
	if record {
		r.rec.Log.Cut(0)
	}
	i, events := 0, uint64(0)
	b.ReportAllocs()
	for b.Loop() {
		if record {
			before = uint64(r.rec.Log.Len())
		}
		turn(i)
		if record && uint64(r.rec.Log.Len()) > before {
			events += uint64(r.rec.Log.Len()) - before
		}
		i++
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds()/1e6, "Mpairs/s")
	if record {
		b.ReportMetric(float64(events)/float64(b.N), "events/pair")
	}
}

var mix = [20]uint32{
	k4, k4, k4, k4, k4, k4, k4, k4, k4, k4, k64, k64, k64, k64, k64, k64, k64, k64, m2, m2,
}

func BenchmarkChunkPairs(b *testing.B) {
	b.Run("hopper", func(b *testing.B) { pairs(b, hopper(false), mix, false) })
	b.Run("hopper/recorded", func(b *testing.B) { pairs(b, hopper(false), mix, true) })
	b.Run("hopper, cleared", func(b *testing.B) { pairs(b, hopper(true), mix, false) })
}

func BenchmarkBoot(b *testing.B) {
	p := hopper(true)
	b.ReportAllocs()
	for b.Loop() {
		newRig(p)
	}
}

// BenchmarkUndo goes back and forth over a recorded churn.
func BenchmarkUndo(b *testing.B) {
	r := newRig(hopper(false))
	r.churn(b, 1, 20000, func() {})
	log := r.rec.Log
	r.rec.Log = nil
	b.ReportAllocs()
	for b.Loop() {
		for i := log.Len(); i > 0; i-- {
			r.revert(log.At(i - 1))
		}
		for i := range log.Len() {
			r.apply(log.At(i))
		}
	}
	b.ReportMetric(b.Elapsed().Seconds()*1e9/float64(b.N)/float64(2*log.Len()), "ns/event")
}

// BenchmarkFloor is what the machine does with one hundred dependent steps of
// arithmetic, to read the other figures against.
func BenchmarkFloor(b *testing.B) {
	x := uint64(88172645463325252)
	for b.Loop() {
		for range 100 {
			x ^= x << 13
			x ^= x >> 7
			x ^= x << 17
		}
	}
	if x == 0 {
		b.Fatal("xorshift never reaches zero")
	}
}
