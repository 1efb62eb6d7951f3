package state

// Set is an ordered list of the columns that together are a State. The order
// is part of every hash, so it is fixed by the wiring and never depends on
// what a program did. Derived columns (indexes that only speed a search) are
// not in a Set.
type Set struct{ columns []Pages }

// Add appends columns.
func (s *Set) Add(columns ...Pages) { s.columns = append(s.columns, columns...) }

// Bytes is the memory that the columns take, in bytes.
func (s *Set) Bytes() uint64 {
	var n uint64
	for _, c := range s.columns {
		n += uint64(c.pages()) * PageBytes
	}
	return n
}

// Hash is the hash of every page of every column, computed afresh. An all-zero
// page counts nothing, so how far a column has grown does not show.
func (s *Set) Hash() uint64 {
	var sum uint64
	for i, c := range s.columns {
		for p := range c.pages() {
			sum += mixPage(i, p, hashPage(c.page(p)))
		}
	}
	return sum
}

// Equal says whether two sets of the same shape hold the same cells.
func (s *Set) Equal(t *Set) bool {
	if len(s.columns) != len(t.columns) {
		return false
	}
	for i, a := range s.columns {
		b := t.columns[i]
		for p := range max(a.pages(), b.pages()) {
			if pageOrZero(a, p) != pageOrZero(b, p) {
				return false
			}
		}
	}
	return true
}

func pageOrZero(c Pages, p int) [PageBytes / 8]uint64 {
	if p < c.pages() {
		return *c.page(p)
	}
	return [PageBytes / 8]uint64{}
}

// CopyTo makes t hold the same cells as s. The two sets have the same shape.
func (s *Set) CopyTo(t *Set) {
	if len(s.columns) != len(t.columns) {
		panic("state: copy: sets of different shape")
	}
	for i, from := range s.columns {
		to := t.columns[i]
		to.growPages(from.pages())
		for p := range to.pages() {
			*to.page(p) = pageOrZero(from, p)
			to.mark(p)
		}
	}
}
