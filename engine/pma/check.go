package pma

import "slices"

// Check gives the first broken invariant in words, or "". It holds between calls
// and at every up-call, not between the events of one act.
func (a *PMA) Check() string {
	if s := a.checkCounters(); s != "" {
		return s
	}
	if s := a.checkQueue(); s != "" {
		return s
	}
	frames, pages := a.derived()
	if !slices.Equal(frames, a.freeFrame) || !slices.Equal(pages, a.freePage) {
		return "pma: a derived bitmap differs from the bits"
	}
	if a.user != a.userFrames() {
		return "pma: the count of user memory differs from the bits"
	}
	return ""
}

func (a *PMA) checkCounters() string {
	var free, freePages, scrubbing uint32
	for f := uint32(0); f < a.frames; {
		b, n := a.uniform(f, a.frames-f)
		if b&stateBits == stateBits {
			return "pma: a frame is both pinned and unpinned"
		}
		if b&Scrubbing != 0 && b&stateBits != 0 {
			return "pma: an allocated frame is being cleared"
		}
		free += count(b&stateBits == 0, n)
		scrubbing += count(b&Scrubbing != 0, n)
		f += n
	}
	freePages = a.countPagesWithoutState(0, a.frames)
	h := a.State.Head.At(0)
	if free != h.FreeFrames || freePages != h.FreePages || scrubbing != h.Scrubbing {
		return "pma: a counter differs from the bits"
	}
	return ""
}

func (a *PMA) checkQueue() string {
	h := a.State.Head.At(0)
	var n, frames, last uint32
	var done uint64
	for id := h.Oldest; id != 0; id = a.State.Scrubs.At(id).Next {
		s := a.State.Scrubs.At(id)
		if n++; n > h.Queued {
			return "pma: the scrub queue is longer than it says"
		}
		if s.Done < done {
			return "pma: the scrub queue is not in order of time"
		}
		if b, same := a.uniform(s.First, s.N); b&Scrubbing == 0 || same != s.N {
			return "pma: a queued frame is not marked as being cleared"
		}
		done, last, frames = s.Done, id, frames+s.N
	}
	if n != h.Queued || last != h.Newest || frames != h.Scrubbing {
		return "pma: the scrub queue differs from what the head says"
	}
	pool := uint32(0)
	for id := h.Scrubs.Free; id != 0; id = a.State.Scrubs.At(id).Next {
		if *a.State.Scrubs.At(id) != (Scrub{Next: a.State.Scrubs.At(id).Next}) {
			return "pma: an unused scrub entry is not zero"
		}
		if pool++; pool > h.Scrubs.High {
			return "pma: the pool of scrub entries is a circle"
		}
	}
	if pool+n != h.Scrubs.High {
		return "pma: a scrub entry is neither queued nor in the pool"
	}
	return ""
}
