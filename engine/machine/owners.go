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
		return o.VA.EvictChunks(owner&^ownedByBlock, root)
	}
	o.PMM.MarkAllEvicted(owner, root)
	return target.Why{}
}

// Victim is the first root on the driver's lists that holds no memory of
// cudaMalloc.
func (o *owners) Victim(m *pmm.PMM) pmm.ChunkID {
	for _, list := range [...]uint8{pmm.Unused, pmm.Discarded, pmm.Used} {
		var victim pmm.ChunkID
		m.EachOn(list, func(root pmm.ChunkID) {
			if victim == 0 && o.movableOut(root) {
				victim = root
			}
		})
		if victim != 0 {
			return victim
		}
	}
	return 0
}

// movableOut says whether every owner under a root lets go of it.
func (o *owners) movableOut(root pmm.ChunkID) bool {
	can := true
	o.PMM.Walk(root, func(_ pmm.ChunkID, _ int, n *pmm.Node) {
		can = can && (n.Block == 0 || n.Block >= ownedByProgram)
	})
	return can
}
