package machine

import (
	"testing"

	"pagewalk/engine/profile"
	"pagewalk/engine/target"
)

// api is a machine of the measured card with calls as short words.
type api struct {
	*testing.T
	m *Machine
	r target.Result
}

func newAPI(t *testing.T) *api { return &api{T: t, m: New(profile.Get("h200-r580"), 0)} }

func (a *api) call(op target.Op, args ...uint64) uint64 {
	c := target.Call{Op: op}
	copy(c.Arg[:], args)
	a.m.Do(&c, &a.r)
	return a.r.Out[0]
}

func (a *api) want(code target.Code, op target.Op, args ...uint64) uint64 {
	a.Helper()
	out := a.call(op, args...)
	if a.r.Code != code {
		a.Fatalf("%s%x: %s, recorded %s", op, args, a.r.Code.Name(), code.Name())
	}
	return out
}

// counters compares a pool's four counters with a recorded line.
func (a *api) counters(pool uint64, note string, want ...uint64) {
	a.Helper()
	for i, attr := range []uint64{5, 7, 6, 8} { // reserved, used, and their high-water marks
		if i < len(want) {
			if got := a.want(target.Success, target.CudaMemPoolGetAttribute, pool, attr); got != want[i] {
				a.Errorf("%s: attribute %d is %d, recorded %d", note, attr, got, want[i])
			}
		}
	}
}

// TestPoolAsRecorded plays what a real H200 was asked of a private pool
// (driver 580.159.04, CUDA 13.0) and compares offsets and counters.
func TestPoolAsRecorded(t *testing.T) {
	a := newAPI(t)
	stream := a.want(target.Success, target.CudaStreamCreate)
	pool := a.want(target.Success, target.CudaMemPoolCreate)
	rows := []struct{ bytes, offset, reserved, used uint64 }{
		{1, 0, 33554432, 1}, {512, 512, 33554432, 513}, {513, 1024, 33554432, 1026}, {4096, 2048, 33554432, 5122},
		{1048576, 6144, 33554432, 1053698}, {2097151, 1054720, 33554432, 3150849}, {2097152, 3151872, 33554432, 5248001},
		{2097153, 5249024, 33554432, 7345154}, {32505856, 7346688, 67108864, 39851010}, {33554432, 39852544, 100663296, 73405442},
		{34603008, 73406976, 134217728, 108008450}, {67108864, 108009984, 201326592, 175117314}, {68157440, 175118848, 268435456, 243274754},
		{1073741824, 243276288, 1342177280, 1317016578}, {1073741825, 1317018112, 2415919104, 2390758403},
	}
	var at []uint64
	for _, row := range rows {
		p := a.want(target.Success, target.CudaMallocFromPoolAsync, row.bytes, pool, stream)
		at = append(at, p)
		if p-at[0] != row.offset {
			t.Errorf("%d bytes at offset %d, recorded %d", row.bytes, p-at[0], row.offset)
		}
		a.counters(pool, "after", row.reserved, row.used, row.reserved, row.used)
	}
	freeEvery := func(from int) {
		for i := from; i < len(at); i += 2 {
			a.want(target.Success, target.CudaFreeAsync, at[i], stream)
		}
	}
	freeEvery(0)
	a.counters(pool, "freed even", 2415919104, 1178604032, 2415919104, 2390758403)
	a.want(target.Success, target.CudaStreamSynchronize, stream)
	a.counters(pool, "synced", 1308622848, 1178604032, 2415919104, 2390758403)
	a.want(target.Success, target.CudaMemPoolTrimTo, pool, 0)
	a.counters(pool, "trim 0", 1308622848, 1178604032)
	freeEvery(1)
	a.counters(pool, "freed odd", 1308622848, 0)
	a.want(target.Success, target.CudaStreamSynchronize, stream)
	a.counters(pool, "synced", 0, 0, 2415919104, 2390758403)
	a.want(target.Success, target.CudaMemPoolSetAttribute, pool, 4, 256<<20)
	p := a.want(target.Success, target.CudaMallocFromPoolAsync, 1<<30, pool, stream)
	a.want(target.Success, target.CudaFreeAsync, p, stream)
	a.counters(pool, "1G freed", 1073741824, 0)
	a.want(target.Success, target.CudaStreamSynchronize, stream)
	a.counters(pool, "threshold 256M", 268435456, 0)
	a.want(target.Success, target.CudaMallocFromPoolAsync, 100<<20, pool, stream)
	a.counters(pool, "100M", 268435456, 104857600)
}

