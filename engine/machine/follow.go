package machine

import (
	"pagewalk/engine/event"
	"pagewalk/engine/pma"
	"pagewalk/engine/target"
)

// Follower plays calls that a real card has answered, and is told after each
// what the card did. So every physical offset is predicted one step ahead, from
// the true history. Virtual addresses, free bytes and errors need no help.
type Follower struct {
	*Machine
	log      event.Log
	was      []uint64
	withheld []pma.Run

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

// known is the number of right predictions after which the card's free memory is
// taken to be known: a surprise is then one of that call alone.
const known = 10

// NewFollower gives a follower on a machine that has made no calls yet.
func NewFollower(m *Machine) *Follower {
	m.Watched = true
	return &Follower{Machine: m}
}

// Step plays a call; r is the prediction. Afterwards the machine is where the
// card was.
func (f *Follower) Step(c *target.Call, r *target.Result, truth Truth) {
	f.keepTime(truth.Begin)
	began := f.rec.Now
	was := f.rec.Log
	f.rec.Log = &f.log
	if truth.Placed {
		f.rec.Now += beforeLooking
	}
	f.Do(c, r)
	if at, placed := offset(r); placed && truth.Placed {
		f.Judged++
		if at == truth.Offset {
			f.Predicted++
		} else {
			f.correct(c, truth.Offset, began+beforeLooking)
		}
	}
	queued := 0
	for i := range f.log.Len() {
		if f.log.At(i).Kind == event.ScrubQueued {
			queued++
		}
	}
	f.log.Cut(0)
	f.rec.Log = was
	f.PMA.Retime(queued, began+truth.PS)
	f.rec.Now = began + truth.PS + betweenCalls
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

// offset is where the call's memory begins.
func offset(r *target.Result) (uint64, bool) {
	for i := range r.Ioctls {
		if x := &r.Ioctls[i]; x.Name == target.RMAlloc && !x.Failed {
			return x.Offset, true
		}
	}
	return 0, false
}

// undo takes the call back.
func (f *Follower) undo(began uint64) {
	for i := f.log.Len(); i > 0; i-- {
		before := began
		if i > 1 {
			before = f.log.At(i - 2).Time
		}
		f.Revert(f.log.At(i-1), before)
	}
	f.log.Cut(0)
	f.rec.Now = began
}

// correct plays the call again so that it gives the true offset: with another
// part of the queue done, nearest first, or with memory withheld.
func (f *Follower) correct(c *target.Call, truth, began uint64) {
	f.undo(began)
	n, done := f.PMA.Queued(), 0
	for done < n && f.PMA.Done(done) <= began {
		done++
	}
	for d := 1; d <= n; d++ {
		for _, k := range [2]int{done + d, done - d} {
			if k >= 0 && k <= n && f.try(c, truth, began, k, done) {
				f.Explained++
				return
			}
		}
	}
	f.Adopted++
	f.adopt(c, truth, began)
}

// try plays the call with the oldest k entries done. If that explains the
// offset, the clock of the clearing is moved by what it was wrong.
func (f *Follower) try(c *target.Call, truth, began uint64, k, done int) bool {
	var r target.Result
	f.was = f.PMA.Finish(k, f.was)
	f.Do(c, &r)
	if at, placed := offset(&r); !placed || at != truth {
		f.undo(began)
		f.PMA.Restore(f.was, 0)
		return false
	}
	shift := int64(began)
	if k > done {
		shift -= int64(f.was[k-1])
	} else {
		shift -= int64(f.was[k]) - 1_000_000
	}
	f.PMA.Restore(f.was, shift)
	return true
}

// adopt makes the machine's free memory such that the call lands where it did:
// free runs below are withheld, and what was withheld there is given back.
func (f *Follower) adopt(c *target.Call, truth, began uint64) {
	var r target.Result
	at := pma.Frame(truth / pma.FrameBytes)
	kept := f.withheld[:0]
	for _, w := range f.withheld {
		if w.End() > at {
			f.PMA.Yield(w)
		} else {
			kept = append(kept, w)
		}
	}
	f.withheld = kept
	log := f.rec.Log
	f.rec.Log = nil
	for run := f.PMA.FreeRun(0); run.N > 0 && run.First < at; run = f.PMA.FreeRun(run.First / pma.PageFrames) {
		run.N = min(run.N, at-run.First)
		f.PMA.Withhold(run)
		f.withheld = append(f.withheld, run)
	}
	f.rec.Log = log
	f.Do(c, &r)
	if r.Code != target.Success { // what was withheld is needed after all
		f.undo(began)
		f.yield()
		f.Do(c, &r)
	}
	if f.Predicted < known {
		f.unusual = true
		return
	}
	f.yield()
}

// yield gives back all that was withheld.
func (f *Follower) yield() {
	log := f.rec.Log
	f.rec.Log = nil
	for _, w := range f.withheld {
		f.PMA.Yield(w)
	}
	f.withheld = f.withheld[:0]
	f.rec.Log = log
}
