package pmm

import (
	"pagewalk/engine/event"
	"pagewalk/engine/pma"
	"pagewalk/engine/profile"
	"pagewalk/engine/state"
)

// Head holds the counters of the layer.
type Head struct {
	Pinned     uint32 // roots that are TEMP_PINNED (pinned_count)
	InEviction uint32 // roots with the evicting flag (in_eviction_count)
	Owned      uint32 // roots that are not PMA_OWNED
	HighWater  uint32 // nodes ever used
	_          [4]uint32
}

// fanouts is the number of different fan-outs a pool is kept for, by log2.
const fanouts = 8

// State is the state of the layer.
type State struct {
	Head   state.Column[Head]
	Nodes  state.Column[Node]
	Pools  state.Column[uint32] // by log2 of the fan-out: the group of children that was freed last
	Inject state.Column[uint32] // by injection point: how many more go well, plus one; 0 = not armed
}

// Columns adds the layer's columns to set.
func (s *State) Columns(set *state.Set) {
	set.Add(&s.Head, &s.Nodes, &s.Pools, &s.Inject)
}

// PMM is the layer: its state, what it stands on, and its derived index.
type PMM struct {
	State  *State
	Blocks Blocks // who moves the contents of evicted chunks; nil = nobody
	Policy Policy // who chooses the victim; nil = the driver's order

	rec *event.Recorder
	p   *profile.Profile
	pma *pma.PMA

	indexed  bool // LowestFit
	roots    uint32
	rootBase ChunkID                  // node of root 0
	lastRoot ChunkID                  // the node after the last root: where children begin
	below    [types][maxLog + 1]uint8 // next enabled size down, by log2; 0 = none
	above    [types][maxLog + 1]uint8 // next enabled size up; 0 = none
	enabled  [types][maxLog + 1]bool

	lowest [types][sizes]lowest // derived, with LowestFit: free chunks by address
	runs   []pma.Run            // scratch
}

// New gives a manager that owns nothing, or, where the profile says OwnsAll,
// every whole page of the card.
func New(p *profile.Profile, rec *event.Recorder, a *pma.PMA) *PMM {
	m := &PMM{State: &State{}, rec: rec, p: p, pma: a, indexed: p.PMM.LowestFit, roots: p.Memory.Pages(), rootBase: ChunkID(lists)}
	m.lastRoot = m.rootBase + m.roots
	m.ladder(User, p.PMM.UserSizes)
	m.ladder(Kernel, p.PMM.KernelSizes)
	m.boot()
	if p.PMM.OwnsAll {
		a.Reserve(pma.Run{First: 0, N: m.roots * RootFrames})
		m.move(m.rootBase, m.roots, Free, 0, 0)
	}
	return m
}

// ladder notes the enabled sizes of one type, which descend from 2 MiB.
func (m *PMM) ladder(t Type, enabled []uint32) {
	was := uint8(0)
	for _, size := range enabled {
		l := log2(size)
		if size != 1<<l || l < minLog || was == 0 && l != maxLog || was != 0 && (l >= was || was-l > 6) {
			panic("pmm: new: the enabled sizes must be powers of two that descend from 2 MiB in steps of at most 64")
		}
		m.enabled[t][l] = true
		if was != 0 {
			m.below[t][was], m.above[t][l] = l, was
		}
		was = l
	}
}

func (m *PMM) boot() {
	s := m.State
	s.Head, s.Pools = state.New[Head](1), state.New[uint32](fanouts)
	s.Inject = state.New[uint32](int(points))
	s.Nodes = state.New[Node](int(m.lastRoot) + 1024)
	s.Head.Mut(0).HighWater = m.lastRoot
	for l := ChunkID(1); l < m.rootBase; l++ {
		n := s.Nodes.Mut(l)
		n.Next, n.Prev = l, l
	}
	roots := s.Nodes.MutRange(m.rootBase, m.roots)
	for i := range roots {
		roots[i].Address256, roots[i].Size = uint32(i)*(MaxSize/256), maxLog
	}
}

// Roots is the number of roots: whole 2 MiB pages of the card.
func (m *PMM) Roots() uint32 { return m.roots }

// Root is the node of the root at page, the physical address / 2 MiB.
func (m *PMM) Root(page uint32) ChunkID { return m.rootBase + page }

// Node gives a chunk for reading.
func (m *PMM) Node(c ChunkID) *Node { return m.State.Nodes.At(c) }

// Address is the physical address of chunk c.
func (m *PMM) Address(c ChunkID) uint64 { return m.Node(c).Address() }

// RootOf is the root of the tree that c is in. It is found by address.
func (m *PMM) RootOf(c ChunkID) ChunkID {
	return m.rootBase + m.Node(c).Address256>>(maxLog-8)
}

// Children gives the first child of c and their number; 0, 0 if it has none.
func (m *PMM) Children(c ChunkID) (first ChunkID, n uint32) {
	node := m.Node(c)
	if node.FirstChild == 0 {
		return 0, 0
	}
	return node.FirstChild, 1 << m.fan(node.Type(), node.Size)
}

// Exists says whether c is the number of a chunk.
func (m *PMM) Exists(c ChunkID) bool {
	return c >= m.rootBase && int(c) < m.State.Nodes.Len() && m.Node(c).Size != 0
}

// Enabled says whether the profile enables the size for the type.
func (m *PMM) Enabled(t Type, size uint32) bool {
	l := log2(size)
	return size == 1<<l && l <= maxLog && m.enabled[t][l]
}
