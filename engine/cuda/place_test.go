package cuda_test

import (
	"testing"

	"pagewalk/engine/machine"
	"pagewalk/engine/profile"
	"pagewalk/engine/target"
)

const (
	kib = 1 << 10
	mib = 1 << 20

	// Where things are in a fresh process, relative to its first address
	// (measured on an H200, driver 580.159.04).
	secondHole = 0x4a00000   // the hole of 24 MiB at the end of the older context arena
	firstArena = -0x1be00000 // the first arena of 32 MiB that is made
)

// step is one call: an allocation of some bytes, or the free of an earlier one.
type step struct {
	alloc uint64
	free  int // index + 1 of the step whose block is freed
	at    int64
}

func a(bytes uint64, at int64) step { return step{alloc: bytes, at: at} }
func f(n int) step                  { return step{free: n} }

// fillContext takes both holes of the context's arenas, so that what follows
// lies in arenas of its own.
var fillContext = []step{a(2*mib, 0), a(24*mib, secondHole)}

// TestPlacement: initial state (a fresh process, or what the first steps made
// of it), calls, and the address of each allocation relative to the first.
func TestPlacement(t *testing.T) {
	for _, c := range []struct {
		name  string
		steps []step
	}{
		{"small requests share a slab in steps of 512 bytes", []step{a(1, 0), a(512, 512), a(513, 1024), a(1, 2048)}},
		{"two of 1 MiB fill a slab", []step{a(mib, 0), a(mib, mib), a(mib, secondHole)}},
		{"2 MiB less 512 bytes is a slab's business, less 511 is a block", []step{a(2*mib-512, 0), a(512, 2*mib-512), a(2*mib-511, secondHole)}},
		{"the smallest hole that is enough is taken, in whichever slab", []step{
			a(512*kib, 0), a(64*kib, 512*kib), a(1472*kib, 576*kib), // slab one is full
			a(256*kib, secondHole), a(64*kib, secondHole+256*kib), // slab two has a long hole at its end
			f(1), f(4), a(200*kib, secondHole), a(400*kib, 0),
		}},
		{"of equal holes the oldest is taken", []step{
			a(kib, 0), a(kib, kib), a(kib, 2*kib), a(kib, 3*kib), a(kib, 4*kib), f(4), f(2), a(kib, 3*kib), a(kib, kib),
		}},
		{"a hole that grew is young again", []step{
			a(kib, 0), a(512, kib), a(512, 1536), a(kib, 2*kib), a(kib, 3*kib), a(kib, 4*kib),
			f(2), f(4), f(3), // 1024..3071 became one hole of 2 KiB
			a(2*kib, kib),
		}},
		{"slabs that lie side by side do not merge", []step{
			a(2*mib-512, 0), a(2*mib-512, secondHole), a(2*mib-512, secondHole+2*mib), f(2), f(3), a(4*mib, secondHole),
		}},
		{"an empty slab goes back at once", []step{a(kib, 0), f(1), a(2*mib, 0)}},
		{"one live byte keeps its slab", []step{a(1, 0), a(mib, 512), f(2), a(2*mib, secondHole)}},
		{"the tail of a block is lost", []step{a(3*mib, secondHole), a(kib, 0), a(3*mib, secondHole+4*mib)}},
		{"arenas go downwards and are filled upwards", append(fillContext[:2:2],
			a(20*mib, firstArena), a(12*mib, firstArena+20*mib), a(2*mib, firstArena-32*mib))},
		{"the newest arena with room is asked first, even for a worse fit", append(fillContext[:2:2],
			a(20*mib, firstArena), a(12*mib, firstArena+20*mib), // the first arena is full
			a(2*mib, firstArena-32*mib), f(4), // a hole of exactly 12 MiB in the old one, 30 MiB in the new one
			a(12*mib, firstArena-30*mib))},
		{"within an arena the smallest hole is taken, the lowest on a tie", append(fillContext[:2:2],
			a(4*mib, firstArena), a(2*mib, firstArena+4*mib), a(4*mib, firstArena+6*mib), a(2*mib, firstArena+10*mib), a(20*mib, firstArena+12*mib),
			f(3), f(5), a(4*mib, firstArena), a(2*mib, firstArena+6*mib))},
		{"an empty arena is released, and a gap of exactly its size is passed over", append(fillContext[:2:2],
			a(32*mib, firstArena), a(32*mib, firstArena-32*mib), f(3), a(32*mib, firstArena-64*mib))},
		{"a gap of one grain more is used", append(fillContext[:2:2],
			a(64*mib, firstArena-32*mib), a(32*mib, firstArena-64*mib), f(3), a(32*mib, firstArena))},
	} {
		t.Run(c.name, func(t *testing.T) { place(t, c.steps) })
	}
}

func place(t *testing.T, steps []step) {
	p := profile.Get("h200-r580")
	m := machine.New(p, 0)
	var r target.Result
	at := make([]uint64, len(steps))
	for i, s := range steps {
		c := target.Call{Op: target.CudaMalloc, Arg: [8]uint64{s.alloc}}
		if s.free != 0 {
			c = target.Call{Op: target.CudaFree, Arg: [8]uint64{at[s.free-1]}}
		}
		if m.Do(&c, &r); r.Code != target.Success {
			t.Fatalf("step %d: %s", i+1, r.Code.Name())
		}
		if s.free != 0 {
			continue
		}
		at[i] = r.Out[0]
		if got := int64(at[i] - p.Runtime.FirstAddress); got != s.at {
			t.Errorf("step %d: %d bytes at %#x, expected %#x", i+1, s.alloc, got, s.at)
		}
		if broken := m.CUDA.Check(); broken != "" {
			t.Fatal(broken)
		}
	}
}

// TestMistakes: every wrong free is refused with the reason that fits it.
func TestMistakes(t *testing.T) {
	p := profile.Get("h200-r580")
	m := machine.New(p, 0)
	var r target.Result
	do := func(op target.Op, arg uint64) uint64 {
		m.Do(&target.Call{Op: op, Arg: [8]uint64{arg}}, &r)
		return r.Out[0]
	}
	piece, other, block := do(target.CudaMalloc, 4096), do(target.CudaMalloc, 4096), do(target.CudaMalloc, 6*mib)
	freed := do(target.CudaMalloc, 8*mib)
	do(target.CudaFree, other)
	do(target.CudaFree, freed)
	for _, c := range []struct {
		name string
		addr uint64
		why  target.WhyID
	}{
		{"inside a piece", piece + 512, target.InteriorPointer},
		{"inside a block", block + 2*mib, target.InteriorPointer},
		{"a piece again", other, target.AlreadyFreed},
		{"a block again", freed, target.AlreadyFreed},
		{"the program's own memory", 0x1234, target.HostPointer},
		{"nobody's", 0x7000_0000_0000, target.NotAPointer},
		{"more bits than an address has", 1<<63 | 5, target.NotAPointer},
	} {
		before := m.Logical()
		do(target.CudaFree, c.addr)
		if r.Code != target.InvalidValue || r.Why.ID != c.why {
			t.Errorf("%s: %s (%s), expected %s", c.name, r.Code.Name(), r.Why.ID.Name(), c.why.Name())
		}
		if m.Logical() != before {
			t.Errorf("%s: the refusal changed something", c.name)
		}
	}
}
