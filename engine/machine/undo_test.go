package machine

import (
	"math/rand"
	"testing"

	"pagewalk/engine/event"
	"pagewalk/engine/profile"
	"pagewalk/engine/target"
)

// hostMemory is a program's memory for tests: one stretch of bytes.
type hostMemory struct{ b []byte }

const hostBase = 0x1000_0000

func (h *hostMemory) Bytes(addr, n uint64) ([]byte, bool) {
	if addr < hostBase || addr-hostBase > uint64(len(h.b)) || n > uint64(len(h.b))-(addr-hostBase) {
		return nil, false
	}
	return h.b[addr-hostBase:][:n], true
}
func (h *hostMemory) Adopt(uint64, []byte) bool { return true }
func (h *hostMemory) Abandon(uint64)            {}

// randomCalls makes a program of n calls that a learner might write, mistakes
// included.
func randomCalls(r *rand.Rand, n int, most uint64) []target.Call {
	calls := make([]target.Call, n)
	for i := range calls {
		calls[i] = randomCall(r, most)
		calls[i].Ctx = uint16(r.Intn(8) / 7)
		calls[i].Line = uint32(i + 1)
	}
	return calls
}

// aPointer in an argument stands for a pointer that an earlier call gave; the
// low bits choose it.
const aPointer = 1 << 63

func randomCall(r *rand.Rand, most uint64) target.Call {
	size := uint64(r.Int63n(1 << (1 + r.Intn(24))))
	if r.Intn(10) == 0 {
		size = uint64(r.Int63n(int64(most)))
	}
	pointer := aPointer | uint64(r.Intn(1<<16))
	switch r.Intn(26) {
	case 0, 1, 2, 3, 4, 5, 6:
		return target.Call{Op: target.CudaMalloc, Arg: [8]uint64{size}}
	case 7, 8, 9, 10, 11:
		return target.Call{Op: target.CudaFree, Arg: [8]uint64{pointer}}
	case 12:
		return target.Call{Op: target.CudaMemset, Arg: [8]uint64{pointer, 0xAB, uint64(r.Intn(10000))}}
	case 13:
		return target.Call{Op: target.CudaMemcpy, Arg: [8]uint64{pointer, hostBase, uint64(r.Intn(9000)), 1}}
	case 14, 15:
		return target.Call{Op: target.PwTouch, Arg: [8]uint64{pointer, uint64(1 + r.Intn(1<<17)), 4096}}
	case 16:
		return target.Call{Op: target.CudaMallocHost, Arg: [8]uint64{size, uint64(r.Intn(8))}}
	case 17:
		return target.Call{Op: target.CudaFreeHost, Arg: [8]uint64{pointer}}
	case 18:
		if r.Intn(6) == 0 {
			return target.Call{Op: target.CudaDeviceReset}
		}
		return target.Call{Op: target.CudaMemGetInfo}
	}
	if r.Intn(2) == 0 {
		return randomStreamCall(r, size, pointer)
	}
	if r.Intn(3) == 0 {
		op := []target.Op{target.CudaHostRegister, target.CudaHostUnregister}[r.Intn(2)]
		return target.Call{Op: op, Arg: [8]uint64{hostBase + uint64(r.Intn(4))*8192, uint64(1 + r.Intn(20000))}}
	}
	if r.Intn(40) == 0 {
		return target.Call{Op: target.CudaFree, Arg: [8]uint64{uint64(r.Int63())}}
	}
	return target.Call{Op: target.CudaGetLastError}
}

// randomStreamCall is a call of the pools, streams or virtual memory.
func randomStreamCall(r *rand.Rand, size, pointer uint64) target.Call {
	const grain = 2 << 20
	handle, stream := uint64(1+r.Intn(4)), uint64(r.Intn(2)*3)
	bytes := uint64(1+r.Intn(3)) * grain
	switch r.Intn(13) {
	case 0, 1, 2:
		return target.Call{Op: target.CudaMallocAsync, Arg: [8]uint64{size, stream}}
	case 3:
		return target.Call{Op: target.CudaFreeAsync, Arg: [8]uint64{pointer, stream}}
	case 4:
		return target.Call{Op: target.CudaStreamSynchronize, Arg: [8]uint64{stream}}
	case 5:
		return target.Call{Op: target.CudaStreamCreate}
	case 6:
		return target.Call{Op: target.CuMemAddressReserve, Arg: [8]uint64{bytes * uint64(1+r.Intn(20))}}
	case 7:
		return target.Call{Op: target.CuMemCreate, Arg: [8]uint64{bytes}}
	case 8:
		return target.Call{Op: target.CuMemMap, Arg: [8]uint64{pointer, bytes, 0, handle}}
	case 9:
		return target.Call{Op: target.CuMemSetAccess, Arg: [8]uint64{pointer, bytes, uint64(r.Intn(2))*2 + 1}}
	case 10:
		return target.Call{Op: target.CuMemUnmap, Arg: [8]uint64{pointer, bytes}}
	case 11:
		return target.Call{Op: target.CuMemRelease, Arg: [8]uint64{handle}}
	}
	return target.Call{Op: target.CudaMemPoolSetAttribute, Arg: [8]uint64{1, 4, size}}
}

