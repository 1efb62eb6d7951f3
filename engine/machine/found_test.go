package machine

import (
	"encoding/binary"
	"math/rand"
	"testing"

	"pagewalk/engine/event"
	"pagewalk/engine/pmm"
	"pagewalk/engine/profile"
	"pagewalk/engine/target"
)

// TestFoundByFuzzing: what the fuzzer found once. Each call is refused and
// leaves everything as it was.
func TestFoundByFuzzing(t *testing.T) {
	const small, behind = 128 << 10, 512 << 10 // an allocation, and a stretch that goes on behind it
	for _, x := range []struct {
		name string
		call func(p uint64) target.Call
	}{
		{"advice for more than the allocation, within its 2 MiB", func(p uint64) target.Call {
			return target.Call{Op: target.CudaMemAdvise, Arg: [8]uint64{p, behind, 1, hostDevice}}
		}},
		{"a prefetch of more than the allocation, within its 2 MiB", func(p uint64) target.Call {
			return target.Call{Op: target.CudaMemPrefetchAsync, Arg: [8]uint64{p, behind, 0}}
		}},
	} {
		for _, gpu := range []string{"gh100-small", "textbook-ampere"} {
			m := New(profile.Get(gpu), 0)
			m.Start(0, &hostMemory{make([]byte, 1<<16)})
			var r target.Result
			m.Do(&target.Call{Op: target.CudaMallocManaged, Arg: [8]uint64{small, 1}}, &r)
			p := r.Out[0]
			for _, bytes := range []uint64{0, 4096} { // untouched, then with a block
				m.Do(&target.Call{Op: target.HostTouch, Arg: [8]uint64{p, bytes, 1}}, &r)
				before := m.Logical()
				c := x.call(p)
				if m.Do(&c, &r); r.Code != target.InvalidValue || m.Logical() != before {
					t.Errorf("%s, %s: %s, changed: %v", gpu, x.name, r.Code.Name(), m.Logical() != before)
				}
			}
		}
	}
}

// A reset makes the context anew. Where no memory is left for its page tables
// the next call makes it, in the memory on the card that the context had: it is
// not taken a second time. What the process was told stays.
func TestResetWithoutANewContext(t *testing.T) {
	for _, x := range []struct {
		name    string
		process uint16
		fault   bool // an error that stays comes first
		want    target.Code
	}{
		{"the first process", 0, false, target.Success},
		{"another process", 1, false, target.Success},
		{"after an error that stays", 0, true, target.DevicesUnavailable},
	} {
		m := New(profile.Get("gh100-small"), 0)
		var log event.Log
		m.rec.Log = &log
		m.Start(0, &hostMemory{make([]byte, 1<<16)})
		do := func(op target.Op, arg ...uint64) target.Code {
			c, r := target.Call{Op: op, Ctx: x.process}, target.Result{}
			copy(c.Arg[:], arg)
			for p := m.Do(&c, &r); p == target.Pending; {
				p = m.Resume(1<<20, &r)
			}
			return r.Code
		}
		do(target.CudaMalloc, 1)
		if x.fault {
			do(target.PwTouch, 64, 4096, 4096)
		}
		start := m.Hash()
		mark := log.Len()
		m.PMM.InjectError(pmm.PointAlloc, 1)
		do(target.CudaDeviceReset)
		if m.CUDA.Process(x.process).Alive != 0 {
			t.Error(x.name, "has a context without memory for its page tables")
		}
		between, after := m.Hash(), log.Len()
		if got := do(target.CudaMalloc, 1); got != x.want {
			t.Error(x.name, got.Name())
		}
		if wrong := ledger(m); wrong != "" {
			t.Error(x.name, wrong)
		}
		if rewind(m, &log, after); m.Hash() != between {
			t.Error(x.name, "the second context cannot be taken back")
		}
		if rewind(m, &log, mark); m.Hash() != start {
			t.Error(x.name, "the reset cannot be taken back")
		}
	}
}

