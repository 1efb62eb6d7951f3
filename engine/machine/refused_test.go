package machine

import (
	"math/rand"
	"testing"

	"pagewalk/engine/target"
)

// TestRefusedCallsChangeNothing: a call that CUDA refuses leaves allocations,
// mappings, bytes in use and contents as they were.
func TestRefusedCallsChangeNothing(t *testing.T) {
	for i, p := range testProfiles() {
		m := New(p, 0)
		m.Start(0, &hostMemory{make([]byte, 1<<16)})
		random := rand.New(rand.NewSource(int64(i)))
		var pointers []uint64
		var r target.Result
		refused := 0
		for n := range 600 {
			c := randomCall(random, p.Memory.Bytes)
			if c.Op == target.CudaDeviceReset || c.Op == target.PwTouch {
				continue // a reset and a fault are no refusals
			}
			if c.Arg[0]&aPointer != 0 && len(pointers) > 0 {
				c.Arg[0] = pointers[int(c.Arg[0]&0xFFFF)%len(pointers)]
			}
			before := m.Logical()
			m.Do(&c, &r)
			switch {
			case r.Code != target.Success:
				refused++
				if m.Logical() != before && p.Driver.Trim == 0 {
					t.Fatalf("%s: call %d (%s, %s) changed something", p.Name, n, c.Op, r.Code.Name())
				}
			case givesPointer(c.Op) && r.Out[0] != 0:
				pointers = append(pointers, r.Out[0])
			}
		}
		if refused < 20 {
			t.Errorf("%s: only %d calls were refused", p.Name, refused)
		}
	}
}
