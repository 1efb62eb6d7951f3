package pmm

import "math/bits"

// lowest is a set of small numbers that knows its least: a bitmap with a
// bitmap of its words that are not zero above it, and so on up to one word. It
// is the derived index behind LowestFit: for each type and size, the free
// chunks by address / size.
type lowest struct{ level [][]uint64 }

// room makes numbers below n fit.
func (l *lowest) room(n uint32) {
	if len(l.level) > 0 && n <= uint32(len(l.level[0]))*64 {
		return
	}
	words := max((int(n)+63)/64, 2*l.words())
	base := make([]uint64, words)
	if len(l.level) > 0 {
		copy(base, l.level[0])
	}
	l.level = [][]uint64{base}
	for below := base; len(below) > 1; {
		up := make([]uint64, (len(below)+63)/64)
		for i, w := range below {
			if w != 0 {
				up[i/64] |= 1 << (i % 64)
			}
		}
		l.level = append(l.level, up)
		below = up
	}
}

func (l *lowest) words() int {
	if len(l.level) == 0 {
		return 0
	}
	return len(l.level[0])
}

func (l *lowest) add(i uint32) {
	l.room(i + 1)
	for _, words := range l.level {
		words[i/64] |= 1 << (i % 64)
		i /= 64
	}
}

func (l *lowest) remove(i uint32) {
	for _, words := range l.level {
		words[i/64] &^= 1 << (i % 64)
		if words[i/64] != 0 {
			return
		}
		i /= 64
	}
}

// least is the least number of the set.
func (l *lowest) least() (uint32, bool) {
	if len(l.level) == 0 || l.level[len(l.level)-1][0] == 0 {
		return 0, false
	}
	var i uint32
	for k := len(l.level) - 1; k >= 0; k-- {
		i = i*64 + uint32(bits.TrailingZeros64(l.level[k][i]))
	}
	return i, true
}

func (l *lowest) has(i uint32) bool {
	return int(i/64) < l.words() && l.level[0][i/64]>>(i%64)&1 != 0
}

// remember and forget keep the index when n chunks join or leave a free list.
func (m *PMM) remember(list uint8, first ChunkID, n uint32) {
	l, size := m.index(list)
	for i := range n {
		l.add(m.State.Nodes.At(first+i).Address256 >> (size - 8))
	}
}

func (m *PMM) forget(list uint8, first ChunkID, n uint32) {
	l, size := m.index(list)
	for i := range n {
		l.remove(m.State.Nodes.At(first+i).Address256 >> (size - 8))
	}
}

func (m *PMM) index(list uint8) (*lowest, uint8) {
	k := (list - firstFree) / 2
	return &m.lowest[k/sizes][k%sizes], maxLog - k%sizes
}

// at finds the chunk of a size (log2) at number i of that size by walking down
// from the root.
func (m *PMM) at(size uint8, i uint32) ChunkID {
	address := i << (size - 8)
	c := m.rootBase + address>>(maxLog-8)
	for {
		n := m.Node(c)
		if n.Size == size || n.FirstChild == 0 {
			return c
		}
		child := m.below[n.Type()][n.Size]
		c = n.FirstChild + address>>(child-8)&(1<<(n.Size-child)-1)
	}
}

// Rebuild computes the derived index afresh, as after a keyframe was loaded.
func (m *PMM) Rebuild() {
	m.lowest = [types][sizes]lowest{}
	if !m.indexed {
		return
	}
	for list := firstFree; list < lists; list++ {
		for c := m.head(list); c != 0; c = m.after(c) {
			m.remember(list, c, 1)
		}
	}
}

// count is how many numbers the set has.
func (l *lowest) count() uint32 {
	var n int
	if len(l.level) > 0 {
		for _, w := range l.level[0] {
			n += bits.OnesCount64(w)
		}
	}
	return uint32(n)
}
