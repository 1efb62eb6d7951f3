package machine

import (
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
