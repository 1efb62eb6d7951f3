package machine

import "pagewalk/engine/target"

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
	ticks   ticks
	gap     uint64 // from the end of a call to the next, as learnt
	calls   int    // since the clock was last corrected

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
// question for the free memory included: a first guess, from what 15 lists tell
// (medians of 5.6 to 11 µs, H200, driver 580.159.04).
const betweenCalls = 7_500_000

// beforeLooking is the time from the begin of a call that takes memory to the
// moment at which the kernel looks at what has been cleared: the way through the
// library and into RM. 4 µs decides all but one of the blocks of 4 MiB that were
// freed by the call before (seen in the recorded runs of an H200).
const beforeLooking = 4_000_000

// beforeReturning is the time from the moment at which a free hands its memory
// to the clearing to its end (fitted to the same lists).
const beforeReturning = 10_000_000

// afterLooking is the rest of a call that takes memory: a fixed part, at the
// least and as a rule, and one for each page of 2 MiB (h200-measured 3).
const (
	afterLooking        = 50_000_000
	afterLookingPerPage = 104_000
	afterLookingLeast   = 30_000_000
	scatteredPerPage    = 1_340_000 // more, if the pages are not one run (recorded on an H200)
)

// known is the number of right predictions after which the card's free memory is
// taken to be known: a surprise is then one of that call alone.
const known = 10

// NewFollower gives a follower on a machine that has made no calls yet.
func NewFollower(m *Machine) *Follower {
	m.Watched = true
	c := &m.Profile.Cost
	f := &Follower{
		Machine: m, held: map[uint64]pages{},
		tempo: tempo{fixed: c.Scrub, perPage: 2 * c.ScrubMiB, unmark: 2 * c.UnmarkMiB, tick: c.Tick},
		gap:   betweenCalls,
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
				b.release(x.VA, whole, began+truth.PS-beforeReturning, &f.tempo)
			}
		}
	}
	f.calls++
	f.rec.Now = began + truth.PS + f.gap
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
	t := taking{
		n: n, va: va, at: truth.Offset, look: look, ends: began + truth.PS,
		timed: truth.Begin > 0, tempo: &f.tempo, ticks: &f.ticks,
	}
	f.ticks.learn(f.beliefs[0], &t)
	f.tempo.phase = phase(f.ticks.best(), f.tempo.tick)
	f.held[va] = pages{uint32(truth.Offset >> 21), n}
	switch agreed := t.sift(f.beliefs); {
	case len(agreed) == 0:
		f.adopt(&t)
	default:
		f.beliefs = agreed
		if !right {
			f.Explained++
		}
		if !t.timed {
			f.keepPace(agreed[0].shifted)
		}
	}
}

// keepPace learns the time between calls from a correction of the queue's clock:
// what is done earlier than expected was given more time.
func (f *Follower) keepPace(shift int64) {
	if shift == 0 || f.calls == 0 {
		return
	}
	const step, least = 300_000, 3_000_000
	more := min(max(-shift/int64(f.calls)/4, -step), step)
	f.gap = uint64(max(int64(f.gap)+more, least))
	f.calls = 0
}

// keepTime sets the clock to the moment at which the card's call began, if that
// is known: between calls lies what the recording program does there.
func (f *Follower) keepTime(begin uint64) {
	switch {
	case begin == 0:
	case f.first == 0:
		f.first, f.origin = begin, f.rec.Now
	default:
		f.rec.Now = max(f.rec.Now-f.gap, f.origin+begin-f.first)
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
