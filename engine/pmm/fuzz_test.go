package pmm

import (
	"testing"

	"pagewalk/engine/pma"
	"pagewalk/engine/target"
)

// FuzzCalls reads bytes as calls, two for each: what, and on which chunk. After
// each call the invariants hold; at the end everything can be undone.
func FuzzCalls(f *testing.F) {
	f.Add([]byte("\x00\x00\x01\x01\x05\x00\x10\x00\x07\x01\x02\x00"), false)
	f.Add([]byte("\x00\x00\x05\x00\x06\x00\x09\x00\x0b\x01\x0c\x00\x0a\x00"), true)
	f.Add([]byte("\x01\x00\x08\x00\x0b\x00\x03\x00\x04\x01\x0d\x00\x0e\x01"), false)
	f.Fuzz(func(t *testing.T, calls []byte, textbookCard bool) {
		if len(calls) > 400 {
			return
		}
		r, b := evicting(t, 5, len(calls)%2 == 1)
		if textbookCard {
			r = newRig(textbook())
			b = &blocks{t: t, r: r}
			r.Blocks = b
		}
		var held []pma.Run
		for i := 0; i+1 < len(calls); i += 2 {
			held = r.fuzzCall(t, calls[i], calls[i+1], b, held)
			r.check(t)
		}
		r.undoAll(t)
	})
}

func (r *rig) fuzzCall(t *testing.T, what, which byte, b *blocks, held []pma.Run) []pma.Run {
	r.clock.Advance(uint64(which) * 1_000_000)
	high := r.State.Head.At(0).HighWater
	c := r.rootBase + uint32(which)%(high-r.rootBase+2) // now and then no chunk at all
	b.refuse = 0
	switch what % 16 {
	case 0, 1, 2:
		sizes := r.p.PMM.UserSizes
		if d, _ := r.Alloc(User, sizes[int(which)%len(sizes)], Flags(what>>4)&(Evict|DontBatch)); d != 0 {
			if what&0x80 == 0 {
				ok(t, r.Unpin(d, 1+uint32(which)%3))
			}
		}
	case 3:
		sizes := r.p.PMM.KernelSizes
		r.Alloc(Kernel, sizes[int(which)%len(sizes)], Flags(what>>4)&Evict)
	case 4, 5:
		r.Free(c)
	case 6:
		r.Unpin(c, 2)
	case 7:
		if r.Exists(c) {
			r.Split(c, r.Node(c).Bytes()>>(1+what>>5))
			r.Split(c, k4)
		}
	case 8:
		r.Merge(c)
	case 9:
		b.refuse = b.calls + 1 + int(what>>5)
		r.EvictChunk(c)
	case 10:
		if r.Exists(c) {
			r.MarkRootUnused(r.RootOf(c))
		}
	case 11:
		if r.p.PMM.OwnsAll {
			if d, why := r.AllocContiguousRoots(1 + uint32(which)%5); why.ID == target.NoReason {
				ok(t, r.UnpinRoots(d, 1+uint32(which)%5, 9))
			}
			break
		}
		if runs, why := r.pma.Alloc(pma.Request{Frames: 32 * (1 + uint32(which)%3), PageFrames: 32, Pinned: true, AllowScattered: what&16 == 0, Contiguous: what&16 != 0}, nil); why.ID == target.NoReason {
			held = append(held, runs...)
		}
	case 12:
		if len(held) > 0 {
			r.pma.Free(held[0])
			held = held[1:]
		}
	case 13:
		r.InjectError(Point(which)%points, uint32(what>>4))
	case 14:
		r.ReleaseFreeRoots()
	case 15:
		r.EvictRange(0, 32*uint32(which%5))
	}
	return held
}

// A state that came by copying pages needs only its derived parts rebuilt; the
// two machines then behave alike.
func TestRebuild(t *testing.T) {
	for _, p := range []func() *rig{
		func() *rig { return newRig(documented(70, 3, true)) },
		func() *rig { return newRig(textbook()) },
	} {
		a, b := p(), p()
		a.churn(t, 31, 400, func() {})
		a.set.CopyTo(b.set)
		b.Rebuild()
		b.pma.Rebuild()
		b.rec.Now = a.rec.Now
		b.check(t)
		for range 50 {
			c, _ := a.Alloc(User, k64, 0)
			d, _ := b.Alloc(User, k64, 0)
			if c != d || !a.set.Equal(b.set) {
				t.Fatal("the copies part")
			}
		}
	}
}
