package eviction

// Predictor expects every block again after as long as between its touches so
// far, newer gaps counting for more, and evicts the one expected last. It
// remembers blocks that have left. Integers only.
type Predictor struct {
	known map[uint32]habit
	at    uint64
}

// habit is when a block was touched last and its usual gap, in eighths of a
// touch; gap 0 = touched once.
type habit struct{ last, gap uint64 }

// Touch learns the gap.
func (p *Predictor) Touch(id uint32, at uint64, _ bool) {
	if p.known == nil {
		p.known = map[uint32]habit{}
	}
	h, seen := p.known[id]
	if gap := 8 * (at - h.last); seen && h.gap == 0 {
		h.gap = gap
	} else if seen {
		h.gap = max((3*h.gap+gap)/4, 1)
	}
	h.last, p.at = at, at
	p.known[id] = h
}

// Victim is the one expected last. A block that is overdue has broken its
// habit: it is expected as far ahead as it is late.
func (p *Predictor) Victim(places []Place, _ uint32) int {
	return best(places, func(x *Place) uint64 { return ^p.expected(x.ID) })
}

func (p *Predictor) expected(id uint32) uint64 {
	h := p.known[id]
	if h.gap == 0 {
		return 1<<60 + p.at - h.last // no habit yet: after all that have one
	}
	if due := 8*h.last + h.gap; due >= 8*p.at {
		return due
	}
	return 8*p.at + 8*(p.at-h.last) - h.gap
}
