package pmm

import (
	"math/rand/v2"
	"testing"

	"pagewalk/engine/event"
	"pagewalk/engine/pma"
	"pagewalk/engine/profile"
	"pagewalk/engine/state"
	"pagewalk/engine/target"
	"pagewalk/engine/work"
)

const (
	k4  = 4 << 10
	k64 = 64 << 10
	m2  = 2 << 20
)

// documented is a card as the open kernel modules drive it.
func documented(pages, tail uint32, scrub bool) *profile.Profile {
	return &profile.Profile{
		Memory: profile.Memory{Bytes: uint64(pages)*m2 + uint64(tail)*k64, Scrub: scrub},
		PMM: profile.PMM{
			UserSizes: []uint32{m2, k64, k4}, KernelSizes: []uint32{m2, k64, k4, 256}, BatchRoots: 64,
		},
		Cost: profile.Cost{Scrub: 2_000_000, ScrubMiB: 2_550_000, UnmarkMiB: 500_000},
	}
}

// hopper is the large documented card, with its context reserved.
func hopper(scrub bool) *profile.Profile {
	p := documented(71577, 31, scrub)
	p.Memory.ContextPages, p.Memory.ContextSlackFrames = 264, 19
	return p
}

// textbook is the 64 MiB card of the books: the manager owns everything,
// chunks halve, siblings are pairs, the lowest free chunk is taken.
func textbook() *profile.Profile {
	var ladder []uint32
	for s := uint32(m2); s >= k4; s /= 2 {
		ladder = append(ladder, s)
	}
	return &profile.Profile{
		Memory: profile.Memory{Bytes: 64 << 20},
		PMM: profile.PMM{
			UserSizes: ladder, KernelSizes: ladder, BatchRoots: 1, OwnsAll: true, LowestFit: true, MergeKeepsRoot: true,
		},
	}
}

// rig is a manager on its PMA, with the log and the hash of both.
type rig struct {
	*PMM
	rec   *event.Recorder
	clock *work.Clock
	set   *state.Set
}

func newRig(p *profile.Profile) *rig {
	rec := &event.Recorder{Cause: event.None}
	clock := work.NewClock(rec)
	a := pma.New(p, rec, clock)
	a.Reserve(pma.Run{First: 0, N: p.Memory.ContextPages*RootFrames - p.Memory.ContextSlackFrames})
	r := &rig{PMM: New(p, rec, a), rec: rec, clock: clock, set: &state.Set{}}
	a.State.Columns(r.set)
	r.State.Columns(r.set)
	r.rec.Log = &event.Log{}
	return r
}

func (r *rig) check(t testing.TB) {
	t.Helper()
	if s := r.Check(); s != "" {
		t.Fatal(s)
	}
	if s := r.pma.Check(); s != "" {
		t.Fatal(s)
	}
	if s := r.checkShare(); s != "" {
		t.Fatal(s)
	}
}

// checkShare compares the roots that are not the PMA's with the PMA's frames.
func (r *rig) checkShare() string {
	for page := range r.roots {
		n := r.Node(r.Root(page))
		bits := r.pma.Bits(page * RootFrames)
		if n.State == PMAOwned || n.Flags&flagAdopted != 0 {
			continue
		}
		pinned := n.Type() == Kernel || r.p.PMM.OwnsAll
		if pinned && bits&pma.AllocPin == 0 || !pinned && bits&pma.AllocUnpin == 0 {
			return "the PMA does not know that a root is taken"
		}
	}
	return ""
}

func (r *rig) apply(e *event.Event) {
	if e.Kind.Layer() == event.PMA {
		r.pma.Apply(e)
	} else {
		r.Apply(e)
	}
}

func (r *rig) revert(e *event.Event) {
	if e.Kind.Layer() == event.PMA {
		r.pma.Revert(e)
	} else {
		r.Revert(e)
	}
}

