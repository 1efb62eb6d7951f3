package machine

import (
	"testing"

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
