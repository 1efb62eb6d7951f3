package pma

import (
	"pagewalk/engine/event"
	"pagewalk/engine/work"
)

// queueScrub puts freed frames, which already carry SCRUBBING, at the end of
// the queue. The clearing starts when the free call is over, which is now, or
// when the entry before is done.
func (a *PMA) queueScrub(r Run) {
	h := a.State.Head.At(0)
	start := a.clock.Now()
	if h.Newest != 0 {
		start = max(start, a.State.Scrubs.At(h.Newest).Done)
	}
	s := event.ScrubInfo{
		Prev: h.Newest, First: r.First, N: r.N,
		Done: start + a.p.Cost.Scrub + work.MiB(r.Bytes(), a.p.Cost.ScrubMiB),
	}
	s.ID, s.Fresh = h.Scrubs.Next()
	a.enqueue(s)
	if e := a.rec.Put(event.ScrubQueued, s.ID); e != nil {
		s.Put(e)
	}
}

// enqueue is the mutator of ScrubQueued.
func (a *PMA) enqueue(s event.ScrubInfo) {
	h := a.State.Head.Mut(0)
	a.State.Scrubs.Grow(int(s.ID) + 1)
	h.Scrubs.Take(s.ID, a.State.Scrubs.At(s.ID).Next, s.Fresh)
	a.State.Scrubs.Set(s.ID, Scrub{Done: s.Done, First: s.First, N: s.N})
	if s.Prev == 0 {
		h.Oldest = s.ID
	} else {
		a.State.Scrubs.Mut(s.Prev).Next = s.ID
	}
	h.Newest = s.ID
	h.Queued++
}

func (a *PMA) unenqueue(s event.ScrubInfo) {
	h := a.State.Head.Mut(0)
	h.Queued--
	h.Newest = s.Prev
	if s.Prev == 0 {
		h.Oldest = 0
	} else {
		a.State.Scrubs.Mut(s.Prev).Next = 0
	}
	a.State.Scrubs.Set(s.ID, Scrub{Next: h.Scrubs.Give(s.ID, s.Fresh)})
}

// takeOldest notices that the oldest entry is done: its frames can be handed
// out again.
func (a *PMA) takeOldest() Run {
	id := a.State.Head.At(0).Oldest
	c := a.State.Scrubs.At(id)
	s := event.ScrubInfo{ID: id, First: c.First, N: c.N, Done: c.Done, Next: c.Next}
	a.dequeue(s)
	if e := a.rec.Put(event.ScrubDone, id); e != nil {
		s.Put(e)
	}
	r := Run{s.First, s.N}
	a.rewrite(r, func(b uint8) uint8 { return b &^ Scrubbing })
	return r
}

// dequeue is the mutator of ScrubDone.
func (a *PMA) dequeue(s event.ScrubInfo) {
	h := a.State.Head.Mut(0)
	h.Queued--
	h.Oldest = s.Next
	if s.Next == 0 {
		h.Newest = 0
	}
	a.State.Scrubs.Set(s.ID, Scrub{Next: h.Scrubs.Give(s.ID, false)})
}

func (a *PMA) undequeue(s event.ScrubInfo) {
	h := a.State.Head.Mut(0)
	h.Scrubs.Take(s.ID, a.State.Scrubs.At(s.ID).Next, false)
	a.State.Scrubs.Set(s.ID, Scrub{Done: s.Done, First: s.First, N: s.N, Next: s.Next})
	if s.Next == 0 {
		h.Newest = s.ID
	}
	h.Oldest = s.ID
	h.Queued++
}

// collect notices every scrub that is done now, and pays for dropping the
// marks (0.5 µs a MiB as measured on an H200, driver 580.159.04).
func (a *PMA) collect() {
	now := a.clock.Now()
	var bytes uint64
	for h := a.State.Head.At(0); h.Oldest != 0 && a.State.Scrubs.At(h.Oldest).Done <= now; {
		bytes += a.takeOldest().Bytes()
	}
	a.clock.Advance(work.MiB(bytes, a.p.Cost.UnmarkMiB))
}

// wait lets time pass until the oldest scrubs that add up to more than n
// frames are done, and notices them, and then what is done meanwhile. It says
// whether there was anything to wait for.
func (a *PMA) wait(n uint32) bool {
	h := a.State.Head.At(0)
	if h.Oldest == 0 {
		return false
	}
	var sum, done uint64
	count := 0
	for id := h.Oldest; id != 0 && sum <= uint64(n); id = a.State.Scrubs.At(id).Next {
		s := a.State.Scrubs.At(id)
		sum, done = sum+uint64(s.N), s.Done
		count++
	}
	a.sleep(done)
	for range count {
		a.clock.Advance(work.MiB(a.takeOldest().Bytes(), a.p.Cost.UnmarkMiB))
	}
	a.collect()
	return true
}

// sleep lets time pass until a moment, a sleep of one tick at a time: it ends with
// the second tick from now, as a timer of Linux never ends early. So a call that
// waits at all waits for 4 to 8 ms where a second has 250 ticks
// (_scrubWaitAndSave and os_schedule of the open kernel modules; 470 recorded
// calls of an H200 that waited end where this says, by a fifth of a millisecond).
func (a *PMA) sleep(until uint64) {
	tick := a.p.Cost.Tick
	if tick == 0 {
		a.clock.AdvanceTo(until)
		return
	}
	for now := a.clock.Now(); now < until; now = a.clock.Now() {
		a.clock.AdvanceTo((now/tick + 2) * tick)
	}
}

// rewrite gives the frames of r new bits, one event for each maximal run of
// equal old bits.
func (a *PMA) rewrite(r Run, to func(uint8) uint8) {
	for r.N > 0 {
		from, n := a.uniform(r.First, r.N)
		if b := to(from); b != from {
			a.setRun(Run{r.First, n}, from, b)
		}
		r.First, r.N = r.First+n, r.N-n
	}
}
