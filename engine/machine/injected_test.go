package machine

import (
	"math/rand"
	"testing"

	"pagewalk/engine/event"
	"pagewalk/engine/pmm"
	"pagewalk/engine/profile"
	"pagewalk/engine/target"
)

// rewind takes the machine back to where the log had n events.
func rewind(m *Machine, log *event.Log, n uint32) {
	m.rec.Log = nil
	for i := log.Len(); i > n; i-- {
		before := uint64(0)
		if i > 1 {
			before = log.At(i - 2).Time
		}
		m.Revert(log.At(i-1), before)
	}
	log.Cut(n)
	m.rec.Log = log
}

// TestErrorsEverywhere: each call is made again and again with an error at its
// first, second, … allocation of a chunk. Whenever it is refused for that,
// nothing that a program can tell has changed; whenever it works all the same,
// every invariant holds.
func TestErrorsEverywhere(t *testing.T) {
	small := profile.Get("gh100-small")
	profile.Set(small, "memory.bytes=24MiB")
	profile.Set(small, "pmm.batch=3")
	for i, p := range []*profile.Profile{small, profile.Get("textbook-ampere")} {
		m := New(p, 0)
		var log event.Log
		m.rec.Log = &log
		m.Start(0, &hostMemory{make([]byte, 1<<16)})
		random := rand.New(rand.NewSource(int64(i)))
		calls := append(kernelCalls(random, 150), managedCalls(random, 150)...)
		for range 100 {
			calls = append(calls, randomCall(random, p.Memory.Bytes))
			page := []uint64{0, 4 << 10, 64 << 10, 2 << 20}[random.Intn(4)]
			calls = append(calls, target.Call{Op: target.UvmMemAlloc, Arg: [8]uint64{uint64(1 + random.Intn(3<<20)), page, uint64(random.Intn(2))}})
			calls = append(calls, target.Call{Op: target.UvmMemMapGpuKernel, Arg: [8]uint64{uint64(1 + random.Intn(9)), 1}})
			calls = append(calls, target.Call{Op: target.UvmMemFree, Arg: [8]uint64{uint64(1 + random.Intn(9))}})
		}
		random.Shuffle(len(calls), func(a, b int) { calls[a], calls[b] = calls[b], calls[a] })
		var pointers []uint64
		refused := 0
		for _, c := range calls {
			if c.Op == target.CudaDeviceReset {
				continue
			}
			for k := range c.Arg[:2] {
				if c.Arg[k]&aPointer != 0 && len(pointers) > 0 {
					c.Arg[k] = pointers[int(c.Arg[k]&0xFFFF)%len(pointers)]
				}
			}
			for n := uint32(1); n < 40 && failAt(t, m, &log, &c, n, &refused); n++ {
			}
			var r target.Result
			m.Do(&c, &r)
			if givesPointer(c.Op) && r.Code == target.Success && r.Out[0] != 0 {
				pointers = append(pointers, r.Out[0])
			}
		}
		if refused < 30 {
			t.Errorf("%s: only %d calls were refused for an injected error", p.Name, refused)
		}
	}
}

// failAt makes a call whose nth allocation fails, looks at what it left, and
// takes it back; false if the call does not have so many.
func failAt(t *testing.T, m *Machine, log *event.Log, c *target.Call, n uint32, refused *int) bool {
	t.Helper()
	mark, before := log.Len(), m.Logical()
	m.PMM.InjectError(pmm.PointAlloc, n)
	var r target.Result
	for p := m.Do(c, &r); p == target.Pending; {
		p = m.Resume(1<<20, &r)
	}
	hit := m.PMM.State.Inject.Get(uint32(pmm.PointAlloc)) == 0
	if broken := m.Check(); broken != "" {
		t.Fatalf("%s with an error at allocation %d: %s", c.Op, n, broken)
	}
	if hit && r.Code != target.Success && c.Op != target.PwTouch && c.Op != target.PwChase && c.Op != target.CudaMemset && c.Op != target.HostTouch {
		*refused++
		evicted := false
		for i := mark; i < log.Len(); i++ {
			evicted = evicted || log.At(i).Kind == event.Evicting
		}
		if m.Logical() != before && !evicted {
			t.Fatalf("%s with an error at allocation %d is refused (%s, %s) and has changed something", c.Op, n, r.Code.Name(), r.Why.ID.Name())
		}
	}
	rewind(m, log, mark)
	if m.Logical() != before {
		t.Fatalf("%s cannot be taken back", c.Op)
	}
	return hit
}
