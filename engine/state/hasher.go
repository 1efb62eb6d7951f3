package state

// Hasher keeps the hash of a Set up to date: each Sum hashes again only the
// pages written since the last one.
type Hasher struct {
	set   *Set
	since []uint32   // by column
	known [][]uint64 // by column and page: what the page adds to the sum
	sum   uint64
}

// NewHasher gives a Hasher of s that has seen nothing yet.
func NewHasher(s *Set) *Hasher {
	return &Hasher{set: s, since: make([]uint32, len(s.columns)), known: make([][]uint64, len(s.columns))}
}

// Sum equals set.Hash().
func (h *Hasher) Sum() uint64 {
	for i, c := range h.set.columns {
		for len(h.known[i]) < c.pages() {
			h.known[i] = append(h.known[i], 0)
		}
		for p := range c.pages() {
			if !c.changedSince(p, h.since[i]) {
				continue
			}
			add := mixPage(i, p, hashPage(c.page(p)))
			h.sum += add - h.known[i][p]
			h.known[i][p] = add
		}
		h.since[i] = c.reading()
	}
	return h.sum
}
