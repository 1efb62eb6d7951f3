package pma

import "pagewalk/engine/target"

// Free gives frames back. Where the profile clears freed memory they are
// queued for it: they count as free at once but cannot be handed out before
// their turn is over. The caller has let the clock reach the end of the free
// call, for that is when the clearing starts.
func (a *PMA) Free(r Run) { a.free(r, a.p.Memory.Scrub) }

// MostJoined is how many frames of an allocation that is not one run are cleared
// together: pages that touch are joined while they are less than 4 GiB
// (_scrubCombinePages of the open kernel modules, and seen on an H200: the rest
// of a longer run can be handed out only later). One run is cleared as one.
const MostJoined = 2047 * PageFrames

// FreePages gives back a run of an allocation that is not one run.
func (a *PMA) FreePages(r Run) {
	for ; r.N > MostJoined; r = (Run{r.First + MostJoined, r.N - MostJoined}) {
		a.Free(Run{r.First, MostJoined})
	}
	a.Free(r)
}

// FreeZero gives back frames that are known to be zero already (the driver's
// FREE_IS_ZERO): they need no clearing.
func (a *PMA) FreeZero(r Run) { a.free(r, false) }

func (a *PMA) free(r Run, scrub bool) {
	var add uint8
	if scrub {
		add = Scrubbing
	}
	a.rewrite(r, func(b uint8) uint8 {
		if b&stateBits == 0 {
			panic("pma: free: a frame is not allocated")
		}
		return b&bitsOfFree | add
	})
	if scrub {
		was := a.rec.Because(a.rec.Last())
		a.queueScrub(r)
		a.rec.Cause = was
	}
}

// Reserve pins frames at boot: what the context or a textbook's PMM holds from
// the start.
func (a *PMA) Reserve(r Run) {
	if r.N == 0 {
		return
	}
	if b, n := a.uniform(r.First, r.N); b != 0 || n != r.N {
		panic("pma: reserve: a frame is not free")
	}
	a.setRun(r, 0, AllocPin)
}

// Blacklist holds a bad frame back at boot: it counts as allocated and pinned,
// and the page around it is no whole page any more.
func (a *PMA) Blacklist(f Frame) {
	if a.Bits(f) != 0 {
		panic("pma: blacklist: the frame is not free")
	}
	a.setRun(Run{f, 1}, 0, AllocPin|Blacklist)
}

// Pin makes evictable frames pinned (pmaPinPages), all or none. A frame that
// an eviction has chosen is refused with RulePinned (the driver's IN_USE), one
// in any other state with RuleTransition.
func (a *PMA) Pin(r Run) target.Why { return a.repin(r, AllocUnpin, AllocPin) }

// Unpin makes pinned frames evictable again.
func (a *PMA) Unpin(r Run) target.Why { return a.repin(r, AllocPin, AllocUnpin) }

func (a *PMA) repin(r Run, from, to uint8) target.Why {
	for f := r; f.N > 0; {
		b, n := a.uniform(f.First, f.N)
		if b&Evicting != 0 {
			return target.Why{ID: target.RulePinned, N: [4]uint64{uint64(f.First)}}
		}
		if b&stateBits != from {
			return target.Why{ID: target.RuleTransition, N: [4]uint64{uint64(b), uint64(to), uint64(f.First)}}
		}
		f.First, f.N = f.First+n, f.N-n
	}
	a.rewrite(r, func(b uint8) uint8 { return b&^stateBits | to })
	return target.Why{}
}
