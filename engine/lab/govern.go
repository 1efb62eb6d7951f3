package lab

import "pagewalk/engine/profile"

// Fragmentation is what a workload leaves behind under one measure.
type Fragmentation struct {
	Measure Measure
	Refused int    // requests that were not met
	Asked   uint64 // bytes asked for by what lives at the end
	Given   uint64 // bytes given to them
	Taken   uint64 // bytes taken from the card for them
	Peak    uint64 // the most bytes taken at a time
	Free    uint64 // bytes not given to the program, wherever they lie
	Largest uint64 // the largest request that would be met
	Fits    uint64 // how many requests of one size would be
	Request uint64 // that size
	Moved   uint64 // bytes copied by compaction
	PS      uint64 // simulated time
	Ioctls  int
}

// A share is in thousandths.

// Internal is the share of given bytes that nobody asked for.
func (f *Fragmentation) Internal() uint64 { return share(f.Given-f.Asked, f.Given) }

// External is the share of free bytes beyond the largest request.
func (f *Fragmentation) External() uint64 { return share(f.Free-min(f.Largest, f.Free), f.Free) }

// Unusable is the share of free bytes that requests of one size cannot get.
func (f *Fragmentation) Unusable() uint64 {
	return share(f.Free-min(f.Fits*f.Request, f.Free), f.Free)
}

func share(part, whole uint64) uint64 {
	if whole == 0 {
		return 0
	}
	return (part*1000 + whole/2) / whole
}

// played is a workload under a measure, at its end.
type played struct {
	*bench
	server server
	start  uint64 // free bytes before
	begin  uint64
	result Fragmentation
}

// play serves a workload.
func play(p *profile.Profile, w Workload, which Measure) *played {
	b := newBench(p, which)
	x := &played{bench: b, start: b.free(), begin: b.m.Clock.Now(), result: Fragmentation{Measure: which}}
	x.server = b.serve(which)
	type block struct{ addr, asked, given uint64 }
	var live []block // by ID; no address = none
	f := &x.result
	for _, s := range w {
		for len(live) <= s.ID {
			live = append(live, block{})
		}
		at := &live[s.ID]
		if s.Free {
			if at.addr != 0 {
				x.server.put(at.addr)
				f.Asked, f.Given = f.Asked-at.asked, f.Given-at.given
				*at = block{}
			}
			continue
		}
		addr, given, ok := x.server.get(s.Bytes)
		if !ok {
			f.Refused++
			continue
		}
		*at = block{addr, s.Bytes, given}
		f.Asked, f.Given = f.Asked+s.Bytes, f.Given+given
		f.Peak = max(f.Peak, x.start-b.free())
	}
	f.Taken, f.Free = x.start-b.free(), x.start-f.Given
	f.Moved, f.PS, f.Ioctls = b.moved, b.m.Clock.Now()-x.begin, b.ioctls
	return x
}

// Govern plays a workload under one measure and tries what would still be met.
func Govern(p *profile.Profile, w Workload, which Measure, request uint64) Fragmentation {
	x := play(p, w, which)
	f := x.result
	f.Request = request
	f.Largest = largest(f.Free, func(bytes uint64) bool {
		_, _, ok := play(p, w, which).server.get(bytes)
		return ok
	})
	for f.Fits*request < f.Free && f.Fits < mostTries {
		if _, _, ok := x.server.get(request); !ok {
			return f
		}
		f.Fits++
	}
	f.Fits = max(f.Fits, f.Free/request)
	return f
}

// mostTries bounds how often the one size is asked for: on a card where so many
// are met one after the other, the rest counts as met.
const mostTries = 8192

// largestGrain is how exactly the largest request is found.
const largestGrain = 4 << 10

// largest is the greatest multiple of the grain, up to limit, that is met.
func largest(limit uint64, met func(bytes uint64) bool) uint64 {
	lo, hi := uint64(0), limit/largestGrain
	for lo < hi {
		mid := (lo + hi + 1) / 2
		if met(mid * largestGrain) {
			lo = mid
		} else {
			hi = mid - 1
		}
	}
	return lo * largestGrain
}
