//go:build linux && cgo

package native

import (
	"os"
	"testing"
	"time"

	"pagewalk/engine/target"
)

func names(list []target.Ioctl) (s []string) {
	for _, i := range list {
		s = append(s, i.Name.Short())
	}
	return s
}

// TestIoctls: the wrapper sees what the library does in a row, with lengths,
// addresses and physical offsets, and nothing between rows.
func TestIoctls(t *testing.T) {
	useStandin(t)
	r, _ := open(t, Options{})
	a := want(t, target.Success, do(r, target.CudaMalloc, 3<<20))
	p := a.Out[0]
	const n = 4 << 20
	wanted := []target.Ioctl{
		{Name: target.RMAlloc, Length: n, Offset: 0x21000000}, {Name: target.RegisterVidmem},
		{Name: target.CreateExternal, Length: n, VA: p}, {Name: target.MapExternal, Length: n, VA: p},
	}
	check := func(got, wanted []target.Ioctl) {
		t.Helper()
		if len(got) != len(wanted) {
			t.Fatalf("%d ioctls %v, want %d", len(got), names(got), len(wanted))
		}
		for i := range wanted {
			x := got[i]
			if x.PS == 0 {
				t.Errorf("%s took no time", x.Name.Short())
			}
			if x.PS = 0; x != wanted[i] {
				t.Errorf("ioctl %d is %+v, want %+v", i, x, wanted[i])
			}
		}
	}
	check(a.Ioctls, wanted)
	var s target.Sample
	if !r.Sample(&s) || s.Free == 0 || s.Total != 16<<30 {
		t.Errorf("sample %+v", s)
	}
	check(do(r, target.CudaMemset, p, 1, 100).Ioctls, nil)
	check(do(r, target.CudaMemGetInfo).Ioctls, []target.Ioctl{{Name: target.FBGetInfo}})
	check(do(r, target.CudaFree, p).Ioctls, []target.Ioctl{{Name: target.UnregisterVidmem}, {Name: target.UVMFree, Length: n, VA: p}, {Name: target.RMFree}})
	failed := []target.Ioctl{{Name: target.RMAlloc, Length: 1 << 40, Failed: true}, {Name: target.RMAlloc, Length: 1 << 40, Failed: true}}
	check(want(t, target.MemoryAllocation, do(r, target.CudaMalloc, 1<<40)).Ioctls, failed)
}

// TestForeignThread: calls of other threads are recorded while a row is open,
// and marked.
func TestForeignThread(t *testing.T) {
	useStandin(t)
	t.Setenv("STANDIN_BYSTANDER", "1")
	r, _ := open(t, Options{})
	list := do(r, target.CudaMalloc, 1<<20).Ioctls
	foreign := 0
	for _, i := range list {
		if i.Foreign {
			foreign++
			if i.Name != target.RMControlAddrSpace {
				t.Errorf("%s is marked as of another thread", i.Name.Short())
			}
		}
	}
	if len(list) != 5 || foreign != 1 {
		t.Errorf("%v, %d of another thread", names(list), foreign)
	}
}

func TestEndsOfAChild(t *testing.T) {
	useStandin(t)
	tests := []struct {
		name, key, value string
		opt              Options
		why              target.WhyID
	}{
		{"a crash", "STANDIN_CRASH", "cuMemsetD8_v2", Options{}, target.TargetLost},
		{"a hang", "STANDIN_HANG", "cuMemsetD8_v2", Options{Wall: 300 * time.Millisecond}, target.LimitTime},
		{"too many calls", "STANDIN_", "", Options{Calls: 1}, target.LimitRows},
	}
	for _, x := range tests {
		t.Run(x.name, func(t *testing.T) {
			t.Setenv(x.key, x.value)
			r, _ := open(t, x.opt)
			p := want(t, target.Success, do(r, target.CudaMalloc, 4096)).Out[0]
			a := do(r, target.CudaMemset, p, 0, 4096)
			if a.Why.ID != x.why || !a.Why.Ends() {
				t.Errorf("ended by %s, want %s", a.Why.ID.Name(), x.why.Name())
			}
		})
	}
	t.Run("too many bytes", func(t *testing.T) {
		r, _ := open(t, Options{Bytes: 10 << 20})
		want(t, target.Success, do(r, target.CudaMalloc, 8<<20))
		if a := do(r, target.CudaMalloc, 4<<20); a.Why.ID != target.LimitMemory {
			t.Errorf("ended by %s", a.Why.ID.Name())
		}
	})
	t.Run("killed from outside", func(t *testing.T) {
		r, _ := open(t, Options{})
		r.(*Remote).Kill()
		if a := do(r, target.CudaMalloc, 1); a.Why.ID != target.TargetLost {
			t.Errorf("ended by %s", a.Why.ID.Name())
		}
	})
}

// TestContexts: each context is a process of its own, with its own errors.
func TestContexts(t *testing.T) {
	useStandin(t)
	r, _ := open(t, Options{})
	call := func(ctx uint16, op target.Op, args ...uint64) target.Result {
		c := target.Call{Op: op, Ctx: ctx}
		copy(c.Arg[:], args)
		var out target.Result
		r.Do(&c, &out)
		return out
	}
	want(t, target.Success, call(0, target.PwContext, 1))
	want(t, target.IllegalAddress, call(1, target.PwTouch, 0x1000, 4, 4))
	want(t, target.IllegalAddress, call(1, target.CudaMalloc, 16))
	want(t, target.Success, call(0, target.CudaMalloc, 16))
	want(t, target.InvalidValue, call(0, target.PwContext, 99))
}

