package tlb

import (
	"math/rand"
	"slices"
	"testing"

	"pagewalk/engine/mmu"
)

// touchOf is a set of so many entries, the newest first.
func touchOf(set []uint64, tag uint64, ways int) ([]uint64, bool) {
	at := slices.Index(set, tag)
	if at >= 0 {
		set = slices.Delete(set, at, at+1)
	} else if len(set) == ways {
		set = set[:ways-1]
	}
	return slices.Insert(set, 0, tag), at >= 0
}

// The rule that the measurements led to, written down once more in its simplest
// form, predicts every load of chases at strides and counts between the
// measured ones: which level answers.
func TestLoadsFollowTheRule(t *testing.T) {
	rng := rand.New(rand.NewSource(9))
	for _, stride := range []uint64{2, 4, 6, 10, 14, 24, 34, 48, 96, 128, 130, 200, 256, 510, 1000, 1024, 3000, 4128, 8192, 8224, 16384, 1 << 17} {
		for range 3 {
			pages := uint32(1 + rng.Intn(40))
			if rng.Intn(3) > 0 {
				pages = uint32(1 + rng.Intn(5000))
			}
			c, ok := NewChase(h200(), 2<<20, stride<<20, pages)
			if !ok {
				t.Fatal("no such chase")
			}
			var first []uint64
			var second [256][]uint64
			at := uint32(0)
			for i := range 2 * len(c.order) {
				va := chaseBase + uint64(at)*c.stride
				_, cost, _ := c.t.TranslateOn(0, 0, va, mmu.Read, &c.walk, nil)
				e, set, want := va>>25, uint64(0), uint32(0)
				for x := e; x != 0; x >>= 8 {
					set ^= x & 255
				}
				var hit bool
				if first, hit = touchOf(first, va>>24, 16); !hit {
					want = 99
					if second[set], hit = touchOf(second[set], e, 8); !hit {
						want = 99 + 896
					}
				}
				if i >= len(c.order) && cost != want { // the first lap walks
					t.Fatalf("%d MiB, %d pages, load %d: %d tenths of a cycle, the rule says %d", stride, pages, i, cost, want)
				}
				at = c.order[at]
			}
		}
	}
}
