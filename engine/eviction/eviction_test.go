package eviction

import (
	"math/rand"
	"testing"
)

func repeat(trace []uint32, n int) (all []uint32) {
	for len(all) < n {
		all = append(all, trace...)
	}
	return all[:n]
}

var (
	hot     = repeat([]uint32{0, 1, 0, 2, 0, 3, 0, 4}, 32)
	cycle   = repeat([]uint32{0, 1, 2, 3, 4}, 20)
	anomaly = []uint32{1, 2, 3, 4, 1, 2, 5, 1, 2, 3, 4, 5}
)

// TestMisses holds the policies against numbers found by hand.
func TestMisses(t *testing.T) {
	for _, c := range []struct {
		name   string
		trace  []uint32
		room   int
		policy Policy
		misses int
	}{
		{"hot block, lru", hot, 4, LRU{}, 17}, {"hot block, arrival", hot, 4, Arrival{}, 20},
		{"hot block, optimum", hot, 4, NewBelady(NewFuture(hot)), 9}, {"hot block, mru", hot, 4, MRU{}, 11},
		{"cycle, lru", cycle, 4, LRU{}, 20}, {"cycle, optimum", cycle, 4, NewBelady(NewFuture(cycle)), 8},
		{"more is worse, three", anomaly, 3, Arrival{}, 9}, {"more is worse, four", anomaly, 4, Arrival{}, 10},
		{"enough room", hot, 5, Arrival{}, 5},
	} {
		if r := Play(c.trace, c.room, c.policy); r.Misses != c.misses || r.Evictions != max(0, r.Misses-c.room) {
			t.Errorf("%s: %+v, want %d misses", c.name, r, c.misses)
		}
	}
}

// TestNobodyBeatsTheOptimum: on many traces no policy has fewer misses than
// Belady's, and each is deterministic.
func TestNobodyBeatsTheOptimum(t *testing.T) {
	for seed := range int64(40) {
		r := rand.New(rand.NewSource(seed))
		trace := make([]uint32, 300)
		for i := range trace {
			trace[i] = uint32(r.Intn(1 + r.Intn(12)))
		}
		least := Play(trace, 4, NewBelady(NewFuture(trace))).Misses
		for _, name := range Names {
			a, b := Play(trace, 4, New(name, 7)), Play(trace, 4, New(name, 7))
			if a != b {
				t.Errorf("%s: two runs differ", name)
			}
			if a.Misses < least {
				t.Errorf("seed %d: %s has %d misses, the optimum %d", seed, name, a.Misses, least)
			}
		}
	}
}

// TestLearnedLeavesABadAdviser: on a loop that is too long, following the least
// recently used misses always; the learner notices.
func TestLearnedLeavesABadAdviser(t *testing.T) {
	loop := repeat([]uint32{0, 1, 2, 3, 4, 5}, 600)
	lru, learned := Play(loop, 4, LRU{}).Misses, Play(loop, 4, New("learned", 0)).Misses
	if lru != 600 || learned > 400 {
		t.Errorf("lru %d, learned %d", lru, learned)
	}
}

func TestUnknownName(t *testing.T) {
	if New("nothing", 0) != nil {
		t.Error("a policy without a name")
	}
}

// TestPredictor: blocks that come back at even distances are foreseen: of two
// regular blocks and a stream of others, the regular ones stay.
func TestPredictor(t *testing.T) {
	var trace []uint32
	for i := range uint32(200) {
		trace = append(trace, 1, 100+i, 2, 1000+i)
	}
	predictor, lru := Play(trace, 3, New("predictor", 0)).Misses, Play(trace, 3, LRU{}).Misses
	if predictor > 410 || lru < 700 {
		t.Errorf("predictor %d misses, lru %d of %d", predictor, lru, len(trace))
	}
}

// TestFuture: the next touch of every block from every place, against a search.
func TestFuture(t *testing.T) {
	trace := []uint32{3, 3, 3, 1, 2, 2, 3, 1, 1, 4}
	f := NewFuture(trace)
	for id := range uint32(6) {
		for at := range len(trace) + 1 {
			want := uint64(never)
			for i := at; i < len(trace); i++ {
				if trace[i] == id {
					want = uint64(i)
					break
				}
			}
			if got := f.next(id, uint64(at)); got != want {
				t.Errorf("next(%d, %d) = %d, want %d", id, at, got, want)
			}
		}
	}
}
