package simt

import "testing"

// TestBanks: how often the banks must be asked for the accesses of 32 lanes.
func TestBanks(t *testing.T) {
	for _, c := range []struct {
		name        string
		bytes       uint64
		address     func(lane uint64) uint64
		atomic      bool
		n, needless int
	}{
		{"neighbours", 4, func(l uint64) uint64 { return 4 * l }, false, 1, 0},
		{"backwards", 4, func(l uint64) uint64 { return 4 * (31 - l) }, false, 1, 0},
		{"one word for all", 4, func(uint64) uint64 { return 64 }, false, 1, 0},
		{"every other word", 4, func(l uint64) uint64 { return 8 * l }, false, 2, 1},
		{"a column of 32 words", 4, func(l uint64) uint64 { return 128 * l }, false, 32, 31},
		{"a column of 33 words", 4, func(l uint64) uint64 { return 132 * l }, false, 1, 0},
		{"stride 6", 4, func(l uint64) uint64 { return 24 * l }, false, 2, 1},
		{"bytes", 1, func(l uint64) uint64 { return l }, false, 1, 0},
		{"doubles", 8, func(l uint64) uint64 { return 8 * l }, false, 2, 0},
		{"doubles, every other", 8, func(l uint64) uint64 { return 16 * l }, false, 4, 2},
		{"four words", 16, func(l uint64) uint64 { return 16 * l }, false, 4, 0},
		{"atomics on one word", 4, func(uint64) uint64 { return 64 }, true, 32, 31},
		{"atomics on neighbours", 4, func(l uint64) uint64 { return 4 * l }, true, 1, 0},
		{"two words of one bank", 4, func(l uint64) uint64 { return l % 2 * 128 }, false, 2, 1},
	} {
		var w touched
		for l := range uint64(lanes) {
			w.add(1<<56+c.address(l), c.bytes)
		}
		if n, least := w.passes(c.atomic); n != c.n || n-least != c.needless {
			t.Errorf("%s: %d passes, %d of them needless; want %d, %d", c.name, n, n-least, c.n, c.needless)
		}
	}
}
