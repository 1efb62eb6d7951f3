package eviction

// Learned follows whichever of its advisers would have had the fewest misses of
// late. For that it keeps a card in miniature for each: who would be there now
// if that adviser had always been followed. Integers only, so that every
// machine learns the same.
type Learned struct {
	shadows []stage
	regret  [len(advised)]uint64 // misses in miniature, old ones fading
}

var advised = [...]string{"lru", "frequency", "mru", "predictor"}

// Touch lets every adviser's card see the touch.
func (l *Learned) Touch(id uint32, _ uint64, _ bool) {
	for i := range l.shadows {
		l.regret[i] -= l.regret[i] / 64
		if l.shadows[i].touch(id, false) {
			l.regret[i] += 1 << 20
		}
	}
}

// Victim is that of the adviser with the least regret. The cards in miniature
// begin when the card is full for the first time.
func (l *Learned) Victim(places []Place, coming uint32) int {
	if l.shadows == nil {
		l.begin(places)
	}
	best := 0
	for i := range l.shadows {
		l.shadows[i].room = len(places)
		if l.regret[i] < l.regret[best] {
			best = i
		}
	}
	return l.shadows[best].policy.Victim(places, coming)
}

func (l *Learned) begin(places []Place) {
	l.shadows = make([]stage, len(advised))
	for i, name := range advised {
		s := stage{room: len(places), policy: New(name, 0)}
		for _, p := range places {
			s.touch(p.ID, p.Dirty)
		}
		l.shadows[i] = s
	}
}
