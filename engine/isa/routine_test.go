package isa

import "testing"

// TestBits: what counts and turns bits, in both widths, at the ends.
func TestBits(t *testing.T) {
	for _, c := range []struct {
		fn   Routine
		k    Cell
		a, v uint64
	}{
		{FnCountBits, U32, 0, 0}, {FnCountBits, U32, 0xFFFFFFFF, 32}, {FnCountBits, U64, 1<<63 | 5, 3},
		{FnCountZeros, U32, 0, 32}, {FnCountZeros, U32, 1, 31}, {FnCountZeros, U32, 1 << 31, 0}, {FnCountZeros, U64, 0, 64}, {FnCountZeros, U64, 1 << 32, 31},
		{FnFirstBit, U32, 0, 0}, {FnFirstBit, U32, 1, 1}, {FnFirstBit, U32, 1 << 31, 32}, {FnFirstBit, U64, 1 << 63, 64},
		{FnReverseBits, U32, 1, 1 << 31}, {FnReverseBits, U32, 0x12345678, 0x1E6A2C48}, {FnReverseBits, U64, 3, 3 << 62},
		{FnBits, I32, 0xBF800000, ^uint64(0) &^ 0x407FFFFF}, {FnBits, F32, ^uint64(0), 0xFFFFFFFF}, {FnBits, U64, 7, 7},
	} {
		if v := c.fn.Compute(c.k, c.a, 0, 0); v != c.v {
			t.Errorf("routine %d of %#x in cell %d: %#x, want %#x", c.fn, c.a, c.k, v, c.v)
		}
	}
}
