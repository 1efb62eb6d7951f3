package pma

import "pagewalk/engine/target"

// Request says what a customer wants.
type Request struct {
	Frames     uint32 // in all, a multiple of PageFrames
	PageFrames uint32 // 1, 2, 32 or 8192: pages of 64 KiB, 128 KiB, 2 MiB, 512 MiB
	Pinned     bool   // ALLOC_PIN, else ALLOC_UNPIN

	// Contiguous: one run or nothing. AllowScattered: one run if there is one,
	// else the lowest pages wherever they are (as RM asks for cudaMalloc).
	// Neither: the lowest pages at once (as the PMM asks for roots).
	Contiguous     bool
	AllowScattered bool

	Reverse   bool   // from the top down
	Lo, Hi    Frame  // only frames in [Lo, Hi); both 0 = anywhere
	Slowest   bool   // the slowest region first, not the fastest
	MinSpeed  uint32 // only regions at least as fast
	Protected bool   // only protected regions, else only others
	Partial   bool   // one page is enough
	NoEvict   bool   // never push user memory out
}

// place is a request in the unit in which it is searched: cells of a bitmap.
type place struct {
	free   bitmap
	unit   uint32 // frames of one cell
	n      uint32 // cells wanted
	page   uint32 // cells of one page
	lo, hi uint32
}

// place gives the place of a request in a region.
func (a *PMA) place(r *Request, g *Region) place {
	lo, hi := r.Lo, r.Hi
	if hi == 0 {
		hi = a.frames
	}
	lo, hi = max(lo, g.First), min(hi, g.End())
	if r.PageFrames >= PageFrames {
		return place{a.freePage, PageFrames, r.Frames / PageFrames, r.PageFrames / PageFrames,
			(lo + PageFrames - 1) / PageFrames, min(hi/PageFrames, a.pages)}
	}
	return place{a.freeFrame, 1, r.Frames, r.PageFrames, lo, hi}
}

// Alloc hands out frames and appends the runs to out, ascending. A request
// that fails changes nothing but finished scrubs, the clock, and what an
// eviction had moved before it failed.
func (a *PMA) Alloc(r Request, out []Run) ([]Run, target.Why) {
	if why := a.checkRequest(&r); why.ID != target.NoReason {
		return out, why
	}
	if r.NoEvict && a.hopeless(&r) {
		return out, a.noRoom(&r)
	}
	a.collect()
	runs := a.find(&r, out)
	if len(runs) == len(out) {
		return out, a.noRoom(&r)
	}
	return runs, target.Why{}
}

// find serves a request: by a first look, else by eviction where that is
// allowed and possible, else by waiting.
func (a *PMA) find(r *Request, out []Run) []Run {
	evict := !r.NoEvict && a.Evictor != nil
	var runs []Run
	if r.Contiguous || r.AllowScattered {
		runs = a.contiguous(r, out, evict)
	} else if runs = a.scattered(r, out); len(runs) > len(out) {
		runs = a.commit(runs, len(out), r.Pinned)
	}
	if len(runs) > len(out) {
		return runs
	}
	if runs := a.searchAndWait(r, out); len(runs) > len(out) {
		return a.commit(runs, len(out), r.Pinned)
	}
	if evict && !r.Contiguous {
		return a.evictPages(r, out)
	}
	return out
}

// contiguous takes one run from the first region that has it, or that would
// have it if user memory moved out of it: a region is emptied before the next,
// slower one is looked at.
func (a *PMA) contiguous(r *Request, out []Run, evict bool) (runs []Run) {
	a.places(r, func(p place) bool {
		if runs = p.contiguous(r, out); len(runs) > len(out) {
			runs = a.commit(runs, len(out), r.Pinned)
		} else if evict {
			runs = a.evictRange(&p, r, out)
		}
		return len(runs) > len(out)
	})
	return runs
}

