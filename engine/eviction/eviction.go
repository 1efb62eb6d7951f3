package eviction

// Place is a block on the card and what is known of it. Times count touches.
type Place struct {
	ID        uint32
	Arrived   uint64
	LastTouch uint64
	Touches   uint64 // since it arrived
	Dirty     bool   // written since it arrived
}

// Policy chooses victims.
type Policy interface {
	// Touch tells of a touch; at counts them from 1, miss says that the block
	// has to come in for it.
	Touch(id uint32, at uint64, miss bool)
	// Victim is the index of the one among places that leaves so that block
	// coming can come. There is at least one.
	Victim(places []Place, coming uint32) int
}

// Tracker knows the past of every block on the card.
type Tracker struct {
	Now    uint64
	places map[uint32]*Place
}

// Touch notes a touch and says whether the block was away.
func (t *Tracker) Touch(id uint32, write bool) (miss bool) {
	if t.places == nil {
		t.places = map[uint32]*Place{}
	}
	t.Now++
	p := t.places[id]
	if p == nil {
		p = &Place{ID: id, Arrived: t.Now}
		t.places[id], miss = p, true
	}
	p.LastTouch, p.Touches, p.Dirty = t.Now, p.Touches+1, p.Dirty || write
	return miss
}

// Of gives what is known of a block; one that was never touched has just come.
func (t *Tracker) Of(id uint32) Place {
	if p := t.places[id]; p != nil {
		return *p
	}
	return Place{ID: id, Arrived: t.Now, LastTouch: t.Now}
}

// Leave forgets a block that has left.
func (t *Tracker) Leave(id uint32) { delete(t.places, id) }

// Result is what a trace cost.
type Result struct {
	Misses    int
	Returns   int // of them, those of a block that had been there before: its bytes come in
	Evictions int
	Dirty     int // of them, those whose bytes had to be written back
}

// Play runs a trace of touches with room for a number of blocks.
func Play(trace []uint32, room int, p Policy) Result {
	var t Tracker
	var r Result
	var there []uint32 // in order of arrival
	known := map[uint32]bool{}
	for _, id := range trace {
		miss := t.places[id] == nil
		p.Touch(id, t.Now+1, miss)
		if miss {
			r.Misses++
			if known[id] {
				r.Returns++
			}
			known[id] = true
			if len(there) == room {
				there = r.evict(&t, there, p, id)
			}
			there = append(there, id)
		}
		t.Touch(id, true)
	}
	return r
}

func (r *Result) evict(t *Tracker, there []uint32, p Policy, coming uint32) []uint32 {
	places := make([]Place, len(there))
	for i, id := range there {
		places[i] = t.Of(id)
	}
	v := p.Victim(places, coming)
	r.Evictions++
	if places[v].Dirty {
		r.Dirty++
	}
	t.Leave(there[v])
	return append(there[:v:v], there[v+1:]...)
}
