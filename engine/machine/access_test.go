package machine

import (
	"testing"

	"pagewalk/engine/event"
	"pagewalk/engine/profile"
	"pagewalk/engine/target"
)

// TestMostAccesses: a touch of more than anybody can wait for ends at a bound
// with its number, recorded or not, and the machine is sound after it.
func TestMostAccesses(t *testing.T) {
	for _, log := range []*event.Log{nil, {}} {
		m := New(profile.Get("h200-r580"), 0)
		m.Recorder().Log = log
		var r target.Result
		m.Do(&target.Call{Op: target.CudaMalloc, Arg: [8]uint64{1 << 30}}, &r)
		touch := target.Call{Op: target.PwTouch, Arg: [8]uint64{r.Out[0], 1 << 30, 1}}
		if p := m.Do(&touch, &r); p != target.Pending {
			t.Fatalf("a billion accesses at once: %v", p)
		}
		m.Resume(singleAccesses, &r)
		m.access.next = mostAccesses - 3 // the way there is long
		if p := m.Resume(10, &r); p != target.Done || r.Why.ID != target.LimitSteps || r.Why.N[0] != mostAccesses {
			t.Errorf("ends as %v with %s %d", p, r.Why.ID.Name(), r.Why.N[0])
		}
		if broken := m.Check(); broken != "" {
			t.Error(broken)
		}
	}
}

// TestTouchBeyond: a touch over all addresses there are reaches the end of what
// is mapped, where it faults, as one over a little too much does.
func TestTouchBeyond(t *testing.T) {
	for _, name := range []string{"h200-r580", "textbook-ampere"} {
		for _, stride := range []uint64{2 << 20, 1 << 30, 1 << 63} {
			m := New(profile.Get(name), 0)
			var r target.Result
			m.Do(&target.Call{Op: target.CudaMalloc, Arg: [8]uint64{4096}}, &r)
			m.Do(&target.Call{Op: target.PwTouch, Arg: [8]uint64{r.Out[0], 1<<64 - 1, stride}}, &r)
			m.Do(&target.Call{Op: target.CudaDeviceSynchronize}, &r)
			if r.Code != target.IllegalAddress {
				t.Errorf("%s, every %d bytes: %s", name, stride, r.Code.Name())
			}
			if broken := m.Check(); broken != "" {
				t.Error(broken)
			}
		}
	}
}
