package machine

import (
	"pagewalk/engine/pmm"
	"pagewalk/engine/target"
)

// owners answers for those who own user chunks: it moves their contents away
// when a root is evicted, and, on a card whose manager owns all of it, keeps
// the eviction away from cudaMalloc's memory.
type owners Machine

var (
	_ pmm.Blocks = (*owners)(nil)
	_ pmm.Policy = (*owners)(nil)
)

// EvictChunks empties the chunks of one owner under a root. What a program
// keeps in chunks of its own is nobody's to read, so nothing is copied.
func (o *owners) EvictChunks(owner uint32, root pmm.ChunkID) target.Why {
	if owner < ownedByProgram {
		return target.Why{ID: target.RulePinned, N: [4]uint64{uint64(root)}}
	}
	if owner&ownedByBlock != 0 {
		o.lab.moved.Evictions++
		o.lab.tracker.Leave(owner &^ ownedByBlock)
		return o.VA.EvictChunks(owner&^ownedByBlock, root)
	}
	o.PMM.MarkAllEvicted(owner, root)
	return target.Why{}
}

// Victim is the driver's choice, or that of the policy under study. On a card
// whose manager owns all of it, roots with memory of cudaMalloc are passed
// over.
func (o *owners) Victim(m *pmm.PMM) pmm.ChunkID {
	if c := m.DriverVictim(); !o.lab.on && (!o.Profile.PMM.OwnsAll || c == 0) || c != 0 && m.Node(c).State == pmm.Free && !o.Profile.PMM.OwnsAll {
		return c
	}
	var roots []pmm.ChunkID
	for _, list := range [...]uint8{pmm.Unused, pmm.Discarded, pmm.Used} {
		m.EachOn(list, func(root pmm.ChunkID) {
			if o.movableOut(root) {
				roots = append(roots, root)
			}
		})
		if len(roots) > 0 && list != pmm.Used {
			return roots[0]
		}
	}
	switch {
	case len(roots) == 0:
		return 0
	case !o.lab.on:
		return roots[0]
	}
	return roots[o.lab.choose(m, roots)]
}

// movableOut says whether every owner under a root lets go of it.
func (o *owners) movableOut(root pmm.ChunkID) bool {
	can := true
	o.PMM.Walk(root, func(_ pmm.ChunkID, _ int, n *pmm.Node) {
		can = can && (n.Block == 0 || n.Block >= ownedByProgram)
	})
	return can
}
