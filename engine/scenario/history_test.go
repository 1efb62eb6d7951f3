package scenario

import (
	"bytes"
	"testing"
)

// TestHistoryOfLargeBlocksIsSmall fills and frees megabytes again and again:
// what is kept to go back must not be megabytes too.
func TestHistoryOfLargeBlocksIsSmall(t *testing.T) {
	p := compile(t, `int main() {
	for (int i = 0; i < 20; i++) {
		char *a, *b = (char *)malloc(1 << 20);
		cudaMallocHost(&a, 4 << 20);
		memset(a, i + 1, 4 << 20);
		memset(b, i + 2, 1 << 20);
		cudaMemGetInfo(0, 0);
		a[i * 1000] = 77;
		cudaFreeHost(a);
		free(b);
	}
	return 0;
}`)
	checkUndo(t, p)
	v, _, _ := recorded(t, p)
	if v.History() > 4<<20 {
		t.Fatalf("the history has %d bytes", v.History())
	}
	for i := range v.changes {
		if v.changes[i].area.bytes != nil {
			t.Fatalf("change %d keeps the bytes of a block", i)
		}
	}
}

// TestAdoptedBytesComeBack goes back over memory that came with bytes in it and
// went with others, of which only some had been touched.
func TestAdoptedBytesComeBack(t *testing.T) {
	const at, size = 0x7E00_0000_0000, 3*pageBytes + 20
	v := NewVM(compile(t, `int main() { return 0; }`), 1)
	v.Record(true)
	b := bytes.Repeat([]byte("abc"), size)[:size]
	clear(b[pageBytes : 2*pageBytes])
	empty := v.Hash()
	if !v.Adopt(at, bytes.Clone(b)) || v.Adopted() != size {
		t.Fatalf("adopted %d bytes", v.Adopted())
	}
	v.close()
	put, _ := v.Bytes(at+size-4, 4)
	copy(put, "wxyz")
	v.close()
	full := v.Hash()
	v.Abandon(at)
	v.Rewind()
	if v.Hash() != full {
		t.Fatal("a rewind does not bring back what was abandoned")
	}
	v.Abandon(at)
	v.close()
	for range 2 {
		if v.Hash() == full || v.Adopted() != 0 {
			t.Fatal("what was abandoned is still there")
		}
		v.Undo(2)
		got, _ := v.Bytes(at, size)
		if v.Hash() != full || string(got) != string(b[:size-4])+"wxyz" {
			t.Fatal("undo gives other bytes")
		}
		v.Undo(1)
		if got, _ = v.Bytes(at, size); string(got) != string(b) {
			t.Fatal("undo does not give the bytes that came")
		}
		v.Undo(0)
		if v.Hash() != empty {
			t.Fatal("the start is not reached again")
		}
		for d := range v.Deltas() {
			v.Redo(d)
		}
	}
}

// TestHistoryIsCut cuts at every place, with deltas of very different sizes.
func TestHistoryIsCut(t *testing.T) {
	sizes := []int{3, historyBlock, 0, 5, 2 * historyBlock, 1, historyBlock - 1, 7}
	for keep := range sizes {
		var h history
		var spans []span
		total := 0
		for i, n := range sizes {
			for k := range n {
				h.add(uint64(k)*16, uint64(i+1))
			}
			spans = append(spans, h.close())
			if i < keep {
				total += n
			}
		}
		h.cut(spans[keep])
		if h.words != uint64(total) {
			t.Fatalf("cut at %d: %d words are left of %d", keep, h.words, total)
		}
		for i := range keep {
			if got := h.of(spans[i]); len(got) != sizes[i] || len(got) > 0 && got[len(got)-1] != (word{uint64(len(got)-1) * 16, uint64(i + 1)}) {
				t.Fatalf("cut at %d: delta %d has %d words", keep, i, len(got))
			}
		}
	}
}

// TestWordsThatChangeAlikeAreOne counts entries of runs, also across a change
// of bits, a gap and the longest run.
func TestWordsThatChangeAlikeAreOne(t *testing.T) {
	var h history
	for i := range uint64(600) {
		h.add(i*8, 1)
	}
	h.add(600*8, 2)
	h.add(602*8, 2)
	words := h.of(h.close())
	want := []struct{ addr, n uint64 }{{0, 256}, {256 * 8, 256}, {512 * 8, 88}, {600 * 8, 1}, {602 * 8, 1}}
	if len(words) != len(want) {
		t.Fatalf("%d entries", len(words))
	}
	for i, w := range want {
		if addr, n := words[i].span(); addr != w.addr || n != w.n {
			t.Errorf("entry %d: %d words at %d", i, n, addr)
		}
	}
}

// TestLargeCallsEndASlice: a slice of a run ends after a call that wrote
// megabytes, however few steps that took.
func TestLargeCallsEndASlice(t *testing.T) {
	p := compile(t, `int main() { char *a; cudaMallocHost(&a, 4 << 20); for (int i = 0; i < 20; i++) cudaMemset(a, i, 4 << 20); return 0; }`)
	v, h := NewVM(p, 1), &tape{t: newFake()}
	v.Record(true)
	h.t.Start(0, v)
	slices := 1
	for v.Run(h, 5000).Why == Budget {
		slices++
	}
	if slices < 20 || slices > 25 {
		t.Errorf("%d slices", slices)
	}
}
