package pma

// Following a recorded run: its physical offsets depend on how far the
// clearing of freed memory had got, which its calls do not determine. What is
// known afterwards is put right here, so that the next offset is predicted from
// the true state. None of this leaves events of its own: a run that follows
// another is not one that can be stepped back.

// Queued is the number of runs that wait to be cleared.
func (a *PMA) Queued() int { return int(a.State.Head.At(0).Queued) }

// notYet is how far away the end of a clearing is put that is not over yet.
const notYet = 1_000_000_000 // 1 ms

// Finish sets the finish times so that the oldest n entries of the queue are
// over now and no others, and gives the times as they were.
func (a *PMA) Finish(n int, was []uint64) []uint64 {
	was = was[:0]
	now := a.clock.Now()
	for id := a.State.Head.At(0).Oldest; id != 0; id = a.State.Scrubs.At(id).Next {
		s := a.State.Scrubs.Mut(id)
		was = append(was, s.Done)
		if len(was) <= n {
			s.Done = min(s.Done, now)
		} else {
			s.Done = max(s.Done, now+notYet)
		}
	}
	return was
}

// Done is when the entry number n of the queue, the oldest being 0, is over.
func (a *PMA) Done(n int) uint64 {
	id := a.State.Head.At(0).Oldest
	for ; n > 0; n-- {
		id = a.State.Scrubs.At(id).Next
	}
	return a.State.Scrubs.At(id).Done
}

// Restore puts finish times back, as Finish gave them, each moved by shift
// picoseconds. Entries that are gone meanwhile were the oldest.
func (a *PMA) Restore(was []uint64, shift int64) {
	at := len(was) - a.Queued()
	for id := a.State.Head.At(0).Oldest; id != 0; id = a.State.Scrubs.At(id).Next {
		if at >= 0 && at < len(was) {
			a.State.Scrubs.Mut(id).Done = uint64(max(int64(was[at])+shift, 0))
		}
		at++
	}
}

// Retime gives the n newest entries the finish times that they have if the call
// that queued them ended at end.
func (a *PMA) Retime(n int, end uint64) {
	var last uint64
	i := a.Queued()
	for id := a.State.Head.At(0).Oldest; id != 0; id = a.State.Scrubs.At(id).Next {
		s := a.State.Scrubs.Mut(id)
		if i--; i < n {
			s.Done = max(last, end) + a.p.Cost.Scrub + uint64(s.N)*a.p.Cost.ScrubMiB/16
		}
		last = s.Done
	}
}

// Withhold keeps a free run from being handed out, because memory that the
// model takes for free evidently is not; it goes on to count as free. Yield
// gives it back.
func (a *PMA) Withhold(r Run) { a.setRun(r, 0, NumaReuse) }

// Yield undoes Withhold.
func (a *PMA) Yield(r Run) { a.setRun(r, NumaReuse, 0) }

// FreeRun gives the run of free pages that begins at or behind page p; N is 0 if
// there is none.
func (a *PMA) FreeRun(p uint32) Run {
	first := a.freePage.next(p, a.pages, true)
	end := a.freePage.next(first, a.pages, false)
	return Run{first * PageFrames, (end - first) * PageFrames}
}
