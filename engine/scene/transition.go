package scene

import (
	"pagewalk/engine/event"
	"pagewalk/engine/pmm"
)

// machine fills the state machine of chunks: how many are in each state, and
// the transition that the event made.
func (b *Builder) machine(s *Machine) {
	c := b.tally.at(b.run.Cursor())
	if !b.counted {
		b.counted = true
		b.base = population(b.m.PMM)
		for i := range b.base {
			b.base[i] -= c[countState+counter(i)]
		}
	}
	for i := range s.Count {
		s.Count[i] = uint32(b.base[i] + c[countState+counter(i)])
	}
	if b.event == nil {
		return
	}
	s.N = 1
	switch b.event.Kind {
	case event.ChunkState, event.ChunkRun:
		i := event.ChunkOf(b.event)
		s.From, s.To, s.N = i.From, i.To, i.N
	case event.ChunkSplit:
		s.From, s.To = event.SplitOf(b.event).State, pmm.IsSplit
	case event.ChunkMerge:
		s.From, s.To = pmm.IsSplit, event.MergeOf(b.event).State
	default:
		s.N = 0
		return
	}
	s.Moved, s.Rule = s.From != s.To, pmm.Rule(s.From, s.To)
}

// population counts the chunks in each state, one by one. It is done once for a
// run; from then on the events tell.
func population(m *pmm.PMM) (n [5]int64) {
	for id := m.Root(0); id < m.State.Head.At(0).HighWater; id++ {
		if m.Exists(id) {
			n[m.Node(id).State]++
		}
	}
	return n
}
