package machine

import "slices"

// What can become of a request, by belief: one outcome for each number of
// cleared entries that the kernel may have seen when it looked, and for each
// moment at which a waiting call can have woken up.

// outcome is one way in which a request can have gone.
type outcome struct {
	runs []pages
	look int    // entries of the queue that the first look saw
	seen int    // … that were collected in the end
	ends uint64 // when the search was over, by the belief's clock
}

func (o *outcome) offset() uint64 { return uint64(o.runs[0].first) << 21 }

// waited says that the first look was in vain.
func (o *outcome) waited() bool { return o.seen != o.look || len(o.runs) > 1 }

// tempo is what the rule needs of the profile: picoseconds.
type tempo struct {
	fixed, perPage uint64 // clearing an entry
	unmark         uint64 // noticing that a page is clear
	tick, phase    uint64 // of the host's timer, at which a waiting call wakes up
}

// wakes is when a call that waits from a moment on finds an entry done. It looks
// at once, and then sleeps: a sleep of one tick ends with the second tick from
// now, as a timer of Linux never ends early.
func (t *tempo) wakes(at, done uint64) uint64 {
	if t.tick == 0 {
		return max(at, done)
	}
	for at < done {
		at = ((at+t.tick-t.phase)/t.tick+1)*t.tick + t.phase
	}
	return at
}

// search is a request under way.
type search struct {
	*belief
	t   *tempo
	set []pages // what can be handed out
	k   int     // entries of the queue in it
	at  uint64
}

// gather adds entries of the queue up to number k.
func (s *search) gather(k int) {
	for ; s.k < k; s.k++ {
		s.set = insert(s.set, s.queue[s.k].pages)
		s.at += uint64(s.queue[s.k].n) * s.t.unmark
	}
}

// wait lets time pass until the oldest entries that add up to more than n pages
// are done, and takes what finished meanwhile too. It says whether there was
// anything to wait for.
func (s *search) wait(n uint32) bool {
	k := s.k
	for sum := uint32(0); k < len(s.queue) && sum <= n; k++ {
		sum += s.queue[k].n
	}
	if k == s.k {
		return false
	}
	s.at = s.t.wakes(s.at, s.queue[k-1].done)
	s.gather(k)
	s.gather(s.done(s.at))
	s.at += inVain
	return true
}

// inVain is the time of a search that finds nothing (fitted to the recorded runs
// of an H200).
const inVain = 50_000_000

// outcome is the search's result.
func (s *search) outcome(look int, runs []pages) outcome { return outcome{runs, look, s.k, s.at} }

// foresee plays a request of n pages that looks at a moment. It gives no runs if
// there is too little memory; everything has been waited for then.
func (b *belief) foresee(n uint32, at uint64, t *tempo) outcome {
	return b.play(n, b.done(at), at, t)
}

// play plays a request whose first look finds k entries done: a look, a wait and
// a look for one run, a last wait for that, and then for the lowest pages, each
// wait for as many pages as are missing.
func (b *belief) play(n uint32, k int, at uint64, t *tempo) outcome {
	if first, ok := lowest(b.free, n); ok && k == 0 {
		return outcome{[]pages{{first, n}}, 0, 0, at}
	}
	s := search{belief: b, t: t, set: append(make([]pages, 0, len(b.free)+16), b.free...), at: at}
	s.gather(k)
	if first, ok := lowest(s.set, n); ok {
		return s.outcome(k, []pages{{first, n}})
	}
	s.at += 2 * inVain
	if s.wait(n) {
		if first, ok := lowest(s.set, n); ok {
			return s.outcome(k, []pages{{first, n}})
		}
	}
	s.wait(n)
	for {
		runs := lowestPages(s.set, n)
		if runs != nil {
			return s.outcome(k, runs)
		}
		if !s.wait(n - min(n, amount(s.set))) {
			return s.outcome(k, nil)
		}
	}
}

// over is when the oldest k entries are done, at a moment or later.
func (b *belief) over(k int, at uint64) uint64 {
	if k == 0 {
		return at
	}
	return max(at, b.queue[k-1].done)
}

// shift is how much the queue's clock was wrong if k entries were done at a
// moment: how much later (or earlier) they are done than the belief says.
func (b *belief) shift(k int, at uint64) int64 {
	switch {
	case k > 0 && b.queue[k-1].done > at:
		return int64(at) - int64(b.queue[k-1].done)
	case k < len(b.queue) && b.queue[k].done <= at:
		return int64(at) - int64(b.queue[k].done) + 1_000_000
	}
	return 0
}

// beyond is a correction by at least shift: half as much again, as far as the
// number k of done entries stays.
func (b *belief) beyond(shift int64, k int) int64 {
	more := max(shift, -shift)
	if k > 0 && k < len(b.queue) {
		more = min(more, int64(b.queue[k].done-b.queue[k-1].done))
	}
	if shift < 0 {
		return shift - more/2
	}
	return shift + more/2
}

// settle makes an outcome the belief's memory.
func (b *belief) settle(o *outcome, va uint64, at uint64, shift int64) {
	b.shifted = shift
	for i := range b.queue {
		b.queue[i].done = uint64(max(int64(b.queue[i].done)+shift, 0))
	}
	b.prove(o.runs, at)
	for _, r := range o.runs {
		b.free = remove(b.free, r)
	}
	if len(o.runs) > 1 {
		b.scattered = append(b.scattered, holding{va, slices.Clone(o.runs)})
		b.changed ^= hash(va, o.runs)
	}
}
