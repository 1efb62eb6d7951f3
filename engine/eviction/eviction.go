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

// stage is a card with room for a number of blocks and a policy.
type stage struct {
	Result
	room   int
	policy Policy
	t      Tracker
	there  []uint32 // in order of arrival
	known  map[uint32]bool
}

// touch brings a block in if it is away, and says whether it was.
func (s *stage) touch(id uint32, write bool) (miss bool) {
	miss = s.t.places[id] == nil
	s.policy.Touch(id, s.t.Now+1, miss)
	if miss {
		s.Misses++
		for len(s.there) >= s.room {
			s.evict(id)
		}
		s.there = append(s.there, id)
		if s.known == nil {
			s.known = map[uint32]bool{}
		}
		if s.known[id] {
			s.Returns++
		}
		s.known[id] = true
	}
	s.t.Touch(id, write)
	return miss
}

func (s *stage) evict(coming uint32) {
	places := make([]Place, len(s.there))
	for i, id := range s.there {
		places[i] = s.t.Of(id)
	}
	v := s.policy.Victim(places, coming)
	s.Evictions++
	if places[v].Dirty {
		s.Dirty++
	}
	s.t.Leave(s.there[v])
	s.there = append(s.there[:v], s.there[v+1:]...)
}

// Play runs a trace of touches with room for a number of blocks.
func Play(trace []uint32, room int, p Policy) Result {
	s := stage{room: room, policy: p}
	for _, id := range trace {
		s.touch(id, true)
	}
	return s.Result
}
