package va

import "pagewalk/engine/event"

// Rows of tracks, one of 512 cells for a block that has them. A row that is
// given back goes on a stack, linked through the first cell's Last.

// openTracks gives a block a row.
func (v *VA) openTracks(id uint32) {
	t, fresh := v.State.Blocks.At(id).Taker, false
	t.Row, fresh = v.State.Head.At(0).Tracks.Next()
	v.setTaker(id, t, fresh)
}

// closeTracks takes the row away, if there is one.
func (v *VA) closeTracks(id uint32, resets uint8) {
	if v.State.Blocks.At(id).Taker.Row == 0 {
		return
	}
	var all Mask
	all.Add(0, BlockPages)
	v.setTracks(id, all, func(Track) Track { return Track{} })
	v.setTaker(id, Taker{Resets: resets}, false)
}

// setTaker is the mutator of Thrashing.
func (v *VA) setTaker(id uint32, t Taker, fresh bool) {
	before := v.State.Blocks.At(id).Taker
	if before == t {
		return
	}
	v.doTaker(id, before, t, fresh)
	if e := v.rec.Put(event.Thrashing, id); e != nil {
		e.W = [5]uint64{before.At, before.word(), t.At, t.word(), 0}
		if fresh {
			e.W[4] = 1
		}
	}
}

// doTaker goes from one taker to another; the same with both exchanged undoes
// it.
func (v *VA) doTaker(id uint32, before, after Taker, fresh bool) {
	switch {
	case before.Row == 0 && after.Row != 0:
		v.State.Tracks.Grow(int(after.Row+1) * BlockPages)
		link := v.State.Tracks.Mut(after.Row * BlockPages)
		v.State.Head.Mut(0).Tracks.Take(after.Row, uint32(link.Last), fresh)
		link.Last = 0
	case before.Row != 0 && after.Row == 0:
		v.State.Tracks.Mut(before.Row * BlockPages).Last = uint64(v.State.Head.Mut(0).Tracks.Give(before.Row, fresh))
	}
	v.State.Blocks.Mut(id).Taker = after
}

func (t Taker) word() uint64 {
	return uint64(t.Processor) | uint64(t.Resets)<<8 | uint64(t.Row)<<32
}

func takerOf(at, w uint64) Taker {
	return Taker{At: at, Processor: uint8(w), Resets: uint8(w >> 8), Row: uint32(w >> 32)}
}

// setTracks changes the tracks of pages: one event for each run of pages with
// one track.
func (v *VA) setTracks(id uint32, pages Mask, change func(Track) Track) {
	first := v.State.Blocks.At(id).Taker.Row * BlockPages
	pages.Runs(func(from, n uint32) {
		for at := from; at < from+n; {
			before := v.State.Tracks.Get(first + at)
			k := uint32(1)
			for at+k < from+n && *v.State.Tracks.At(first + at + k) == before {
				k++
			}
			if after := change(before); after != before {
				v.putTrack(id, at, k, before, after)
			}
			at += k
		}
	})
}

// putTrack is the mutator of PageThrash.
func (v *VA) putTrack(id, page, n uint32, before, after Track) {
	v.doTrack(id, page, n, after)
	if e := v.rec.Put(event.PageThrash, id); e != nil {
		e.W = [5]uint64{uint64(page) | uint64(n)<<16, before.Last, before.word() | after.word()<<32, after.Last, v.State.Blocks.At(id).Base + uint64(page)*pageBytes}
	}
}

func (v *VA) doTrack(id, page, n uint32, t Track) {
	cells := v.State.Tracks.MutRange(v.State.Blocks.At(id).Taker.Row*BlockPages+page, n)
	for i := range cells {
		cells[i] = t
	}
}

func (t Track) word() uint64 {
	return uint64(t.Turns) | uint64(t.Waits)<<8 | uint64(t.Processor)<<16 | uint64(t.Pinned)<<24
}

func trackOf(last, w uint64) Track {
	return Track{Last: last, Turns: uint8(w), Waits: uint8(w >> 8), Processor: uint8(w >> 16), Pinned: uint8(w >> 24)}
}
