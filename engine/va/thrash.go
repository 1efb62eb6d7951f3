package va

// Thrashing detection (uvm_perf_thrashing.c): when two processors take the same
// pages from each other in quick turns, each turn is made to wait, and after
// enough waits the pages are pinned on the host, where the GPU reaches them
// without moving them. As in the driver, pages have a Track each, and a block
// has tracks only once two processors have acted on it within a lapse.

// Taker is who took pages of a block last, and the block's tracks.
type Taker struct {
	At        uint64
	Row       uint32 // of the tracks; 0 = none
	Processor uint8  // plus one; 0 = nobody yet
	Resets    uint8  // times that the tracks were given up after a quiet epoch
	_         uint16
}

// Track is how a page has moved of late.
type Track struct {
	Last      uint64 // when a processor took it last; while pinned, when that began
	Turns     uint8  // quick changes of hands
	Waits     uint8  // turns that were made to wait
	Processor uint8  // who took it last, plus one
	Pinned    uint8
	_         uint32
}

func (v *VA) lapses(n uint32) uint64 {
	return uint64(n) * uint64(v.below.Profile.Managed.Lapse) * 1_000_000
}

// track is a page's track; the zero one if its block has none.
func (v *VA) track(id, page uint32) Track {
	if row := v.State.Blocks.At(id).Taker.Row; row != 0 {
		return v.State.Tracks.Get(row*BlockPages + page)
	}
	return Track{}
}

// pinned says whether a page is to stay with the host for now. One whose time
// is over begins anew.
func (v *VA) pinned(id, page uint32) bool {
	t := v.track(id, page)
	if t.Pinned == 0 {
		return false
	}
	if v.below.Clock.Now()-t.Last <= v.lapses(v.below.Profile.Managed.Pin) {
		return true
	}
	var all Mask
	all.Add(0, uint32(v.State.Blocks.At(id).Pages))
	v.setTracks(id, all, func(x Track) Track {
		if x == t {
			return Track{}
		}
		return x
	})
	return false
}

// thrashes says whether a page has changed hands too often.
func (v *VA) thrashes(t *Track) bool {
	return uint32(t.Turns) >= v.below.Profile.Managed.ThrashThreshold
}

// thrashing is the pages that do: the prefetcher leaves them alone.
func (v *VA) thrashing(id uint32) (m Mask) {
	b := v.State.Blocks.At(id)
	if b.Taker.Row == 0 {
		return m
	}
	for page := range uint32(b.Pages) {
		if v.thrashes(v.State.Tracks.At(b.Taker.Row*BlockPages + page)) {
			m.Add(page, 1)
		}
	}
	return m
}

// turn notes that a processor takes pages of a block because it touched some of
// them, and makes it wait if one of those thrashes.
func (v *VA) turn(id uint32, touched, pages Mask, processor uint8) {
	m := &v.below.Profile.Managed
	if !m.Thrashing {
		return
	}
	now := v.below.Clock.Now()
	v.rest(id, now)
	t := v.State.Blocks.At(id).Taker
	other := t.Processor != 0 && t.Processor != processor+1
	if t.Row == 0 && other && now-t.At <= v.lapses(1) {
		v.openTracks(id)
		v.setTracks(id, pages, func(Track) Track { return Track{Last: t.At, Processor: t.Processor} })
	}
	if v.State.Blocks.At(id).Taker.Row != 0 {
		v.setTracks(id, pages, func(x Track) Track { return v.taken(x, processor, now) })
		v.wait(id, touched)
	}
	t = v.State.Blocks.At(id).Taker
	t.At, t.Processor = v.below.Clock.Now(), processor+1
	v.setTaker(id, t, false)
}

// taken is a track after a processor has taken its page.
func (v *VA) taken(t Track, processor uint8, now uint64) Track {
	if t.Processor == processor+1 {
		return t
	}
	if t.Processor != 0 && now-t.Last <= v.lapses(1) && t.Turns < 255 {
		t.Turns++
	}
	t.Last, t.Processor = now, processor+1
	return t
}

// wait throttles a processor whose pages thrash, and pins them after enough of
// that.
func (v *VA) wait(id uint32, touched Mask) {
	m := &v.below.Profile.Managed
	touched = touched.And(v.thrashing(id))
	if touched.Empty() {
		return
	}
	v.below.Clock.Advance(v.lapses(m.Nap))
	v.setTracks(id, touched, func(t Track) Track {
		t.Last = v.below.Clock.Now()
		if t.Waits < 255 {
			t.Waits++
		}
		if uint32(t.Waits) >= m.PinThreshold && m.Pin != 0 {
			t.Pinned = 1
		}
		return t
	})
}

// rest gives up the tracks of a block that has been quiet for an epoch, a
// limited number of times.
func (v *VA) rest(id uint32, now uint64) {
	m := &v.below.Profile.Managed
	t := v.State.Blocks.At(id).Taker
	if t.Row == 0 || now-t.At <= v.lapses(m.Epoch) || uint32(t.Resets) >= m.MaxResets {
		return
	}
	v.closeTracks(id, t.Resets+1)
}