// undoAll goes back over the whole log and forward again, and compares the
// hash at every prefix.
func (r *rig) undoAll(t testing.TB) {
	t.Helper()
	log := r.rec.Log
	r.rec.Log = nil
	h := state.NewHasher(r.set)
	hash := make([]uint64, log.Len()+1)
	for i := log.Len(); ; i-- {
		hash[i] = h.Sum()
		if i%256 == 0 && hash[i] != r.set.Hash() {
			t.Fatalf("before event %d: incremental hash differs from the full one", i)
		}
		if i == 0 {
			break
		}
		r.revert(log.At(i - 1))
	}
	r.check(t)
	for i := range log.Len() {
		r.apply(log.At(i))
		if h.Sum() != hash[i+1] {
			t.Fatalf("after event %d (%v): forward and back differ", i, log.At(i).Kind)
		}
	}
	r.check(t)
	r.rec.Log = log
}

func ok(t testing.TB, why target.Why) {
	t.Helper()
	if why.ID != target.NoReason {
		t.Fatalf("refused: %s %v", why.ID.Name(), why.N)
	}
}

func refused(t testing.TB, why target.Why, id target.WhyID, n ...uint64) {
	t.Helper()
	if why.ID != id {
		t.Fatalf("why %q, want %q", why.ID.Name(), id.Name())
	}
	for i, v := range n {
		if why.N[i] != v {
			t.Fatalf("%s: number %d is %d, want %d", id.Name(), i, why.N[i], v)
		}
	}
}

func (r *rig) user(t testing.TB, size uint32) ChunkID {
	t.Helper()
	c, why := r.Alloc(User, size, 0)
	ok(t, why)
	return c
}

func (r *rig) owned(t testing.TB, size, block uint32) ChunkID {
	t.Helper()
	c := r.user(t, size)
	ok(t, r.Unpin(c, block))
	return c
}

// churn plays n random calls of every sort, with Check after each.
func (r *rig) churn(t testing.TB, seed uint64, n int, each func()) {
	rnd := rand.New(rand.NewPCG(seed, 2))
	var live []ChunkID
	drop := func(i int) {
		live[i] = live[len(live)-1]
		live = live[:len(live)-1]
	}
	for range n {
		r.clock.Advance(rnd.Uint64N(50_000_000))
		switch k := rnd.IntN(16); {
		case k < 7 || len(live) == 0:
			typ, sizes := User, r.p.PMM.UserSizes
			if rnd.IntN(4) == 0 {
				typ, sizes = Kernel, r.p.PMM.KernelSizes
			}
			c, why := r.Alloc(typ, sizes[rnd.IntN(len(sizes))], Flags(rnd.IntN(2))*DontBatch)
			if why.ID != target.NoReason && why.ID != target.NoRoom && why.ID != target.LimitChunks {
				t.Fatal(why)
			}
			if c == 0 {
				break
			}
			if n := r.Node(c); typ == User && n.State != TempPinned || typ == Kernel && n.State != Allocated {
				t.Fatal("a new chunk is in state", StateName(n.State))
			}
			live = append(live, c)
		case k < 9:
			c := live[rnd.IntN(len(live))]
			if r.Node(c).State == TempPinned {
				ok(t, r.Unpin(c, 1+rnd.Uint32N(3)))
			} else if r.Unpin(c, 1).ID == target.NoReason {
				t.Fatal("unpinned what was not pinned")
			}
		case k < 13:
			i := rnd.IntN(len(live))
			if r.Node(live[i]).State == IsSplit {
				refused(t, r.Free(live[i]), target.RuleTransition, uint64(IsSplit), uint64(Free))
				break
			}
			ok(t, r.Free(live[i]))
			drop(i)
		case k < 15:
			i := rnd.IntN(len(live))
			c, node := live[i], r.Node(live[i])
			below := r.below[node.Type()][node.Size]
			if below == 0 {
				break
			}
			if why := r.Split(c, 1<<below); why.ID == target.LimitChunks {
				break
			} else {
				ok(t, why)
			}
			if rnd.IntN(3) == 0 {
				ok(t, r.Merge(c))
				break
			}
			drop(i)
			live = r.Subchunks(c, live)
		default:
			c := live[rnd.IntN(len(live))]
			if p := r.Node(c).Parent; p != 0 && r.Merge(p).ID == target.NoReason {
				kept := live[:0]
				for _, d := range live {
					if r.Exists(d) && r.Node(d).State != IsSplit {
						kept = append(kept, d)
					}
				}
				live = append(kept, p)
			}
			if p := live[rnd.IntN(len(live))]; r.Node(r.RootOf(p)).List == Used {
				r.MarkRootUnused(r.RootOf(p))
			}
		}
		each()
	}
}
