package machine

import (
	"encoding/binary"
	"testing"

	"pagewalk/engine/event"
	"pagewalk/engine/pmm"
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
	target.CudaMemDiscardBatchAsync, target.CudaHostRegister, target.CudaHostUnregister, target.CudaMallocPitch,
	target.CudaMemPoolCreate, target.CudaMemPoolDestroy, target.CudaMemPoolTrimTo, target.CudaDeviceSetMemPool,
}

// What one input does takes milliseconds: the fuzzer gives one ten seconds, on a
// machine that is busy with other things too.
const (
	mostCalls = 32
	mostSteps = 1024 // of one call
)

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
		size = min(size, 4<<20)
		c.Arg = [8]uint64{p, size, max(1<<(x%14+3), size/mostSteps)}
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
	case target.CudaMemDiscardBatchAsync: // fuzzMachine writes the pointer and the size there
		c.Arg = [8]uint64{hostBase, hostBase + 8, 1, 0, p, size}
	case target.CudaHostRegister, target.CudaHostUnregister:
		c.Arg = [8]uint64{hostBase + x&7<<12, (x>>3 + 1) << 10}
	case target.CudaMallocPitch:
		c.Arg = [8]uint64{size, x + 1}
	case target.CudaMemPoolDestroy, target.CudaMemPoolTrimTo:
		c.Arg = [8]uint64{x % 4, size}
	case target.CudaDeviceSetMemPool:
		c.Arg = [8]uint64{0, x % 4}
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

// fuzzProfiles are machines small enough to be full soon: the driver as it is,
// two textbooks, one of them with a lazy driver under pressure and a learning
// policy, and a card with a slow region and a bad frame.
func fuzzProfiles(t testing.TB) (all []*profile.Profile) {
	for _, settings := range [][]string{
		{"gh100-small", "pmm.batch=3"},
		{"textbook-ampere"},
		{"textbook-volta", "driver.trim=pressure", "eviction.policy=learned"},
		{"gh100-small", "pmm.batch=2", "memory.slow=8MiB", "memory.bad=270"},
	} {
		p := profile.Get(settings[0])
		for _, s := range append(settings[1:], "memory.bytes=24MiB") {
			if err := profile.Set(p, s); err != nil {
				t.Fatal(err)
			}
		}
		all = append(all, p)
	}
	return all
}

// FuzzCalls: whatever is called, in whatever order, with errors wherever a chunk
// is asked for, no invariant breaks, no layer panics, a refused call changes
// nothing, and all of it can be taken back.
func FuzzCalls(f *testing.F) {
	seeds := [][]byte{
		{2, 0, 0xC9, 0, 3, 0, 0xC9, 9, 0, 0, 0xC9, 0, 4, 0, 0x80, 1, 16, 0, 0, 0},
		{18, 0, 0xA9, 0, 20, 0, 0, 1, 9, 0, 0, 7, 11, 0, 0, 1, 16, 0, 0, 0, 19, 0, 0, 1, 17, 0, 0, 0},
		{0xF0, 0, 2, 0, 0, 0, 0xC9, 0, 0, 0, 0xC9, 0, 0xF1, 1, 1, 0, 9, 0, 0, 3, 13, 0, 0, 2, 0xF2, 2, 1, 0, 2, 0, 0xC9, 0, 3, 1, 0xC9, 9},
	}
	profiles := fuzzProfiles(f)
	for i := range profiles {
		for _, s := range seeds {
			f.Add(s, uint8(i))
		}
	}
	f.Fuzz(func(t *testing.T, b []byte, which uint8) {
		fuzzMachine(t, profiles[int(which)%len(profiles)], b[:min(len(b), 4*mostCalls)])
	})
}

// mayMove are calls that a fault or an error can end in the middle.
var mayMove = map[target.Op]bool{
	target.PwTouch: true, target.PwChase: true, target.CudaMemset: true, target.HostTouch: true, target.CudaMemcpy: true,
	target.CudaDeviceReset: true, target.CudaMemPrefetchAsync: true,
}

// refusedCleanly says whether a call that was refused left everything as it was.
// What an eviction moved before it failed stays moved, and so does what a lazy
// driver gave back to make room.
func refusedCleanly(m *Machine, op target.Op, before uint64, log *event.Log, mark uint32) bool {
	if mayMove[op] || m.Profile.Driver.Trim != 0 || m.Logical() == before {
		return true
	}
	for i := mark; i < log.Len(); i++ {
		if log.At(i).Kind == event.Evicting {
			return true
		}
	}
	return false
}

func fuzzMachine(t *testing.T, p *profile.Profile, b []byte) {
	m := New(p, 0)
	var log event.Log
	m.rec.Log = &log
	memory := &hostMemory{make([]byte, 1<<16)}
	m.Start(0, memory)
	var pointers []uint64
	var way marks
	var r target.Result
	for ; len(b) >= 4; b = b[4:] {
		if b[0] >= 0xF0 { // the next errors
			m.PMM.InjectError(pmm.Point(b[1]%3), uint32(b[2]%16))
			continue
		}
		c := fuzzCall(b, pointers)
		if c.Op == target.CudaMemDiscardBatchAsync {
			binary.LittleEndian.PutUint64(memory.b, c.Arg[4])
			binary.LittleEndian.PutUint64(memory.b[8:], c.Arg[5])
		}
		mark, before, born := log.Len(), m.Logical(), m.CUDA.Process(c.Ctx).Alive == 0
		way.put(mark, m.Hash())
		for progress := m.Do(&c, &r); progress == target.Pending; {
			progress = m.Resume(1<<20, &r)
		}
		if givesPointer(c.Op) && r.Code == target.Success && r.Out[0] != 0 {
			pointers = append(pointers, r.Out[0])
		}
		if broken := m.Check(); broken != "" {
			t.Fatalf("%s: after %s %v: %s", p.Name, c.Op, c.Arg, broken)
		}
		if r.Code != target.Success && !born && !refusedCleanly(m, c.Op, before, &log, mark) {
			t.Fatalf("%s: %s %v is refused (%s) and has changed something", p.Name, c.Op, c.Arg, r.Code.Name())
		}
		if wrong := ledger(m); wrong != "" {
			t.Fatalf("%s: after %s %v: %s", p.Name, c.Op, c.Arg, wrong)
		}
	}
	way.back(t, m, &log)
}

// marks are the states before each call: how long the log was, and the hash.
type marks struct {
	at   []uint32
	hash []uint64
}

func (w *marks) put(at uint32, hash uint64) {
	w.at, w.hash = append(w.at, at), append(w.hash, hash)
}

// back takes call after call back; each leads to the state before it.
func (w *marks) back(t *testing.T, m *Machine, log *event.Log) {
	for i := len(w.at) - 1; i >= 0; i-- {
		if rewind(m, log, w.at[i]); m.Hash() != w.hash[i] {
			t.Fatalf("%s: taking call %d back does not lead to the state before it", m.Profile.Name, i)
		}
	}
}
