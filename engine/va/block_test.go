package va

import (
	"math/bits"
	"math/rand"
	"testing"
	"unsafe"

	"pagewalk/engine/profile"
)

// TestChunkIndex is the driver's test_chunk_index: for each of the 131,328
// parts of a block at 17 times 2 MiB, every page is backed by the largest
// naturally aligned user chunk that fits, chunks follow one another, and all
// pages of a chunk say the same.
func TestChunkIndex(t *testing.T) {
	v := &VA{below: Below{Profile: profile.Get("gh100")}}
	parts := 0
	for first := uint64(0); first < BlockPages; first++ {
		for outer := first + 1; outer <= BlockPages; outer++ {
			parts++
			b := &Block{Base: 17<<windowBits + first*pageBytes, Pages: uint16(outer - first)}
			for page := uint32(0); page < uint32(b.Pages); {
				from, n := v.chunkFor(b, page)
				if from != page || !largest(b, from, n) {
					t.Fatalf("part [%d, %d), page %d: chunk of %d pages from %d", first, outer, page, n, from)
				}
				if f, k := v.chunkFor(b, page+n-1); f != from || k != n {
					t.Fatalf("part [%d, %d): the last page of a chunk names another", first, outer)
				}
				page += n
			}
		}
	}
	if parts != 131_328 {
		t.Errorf("%d parts", parts)
	}
}

// largest says whether no larger user chunk could back the page.
func largest(b *Block, page, n uint32) bool {
	for _, size := range []uint64{2 << 20, 64 << 10, 4 << 10} {
		at := b.Base + uint64(page)*pageBytes
		start := at &^ (size - 1)
		if start >= b.Base && start+size <= b.Base+uint64(b.Pages)*pageBytes {
			return uint64(n)*pageBytes == size && start == at
		}
	}
	return false
}

// TestMask holds the set of pages against a plain one.
func TestMask(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	for range 200 {
		var m Mask
		plain := [BlockPages]bool{}
		for range r.Intn(6) {
			first := uint32(r.Intn(BlockPages))
			n := uint32(r.Intn(BlockPages - int(first) + 1))
			m.Add(first, n)
			for p := first; p < first+n; p++ {
				plain[p] = true
			}
		}
		sum, seen := uint32(0), [BlockPages]bool{}
		m.Runs(func(first, n uint32) {
			sum += n
			for p := first; p < first+n; p++ {
				seen[p] = true
			}
		})
		if seen != plain || sum != m.Count() || m.Empty() != (sum == 0) {
			t.Fatal("the runs are not the set")
		}
		first := uint32(r.Intn(BlockPages))
		n := uint32(r.Intn(BlockPages - int(first) + 1))
		want := uint32(0)
		for p := first; p < first+n; p++ {
			if plain[p] {
				want++
			}
		}
		if m.In(first, n) != want {
			t.Fatalf("In(%d, %d) is %d, want %d", first, n, m.In(first, n), want)
		}
	}
}

// TestPrefetch: what comes in with a fault, page by page.
func TestPrefetch(t *testing.T) {
	set := func(runs ...uint32) (m Mask) {
		for i := 0; i < len(runs); i += 2 {
			m.Add(runs[i], runs[i+1])
		}
		return m
	}
	for _, c := range []struct {
		name         string
		there        Mask
		fault        uint32
		first, pages uint32 // the block within its window
		want         Mask
	}{
		{"cold", set(), 5, 0, 512, set(0, 16)},
		{"half of 128 KiB is there", set(0, 16), 16, 0, 512, set(16, 16)},
		{"more than half of 256 KiB", set(0, 32), 32, 0, 512, set(32, 32)},
		{"exactly half is not enough", set(0, 16), 40, 0, 512, set(32, 16)},
		{"the whole block", set(0, 256), 256, 0, 512, set(256, 256)},
		{"a block that ends early is dense at once", set(), 3, 0, 20, set(0, 20)},
		{"the rest of a short block", set(0, 16), 16, 0, 20, set(16, 4)},
		{"a block that begins late", set(), 0, 500, 12, set(0, 12)},
	} {
		b := &Block{Base: 1<<30 + uint64(c.first)*pageBytes, Pages: uint16(c.pages)}
		var fault Mask
		fault.Add(c.fault, 1)
		if got := prefetch(b, fault, c.there, 51); got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

func TestCellSizes(t *testing.T) {
	for name, size := range map[string]uintptr{
		"Head": unsafe.Sizeof(Head{}), "Range": unsafe.Sizeof(Range{}), "Space": unsafe.Sizeof(Space{}), "Mem": unsafe.Sizeof(Mem{}),
		"Block": unsafe.Sizeof(Block{}), "Held": unsafe.Sizeof(Held{}),
	} {
		if bits.OnesCount64(uint64(size)) != 1 {
			t.Errorf("%s has %d bytes, no power of two", name, size)
		}
	}
}
