package machine

import (
	"cmp"
	"math/bits"
	"slices"
)

// taking is a call that took memory on the card.
type taking struct {
	n          uint32
	va, at     uint64
	look, ends uint64 // when the kernel looked, when the call was over
	timed      bool   // the clock is the card's own
	tempo      *tempo
	ticks      *ticks
}

// mostBeliefs is how many ways for memory to lie are kept.
const mostBeliefs = 1000

// fewBeliefs is how many of them are looked at closely.
const fewBeliefs = 32

// sift gives the beliefs that follow from others and from what the card did, the
// likeliest first.
func (t *taking) sift(from []*belief) []*belief {
	var all []*belief
	for i, b := range from {
		all = t.follow(all, b, i < fewBeliefs)
	}
	slices.SortStableFunc(all, func(a, b *belief) int { return cmp.Compare(a.cost, b.cost) })
	kept, seen := all[:0], map[uint64]bool{}
	for _, b := range all {
		if key := b.key(); len(kept) < mostBeliefs && !seen[key] {
			seen[key] = true
			kept = append(kept, b)
		}
	}
	for i := len(kept) - 1; i >= 0; i-- {
		kept[i].cost -= kept[0].cost
	}
	return kept
}

// inTime is how far a call that waited may end from what is expected.
const inTime = 600_000_000

// follow appends what a belief can have become. A block in one run that lies
// where it was expected leaves nothing open; of one in several the card tells the
// first alone.
func (t *taking) follow(all []*belief, b *belief, closely bool) []*belief {
	was := len(all)
	if o := b.foresee(t.n, t.look, t.tempo); len(o.runs) > 0 && o.offset() == t.at {
		off := t.off(&o)
		switch {
		case !o.waited(), len(o.runs) == 1 && off < inTime:
			b.settle(&o, t.va, t.look, 0)
			return append(all, b)
		case off < inTime:
			all = t.add(all, was, b, &o, weight(off/4), 0)
		}
	}
	if closely && !b.fits(t.n, t.look) {
		all = t.woken(all, was, b)
	}
	return t.all(all, was, b)
}

// woken appends what became of a belief if the call waited, by the phases of the
// ticks that would explain it.
func (t *taking) woken(all []*belief, was int, b *belief) []*belief {
	if t.tempo.tick == 0 {
		return all
	}
	tempo := *t.tempo
	best, around := t.ticks.best(), 3
	if t.ticks.calls < 3 {
		around = phases / 2
	}
	for i := best - around; i <= best+around; i++ {
		tempo.phase = phase(i, tempo.tick)
		o := b.foresee(t.n, t.look, &tempo)
		if len(o.runs) > 0 && o.offset() == t.at && t.off(&o) < worst {
			all = t.add(all, was, b, &o, weight(t.lateness(&o)/4), 0)
		}
	}
	return all
}

// all appends each way in which a belief explains the offset: with the oldest k
// entries of the queue seen, for every k, in one run or in the lowest pages.
func (t *taking) all(all []*belief, was int, b *belief) []*belief {
	full := -1 // the most entries with which there is no run that is long enough
	set := slices.Clone(b.free)
	var seen uint32
	for k := 0; ; k++ {
		_, fits := lowest(set, t.n)
		if !fits {
			full = k
		}
		if runs := t.where(set); runs != nil && (len(runs) == 1 || full >= 0) {
			o := outcome{runs: runs, seen: k, look: full, ends: b.over(k, t.look) + uint64(seen)*t.tempo.unmark}
			cost, shift := t.price(b, &o)
			all = t.add(all, was, b, &o, cost, shift)
		}
		if k == len(b.queue) {
			return all
		}
		set = insert(set, b.queue[k].pages)
		seen += b.queue[k].n
	}
}

// where gives the runs that the call can have taken from a set, nil if it cannot
// lie where it does.
func (t *taking) where(set []pages) []pages {
	first := uint32(t.at >> 21)
	if at, ok := lowest(set, t.n); ok && at == first {
		return []pages{{at, t.n}}
	}
	if len(set) == 0 || set[0].first != first {
		return nil
	}
	return lowestPages(set, t.n)
}

// rest is the time of a call after its search.
func (t *taking) rest(o *outcome) uint64 {
	rest := afterLooking + uint64(t.n)*afterLookingPerPage
	if len(o.runs) > 1 {
		rest += uint64(t.n) * scatteredPerPage
	}
	return rest
}

// lateness is how far the card's call ended from where an outcome says.
func (t *taking) lateness(o *outcome) int64 { return int64(t.ends) - int64(o.ends+t.rest(o)) }

func (t *taking) off(o *outcome) int64 {
	off := t.lateness(o)
	return max(off, -off)
}

// guess is what a way to wait costs that no tick explains.
const guess = 8

// price is how surprising an outcome is, and how much it corrects the queue's
// clock: not at all if the call was so long that it can have looked late.
func (t *taking) price(b *belief, o *outcome) (cost uint64, shift int64) {
	cost = 1000
	if len(o.runs) == 1 {
		shift = b.shift(o.seen, t.look)
		cost = weight(shift)
		spare := int64(t.ends) - int64(t.look+afterLookingLeast+uint64(t.n)*afterLookingPerPage/2)
		switch {
		case shift < 0 && -shift < spare:
			return 1 + cost/4, 0
		case t.timed:
			cost *= 2
		}
		shift = b.beyond(shift, o.seen)
	}
	if o.look >= 0 { // it may have waited
		early := b.shift(min(o.look, b.done(t.look)), t.look)
		if c := guess + weight(early) + weight(t.lateness(o)/2); c < cost {
			cost, shift = c, early
		}
	}
	return cost, shift
}

// add appends a belief in which the outcome happened, unless one since number
// was is the same and likelier.
func (t *taking) add(all []*belief, was int, b *belief, o *outcome, cost uint64, shift int64) []*belief {
	cost += b.cost
	changed := b.changed
	if len(o.runs) > 1 {
		changed ^= hash(t.va, o.runs)
	}
	for i := was; i < len(all); i++ {
		if all[i].changed == changed {
			if all[i].cost <= cost {
				return all
			}
			all = slices.Delete(all, i, i+1)
			break
		}
	}
	c := b.clone()
	c.cost = cost
	c.settle(o, t.va, t.look, shift)
	return append(all, c)
}

// weight is how surprising a difference in time is: its digits in microseconds.
func weight(ps int64) uint64 { return uint64(bits.Len64(uint64(max(ps, -ps)) / 2_000_000)) }
