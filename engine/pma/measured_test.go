package pma

import (
	"encoding/csv"
	"os"
	"strconv"
	"testing"
)

// blockOp is one line of testdata/h200-r580-blocks.csv: the blocks that three
// recorded programs took from an H200 (driver 580.159.04) and gave back, with
// the physical page at which the driver put each and the times of the calls,
// 9 µs between them. Pages are 2 MiB.
type blockOp struct {
	take         bool
	block        int
	pages, first uint32
	begin, end   uint64 // ps
}

// lookup is how far into a call the PMA looks: the way through libcuda and the
// ioctl. Anything from 3 to 12 µs gives the same.
const lookup = 5 * us

func measured(t *testing.T, trace string) (ops []blockOp) {
	t.Helper()
	f, err := os.Open("testdata/h200-r580-blocks.csv")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	number := func(s string) uint64 {
		v, _ := strconv.ParseFloat(s, 64)
		return uint64(v*1000+0.5) * 1000
	}
	for _, r := range rows[1:] {
		if r[0] != trace {
			continue
		}
		block, _ := strconv.Atoi(r[2])
		pages, _ := strconv.Atoi(r[3])
		first, _ := strconv.Atoi(r[4])
		ops = append(ops, blockOp{
			take: r[1] == "take", block: block, pages: uint32(pages), first: uint32(first),
			begin: number(r[5]), end: number(r[6]),
		})
	}
	return ops
}

// Where blocks are so small that every scrub is over before the next request,
// placement is settled by the list of requests alone, and ours is the card's.
func TestPlacementFreeRunning(t *testing.T) {
	tests := []struct {
		trace       string
		blocks, min int
	}{
		{"small_mixed", 28, 28},
		{"around_1m", 294, 294},
		{"everything", 367, 40}, // 116 GiB wait to be cleared at one point: small errors of time add up
	}
	for _, tt := range tests {
		p := h200()
		r := newRig(p).boot(p)
		r.rec.Log = nil
		held := map[int][]Run{}
		blocks, right := 0, 0
		for _, op := range measured(t, tt.trace) {
			if !op.take {
				r.clock.AdvanceTo(op.end)
				for _, run := range held[op.block] {
					r.Free(run)
				}
				continue
			}
			r.clock.AdvanceTo(op.begin + lookup)
			runs, _ := r.Alloc(malloc(op.pages*PageFrames), nil)
			held[op.block] = runs
			blocks++
			if runs[0].First == op.first*PageFrames {
				right++
			}
			r.clock.AdvanceTo(op.end)
		}
		t.Logf("%s: %d of %d", tt.trace, right, blocks)
		if blocks != tt.blocks || right < tt.min {
			t.Errorf("%s: %d of %d blocks where the card put them, want %d of %d", tt.trace, right, blocks, tt.min, tt.blocks)
		}
	}
}

// The rule without the clock: for all blocks of the trace with large ones, some
// prefix of the scrub queue being done, or the waits of the rule, give the
// card's page.
func TestPlacementExplained(t *testing.T) {
	p := h200()
	r := newRig(p).boot(p)
	held := map[int][]Run{}
	blocks, right := 0, 0
	for _, op := range measured(t, "everything") {
		if !op.take {
			for _, run := range held[op.block] {
				r.Free(run)
			}
			continue
		}
		blocks++
		runs := r.explain(malloc(op.pages*PageFrames), op.first*PageFrames)
		if len(runs) == 0 {
			t.Fatal("block", op.block, "cannot lie at page", op.first)
		}
		if runs[0].First == op.first*PageFrames {
			right++
		}
		held[op.block] = runs
	}
	t.Logf("%d of %d", right, blocks)
	if blocks != 367 || right != 367 {
		t.Errorf("%d of %d", right, blocks)
	}
}

// explain serves a request as the card did: it lets the oldest scrubs be done
// one by one until the lowest run that fits is the card's. If that never
// happens, the card waited, or took scattered pages: so does the rule.
func (r *rig) explain(q Request, want Frame) []Run {
	at := r.rec.Log.Len()
	for {
		if runs := r.search(&q, nil); len(runs) > 0 && runs[0].First == want {
			r.commit(runs, 0, true)
			return runs
		}
		if r.State.Head.At(0).Oldest == 0 {
			break
		}
		r.takeOldest()
	}
	for i := r.rec.Log.Len(); i > at; i-- {
		r.Revert(r.rec.Log.At(i - 1))
	}
	r.rec.Log.Cut(at)
	runs := r.searchAndWait(&q, nil)
	r.commit(runs, 0, true)
	return runs
}
