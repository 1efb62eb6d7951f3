package pmm

import "pagewalk/engine/target"

// A profile may limit the nodes of children, so that a page of the playground
// stays small. Whoever splits asks first: all or nothing.

// nodesLeft says whether c can be split once within the limit on nodes.
func (m *PMM) nodesLeft(c ChunkID) target.Why {
	node := m.Node(c)
	fan := m.fan(node.Type(), node.Size)
	if m.State.Pools.Get(uint32(fan)) != 0 {
		return target.Why{}
	}
	return m.limit(1 << fan)
}

// limit says whether n more nodes fit.
func (m *PMM) limit(n uint64) target.Why {
	most := m.p.Limits.ChunkNodes
	if used := m.State.Head.At(0).HighWater - m.lastRoot; most != 0 && uint64(used)+n > uint64(most) {
		return target.Why{ID: target.LimitChunks, N: [4]uint64{uint64(most)}}
	}
	return target.Why{}
}

// fan is the log2 of how many children a chunk of this size is cut into.
func (m *PMM) fan(t Type, size uint8) uint8 { return size - m.below[t][size] }

// poolLength is the number of groups in the pool of a fan-out, at most most.
func (m *PMM) poolLength(fan uint8, most uint64) uint64 {
	var n uint64
	for g := m.State.Pools.Get(uint32(fan)); g != 0 && n < most; g = m.Node(g).Next {
		n++
	}
	return n
}

// nodesToSplit says whether the nodes for cutting c all the way down to size
// are there: groups that wait in the pools are used first, the rest is new.
func (m *PMM) nodesToSplit(c ChunkID, size uint8) target.Why {
	var groups [fanouts]uint64 // of children, by fan-out, that come into being
	t, leaves := m.Node(c).Type(), uint64(1)
	for s := m.Node(c).Size; s > size; s = m.below[t][s] {
		fan := m.fan(t, s)
		groups[fan] += leaves
		leaves <<= fan
	}
	var fresh uint64
	for fan, need := range groups {
		fresh += (need - m.poolLength(uint8(fan), need)) << fan
	}
	return m.limit(fresh)
}
