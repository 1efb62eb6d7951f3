package machine

import (
	"pagewalk/engine/eviction"
	"pagewalk/engine/pmm"
	"pagewalk/engine/target"
	"pagewalk/engine/va"
)

// lab is the choice of victims by a policy that learns of every access, which
// the driver's does not. Its memory is no part of the state: it is needed only
// while a run is made.
type lab struct {
	on      bool
	policy  eviction.Policy
	tracker eviction.Tracker
	coming  uint32           // the block that a place is wanted for
	witness *eviction.Future // written down as the run goes, if somebody wants it
	moved   Moved
}

// Moved is what managed memory has cost so far. It is counted beside the state,
// so that runs under several policies can be compared.
type Moved struct {
	Misses    uint64 // touches by the GPU of what it could not reach
	Evictions uint64 // blocks that had to leave
	In, Out   uint64 // bytes copied to the card and from it
}

// Moved is what the run has cost.
func (m *Machine) Moved() Moved { return m.lab.moved }

// Witness has every touch of a block written down.
func (m *Machine) Witness(f *eviction.Future) { m.lab.witness = f }

// Foresee makes the optimum choose victims, for a run whose touches are known
// from one before.
func (m *Machine) Foresee(f *eviction.Future) {
	m.lab.policy, m.lab.on = eviction.NewBelady(f), true
}

// copied counts pages that were copied over the bus.
func (m *Machine) copied(pages uint32, processor uint8) {
	if processor == va.GPU {
		m.lab.moved.In += uint64(pages) * 4096
	} else {
		m.lab.moved.Out += uint64(pages) * 4096
	}
}

// serving counts a block that faults are served for as a miss before, and as an
// arrival afterwards.
func (m *Machine) serving(block uint32, write, done bool) {
	if done {
		m.lab.arrived(block, write)
	} else {
		m.lab.touch(block, write, true)
	}
}

// touch tells of an access to a block of managed memory.
func (l *lab) touch(block uint32, write, miss bool) {
	if miss {
		l.moved.Misses++
	}
	if l.witness != nil {
		l.witness.Note(block)
	}
	if !l.on {
		return
	}
	if miss {
		l.coming = block
	}
	l.policy.Touch(block, l.tracker.Now+1, miss)
	if !miss {
		l.tracker.Touch(block, write)
	}
}

// arrived notes the access that a block came for.
func (l *lab) arrived(block uint32, write bool) {
	if l.on {
		l.tracker.Touch(block, write)
	}
}

// choose asks the policy for one of several roots.
func (l *lab) choose(m *pmm.PMM, roots []pmm.ChunkID) int {
	places := make([]eviction.Place, len(roots))
	for i, root := range roots {
		places[i] = l.place(m, root)
	}
	if i := l.policy.Victim(places, l.coming); i >= 0 && i < len(roots) {
		return i
	}
	return 0
}

// place is what is known of a root: of its block, or of all of them together.
func (l *lab) place(m *pmm.PMM, root pmm.ChunkID) (p eviction.Place) {
	first := true
	m.Walk(root, func(_ pmm.ChunkID, _ int, n *pmm.Node) {
		if n.Block&ownedByBlock == 0 {
			return
		}
		one := l.tracker.Of(n.Block &^ ownedByBlock)
		if first {
			p, first = one, false
			return
		}
		p.Arrived, p.LastTouch = min(p.Arrived, one.Arrived), max(p.LastTouch, one.LastTouch)
		p.Touches, p.Dirty = p.Touches+one.Touches, p.Dirty || one.Dirty
	})
	return p
}

// chosen is the policy of a program that defines pw_victim.
type chosen struct{ program target.Chooser }

func (chosen) Touch(uint32, uint64, bool) {}

// Victim asks the program.
func (c chosen) Victim(places []eviction.Place, _ uint32) int {
	roots := make([]target.Root, len(places))
	for i, p := range places {
		roots[i] = target.Root{Arrived: p.Arrived, LastTouch: p.LastTouch, Touches: p.Touches, Dirty: p.Dirty}
	}
	return c.program.Choose(roots)
}