func (a *PMA) checkRequest(r *Request) target.Why {
	switch r.PageFrames {
	case 1, 2, 32, 8192:
	default:
		return target.Why{ID: target.BadArgument, N: [4]uint64{2, uint64(r.PageFrames)}}
	}
	if r.Frames == 0 || r.Frames%r.PageFrames != 0 {
		return target.Why{ID: target.BadArgument, N: [4]uint64{1, uint64(r.Frames)}}
	}
	return target.Why{}
}

// hopeless predicts from the counters that the request must fail. Frames that
// are being cleared count as free, so a request that only has to wait is not
// refused.
func (a *PMA) hopeless(r *Request) bool {
	h := a.State.Head.At(0)
	need := r.Frames
	if r.Partial {
		need = r.PageFrames
	}
	if r.PageFrames >= PageFrames {
		return h.FreePages < need/PageFrames
	}
	return h.FreeFrames < need
}

// search looks once, without waiting: contiguous where asked for, else the
// lowest pages where that is asked for.
func (a *PMA) search(r *Request, out []Run) (runs []Run) {
	if !r.Contiguous && !r.AllowScattered {
		return a.scattered(r, out)
	}
	a.places(r, func(p place) bool {
		runs = p.contiguous(r, out)
		return len(runs) > len(out)
	})
	return runs
}

// scattered appends the lowest free pages of the regions, one region after the
// other: as many as asked for, with Partial as many as there are; nothing if
// that is too few.
func (a *PMA) scattered(r *Request, out []Run) []Run {
	runs, left := out, r.Frames
	a.places(r, func(p place) bool {
		p.n = left / p.unit
		var found uint32
		runs, found = p.scattered(r, runs)
		left -= found * p.unit
		return left == 0
	})
	if left == 0 || r.Partial && left < r.Frames {
		return runs
	}
	return out
}

// searchAndWait is what follows a first look in vain: wait and look again;
// then, if scattered pages will do, wait once more and take the lowest. (That
// second wait happens although its result is not used for a contiguous scan.)
// A search for one run waits for as many frames as it wants, one for scattered
// pages for as many as it misses. Only when nothing is left to wait for does it
// give up.
func (a *PMA) searchAndWait(r *Request, out []Run) []Run {
	for a.wait(a.missing(r)) {
		if runs := a.search(r, out); len(runs) > len(out) {
			return runs
		}
		if r.AllowScattered {
			break
		}
	}
	if !r.AllowScattered {
		return out
	}
	a.wait(r.Frames)
	scattered := *r
	scattered.AllowScattered = false
	for {
		runs := a.scattered(r, out)
		if len(runs) > len(out) || !a.wait(a.missing(&scattered)) {
			return runs
		}
	}
}

// missing is how many frames a request waits for.
func (a *PMA) missing(r *Request) uint32 {
	left := r.Frames
	if r.Contiguous || r.AllowScattered {
		return left
	}
	a.places(r, func(p place) bool {
		p.n = left / p.unit
		_, found := p.scattered(r, nil)
		left -= found * p.unit
		return left == 0
	})
	return left
}

// commit marks the runs from number from on, all of whose frames are wholly
// free, and gives runs back.
func (a *PMA) commit(runs []Run, from int, pinned bool) []Run {
	to := AllocUnpin
	if pinned {
		to = AllocPin
	}
	for _, r := range runs[from:] {
		a.setRun(r, 0, to)
	}
	return runs
}

// noRoom tells why a request failed: bytes asked, bytes free (those being
// cleared included), the largest free run, and the bytes in free pages of the
// size asked for.
func (a *PMA) noRoom(r *Request) target.Why {
	s := a.Stats()
	usable := uint64(s.FreeFrames) * FrameBytes
	if r.PageFrames >= PageFrames {
		usable = uint64(s.FreePages) * PageBytes
	}
	return target.Why{ID: target.NoRoom, N: [4]uint64{
		uint64(r.Frames) * FrameBytes, uint64(s.FreeFrames) * FrameBytes, a.LargestRun().Bytes(), usable,
	}}
}
