package simt

// Shared memory is 32 banks, each four bytes wide; words of one bank lie 128
// bytes apart (CUDA C++ Programming Guide, shared memory). In one pass every bank
// gives one word, to all lanes that want it. Lanes that want different words of
// one bank need a pass for each; so do atomics of one word.

const (
	banks     = 32
	bankBytes = 4
)

// touched is the words of shared memory that one instruction touches.
type touched struct {
	n    int
	word [4 * lanes]uint32
}

// add notes n bytes at an address of the window.
func (t *touched) add(va, n uint64) {
	for at := va &^ (bankBytes - 1); at < va+n; at += bankBytes {
		t.word[t.n] = uint32(at / bankBytes)
		t.n++
	}
}

// passes is how often the banks must be asked: 32 words at a time, so that wide
// values take half of a warp, or a quarter, together.
func (t *touched) passes(atomic bool) (n, least int) {
	for from := 0; from < t.n; from += banks {
		n += degree(t.word[from:min(from+banks, t.n)], atomic)
		least++
	}
	return n, least
}

// degree is the largest number of different words that fall into one bank.
func degree(words []uint32, atomic bool) int {
	var in [banks]uint8
	most := uint8(0)
	for i, w := range words {
		if known := !atomic && in[w%banks] > 0 && seen(words[:i], w); !known {
			in[w%banks]++
			most = max(most, in[w%banks])
		}
	}
	return int(most)
}

func seen(words []uint32, w uint32) bool {
	for _, x := range words {
		if x == w {
			return true
		}
	}
	return false
}

// share counts what an instruction asked of shared memory, and lets its warp wait
// for the passes beyond the first.
func (x *Launch) share(w *warp, a Access) {
	n, least := x.touched.passes(a == Atomic)
	c := &x.Count
	c.Passes += uint64(n)
	c.Conflicts += uint64(n - least)
	c.Latency += uint64(n - least)
	w.cycles += uint64(n - least)
}
