package scenario

import (
	"pagewalk/engine/target"
)

// fake is a card of 64 MiB that hands out addresses in order. It is enough of
// a target to run programs on: it knows what is live, copies bytes, and makes
// pinned memory.
type fake struct {
	m      target.Memory
	next   uint64
	blocks map[uint64][]byte
	pinned map[uint64]bool
	used   uint64
	calls  []target.Call
	wait   int // answers that cudaDeviceSynchronize keeps back
	unable map[target.Op]bool
	clock  uint64
}

const (
	fakeTotal = 64 << 20
	fakeBase  = 0x7f00_0000_0000
	fakePins  = 0x2_0000_0000
)

func newFake() *fake {
	return &fake{next: fakeBase, blocks: map[uint64][]byte{}, pinned: map[uint64]bool{}, unable: map[target.Op]bool{}}
}

func (f *fake) Info() target.Info { return target.Info{Kind: "simulated", Name: "fake"} }
func (f *fake) Start(seed uint64, m target.Memory) target.Why {
	f.m = m
	return target.Why{}
}
func (f *fake) Stop() target.Why { return target.Why{} }
func (f *fake) Sample(s *target.Sample) bool {
	*s = target.Sample{Free: fakeTotal - f.used, Total: fakeTotal}
	return true
}
func (f *fake) Resume(int, *target.Result) target.Progress {
	if f.wait--; f.wait > 0 {
		return target.Pending
	}
	return target.Done
}

func (f *fake) Do(c *target.Call, r *target.Result) target.Progress {
	f.calls = append(f.calls, *c)
	*r = target.Result{Begin: f.clock, End: f.clock + 1000}
	f.clock += 1000
	if f.unable[c.Op] {
		r.Why.ID = target.NotOnThisTarget
		return target.Unable
	}
	switch c.Op {
	case target.CudaMalloc, target.CudaMallocAsync, target.CuMemAlloc, target.CuMemAddressReserve:
		f.alloc(c.Arg[0], r)
	case target.CudaMallocManaged: // the host sees the same bytes
		r.Out[0] = f.next
		f.next += (c.Arg[0] + 4095) &^ 4095
		f.m.Adopt(r.Out[0], make([]byte, min(c.Arg[0], 2<<20)))
	case target.CudaFree, target.CuMemFree, target.CudaFreeAsync:
		f.free(c.Arg[0], r)
	case target.CudaMallocHost:
		r.Out[0] = fakePins + uint64(len(f.pinned))<<24
		f.pinned[r.Out[0]] = true
		f.m.Adopt(r.Out[0], make([]byte, c.Arg[0]))
	case target.CudaFreeHost:
		f.m.Abandon(c.Arg[0])
	case target.CudaGetDeviceProperties:
		r.Name, r.Out = "fake", [2]uint64{fakeTotal, target.Device{Processors: 5, Major: 8, Minor: 6}.Pack()}
	case target.CudaMemGetInfo, target.CuMemGetInfo:
		r.Out = [2]uint64{fakeTotal - f.used, fakeTotal}
	case target.CudaMemcpy, target.CudaMemcpyAsync:
		f.copy(c, r)
	case target.CudaMemset:
		if b := f.bytes(c.Arg[0], c.Arg[2]); b != nil {
			for i := range b {
				b[i] = byte(c.Arg[1])
			}
		} else {
			r.Code = target.InvalidValue
		}
	case target.CudaDeviceSynchronize:
		if f.wait > 0 {
			return target.Pending
		}
	case target.UvmMemAlloc, target.CuMemCreate, target.CudaStreamCreate, target.CudaEventCreate:
		r.Out[0] = uint64(len(f.calls))
	case target.CudaEventElapsedTime:
		r.Out[0] = 2_500_000_000
	case target.PwChase:
		r.Out[0] = 262_160
	case target.UvmMemMapCpuKernel:
		r.Code = target.NotSupported
	}
	return target.Done
}

func (f *fake) alloc(n uint64, r *target.Result) {
	if n > fakeTotal-f.used {
		r.Code = target.MemoryAllocation
		r.Why = target.Why{ID: target.NoRoom, N: [4]uint64{n, fakeTotal - f.used}}
		return
	}
	f.blocks[f.next] = make([]byte, n)
	f.used += n
	r.Out[0] = f.next
	f.next += (n + 511) &^ 511
}

func (f *fake) free(p uint64, r *target.Result) {
	b, ok := f.blocks[p]
	if !ok {
		if p != 0 {
			r.Code = target.InvalidValue
		}
		return
	}
	f.used -= uint64(len(b))
	delete(f.blocks, p)
}

func (f *fake) bytes(p, n uint64) []byte {
	for base, b := range f.blocks {
		if p >= base && p-base+n <= uint64(len(b)) {
			return b[p-base:][:n]
		}
	}
	b, _ := f.m.Bytes(p, n)
	return b
}

func (f *fake) copy(c *target.Call, r *target.Result) {
	dst, src := f.bytes(c.Arg[0], c.Arg[2]), f.bytes(c.Arg[1], c.Arg[2])
	if dst == nil || src == nil {
		r.Code = target.InvalidValue
		return
	}
	copy(dst, src)
}
