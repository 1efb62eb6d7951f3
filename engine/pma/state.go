package pma

import (
	"pagewalk/engine/event"
	"pagewalk/engine/profile"
	"pagewalk/engine/state"
	"pagewalk/engine/work"
)

// Head holds the counters and the ends of the scrub queue. The counters move
// by deltas and look only at the two state bits, so frames that are being
// cleared count as free.
type Head struct {
	FreeFrames uint32 // frames without a state bit
	FreePages  uint32 // whole pages whose frames all are without
	Scrubbing  uint32 // frames that wait to be cleared
	Oldest     uint32 // first entry of the scrub queue, 0 = empty
	Newest     uint32
	Queued     uint32 // entries in the queue
	Scrubs     state.Pool
}

// Scrub is one entry of the scrub queue. An unused entry is all zero but Next,
// which links the pool.
type Scrub struct {
	Done     uint64 // ps at which the frames are clear
	First, N uint32
	Next     uint32
	_        [3]uint32
}

// State is the state of the layer.
type State struct {
	Head   state.Column[Head]
	Maps   [Bits]state.Column[uint64] // one bitmap by frame for each of the seven bits
	Scrubs state.Column[Scrub]
}

// Columns adds the layer's columns to set.
func (s *State) Columns(set *state.Set) {
	set.Add(&s.Head)
	for i := range s.Maps {
		set.Add(&s.Maps[i])
	}
	set.Add(&s.Scrubs)
}

// PMA is the layer: its state, what it stands on, and its derived bitmaps.
type PMA struct {
	State   *State
	Evictor Evictor // who can push user memory out; nil = nobody

	rec    *event.Recorder
	clock  *work.Clock
	p      *profile.Profile
	frames uint32
	pages  uint32

	regions *regions

	freeFrame bitmap // derived: all seven bits of the frame are zero
	freePage  bitmap // derived: all bits of all frames of the page are zero
	user      uint32 // derived: frames with ALLOC_UNPIN
}

// New gives a card whose frames are all free.
func New(p *profile.Profile, rec *event.Recorder, clock *work.Clock) *PMA {
	a := &PMA{State: &State{}, rec: rec, clock: clock, p: p, frames: p.Memory.Frames(), pages: p.Memory.Pages()}
	a.regions = newRegions(&p.Memory)
	a.State.Head = state.New[Head](1)
	a.State.Scrubs = state.New[Scrub](64)
	words := int(a.frames+63) / 64
	for i := range a.State.Maps {
		a.State.Maps[i] = state.New[uint64](words)
	}
	h := a.State.Head.Mut(0)
	h.FreeFrames, h.FreePages = a.frames, a.pages
	a.Rebuild()
	a.blacklist(&p.Memory)
	return a
}

// Frames is the number of frames of the card.
func (a *PMA) Frames() uint32 { return a.frames }

// Pages is the number of whole 2 MiB pages.
func (a *PMA) Pages() uint32 { return a.pages }

// Bits gives the seven bits of frame f.
func (a *PMA) Bits(f Frame) uint8 {
	var b uint8
	for i := range a.State.Maps {
		b |= uint8(a.State.Maps[i].Get(f/64)>>(f%64)&1) << i
	}
	return b
}

// uniform gives the bits of frame f and how many of the frames from f to
// f+n-1, counted from f, have the same.
func (a *PMA) uniform(f, n uint32) (uint8, uint32) {
	if w := f / 64; w == (f+n-1)/64 {
		if b, ok := a.uniformInWord(w, ^uint64(0)>>(64-n)<<(f%64)); ok {
			return b, n
		}
	}
	b := a.Bits(f)
	end := f + n
	for i := range a.State.Maps {
		m := bitmap(a.State.Maps[i].Slice(0, (a.frames+63)/64))
		end = m.next(f, end, b>>i&1 == 0)
	}
	return b, end - f
}

// uniformInWord is the common case of uniform: all frames are marked in one
// word of each bitmap, as those of a page are.
func (a *PMA) uniformInWord(w uint32, mask uint64) (b uint8, ok bool) {
	for i := range a.State.Maps {
		switch a.State.Maps[i].Get(w) & mask {
		case 0:
		case mask:
			b |= 1 << i
		default:
			return 0, false
		}
	}
	return b, true
}
