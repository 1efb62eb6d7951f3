package eviction

// Names lists the policies that need no knowledge of the future, by the names
// that settings use. "driver" is arrival order.
var Names = []string{"driver", "lru", "mru", "clock", "random", "frequency", "learned", "predictor"}

// New makes a policy by name; nil for a name that is none. seed is for chance.
func New(name string, seed uint64) Policy {
	switch name {
	case "driver":
		return Arrival{}
	case "lru":
		return LRU{}
	case "mru":
		return MRU{}
	case "clock":
		return &Clock{}
	case "random":
		return &Random{state: seed*2862933555777941757 + 3037000493}
	case "frequency":
		return Frequency{}
	case "learned":
		return &Learned{}
	case "predictor":
		return &Predictor{}
	}
	return nil
}

// best is the index of the place with the least key; the first one on a tie.
func best(places []Place, key func(*Place) uint64) int {
	v := 0
	for i := range places {
		if key(&places[i]) < key(&places[v]) {
			v = i
		}
	}
	return v
}

// forgetful is a policy that needs to hear nothing.
type forgetful struct{}

func (forgetful) Touch(uint32, uint64, bool) {}

// Arrival evicts the block that came first: the driver's order.
type Arrival struct{ forgetful }

// Victim is the oldest arrival.
func (Arrival) Victim(places []Place, _ uint32) int {
	return best(places, func(p *Place) uint64 { return p.Arrived })
}

// LRU evicts the block whose last touch is longest ago.
type LRU struct{ forgetful }

// Victim is the least recently touched.
func (LRU) Victim(places []Place, _ uint32) int {
	return best(places, func(p *Place) uint64 { return p.LastTouch })
}

// MRU evicts the block that was touched last: right for loops.
type MRU struct{ forgetful }

// Victim is the most recently touched.
func (MRU) Victim(places []Place, _ uint32) int {
	return best(places, func(p *Place) uint64 { return ^p.LastTouch })
}

// Frequency evicts the block with the fewest touches since it came; the one
// touched longest ago on a tie.
type Frequency struct{ forgetful }

// Victim is the least touched.
func (Frequency) Victim(places []Place, _ uint32) int {
	return best(places, func(p *Place) uint64 { return p.Touches<<40 | p.LastTouch&(1<<40-1) })
}

// Random leaves it to chance.
type Random struct {
	forgetful
	state uint64
}

// Victim is any of them.
func (r *Random) Victim(places []Place, _ uint32) int {
	r.state = r.state*6364136223846793005 + 1442695040888963407
	return int(r.state >> 33 % uint64(len(places)))
}

// Clock goes around the blocks in order of arrival. One that was touched since
// the hand passed gets a second chance.
type Clock struct {
	forgetful
	hand   uint32            // the block that the hand passed last
	passed map[uint32]uint64 // last touch of a block when the hand passed it
}

// Victim is the first block behind the hand without a touch of late.
func (c *Clock) Victim(places []Place, _ uint32) int {
	if c.passed == nil {
		c.passed = map[uint32]uint64{}
	}
	at := 0
	for i := range places {
		if places[i].ID == c.hand {
			at = i + 1
		}
	}
	for {
		i := at % len(places)
		p := &places[i]
		if was, seen := c.passed[p.ID]; seen && was == p.LastTouch {
			delete(c.passed, p.ID)
			c.hand = places[(i+len(places)-1)%len(places)].ID
			return i
		}
		c.passed[p.ID], c.hand = p.LastTouch, p.ID
		at++
	}
}
