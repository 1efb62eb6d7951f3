package va

import "math/bits"

// BlockPages is how many pages of 4 KiB a block of 2 MiB has.
const BlockPages = 512

const (
	pageBytes  = 4096
	windowBits = 21
)

// Mask is a set of pages of a block.
type Mask [8]uint64

// Has says whether a page is in the set.
func (m *Mask) Has(page uint32) bool { return m[page/64]>>(page%64)&1 != 0 }

// Count is the number of pages.
func (m Mask) Count() (n uint32) {
	for _, w := range m {
		n += uint32(bits.OnesCount64(w))
	}
	return n
}

// In is the number of pages among n from first on.
func (m *Mask) In(first, n uint32) (sum uint32) {
	for end := first + n; first < end; first = first/64*64 + 64 {
		sum += uint32(bits.OnesCount64(m[first/64] & part(first, end)))
	}
	return sum
}

// part is the bits of pages first to end-1 in the word of first.
func part(first, end uint32) uint64 {
	low := ^uint64(0) << (first % 64)
	if rest := end - first/64*64; rest < 64 {
		return low & (1<<rest - 1)
	}
	return low
}

// Add puts n pages from first on into the set.
func (m *Mask) Add(first, n uint32) {
	for end := first + n; first < end; first = first/64*64 + 64 {
		m[first/64] |= part(first, end)
	}
}

// Remove takes n pages from first on out of the set.
func (m *Mask) Remove(first, n uint32) {
	for end := first + n; first < end; first = first/64*64 + 64 {
		m[first/64] &^= part(first, end)
	}
}

// Empty says whether there is none.
func (m Mask) Empty() bool { return m == Mask{} }

// Minus is the set without the pages of another.
func (m Mask) Minus(o Mask) Mask {
	for i := range m {
		m[i] &^= o[i]
	}
	return m
}

// And is what both sets have.
func (m Mask) And(o Mask) Mask {
	for i := range m {
		m[i] &= o[i]
	}
	return m
}

// Or is what either set has.
func (m Mask) Or(o Mask) Mask {
	for i := range m {
		m[i] |= o[i]
	}
	return m
}

// Runs visits the maximal runs of neighbouring pages, in order.
func (m Mask) Runs(visit func(first, n uint32)) {
	for p := uint32(0); p < BlockPages; {
		if rest := m[p/64] >> (p % 64); rest == 0 {
			p = p/64*64 + 64
			continue
		} else if skip := uint32(bits.TrailingZeros64(rest)); skip > 0 {
			p += skip
			continue
		}
		first := p
		for p < BlockPages {
			ones := uint32(bits.TrailingZeros64(^(m[p/64] >> (p % 64))))
			if p += ones; ones == 0 || p%64 != 0 {
				break
			}
		}
		visit(first, p-first)
	}
}
