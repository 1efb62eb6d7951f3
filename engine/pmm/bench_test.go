package pmm

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"pagewalk/engine/profile"
)

// A lap is so many pairs; of several laps the fastest counts, because what else
// the computer does makes laps slower, never faster.
const (
	live = 1000
	lap  = 1 << 16
)

// draws is a lap's program: which of the live chunks gives way, and the size of
// its successor. It is drawn before the clock starts.
func draws(sizes [20]uint32) (slot []uint16, size []uint32) {
	rnd := rand.New(rand.NewPCG(1, 1))
	for range lap {
		slot, size = append(slot, uint16(rnd.IntN(live))), append(size, sizes[rnd.IntN(20)])
	}
	return slot, size
}

// pairs plays alloc and free pairs of user chunks: 50 % 4 KiB, 40 % 64 KiB,
// 10 % 2 MiB, with 1,000 live. One operation is a pair. Laps of the floor
// alternate with those of the manager.
func pairs(b *testing.B, p *profile.Profile, record bool) {
	r := newRig(p)
	if !record {
		r.rec.Log = nil
	}
	slot, size := draws(mix)
	var chunk [live]ChunkID
	turn := func(k int) {
		c := &chunk[slot[k]]
		if *c != 0 {
			r.Free(*c)
		}
		*c, _ = r.Alloc(User, size[k], 0)
		r.Unpin(*c, 1)
	}
	events := uint32(0)
	play := func(n int) {
		for k := range n {
			turn(k)
		}
		if record {
			events = r.rec.Log.Len()
			r.rec.Log.Cut(0)
		}
	}
	for range 4 {
		play(lap)
	}
	bare := newFloor(slot, size)
	best, floor := time.Hour, time.Hour
	b.ReportAllocs()
	b.ResetTimer()
	for left := b.N; left > 0; left -= lap {
		n := min(left, lap)
		from := time.Now()
		play(n)
		if n == lap {
			best = min(best, time.Since(from))
			floor = min(floor, bare.time())
		}
	}
	if best == time.Hour {
		return
	}
	b.ReportMetric(lap/best.Seconds()/1e6, "Mpairs/s")
	b.ReportMetric(float64(best)/float64(floor), "times-floor")
	if record {
		b.ReportMetric(float64(events)/lap, "events/pair")
	}
}

// floor serves the same program from a bare stack of numbers for each size: the
// least that any allocator does, without splits, merges, lists and states.
type floor struct {
	slot  []uint16
	kind  []uint8
	stack [3][]uint32
	held  [live]uint32
	kinds [live]uint8
}

func newFloor(slot []uint16, size []uint32) *floor {
	f := &floor{slot: slot}
	for _, s := range size {
		f.kind = append(f.kind, uint8(slices.Index([]uint32{k4, k64, m2}, s)))
	}
	for k := range f.stack {
		for i := range uint32(2 * live) {
			f.stack[k] = append(f.stack[k], i+1)
		}
	}
	return f
}

func (f *floor) time() time.Duration {
	from := time.Now()
	for k, i := range f.slot {
		if f.held[i] != 0 {
			s := &f.stack[f.kinds[i]]
			*s = append(*s, f.held[i])
		}
		s := &f.stack[f.kind[k]]
		last := len(*s) - 1
		f.held[i], f.kinds[i], *s = (*s)[last], f.kind[k], (*s)[:last]
	}
	return time.Since(from)
}

var mix = [20]uint32{
	k4, k4, k4, k4, k4, k4, k4, k4, k4, k4, k64, k64, k64, k64, k64, k64, k64, k64, m2, m2,
}

func BenchmarkChunkPairs(b *testing.B) {
	b.Run("hopper", func(b *testing.B) { pairs(b, hopper(false), false) })
	b.Run("hopper/recorded", func(b *testing.B) { pairs(b, hopper(false), true) })
	b.Run("hopper, cleared", func(b *testing.B) { pairs(b, hopper(true), false) })
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
