package machine

import (
	"cmp"
	"math/bits"
	"slices"

	"pagewalk/engine/target"
)

// Follower plays calls that a real card has answered, and is told after each
// what the card did. So every physical offset is predicted one step ahead, from
// the true history. Virtual addresses, free bytes and errors need no help: they
// are the machine's, whose clock is set to the card's. Where memory lies is kept
// beside it, as beliefs: calls do not determine how far the clearing of freed
// memory had got, and of a block in many pieces the card tells the first alone.
// A belief that contradicts what the card did is dropped.
type Follower struct {
	*Machine
	beliefs []*belief
	held    map[uint64]pages // blocks by address; a belief may know better
	tempo   tempo

	Judged    int // allocations whose offset is known
	Predicted int // … and was predicted
	Explained int // missed, but right if the clearing had got further, or less far
	Adopted   int // not explained: the card's free memory was another than assumed
	unusual   bool

	first, origin uint64 // begin of the first call, on the card and here
}

// StartUnknown says that the run did not begin from the profile's free memory:
// an offset before the first ten right predictions had to be adopted.
func (f *Follower) StartUnknown() bool { return f.unusual }

// Truth is what the card did in one call.
type Truth struct {
	Offset uint64 // of the memory that the call took
	Placed bool   // it took memory
	PS     uint64 // duration
	Begin  uint64 // since the start of the run; 0 = unknown
}

// betweenCalls is the time from the end of a recorded call to the next, the
// question for the free memory included: 9 µs (measured on an H200, driver
// 580.159.04).
const betweenCalls = 9_000_000

// beforeLooking is the time from the begin of a call that takes memory to the
// moment at which the kernel looks at what has been cleared: the way through the
// library and into RM. 4 µs decides all but one of the blocks of 4 MiB that were
// freed by the call before (seen in the recorded runs of an H200).
const beforeLooking = 4_000_000

// afterLooking is the rest of such a call: a fixed part, and one for each page
// of 2 MiB (h200-measured 3, typical).
const (
	afterLooking        = 50_000_000
	afterLookingPerPage = 104_000
	scatteredPerPage    = 1_340_000 // more, if the pages are not one run (recorded on an H200)
)

// known is the number of right predictions after which the card's free memory is
// taken to be known: a surprise is then one of that call alone.
const known = 10

// mostBeliefs is how many ways for memory to lie are kept.
const mostBeliefs = 32

// NewFollower gives a follower on a machine that has made no calls yet.
func NewFollower(m *Machine) *Follower {
	m.Watched = true
	c := &m.Profile.Cost
	f := &Follower{
		Machine: m, held: map[uint64]pages{},
		tempo: tempo{fixed: c.Scrub, perPage: 2 * c.ScrubMiB, unmark: 2 * c.UnmarkMiB},
	}
	if !m.Profile.Memory.Scrub {
		f.tempo = tempo{}
	}
	b := &belief{}
	for run := m.PMA.FreeRun(0); run.N > 0; run = m.PMA.FreeRun(uint32(run.End()) / 32) {
		b.free = append(b.free, pages{uint32(run.First) / 32, run.N / 32})
	}
	f.beliefs = []*belief{b}
	return f
}

// Step plays a call; r is the prediction.
func (f *Follower) Step(c *target.Call, r *target.Result, truth Truth) {
	f.keepTime(truth.Begin)
	began := f.rec.Now
	f.Do(c, r)
	for i := range r.Ioctls {
		switch x := &r.Ioctls[i]; {
		case x.Name == target.RMAlloc && x.Failed:
			for _, b := range f.beliefs { // it has waited for everything
				b.collect(len(b.queue))
			}
		case x.Name == target.RMAlloc:
			f.taken(r, x, truth, began)
		case x.Name == target.UVMFree:
			whole := f.held[x.VA]
			delete(f.held, x.VA)
			for _, b := range f.beliefs {
				b.release(x.VA, whole, began+truth.PS, f.tempo.fixed, f.tempo.perPage)
			}
		}
	}
	f.rec.Now = began + truth.PS + betweenCalls
}

