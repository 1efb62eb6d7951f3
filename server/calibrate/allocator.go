package calibrate

import (
	"fmt"
	"slices"
)

const (
	kib = 1 << 10
	mib = 1 << 20
	gib = 1 << 30
)

// memory asks for the size of the card, what a context costs, and what can
// never be had: the largest block leaves it.
func memory(r *run, s *session) {
	free, total := s.free()
	r.add(Probe{Name: "memory of the card", Field: "Memory.Bytes", Value: total, Unit: "B", Samples: 1, Fit: 1})
	lo, hi := uint64(0), free // lo can be had
	for hi-lo > 64*kib {
		n := lo + (hi-lo)/2
		if p := s.malloc(n); p != 0 {
			s.release(p)
			lo = n
		} else {
			hi = n
		}
	}
	again, _ := s.free()
	fit := 0.0
	if again == free {
		fit = 1 // nobody else takes memory meanwhile
	}
	context := Probe{Name: "memory of an idle context", Field: "Runtime.ContextBytes", Value: total - free, Unit: "B", Samples: 2, Fit: fit, Note: "with whatever other processes hold"}
	r.add(context)
	r.add(Probe{Name: "largest block", Value: lo &^ (64*kib - 1), Unit: "B", Samples: 1, Fit: fit})
	pages, frames := total>>21, total>>16&31
	whole := (lo + mib) >> 21
	slack := (free-whole<<21)>>16 - frames
	r.add(Probe{Name: "pages of 2 MiB that the context occupies", Field: "Memory.ContextPages", Value: pages - whole, Unit: "pages", Samples: 1, Fit: fit})
	r.add(Probe{Name: "frames of 64 KiB free inside them", Field: "Memory.ContextSlackFrames", Value: slack, Unit: "frames", Samples: 1, Fit: fit})
}

// pieces asks for the sub-allocator: the rounding of small requests, the size
// below which requests share, and what is taken for them at a time.
func pieces(r *run, s *session) {
	drop, first := s.cost(1)
	var steps []uint64
	last, list := first, []uint64{first}
	for range 40 {
		p := s.malloc(1)
		steps, list = append(steps, p-last), append(list, p)
		last = p
	}
	granule := median(slices.Clone(steps))
	checked, right := 0, 0
	for n := uint64(1); n < 5*granule && granule > 0; n += granule/3 + 1 {
		p := s.malloc(n)
		q := s.malloc(1)
		checked++
		if q-p == (n+granule-1)/granule*granule {
			right++
		}
		list = append(list, p, q)
	}
	s.release(list...)
	r.add(Probe{Name: "rounding of small requests", Field: "Runtime.Granule", Value: granule, Unit: "B", Samples: len(steps) + checked,
		Fit: (near(steps, granule, 0)*float64(len(steps)) + float64(right)) / float64(len(steps)+checked)})
	lo, hi := uint64(1), uint64(64*mib) // lo shares with a neighbour
	for hi-lo > 1 {
		if n := lo + (hi-lo)/2; shares(s, n) {
			lo = n
		} else {
			hi = n
		}
	}
	slab, fit := lo+granule, 0.0
	if slab == drop {
		fit = 1
	}
	r.add(Probe{Name: "size of a slab", Field: "Runtime.SlabBytes", Value: drop, Unit: "B", Samples: 2, Fit: fit,
		Note: fmt.Sprintf("a first small request takes this much; the largest request that shares with another has %d B", lo)})
	slabs := Probe{Name: "small requests share slabs", Field: "Runtime.Slabs", Value: 0, Unit: "yes/no", Samples: 2, Fit: 1}
	if lo > 1 && granule < drop {
		slabs.Value = 1
	}
	r.add(slabs)
}

// shares says whether a small request finds room beside one of n bytes.
func shares(s *session, n uint64) bool {
	p := s.malloc(n)
	cost, q := s.cost(1)
	s.release(p, q)
	return p != 0 && cost == 0
}

// blocks asks for the rounding of large requests, and whether memory comes back
// at once.
func blocks(r *run, s *session) {
	over, p := s.cost(64*mib + 1) // one byte more than a multiple of any rounding
	s.release(p)
	granule := over - 64*mib
	checked, right := 0, 0
	for _, n := range []uint64{3 * mib, 5*mib + 1, 33 * mib, 100*mib - 1, 257*mib + 12345, gib + 1} {
		cost, p := s.cost(n)
		s.release(p)
		checked++
		if granule != 0 && cost == (n+granule-1)/granule*granule {
			right++
		}
	}
	r.add(Probe{Name: "rounding of blocks", Field: "Runtime.BlockGranule", Value: granule, Unit: "B", Samples: checked, Fit: float64(right) / float64(checked)})
	before, _ := s.free()
	s.release(s.malloc(256 * mib))
	after, _ := s.free()
	kept := Probe{Name: "a freed block is kept", Field: "Driver.Free", Unit: "yes/no", Samples: 1, Fit: 1}
	if after != before {
		kept.Value = 1
	}
	r.add(kept)
}

// arenas asks for the grain of address space: blocks of the smallest size fill
// one arena after another, upwards, so that the runs of neighbours are as long
// as arenas.
func arenas(r *run, s *session) {
	const block = 2 * mib
	var at []uint64
	for range 200 {
		at = append(at, s.malloc(block))
	}
	var runs []uint64
	n := uint64(1)
	for i := 1; i < len(at); i++ {
		if at[i] == at[i-1]+block {
			n++
			continue
		}
		runs, n = append(runs, n*block), 1
	}
	runs = runs[min(2, len(runs)):] // what the context left over comes first
	size := median(slices.Clone(runs))
	r.add(Probe{Name: "grain of address space", Field: "Runtime.ArenaBytes", Value: size, Unit: "B", Samples: len(runs), Fit: near(runs, size, 0), Note: "an arena that a request makes"})
	r.add(order(s, at, size))
	s.release(at...)
}

// order asks which of two arenas with room is used: the older lies at the first
// addresses, the newest holds the last.
func order(s *session, at []uint64, size uint64) Probe {
	p := Probe{Name: "the newest arena is looked at first", Unit: "yes/no", Samples: 4}
	if size == 0 || len(at) < 120 {
		return p
	}
	right := 0
	for i := range 4 {
		old, young := 60+i, len(at)-5+i
		s.release(at[old], at[young])
		got := s.malloc(2 * mib)
		if got == at[young] {
			right++
			at[young] = got
			at[old] = s.malloc(2 * mib)
		} else {
			at[old] = got
			at[young] = s.malloc(2 * mib)
		}
	}
	p.Fit = float64(max(right, 4-right)) / 4
	if right >= 2 {
		p.Value = 1
	}
	return p
}