// TestNoMemoryForTables: a chunk that is lacking for the driver's own tables
// leaves no half-done work.
func TestNoMemoryForTables(t *testing.T) {
	managed := func(do func(target.Op, ...uint64) (uint64, target.Code)) uint64 {
		p, _ := do(target.CudaMallocManaged, 1<<20, 1)
		do(target.PwTouch, p, 1<<20, 4096)
		return p
	}
	atHome := func(do func(target.Op, ...uint64) (uint64, target.Code)) uint64 {
		p, _ := do(target.CudaMallocManaged, 1<<30, 1) // far from the context's own tables
		do(target.HostTouch, p, 6<<20, 1)
		return p
	}
	for _, x := range []struct {
		name string
		prep func(do func(target.Op, ...uint64) (uint64, target.Code)) uint64
		fail uint32 // which chunk from here on there is none of
		op   target.Op
		arg  []uint64 // behind the pointer, where prep gives one
		want target.Code
	}{
		{"the first allocation of the driver's own: its space goes as well", nil, 2, target.UvmMemAlloc, []uint64{64 << 10, 64 << 10, 1}, target.MemoryAllocation},
		{"the host takes pages of a larger one", managed, 1, target.HostTouch, []uint64{4096, 1}, target.Success},
		{"the GPU is to reach pages of the host", atHome, 1, target.CudaMemAdvise, []uint64{6 << 20, 5, 0}, target.MemoryAllocation},
		{"the same, not of the first block", atHome, 2, target.CudaMemAdvise, []uint64{4<<20 + 65536, 5, 0}, target.MemoryAllocation},
		{"pages of a larger one are discarded", managed, 1, target.CudaMemDiscardBatchAsync, nil, target.Success},
	} {
		m := New(profile.Get("gh100-small"), 0)
		memory := &hostMemory{make([]byte, 1<<16)}
		m.Start(0, memory)
		do := func(op target.Op, arg ...uint64) (uint64, target.Code) {
			c, r := target.Call{Op: op}, target.Result{}
			copy(c.Arg[:], arg)
			for p := m.Do(&c, &r); p == target.Pending; {
				p = m.Resume(1<<20, &r)
			}
			return r.Out[0], r.Code
		}
		arg := x.arg
		if x.prep != nil {
			p := x.prep(do)
			arg = append([]uint64{p}, arg...)
			binary.LittleEndian.PutUint64(memory.b, p)
			binary.LittleEndian.PutUint64(memory.b[8:], 4096)
		}
		if x.op == target.CudaMemDiscardBatchAsync {
			arg = []uint64{hostBase, hostBase + 8, 1}
		}
		before := m.Logical()
		m.PMM.InjectError(pmm.PointAlloc, x.fail)
		_, code := do(x.op, arg...)
		if code != x.want || m.PMM.State.Inject.Get(uint32(pmm.PointAlloc)) != 0 {
			t.Errorf("%s: %s, or no chunk was asked for", x.name, code.Name())
		}
		if code != target.Success && m.Logical() != before {
			t.Error(x.name, "is refused and has changed something")
		}
		for _, wrong := range []string{m.Check(), ledger(m)} {
			if wrong != "" {
				t.Error(x.name, wrong)
			}
		}
	}
}

// Pinned memory that does not fit into the oldest arena lies across the line at
// which the model's picture of system memory begins anew.
func TestPinnedMemoryAcrossTheFold(t *testing.T) {
	m := New(profile.Get("textbook-ampere"), 0)
	m.Start(0, &hostMemory{make([]byte, 1<<16)})
	var r target.Result
	m.Do(&target.Call{Op: target.CudaMallocHost, Arg: [8]uint64{44 << 20}}, &r)
	const fold = 64 << 30
	if first, last := r.Out[0]/fold, (r.Out[0]+44<<20-1)/fold; r.Code != target.Success || first == last {
		t.Fatal(r.Code.Name(), first, last)
	}
	if broken := m.Check(); broken != "" {
		t.Error(broken)
	}
}

// TestDenseInputs: what the fuzzer comes to only after long, inputs in which
// every call is there from the start.
func TestDenseInputs(t *testing.T) {
	profiles := fuzzProfiles(t)
	for seed := range 60 {
		b := make([]byte, 4*mostCalls)
		rand.New(rand.NewSource(int64(seed))).Read(b)
		fuzzMachine(t, profiles[seed%len(profiles)], b)
	}
}