// taken judges the prediction for a call that took memory, and keeps the beliefs
// that agree with what the card did.
func (f *Follower) taken(r *target.Result, x *target.Ioctl, truth Truth, began uint64) {
	n := uint32(x.Length >> 21)
	va := uint64(0)
	for i := range r.Ioctls {
		if r.Ioctls[i].Name == target.CreateExternal {
			va = r.Ioctls[i].VA
		}
	}
	look := began + beforeLooking
	said := f.beliefs[0].foresee(n, look, &f.tempo)
	if len(said.runs) > 0 {
		x.Offset = said.offset()
	}
	if !truth.Placed {
		truth.Offset = x.Offset
	}
	right := x.Offset == truth.Offset
	if truth.Placed {
		f.Judged++
		if right {
			f.Predicted++
		}
	}
	t := taking{n: n, va: va, at: truth.Offset, look: look, ends: began + truth.PS, tempo: &f.tempo}
	f.held[va] = pages{uint32(truth.Offset >> 21), n}
	switch agreed := t.sift(f.beliefs); {
	case len(agreed) == 0:
		f.adopt(&t)
	default:
		f.beliefs = agreed
		if !right {
			f.Explained++
		}
	}
}

// keepTime sets the clock to the moment at which the card's call began, if that
// is known: between calls lies what the recording program does there.
func (f *Follower) keepTime(begin uint64) {
	switch {
	case begin == 0:
	case f.first == 0:
		f.first, f.origin = begin, f.rec.Now
	default:
		f.rec.Now = max(f.rec.Now-betweenCalls, f.origin+begin-f.first)
	}
}

// adopt makes the likeliest beliefs such that the block lies where it does.
func (f *Follower) adopt(t *taking) {
	f.Adopted++
	if f.Predicted < known {
		f.unusual = true
	}
	f.beliefs = f.beliefs[:min(len(f.beliefs), 4)]
	for _, b := range f.beliefs {
		b.adopt(t)
	}
}

// taking is a call that took memory on the card.
type taking struct {
	n          uint32
	va, at     uint64
	look, ends uint64 // when the kernel looked, when the call was over
	tempo      *tempo
}

// sift gives the beliefs that follow from others and from what the card did, the
// likeliest first.
func (t *taking) sift(from []*belief) []*belief {
	var all []*belief
	for _, b := range from {
		all = t.follow(all, b)
	}
	slices.SortStableFunc(all, func(a, b *belief) int { return cmp.Compare(a.cost, b.cost) })
	kept := all[:0]
	for _, b := range all {
		same := func(o *belief) bool { return o.same(b) }
		if len(kept) < mostBeliefs && !slices.ContainsFunc(kept, same) {
			kept = append(kept, b)
		}
	}
	for i := len(kept) - 1; i >= 0; i-- {
		kept[i].cost -= kept[0].cost
	}
	return kept
}

// follow appends what a belief can have become.
func (t *taking) follow(all []*belief, b *belief) []*belief {
	o := b.foresee(t.n, t.look, t.tempo)
	if len(o.runs) > 0 && o.offset() == t.at && o.seen == o.look && t.lateness(&o) < 1_000_000_000 {
		b.settle(&o, t.va, t.look, 0)
		return append(all, b)
	}
	return t.all(all, b)
}

// all appends each way in which a belief explains the offset: with the oldest k
// entries of the queue seen, for every k, in one run or in the lowest pages.
func (t *taking) all(all []*belief, b *belief) []*belief {
	was := len(all)
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
			all = t.add(all, was, b, &o)
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

// lateness is how far the card's call ended from where an outcome says.
func (t *taking) lateness(o *outcome) int64 {
	says := o.ends + afterLooking + uint64(t.n)*afterLookingPerPage
	if len(o.runs) > 1 {
		says += uint64(t.n) * scatteredPerPage
	}
	return int64(t.ends) - int64(says)
}

// add appends a belief in which the outcome happened, unless one since number
// was is the same and likelier.
func (t *taking) add(all []*belief, was int, b *belief, o *outcome) []*belief {
	cost, shift := uint64(1000), int64(0)
	if len(o.runs) == 1 {
		shift = b.shift(o.seen, t.look)
		cost = weight(shift)
	}
	if o.look >= 0 { // it may have waited
		early := b.shift(min(o.look, b.done(t.look)), t.look)
		if c := weight(early) + weight(t.lateness(o)/2); c < cost {
			cost, shift = c, early
		}
	}
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
