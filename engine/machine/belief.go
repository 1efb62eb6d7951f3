package machine

import (
	"slices"

	"pagewalk/engine/pma"
)

// A belief is one way in which the card's memory can lie, seen from outside: the
// free pages, and the freed ones that are still being cleared, each with the
// moment at which it is done. The rule is package pma's, in pages of 2 MiB; a
// test plays both against each other.
//
// Three things are not told by a list of calls. When a page is clear: 2.467 µs a
// MiB, which holds to some µs over a whole list if it says when each call began
// (without, the time between calls is learnt from what is missed). When a call
// that waited woke up: at a tick of the host's timer, whose phase is learnt from
// the ends of such calls (ticks). And where a block in several pieces lies but for
// its first: so every belief that the offset allows is kept, the likeliest first,
// and those that a later block contradicts are dropped. Hundreds may be alive at
// once on a full card; of 32, the right one was lost in two lists of eleven, and
// then nothing fits any more.
type belief struct {
	free      []pages    // ascending, no two touch
	queue     []clearing // oldest first
	scattered []holding  // live blocks that are not one run
	limbo     []pages    // taken for free at the start, evidently wrongly
	cost      uint64     // how badly its clock and its waits agree with the card's
	shifted   int64      // the last correction of its clock
	changed   uint64     // a hash of the live scattered blocks
}

// pages is a run of pages of 2 MiB.
type pages struct{ first, n uint32 }

func (p pages) end() uint32 { return p.first + p.n }

// clearing is an entry of the queue.
type clearing struct {
	pages
	done uint64
}

// holding is a block in several runs, named by its address.
type holding struct {
	va   uint64
	runs []pages
}

// clone gives a belief of its own.
func (b *belief) clone() *belief {
	c := *b
	c.free, c.queue = slices.Clone(b.free), slices.Clone(b.queue)
	c.scattered, c.limbo = slices.Clone(b.scattered), slices.Clone(b.limbo)
	return &c
}

// insert puts a run into a set, joined with its neighbours. A run may overlap
// what is there: then the belief was wrong about one of the two.
func insert(set []pages, r pages) []pages {
	i, _ := slices.BinarySearchFunc(set, r.first, func(p pages, first uint32) int { return compare(p.end(), first) })
	j := i
	for j < len(set) && set[j].first <= r.end() {
		end := max(r.end(), set[j].end())
		r.first = min(r.first, set[j].first)
		r.n = end - r.first
		j++
	}
	return slices.Replace(set, i, j, r)
}

// compare orders numbers.
func compare(a, b uint32) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

// remove takes a run out of a set, as far as it is there.
func remove(set []pages, r pages) []pages {
	i, _ := slices.BinarySearchFunc(set, r.first+1, func(p pages, first uint32) int { return compare(p.end(), first) })
	j := i
	var rest [2]pages
	n := 0
	for j < len(set) && set[j].first < r.end() {
		if p := set[j]; p.first < r.first {
			rest[n] = pages{p.first, r.first - p.first}
			n++
		}
		if p := set[j]; p.end() > r.end() {
			rest[n] = pages{r.end(), p.end() - r.end()}
			n++
		}
		j++
	}
	return slices.Replace(set, i, j, rest[:n]...)
}

// lowest gives the lowest run of n pages.
func lowest(set []pages, n uint32) (first uint32, ok bool) {
	for _, p := range set {
		if p.n >= n {
			return p.first, true
		}
	}
	return 0, false
}

// amount is how many pages a set has.
func amount(set []pages) (n uint32) {
	for _, p := range set {
		n += p.n
	}
	return n
}

// lowestPages gives the lowest n pages wherever they lie; nil if there are fewer.
func lowestPages(set []pages, n uint32) []pages {
	var runs []pages
	for _, p := range set {
		p.n = min(p.n, n)
		runs = append(runs, p)
		if n -= p.n; n == 0 {
			return runs
		}
	}
	return nil
}

