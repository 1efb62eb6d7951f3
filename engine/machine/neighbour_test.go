package machine

import (
	"fmt"
	"testing"

	"pagewalk/engine/profile"
	"pagewalk/engine/target"
)

// TestNeighboursAsRecorded: where a stray access finds the context's own memory
// and where nothing, as kernels on an H200 found it: relative to the first slab,
// or at an address that is always the same.
func TestNeighboursAsRecorded(t *testing.T) {
	const mib = 1 << 20
	around := map[int64]bool{
		-414*mib - 1: false, -414 * mib: true, -256 * mib: true, -2 * mib: true, -mib: true, 2 * mib: true, 64 * mib: true, 72 * mib: true, 74*mib - 1: true,
		74 * mib: false, 80 * mib: false, 97 * mib: false, 98*mib - 1: false,
		98 * mib: true, 100 * mib: true, 104 * mib: true, 106 * mib: true, 110 * mib: true, 114*mib - 1: false, 114 * mib: true, 118 * mib: true, 122 * mib: true,
		124 * mib: true, 124*mib + 0x5EAFFF: true, 124*mib + 0x5EB000: false, 130 * mib: false, 160 * mib: false, 512 * mib: false, 65536 * mib: false,
		-415 * mib: false, -448 * mib: false, -4096 * mib: false,
	}
	fixed := map[uint64]bool{
		0x1FFFFFFFF: false, 0x200000000: true, 0x2005FFFFF: true, 0x200600000: true, 0x2007FFFFF: true, 0x200800000: true, 0x203FFFFFF: true, 0x2045FFFFF: false,
		0x204600000: true, 0x204800000: true, 0x204A00000: true, 0x204BFFFFF: true, 0x204C00000: true, 0x204E00000: true, 0x205000000: true, 0x2053FFFFF: true, 0x205400000: false,
		0x10000000000: true, 0x100001FFFFF: true, 0x10000200000: false, 0x10002000000: true, 0x100021FFFFF: true,
	}
	touch := func(at func(first uint64) uint64) (uint64, target.Code) {
		m := New(profile.Get("h200-r580"), 0)
		var r target.Result
		m.Do(&target.Call{Op: target.CudaMalloc, Arg: [8]uint64{4096}}, &r)
		where := at(r.Out[0])
		m.Do(&target.Call{Op: target.PwTouch, Arg: [8]uint64{where, 1, 1}}, &r)
		if broken := m.Check(); broken != "" {
			t.Error(broken)
		}
		return where, r.Code
	}
	want := func(name string, code target.Code, there bool) {
		if there != (code == target.Success) || !there && code != target.IllegalAddress {
			t.Errorf("%s: %s, on the card there is memory: %v", name, code.Name(), there)
		}
	}
	for off, there := range around {
		where, code := touch(func(first uint64) uint64 { return first + uint64(off) })
		want(fmt.Sprintf("%#x", where), code, there)
	}
	for at, there := range fixed {
		_, code := touch(func(uint64) uint64 { return at })
		want(fmt.Sprintf("%#x", at), code, there)
	}
}

// TestContextsHaveTheirOwn: each context has its own memory at the same
// addresses, elsewhere on the card, and keeps it through a reset.
func TestContextsHaveTheirOwn(t *testing.T) {
	m := New(profile.Get("h200-r580"), 0)
	p := m.Profile.Runtime.FirstAddress - 414<<20
	where := func(ctx uint16) uint64 {
		at, why := m.translate(ctx, p)
		if why.ID != target.NoReason {
			t.Fatal(why.ID.Name())
		}
		return at
	}
	var r target.Result
	m.Do(&target.Call{Op: target.PwContext, Arg: [8]uint64{1}}, &r)
	first, second := where(0), where(1)
	if first == second {
		t.Error("two contexts share their own memory")
	}
	for range 3 {
		m.Do(&target.Call{Op: target.CudaDeviceReset, Ctx: 1}, &r)
		if len(r.Ioctls) != 206 || where(0) != first || where(1) != second {
			t.Errorf("%d trips, memory at %x and %x", len(r.Ioctls), where(0), where(1))
		}
	}
	if broken := m.Check(); broken != "" {
		t.Error(broken)
	}
}
