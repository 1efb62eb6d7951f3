package pma

import "math/bits"

// bitmap is a row of bits in 64-bit words, bit i in word i/64.
type bitmap []uint64

// newBitmap gives n zero bits.
func newBitmap(n uint32) bitmap { return make(bitmap, (n+63)/64) }

func (b bitmap) get(i uint32) bool { return b[i/64]>>(i%64)&1 != 0 }

// fill sets bits i to i+n-1 to v.
func (b bitmap) fill(i, n uint32, v bool) {
	if n == 0 {
		return
	}
	first, last := i/64, (i+n-1)/64
	head := ^uint64(0) << (i % 64)
	tail := ^uint64(0) >> (63 - (i+n-1)%64)
	if first == last {
		b.mask(first, head&tail, v)
		return
	}
	b.mask(first, head, v)
	var word uint64
	if v {
		word = ^uint64(0)
	}
	for w := first + 1; w < last; w++ {
		b[w] = word
	}
	b.mask(last, tail, v)
}

func (b bitmap) mask(w uint32, m uint64, v bool) {
	if v {
		b[w] |= m
	} else {
		b[w] &^= m
	}
}

// next gives the lowest bit of value v in [i, end), or end.
func (b bitmap) next(i, end uint32, v bool) uint32 {
	if i >= end {
		return end
	}
	var flip uint64
	if !v {
		flip = ^uint64(0)
	}
	w := i / 64
	word := (b[w] ^ flip) >> (i % 64) << (i % 64)
	for word == 0 {
		w++
		if w*64 >= end {
			return end
		}
		word = b[w] ^ flip
	}
	return min(end, w*64+uint32(bits.TrailingZeros64(word)))
}

// prev gives the bit after the highest one of value v in [from, end), or from
// if there is none.
func (b bitmap) prev(from, end uint32, v bool) uint32 {
	if from >= end {
		return from
	}
	var flip uint64
	if !v {
		flip = ^uint64(0)
	}
	w := (end - 1) / 64
	word := (b[w] ^ flip) & (^uint64(0) >> (63 - (end-1)%64))
	for word == 0 {
		if w == 0 || w*64 <= from {
			return from
		}
		w--
		word = b[w] ^ flip
	}
	return max(from, w*64+64-uint32(bits.LeadingZeros64(word)))
}
