package machine

import (
	"math/rand"
	"testing"

	"pagewalk/engine/profile"
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

// TestWhatARefusedCallAskedFor: on a full card the driver shows what it was asked
// for, as recorded on an H200: a slab, the call's own bytes, or, of a size that
// only its rounding makes a block, the rounded bytes.
func TestWhatARefusedCallAskedFor(t *testing.T) {
	m := New(profile.Get("h200-r580"), 0)
	var r target.Result
	alloc := func(bytes uint64) *target.Result {
		m.Do(&target.Call{Op: target.CuMemAlloc, Arg: [8]uint64{bytes}}, &r)
		return &r
	}
	free, _ := m.Driver.Memory()
	if alloc((free-3_276_800)&^(2<<20-1)).Code != target.Success {
		t.Fatal(r.Why)
	}
	tests := []struct{ bytes, asked uint64 }{
		{1, 2 << 20}, {1_029_760, 2 << 20}, {2_037_373, 2 << 20},
		{2_097_151, 2_097_152}, {2_097_152, 2_097_152}, {2_097_153, 2_097_153},
		{8_164_974_350, 8_164_974_350},
	}
	for _, x := range tests {
		if alloc(x.bytes); r.Code == target.Success || len(r.Ioctls) != 2 || r.Ioctls[0].Length != x.asked || r.Ioctls[1].Length != x.asked {
			t.Errorf("%d bytes: %s, %+v, expected two requests of %d", x.bytes, r.Code.Name(), r.Ioctls, x.asked)
		}
	}
}
