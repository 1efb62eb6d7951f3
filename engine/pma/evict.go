package pma

import (
	"slices"

	"pagewalk/engine/order"
	"pagewalk/engine/target"
)

// Evictor is who can push user memory out of the card: the PMM. The PMA calls
// it for requests of RM that find no room; it never evicts for a request that
// says NoEvict. Before a call the PMA's state satisfies its Check, and the
// callee calls back in.
type Evictor interface {
	// EvictPages frees up n pages of pageFrames frames each, anywhere in
	// [lo, hi), in any order, and appends their first frames to out. It leaves
	// them pinned, for the caller to keep.
	EvictPages(pageFrames, n uint32, lo, hi Frame, out []Frame) ([]Frame, target.Why)
	// EvictRange empties all frames of [lo, hi) and gives them back.
	EvictRange(lo, hi Frame) target.Why
}

// evictRange finds the run that a contiguous request could have if user memory
// moved out of it, has it emptied, waits until it is clear, and takes it;
// nothing if there is no such run or it cannot be emptied. While the owner
// works, the frames carry EVICTING, so that nobody pins them.
func (a *PMA) evictRange(p *place, r *Request, out []Run) []Run {
	all := a.freeOrEvictable(p.unit)
	if all == nil {
		return out
	}
	runs := p.with(all).contiguous(r, out)
	if len(runs) == len(out) {
		return out
	}
	run := runs[len(out)]
	a.rewrite(run, func(b uint8) uint8 { return b | Evicting })
	why := a.Evictor.EvictRange(run.First, run.End())
	a.rewrite(run, func(b uint8) uint8 { return b &^ Evicting })
	if why.ID != target.NoReason {
		return out
	}
	for {
		if b, n := a.uniform(run.First, run.N); b == 0 && n == run.N {
			return a.commit(runs, len(out), r.Pinned)
		}
		if !a.wait(run.N) {
			return out
		}
	}
}

// evictPages takes the free pages that there are, one region after the other,
// and in the first region where that is enough has as many evicted as are
// missing; nothing if there is no such region. The free ones are pinned while
// the owner works.
func (a *PMA) evictPages(r *Request, out []Run) []Run {
	var free []Run
	left, enough := r.Frames, false
	var in Run // where the missing ones are
	a.places(r, func(p place) bool {
		p.n = left / p.unit
		if all := a.freeOrEvictable(p.unit); all != nil {
			_, could := p.with(all).scattered(r, nil)
			enough = could == p.n
		}
		var found uint32
		free, found = p.scattered(r, free)
		left -= found * p.unit
		in = Run{p.lo * p.unit, (p.hi - p.lo) * p.unit}
		return enough
	})
	if !enough {
		return out
	}
	free = a.commit(free, 0, true)
	pages, why := a.Evictor.EvictPages(r.PageFrames, left/r.PageFrames, in.First, in.End(), nil)
	if why.ID != target.NoReason {
		for _, run := range free {
			a.setRun(run, AllocPin, 0)
		}
		return out
	}
	order.Stable(len(pages), func(i, j int) bool { return pages[i] < pages[j] }, func(i, j int) { pages[i], pages[j] = pages[j], pages[i] })
	return a.mergeRuns(out, free, pages, r)
}

// mergeRuns appends the free runs and the evicted pages in ascending order, all
// of them pinned or, if the request says so, not.
func (a *PMA) mergeRuns(out, free []Run, pages []Frame, r *Request) []Run {
	all := slices.Clone(free)
	for _, f := range pages {
		all = append(all, Run{f, r.PageFrames})
	}
	order.Stable(len(all), func(i, j int) bool { return all[i].First < all[j].First }, func(i, j int) { all[i], all[j] = all[j], all[i] })
	was := len(out)
	for _, run := range all {
		if len(out) > was && out[len(out)-1].End() == run.First {
			out[len(out)-1].N += run.N
		} else {
			out = append(out, run)
		}
	}
	if !r.Pinned {
		for _, run := range out[was:] {
			a.rewrite(run, func(b uint8) uint8 { return b&^stateBits | AllocUnpin })
		}
	}
	return out
}

// freeOrEvictable is a bitmap, in cells of a unit, of what is free or whose
// only obstacle is user memory; nil if there is no user memory at all.
func (a *PMA) freeOrEvictable(unit uint32) bitmap {
	if a.user == 0 {
		return nil
	}
	frames := newBitmap(a.frames)
	for w := range frames {
		unpin := a.State.Maps[0].Get(uint32(w))
		var obstacle uint64
		for b := range a.State.Maps {
			if 1<<b&(AllocUnpin|Persistent) == 0 {
				obstacle |= a.State.Maps[b].Get(uint32(w))
			}
		}
		frames[w] = ^obstacle & (a.freeFrame[w] | unpin)
	}
	if unit == 1 {
		return frames
	}
	pages := newBitmap(a.pages)
	for p := range a.pages {
		pages.mask(p/64, 1<<(p%64), uint32(frames[p/2]>>(p%2*32)) == ^uint32(0))
	}
	return pages
}

// with is the same place in another bitmap.
func (p place) with(free bitmap) *place {
	p.free = free
	return &p
}
