package pmm

// Check gives the first broken invariant in words, or "". It holds between calls
// and at every up-call, not between the events of one act. The list follows the
// assertions of uvm_pmm_gpu.c.
func (m *PMM) Check() string {
	var head Head
	for page := range m.roots {
		if s := m.checkRoot(m.Root(page), &head); s != "" {
			return s
		}
	}
	h := *m.State.Head.At(0)
	if head.Pinned != h.Pinned || head.InEviction != h.InEviction || head.Owned != h.Owned {
		return "pmm: a counter of roots differs from the roots"
	}
	onLists, s := m.checkLists()
	if s != "" {
		return s
	}
	return m.checkNodes(onLists)
}

func (m *PMM) checkRoot(c ChunkID, h *Head) string {
	n := m.Node(c)
	if n.Parent != 0 || n.Size != maxLog || n.Address() != uint64(c-m.rootBase)*MaxSize {
		return "pmm: a root is not where it should be"
	}
	if n.State == PMAOwned {
		if *n != (Node{Address256: n.Address256, Size: maxLog}) {
			return "pmm: a root of the PMA has a trace of use"
		}
		return ""
	}
	h.Owned++
	if n.State == TempPinned {
		h.Pinned++
	}
	if n.InEviction() {
		h.InEviction++
	}
	if n.State != IsSplit && n.PinnedLeaf != 0 {
		return "pmm: a root that is not split has pinned leaves"
	}
	pinned, s := m.checkTree(c)
	if s == "" && n.State == IsSplit && pinned != uint32(n.PinnedLeaf) {
		return "pmm: the pinned leaves of a root differ from its tree"
	}
	return s
}

// checkTree checks c and all under it and counts the pinned leaves.
func (m *PMM) checkTree(c ChunkID) (pinned uint32, s string) {
	n := m.Node(c)
	if s := m.checkNode(c, n); s != "" {
		return 0, s
	}
	if n.State != IsSplit {
		return oneIf(n.State == TempPinned), ""
	}
	first, k := m.Children(c)
	taken := uint16(0)
	for i := range k {
		child := m.Node(first + i)
		if child.Parent != c || child.Type() != n.Type() || child.Size != m.below[n.Type()][n.Size] ||
			child.Address() != n.Address()+uint64(i)<<child.Size {
			return 0, "pmm: a child does not fit its parent"
		}
		if child.State != Free {
			taken++
		}
		p, s := m.checkTree(first + i)
		if s != "" {
			return 0, s
		}
		pinned += p
	}
	if taken != n.Allocated || taken == 0 {
		return 0, "pmm: the count of taken children is wrong or none is taken"
	}
	return pinned, ""
}

func (m *PMM) checkNode(c ChunkID, n *Node) string {
	switch {
	case n.State >= states || n.State == PMAOwned:
		return "pmm: a chunk in use has no state"
	case (n.State == IsSplit) != (n.FirstChild != 0) || n.State != IsSplit && n.Allocated != 0:
		return "pmm: a chunk has children and is not split, or the other way round"
	case n.Type() == Kernel && n.Block != 0:
		return "pmm: a kernel chunk has an owner"
	case n.Type() == User && n.State == Allocated && n.Block == 0:
		return "pmm: an allocated user chunk has no owner"
	case (n.State == Free || n.State == IsSplit) && n.Block != 0:
		return "pmm: a chunk without owner names one"
	case !m.enabled[n.Type()][n.Size]:
		return "pmm: a chunk has a size that is not enabled"
	}
	home := home(n)
	if home == Used && (n.List == Unused || n.List == Discarded) {
		home = n.List
	}
	if home != n.List {
		return "pmm: a chunk is on another list than its state says"
	}
	if n.List == onNone && (n.Next != 0 || n.Prev != 0) {
		return "pmm: a chunk on no list has links"
	}
	return ""
}

// checkLists walks every list and counts the nodes.
func (m *PMM) checkLists() (nodes uint32, s string) {
	for list := uint8(1); list < lists; list++ {
		n, prev := uint32(0), ChunkID(list)
		for c := m.head(list); c != 0; c = m.after(c) {
			if node := m.Node(c); node.List != list || node.Prev != prev {
				return 0, "pmm: a list is broken"
			}
			prev = c
			if n++; n > m.State.Head.At(0).HighWater {
				return 0, "pmm: a list is a circle without its end"
			}
		}
		if m.Node(ChunkID(list)).Prev != prev || n != m.ListLength(list) {
			return 0, "pmm: a list has another tail or length than it says"
		}
		nodes += n
	}
	return nodes, m.checkLowest()
}

// checkLowest compares the derived index with the lists.
func (m *PMM) checkLowest() string {
	if !m.indexed {
		return ""
	}
	for t := range types {
		for k := range uint8(sizes) {
			l, size, n := &m.lowest[t][k], maxLog-k, uint32(0)
			for _, zero := range [2]bool{false, true} {
				for c := m.head(freeList(t, size, zero)); c != 0; c = m.after(c) {
					if !l.has(m.Node(c).Address256 >> (size - 8)) {
						return "pmm: a free chunk is missing from the index by address"
					}
					n++
				}
			}
			if l.count() != n {
				return "pmm: the index by address has a chunk that is not free"
			}
		}
	}
	return ""
}

// checkNodes sees that every node is in a tree or in a pool, and that as many
// nodes say they are on a list as the lists have.
func (m *PMM) checkNodes(onLists uint32) string {
	var used, listed, pooled uint32
	high := m.State.Head.At(0).HighWater
	for c := m.rootBase; c < high; c++ {
		n := m.Node(c)
		listed += oneIf(n.List != onNone)
		used += oneIf(c >= m.lastRoot && n.Size != 0)
	}
	for fan := range uint32(fanouts) {
		for g := m.State.Pools.Get(fan); g != 0; g = m.Node(g).Next {
			for i := range uint32(1) << fan {
				n := *m.Node(g + i)
				if i == 0 {
					n.Next = 0
				}
				if n != (Node{}) {
					return "pmm: a node in the pool is not zero"
				}
			}
			if pooled += 1 << fan; pooled > high {
				return "pmm: a pool of nodes is a circle"
			}
		}
	}
	if listed != onLists {
		return "pmm: a chunk says it is on a list that does not have it"
	}
	if used+pooled != high-m.lastRoot {
		return "pmm: a node is neither in use nor in a pool"
	}
	return ""
}

// oneIf counts what is so.
func oneIf(yes bool) uint32 {
	if yes {
		return 1
	}
	return 0
}
