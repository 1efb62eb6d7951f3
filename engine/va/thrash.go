package va

import "pagewalk/engine/event"

// Thrashing detection (uvm_perf_thrashing.c): when two processors take the same
// memory from each other in quick turns, each turn is made to wait, and after
// enough waits the memory is pinned on the host, where the GPU reaches it
// without moving it. The driver keeps count for each page; here a block of 2
// MiB has one count.

// Thrash is how a block has moved of late.
type Thrash struct {
	Last      uint64 // when a processor took it last; while pinned, when that began
	Turns     uint8  // quick changes of hands
	Waits     uint8  // turns that were made to wait
	Processor uint8  // who took it last, plus one
	Pinned    uint8
	_         uint32
}

// pinLapses is how many lapses a block stays pinned (uvm_perf_thrashing_pin),
// and epochLapses how many without a quick turn make it begin anew.
const (
	pinLapses   = 300
	epochLapses = 2000
)

func (v *VA) lapse() uint64 { return uint64(v.below.Profile.Managed.Lapse) * 1_000_000 }

// pinned says whether a block is to stay with the host for now. One whose time
// is over begins anew.
func (v *VA) pinned(id uint32) bool {
	t := v.State.Blocks.At(id).Thrash
	if t.Pinned == 0 {
		return false
	}
	if v.below.Clock.Now()-t.Last <= pinLapses*v.lapse() {
		return true
	}
	v.setThrash(id, Thrash{})
	return false
}

// turn notes that a processor takes pages of a block, and makes it wait if the
// block thrashes.
func (v *VA) turn(id uint32, processor uint8) {
	m := &v.below.Profile.Managed
	t := v.State.Blocks.At(id).Thrash
	if !m.Thrashing || t.Processor == processor+1 {
		return
	}
	now := v.below.Clock.Now()
	next := Thrash{Last: now, Turns: t.Turns, Waits: t.Waits, Processor: processor + 1}
	switch since := now - t.Last; {
	case t.Processor == 0 || since > epochLapses*v.lapse():
		next.Turns, next.Waits = 0, 0
	case since <= v.lapse() && next.Turns < 255:
		next.Turns++
	}
	if uint32(next.Turns) >= m.ThrashThreshold {
		next.Waits++
		v.below.Clock.Advance(v.lapse()) // the nap of a throttled processor
		next.Last = v.below.Clock.Now()
	}
	if uint32(next.Waits) >= m.PinThreshold {
		next.Pinned = 1
	}
	v.setThrash(id, next)
}

// setThrash is the mutator of Thrashing.
func (v *VA) setThrash(id uint32, t Thrash) {
	b := v.State.Blocks.Mut(id)
	before := b.Thrash
	if before == t {
		return
	}
	b.Thrash = t
	if e := v.rec.Put(event.Thrashing, id); e != nil {
		e.W = [5]uint64{before.Last, before.word(), t.Last, t.word()}
	}
}

func (t Thrash) word() uint64 {
	return uint64(t.Turns) | uint64(t.Waits)<<8 | uint64(t.Processor)<<16 | uint64(t.Pinned)<<24
}

func thrashOf(last, w uint64) Thrash {
	return Thrash{Last: last, Turns: uint8(w), Waits: uint8(w >> 8), Processor: uint8(w >> 16), Pinned: uint8(w >> 24)}
}