// givesPointer says whether a call's first output is an address.
func givesPointer(op target.Op) bool {
	switch op {
	case target.CudaMalloc, target.CudaMallocHost, target.CudaMallocAsync, target.CuMemAddressReserve, target.PmmAllocUser, target.PmmAllocKernel,
		target.CudaMallocManaged, target.UvmMemAlloc:
		return true
	}
	return false
}

// play runs calls on m, with Check after each if check is set.
func play(t *testing.T, m *Machine, calls []target.Call, check bool) {
	t.Helper()
	m.Start(0, &hostMemory{make([]byte, 1<<16)})
	var pointers []uint64
	var r target.Result
	for i := range calls {
		c := calls[i]
		for k := range c.Arg[:2] {
			if c.Arg[k]&aPointer != 0 && len(pointers) > 0 {
				c.Arg[k] = pointers[int(c.Arg[k]&0xFFFF)%len(pointers)]
			}
		}
		for p := m.Do(&c, &r); p == target.Pending; {
			p = m.Resume(1<<20, &r)
		}
		if givesPointer(c.Op) && r.Code == target.Success && r.Out[0] != 0 {
			pointers = append(pointers, r.Out[0])
		}
		if check {
			if broken := m.Check(); broken != "" {
				t.Fatalf("after call %d (%s): %s", i, c.Op, broken)
			}
		}
	}
}

func testProfiles() []*profile.Profile {
	trimming := profile.Get("textbook-ampere")
	profile.Set(trimming, "driver.trim=pressure")
	at := profile.Get("textbook-volta")
	profile.Set(at, "driver.free=immediate")
	return []*profile.Profile{
		profile.Get("textbook-ampere"), trimming, at, profile.Get("gh100"), profile.Get("gh100-small"), profile.Get("h200-r580"),
	}
}

// TestUndoAtEveryPrefix: going back event by event passes through exactly the
// states that going forward passes through, and the log alone, without any
// decide code, makes the same end on a fresh machine.
func TestUndoAtEveryPrefix(t *testing.T) {
	for i, p := range testProfiles() {
		for seed := range int64(4) {
			calls := randomCalls(rand.New(rand.NewSource(seed*100+int64(i))), 80, p.Memory.Bytes+p.Memory.Bytes/8)
			t.Run(p.Name, func(t *testing.T) { undoEverywhere(t, p, calls) })
		}
	}
}

func undoEverywhere(t *testing.T, p *profile.Profile, calls []target.Call) {
	m := New(p, 0)
	start := m.Hash()
	var log event.Log
	m.Recorder().Log = &log
	play(t, m, calls, true)
	m.Recorder().Log = nil
	end := m.Hash()

	quiet := New(p, 0)
	play(t, quiet, calls, false)
	if quiet.Hash() != end {
		t.Error("the same calls without recording end in another state")
	}

	hashes := make([]uint64, log.Len()+1)
	for i := log.Len(); i > 0; i-- {
		hashes[i] = m.Hash()
		if i%97 == 0 && m.FullHash() != hashes[i] {
			t.Fatalf("event %d: the hash kept up to date differs from the full one", i)
		}
		before := uint64(0)
		if i > 1 {
			before = log.At(i - 2).Time
		}
		m.Revert(log.At(i-1), before)
	}
	hashes[0] = m.Hash()
	if hashes[0] != start {
		t.Fatal("undoing everything does not lead back to the start")
	}
	fresh := New(p, 0)
	fresh.rec.Aside = m.rec.Aside
	for i := range log.Len() {
		m.Apply(log.At(i))
		fresh.bulk = m.bulk
		if m.Hash() != hashes[i+1] {
			t.Fatalf("after event %d (%s) forward differs from backward", i, log.At(i).Kind)
		}
		if log.At(i).Kind != event.Bulk {
			fresh.Apply(log.At(i))
		}
	}
	if m.Hash() != end {
		t.Error("replaying everything does not lead to the end")
	}
	if broken := m.Check(); broken != "" {
		t.Error(broken)
	}
	if fresh.FullHash() != end {
		t.Error("the log on a fresh machine does not lead to the end")
	}
}
