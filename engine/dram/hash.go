package dram

import "pagewalk/engine/state"

// HashOf is a hash of what whole pages hold, however it is kept: a page of
// bytes that are all one pattern counts like a filled one, and untouched pages
// like zeros.
func (d *DRAM) HashOf(pa, bytes uint64) uint64 {
	var h uint64
	for at := pa; at < pa+bytes; {
		step := uint64(pageBytes)
		c := d.At(at)
		if c.Kind != Stored && at>>21<<21 == at && pa+bytes-at >= 2<<20 && d.whole(at) {
			step = 2 << 20
		}
		if v := d.hashPage(c); v != 0 {
			for i := uint64(0); i < step; i += pageBytes {
				h += state.Mix(v, at-pa+i+1)
			}
		}
		at += step
	}
	return h
}

// whole says whether the 2 MiB at an address are kept as one cell.
func (d *DRAM) whole(pa uint64) bool {
	big := uint32(pa >> 21)
	return int(big) >= d.State.Big.Len() || d.State.Big.At(big).Kind != Split
}

// hashPage is 0 for zeros.
func (d *DRAM) hashPage(c Cell) uint64 {
	if c.Kind != Stored {
		return c.Value
	}
	words := d.State.Words.Slice(c.Row*pageWords, pageWords)
	same := true
	var h uint64
	for i, w := range words {
		same = same && w == words[0]
		h = state.Mix(h, w+uint64(i))
	}
	if same {
		return words[0]
	}
	return h | 1
}