// collect moves the oldest k entries of the queue to the free pages: they are
// done beyond doubt.
func (b *belief) collect(k int) {
	for _, q := range b.queue[:k] {
		b.free = insert(b.free, q.pages)
	}
	b.queue = slices.Delete(b.queue, 0, k)
}

// doubt is how far the queue's clock may be wrong: what is over for longer is
// done, what is over since then may not be.
const doubt = 20_000_000_000 // 20 ms

// prove collects the entries that a block was made of, and those that are old.
func (b *belief) prove(runs []pages, at uint64) {
	k := 0
	for i, q := range b.queue {
		touches := func(r pages) bool { return r.first < q.end() && q.first < r.end() }
		if q.done+doubt < at || slices.ContainsFunc(runs, touches) {
			k = i + 1
		}
	}
	b.collect(k)
}

// done is the number of entries that are over at a moment.
func (b *belief) done(at uint64) int {
	k := 0
	for k < len(b.queue) && b.queue[k].done <= at {
		k++
	}
	return k
}

// release puts a freed block's runs into the queue. A block in several runs is
// given back page by page, and pages that touch are joined up to a limit.
func (b *belief) release(va uint64, whole pages, end uint64, t *tempo) {
	for i := range b.scattered {
		if b.scattered[i].va != va {
			continue
		}
		runs := b.scattered[i].runs
		b.changed ^= hash(va, runs)
		b.scattered = slices.Delete(b.scattered, i, i+1)
		for _, r := range runs {
			for ; r.n > mostJoined; r = (pages{r.first + mostJoined, r.n - mostJoined}) {
				end = b.enqueue(pages{r.first, mostJoined}, end, t)
			}
			end = b.enqueue(r, end, t)
		}
		return
	}
	b.enqueue(whole, end, t)
}

// mostJoined is how many pages are cleared as one: less than 4 GiB.
const mostJoined = pma.MostJoined / pma.PageFrames

// enqueue puts a run into the queue; it says when it will be done.
func (b *belief) enqueue(r pages, at uint64, t *tempo) uint64 {
	if n := len(b.queue); n > 0 {
		at = max(at, b.queue[n-1].done)
	}
	at += t.fixed + uint64(r.n)*t.perPage
	b.queue = append(b.queue, clearing{r, at})
	return at
}

// key names what a belief says of memory: the free runs, those that wait in their
// order, and the blocks in pieces.
func (b *belief) key() uint64 {
	key := hash(b.changed, b.free)
	for _, q := range b.queue {
		key = mix(key, q.pages)
	}
	return key
}

// hash names a scattered block's memory.
func hash(va uint64, runs []pages) uint64 {
	h := va*0x9e3779b97f4a7c15 + 1
	for _, r := range runs {
		h = mix(h, r)
	}
	return h
}

func mix(h uint64, r pages) uint64 {
	h = (h ^ uint64(r.first)<<32 ^ uint64(r.n)) * 0xbf58476d1ce4e5b9
	return h ^ h>>29
}

// adopt makes the block lie where it does although nothing explains it: what is
// free below and would have served is set aside, and what was set aside there is
// free after all.
func (b *belief) adopt(t *taking) {
	at := pages{uint32(t.at >> 21), t.n}
	kept := b.limbo[:0]
	for _, p := range b.limbo {
		if p.end() > at.first {
			b.free = insert(b.free, p)
		} else {
			kept = append(kept, p)
		}
	}
	b.limbo = kept
	b.prove([]pages{at}, 0)
	for i := 0; i < len(b.free) && b.free[i].first < at.first; {
		if p := b.free[i]; p.n >= t.n {
			p.n = min(p.n, at.first-p.first)
			b.free = remove(b.free, p)
			b.limbo = append(b.limbo, p)
			continue
		}
		i++
	}
	b.free = remove(b.free, at)
}