// TestVirtualMemory plays reserve, create, map, access and the way back.
func TestVirtualMemory(t *testing.T) {
	useStandin(t)
	r, m := open(t, Options{})
	n := want(t, target.Success, do(r, target.CuMemGetAllocationGranularity, 0)).Out[0]
	at := want(t, target.Success, do(r, target.CuMemAddressReserve, n, 0, 0)).Out[0]
	h := want(t, target.Success, do(r, target.CuMemCreate, n)).Out[0]
	want(t, target.Success, do(r, target.CuMemMap, at, n, 0, h))
	want(t, target.InvalidValue, do(r, target.CudaMemset, at, 1, 10))
	want(t, target.Success, do(r, target.CuMemSetAccess, at, n, 3))
	if flags := want(t, target.Success, do(r, target.CuMemGetAccess, at)).Out[0]; flags != 3 {
		t.Errorf("access flags %d", flags)
	}
	want(t, target.Success, do(r, target.CudaMemset, at, 0x41, 10))
	want(t, target.Success, do(r, target.CudaMemcpy, hostBase, at, 10, 2))
	if m.bytes[9] != 0x41 || m.bytes[10] != 0 {
		t.Error("the bytes did not arrive")
	}
	want(t, target.Success, do(r, target.CuMemUnmap, at, n))
	want(t, target.Success, do(r, target.CuMemRelease, h))
	want(t, target.Success, do(r, target.CuMemAddressFree, at, n))
	want(t, target.InvalidValue, do(r, target.CuMemCreate, 4096))
}

// TestPinned: memory that the driver makes is the program's, both ways.
func TestPinned(t *testing.T) {
	useStandin(t)
	r, m := open(t, Options{})
	h := want(t, target.Success, do(r, target.CudaMallocHost, 4096)).Out[0]
	b, ok := m.Bytes(h, 4096)
	if !ok {
		t.Fatal("the memory was not adopted")
	}
	b[7] = 0x77
	p := want(t, target.Success, do(r, target.CudaMalloc, 4096)).Out[0]
	want(t, target.Success, do(r, target.CudaMemcpy, p, h, 4096, 1))
	b[7] = 0
	want(t, target.Success, do(r, target.CudaMemcpy, h, p, 4096, 2))
	if b[7] != 0x77 {
		t.Error("the byte did not come back")
	}
	want(t, target.InvalidValue, do(r, target.CudaFree, h))
	if d := want(t, target.Success, do(r, target.CudaHostGetDevicePointer, h)).Out[0]; d != h {
		t.Errorf("the device sees it at %#x, the host at %#x", d, h)
	}
	want(t, target.Success, do(r, target.CudaFreeHost, h))
	if _, ok := m.Bytes(h, 1); ok {
		t.Error("the memory is still the program's")
	}
}

// TestChase: a chase leaves the memory as it was.
func TestChase(t *testing.T) {
	useStandin(t)
	r, m := open(t, Options{})
	p := want(t, target.Success, do(r, target.CudaMalloc, 1<<20)).Out[0]
	want(t, target.Success, do(r, target.CudaMemset, p, 0x33, 4096))
	if c := want(t, target.Success, do(r, target.PwChase, p, 64<<10, 4096)).Out[0]; c != 700_000 {
		t.Errorf("%d thousandths of a cycle", c)
	}
	want(t, target.Success, do(r, target.CudaMemcpy, hostBase, p, 16, 2))
	for _, b := range m.bytes[:16] {
		if b != 0x33 {
			t.Fatal("the memory changed")
		}
	}
	want(t, target.IllegalAddress, do(r, target.PwChase, 0x1000, 64<<10, 4096))
}

// TestNullOutput: a null place for the pointer is the driver's to refuse.
func TestNullOutput(t *testing.T) {
	useStandin(t)
	r, _ := open(t, Options{})
	var out target.Result
	r.Do(&target.Call{Op: target.CudaMalloc, Null: true, Arg: [8]uint64{16}}, &out)
	want(t, target.InvalidValue, out)
}

// BenchmarkRow is what a row costs beyond the bare call, in the process that
// holds the card: of this machine with PAGEWALK_CARD=1, else the stand-in's.
// "row" is a row with its ioctls recorded, "call" one with recording off.
func BenchmarkRow(b *testing.B) {
	if os.Getenv("PAGEWALK_CARD") == "" {
		useStandin(b)
	}
	call, r := target.Call{Op: target.CudaDeviceSynchronize}, target.Result{}
	for _, x := range []struct {
		name string
		do   func(*Card)
	}{
		{"row", func(c *Card) { c.Do(&call, &r) }},
		{"call", func(c *Card) { c.lib.call(false, cuCtxSynchronize) }},
	} {
		b.Run(x.name, func(b *testing.B) {
			c, err := OpenCard() // here: a context belongs to a thread
			if err != nil {
				b.Fatal(err)
			}
			if err := c.Begin(&hostMemory{}); err != nil {
				b.Fatal(err)
			}
			defer c.Stop()
			c.lib.bare(cuCtxSynchronize, 10_000)
			bare := float64(c.lib.bare(cuCtxSynchronize, 100_000)) / 100_000
			for b.Loop() {
				x.do(c)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)-bare, "ns-beyond-bare")
		})
	}
}