// TestDefaultPoolAsRecorded: first address, free memory and the list of trips of
// the first use.
func TestDefaultPoolAsRecorded(t *testing.T) {
	a := newAPI(t)
	free := a.want(target.Success, target.CudaMemGetInfo)
	p := a.want(target.Success, target.CudaMallocAsync, 1, 0)
	if p != 12918456320 {
		t.Errorf("first block at %d", p)
	}
	want := "UVM_CREATE_EXTERNAL_RANGE(300245057536)@va:0;RM_ALLOC_SYSTEM(2097152);CLIENT_GET_ADDR_SPACE_TYPE;RM_MAP_MEMORY(2097152);" +
		"UVM_CREATE_EXTERNAL_RANGE(2097152)@va:-4240441344;UVM_MAP_EXTERNAL_ALLOCATION(2097152)@va:-4240441344;" +
		"RM_ALLOC(33554432);UVM_MAP_EXTERNAL_ALLOCATION(33554432)@va:0"
	if got := ioctlText(a.r.Ioctls, p); got != want {
		t.Errorf("trips %s", got)
	}
	if now := a.want(target.Success, target.CudaMemGetInfo); free-now != 32<<20 {
		t.Errorf("free memory fell by %d", free-now)
	}
	q := a.want(target.Success, target.CudaMallocAsync, 104857600, 0)
	a.want(target.Success, target.CudaFreeAsync, q, 0)
	if again := a.want(target.Success, target.CudaMallocAsync, 104857600, 0); again != q || len(a.r.Ioctls) != 0 {
		t.Error("the same size in the same stream is not reused")
	}
	stream := a.want(target.Success, target.CudaStreamCreate)
	a.want(target.Success, target.CudaFreeAsync, q, 0)
	if other := a.want(target.Success, target.CudaMallocAsync, 104857600, stream); other != q {
		t.Error("another stream does not get what an idle one has freed")
	}
	big := a.want(target.Success, target.CudaMalloc, 32<<30)
	a.want(target.Success, target.CudaMemsetAsync, big, 0, 32<<30, stream)
	a.want(target.Success, target.CudaFreeAsync, q, stream)
	if other := a.want(target.Success, target.CudaMallocAsync, 104857600, 0); other == q {
		t.Error("another stream got a block that a busy one has freed")
	}
	a.want(target.InvalidValue, target.CudaFreeAsync, q, 0)
	a.want(target.Success, target.CudaDeviceReset)
	// Two blocks outlive the reset, with the five units that they reach into.
	if now := a.want(target.Success, target.CudaMemGetInfo); free-now != 5*32<<20 {
		t.Errorf("after the reset %d bytes are missing", free-now)
	}
	if broken := a.m.Check(); broken != "" {
		t.Error(broken)
	}
}

// TestVMMAsRecorded: the answers of a real H200 to calls right and wrong.
func TestVMMAsRecorded(t *testing.T) {
	const g = 2 << 20
	a := newAPI(t)
	free := a.want(target.Success, target.CudaMemGetInfo)
	a.want(target.InvalidValue, target.CuMemAddressReserve, 0, 0, 0)
	a.want(target.InvalidValue, target.CuMemAddressReserve, g+4096, 0, 0)
	p := a.want(target.Success, target.CuMemAddressReserve, 4*g, 0, 0)
	if q := a.want(target.Success, target.CuMemAddressReserve, 4*g, 0, p); q == p {
		t.Error("a hint that is taken was followed")
	}
	if q := a.want(target.Success, target.CuMemAddressReserve, g, 1<<30, 0); q%(1<<30) != 0 {
		t.Errorf("reserved at %#x", q)
	}
	a.want(target.InvalidValue, target.CuMemCreate, 0)
	a.want(target.InvalidValue, target.CuMemCreate, g/2)
	h := a.want(target.Success, target.CuMemCreate, 2*g)
	if now := a.want(target.Success, target.CudaMemGetInfo); free-now != 2*g {
		t.Errorf("a handle of 4 MiB costs %d", free-now)
	}
	a.want(target.NotSupported, target.CuMemMap, p, g, 0, h)
	a.want(target.NotSupported, target.CuMemMap, p, 2*g, g, h)
	a.want(target.Success, target.CuMemMap, p, 2*g, 0, h)
	a.want(target.NotSupported, target.CuMemMap, p+g, g, 0, h)
	a.want(target.Success, target.CuMemMap, p+2*g, 2*g, 0, h)
	a.want(target.Success, target.CuMemSetAccess, p, 2*g, 3)
	a.want(target.Success, target.PwTouch, p, 2*g, 4096)
	a.want(target.Success, target.CuMemRelease, h)
	a.want(target.Success, target.CuMemUnmap, p, 4*g)
	if now := a.want(target.Success, target.CudaMemGetInfo); now != free {
		t.Errorf("after unmapping and releasing %d bytes are missing", free-now)
	}
	a.want(target.Success, target.CuMemAddressFree, p, 4*g)
	if broken := a.m.Check(); broken != "" {
		t.Error(broken)
	}
	a.want(target.IllegalAddress, target.PwTouch, p, 4, 4)
}

// TestReservationsAsRecorded: small ones come from the arenas, large ones from
// the low range, and a released one is found again.
func TestReservationsAsRecorded(t *testing.T) {
	a := newAPI(t)
	first := profile.Get("h200-r580").Runtime.FirstAddress
	for _, row := range []struct{ bytes, at uint64 }{
		{2 << 20, first}, {4 << 20, first + 77594624}, {32 << 20, 12918456320}, {1 << 30, 12918456320}, {8 << 30, 12918456320},
	} {
		p := a.want(target.Success, target.CuMemAddressReserve, row.bytes, 0, 0)
		if p != row.at {
			t.Errorf("%d bytes at %d, recorded %d", row.bytes, p, row.at)
		}
		a.want(target.Success, target.CuMemAddressFree, p, row.bytes)
	}
}
