package machine

import (
	"testing"

	"pagewalk/engine/event"
	"pagewalk/engine/profile"
	"pagewalk/engine/target"
)

// fuzzed is every call that a fuzzer makes, by the first byte of four.
var fuzzed = []target.Op{
	target.CudaMalloc, target.CudaFree, target.CudaMallocManaged, target.PwTouch, target.HostTouch, target.CudaMemPrefetchAsync,
	target.CudaMemAdvise, target.CudaMemset, target.PwChase, target.PmmAllocUser, target.PmmAllocKernel, target.PmmUnpinAllocated,
	target.PmmFree, target.PmmSplitChunk, target.PmmMergeChunk, target.PmmMarkEvictable, target.PmmEvictChunk, target.PmmDefrag,
	target.UvmMemAlloc, target.UvmMemFree, target.UvmMemMapGpuKernel, target.CudaMallocAsync, target.CudaFreeAsync, target.CudaStreamSynchronize,
	target.CuMemAddressReserve, target.CuMemCreate, target.CuMemMap, target.CuMemSetAccess, target.CuMemUnmap, target.CuMemRelease,
	target.CudaMallocHost, target.CudaFreeHost, target.CudaDeviceReset, target.CudaMemcpy,
}

// fuzzCall makes a call of four bytes: which one, which pointer, a size, and
// what else it takes.
func fuzzCall(b []byte, pointers []uint64) target.Call {
	c := target.Call{Op: fuzzed[int(b[0])%len(fuzzed)], Ctx: uint16(b[3]>>7) & uint16(b[2]>>7)}
	p := uint64(b[1])
	if len(pointers) > 0 {
		p = pointers[int(b[1])%len(pointers)]
	}
	size := uint64(b[2]&31+1) << (b[2] >> 5 * 3) // 1 byte to 64 MiB
	x := uint64(b[3])
	pages := []uint64{256, 4 << 10, 64 << 10, 2 << 20}[x%4]
	switch c.Op {
	case target.CudaMalloc, target.CudaMallocHost, target.CudaMallocAsync:
		c.Arg = [8]uint64{size, x % 2 * 3}
	case target.CudaMallocManaged:
		c.Arg = [8]uint64{size, 1}
	case target.PwTouch, target.PwChase:
		c.Arg = [8]uint64{p, min(size, 4<<20), 1 << (x%14 + 3)}
	case target.HostTouch:
		c.Arg = [8]uint64{p, min(size, 4<<20), x % 2}
	case target.CudaMemPrefetchAsync:
		c.Arg = [8]uint64{p, size, x%2 - 1}
	case target.CudaMemAdvise:
		c.Arg = [8]uint64{p, size, x % 8, x>>3%2 - 1}
	case target.CudaMemset, target.CudaMemcpy:
		c.Arg = [8]uint64{p, hostBase, min(size, 1<<15), x % 5}
	case target.PmmAllocUser, target.PmmAllocKernel:
		c.Arg = [8]uint64{1, x%3 + 1, pages, x >> 2 % 4, hostBase}
	case target.PmmUnpinAllocated, target.PmmFree, target.PmmSplitChunk, target.PmmMergeChunk, target.PmmMarkEvictable, target.PmmEvictChunk, target.PmmDefrag:
		c.Arg = [8]uint64{1, p, pages, hostBase}
		if c.Op == target.PmmUnpinAllocated {
			c.Arg[2] = x % 4
		}
	case target.UvmMemAlloc:
		c.Arg = [8]uint64{min(size, 8<<20), []uint64{0, pages}[x>>2%2], x >> 3 % 2, 0, 0, x >> 4 % 2}
	case target.UvmMemFree, target.UvmMemMapGpuKernel:
		c.Arg = [8]uint64{x % 8, 1}
	case target.CuMemAddressReserve, target.CuMemCreate:
		c.Arg = [8]uint64{(x%4 + 1) << 21}
	case target.CuMemMap:
		c.Arg = [8]uint64{p, (x%4 + 1) << 21, 0, x >> 2 % 4}
	case target.CuMemSetAccess:
		c.Arg = [8]uint64{p, (x%4 + 1) << 21, x >> 2 % 4}
	default:
		c.Arg = [8]uint64{p, (x%4 + 1) << 21}
	}
	return c
}

// FuzzCalls: whatever is called, in whatever order, no invariant breaks, no
// layer panics, and all of it can be taken back.
func FuzzCalls(f *testing.F) {
	f.Add([]byte{2, 0, 0xC9, 0, 3, 0, 0xC9, 9, 0, 0, 0xC9, 0, 4, 0, 0x80, 1, 16, 0, 0, 0})
	f.Add([]byte{18, 0, 0xA9, 0, 20, 0, 0, 1, 9, 0, 0, 7, 11, 0, 0, 1, 16, 0, 0, 0, 19, 0, 0, 1, 17, 0, 0, 0})
	f.Add([]byte{1, 0, 0, 0})
	var profiles []*profile.Profile
	for i, name := range []string{"gh100-small", "textbook-ampere", "textbook-volta"} {
		p := profile.Get(name)
		profile.Set(p, "memory.bytes=24MiB")
		profile.Set(p, "pmm.batch=3")
		if i == 2 {
			profile.Set(p, "driver.trim=pressure")
			profile.Set(p, "eviction.policy=learned")
		}
		profiles = append(profiles, p)
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		for _, p := range profiles {
			fuzzMachine(t, p, b[:min(len(b), 160)])
		}
	})
}

func fuzzMachine(t *testing.T, p *profile.Profile, b []byte) {
	m := New(p, 0)
	start := m.Hash()
	var log event.Log
	m.rec.Log = &log
	m.Start(0, &hostMemory{make([]byte, 1<<16)})
	var pointers []uint64
	var r target.Result
	for ; len(b) >= 4; b = b[4:] {
		c := fuzzCall(b, pointers)
		for progress := m.Do(&c, &r); progress == target.Pending; {
			progress = m.Resume(1<<20, &r)
		}
		if givesPointer(c.Op) && r.Code == target.Success && r.Out[0] != 0 {
			pointers = append(pointers, r.Out[0])
		}
		if broken := m.Check(); broken != "" {
			t.Fatalf("%s: after %s %v: %s", p.Name, c.Op, c.Arg, broken)
		}
	}
	rewind(m, &log, 0)
	if m.Hash() != start {
		t.Fatalf("%s: taking everything back does not lead to the start", p.Name)
	}
}
