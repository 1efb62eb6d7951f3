package lab

import (
	"pagewalk/engine/machine"
	"pagewalk/engine/profile"
	"pagewalk/engine/target"
)

// Measure names a way to serve a workload.
type Measure uint8

const (
	Plain      Measure = iota // every request is a cudaMalloc of its own
	Lazy                      // … under a driver that keeps freed blocks by size
	Compaction                // … under one that moves blocks together when a request fails
	Pool                      // cudaMallocAsync and cudaFreeAsync
	Slabs                     // cudaMalloc of a runtime that divides slabs of 2 MiB
	Classes                   // slabs of one size class each, divided by the program
	Large                     // blocks of 32 MiB, divided by the program
	Expandable                // granules of 2 MiB mapped into one range of addresses
	Measures
)

// MeasureNames are the names that commands use.
var MeasureNames = [Measures]string{"plain", "lazy", "compaction", "pool", "slabs", "classes", "large", "expandable"}

// measureSettings is what each measure sets on the profile, beside plain's.
var measureSettings = [Measures][]string{
	Lazy:  {"driver.free=lazy"},
	Slabs: {"runtime.slabs=on"},
}

// server serves requests on one machine.
type server interface {
	// get gives an address and the bytes that were really given; ok is false
	// if the request is refused.
	get(bytes uint64) (addr, given uint64, ok bool)
	put(addr uint64)
}

// bench is a machine with what was spent on it.
type bench struct {
	m      *machine.Machine
	ioctls int
	moved  uint64
	result target.Result
}

// newBench makes a machine for a measure.
func newBench(p *profile.Profile, which Measure) *bench {
	own := *p
	for _, set := range append([]string{"driver.free=immediate", "runtime.slabs=off"}, measureSettings[which]...) {
		if err := profile.Set(&own, set); err != nil {
			panic("lab: bench: " + err.Error())
		}
	}
	return &bench{m: machine.New(&own, 0)}
}

// serve gives the measure's server on the bench.
func (b *bench) serve(which Measure) server {
	switch which {
	case Compaction:
		return &blocks{b, true}
	case Pool:
		return newPool(b)
	case Classes:
		return &classes{b: b, home: map[uint64]*slab{}}
	case Large:
		return &segments{b: b}
	case Expandable:
		return newGranules(b)
	}
	return &blocks{b, false}
}

// call asks the machine.
func (b *bench) call(op target.Op, args ...uint64) bool {
	c := target.Call{Op: op}
	copy(c.Arg[:], args)
	b.m.Do(&c, &b.result)
	b.ioctls += len(b.result.Ioctls)
	return b.result.Code == target.Success
}

// malloc is cudaMalloc; 0 if it fails.
func (b *bench) malloc(bytes uint64) uint64 {
	if !b.call(target.CudaMalloc, bytes) {
		return 0
	}
	return b.result.Out[0]
}

// given is how many bytes an allocation really has.
func (b *bench) given(addr uint64) uint64 { return b.m.CUDA.Locate(0, addr).Bytes }

// free is the card's free bytes.
func (b *bench) free() uint64 {
	free, _ := b.m.Driver.Memory()
	return free
}

// blocks serves every request by a cudaMalloc of its own.
type blocks struct {
	*bench
	compact bool
}

func (b *blocks) get(bytes uint64) (addr, given uint64, ok bool) {
	addr = b.malloc(bytes)
	if addr == 0 && b.compact && b.call(target.PmmDefrag, 0) {
		b.moved += b.result.Out[0]
		addr = b.malloc(bytes)
	}
	if addr == 0 {
		return 0, 0, false
	}
	return addr, b.given(addr), true
}

func (b *blocks) put(addr uint64) { b.call(target.CudaFree, addr) }

// pool serves from the default pool, which keeps what it has.
type pool struct{ *bench }

// thresholdAttribute is cudaMemPoolAttrReleaseThreshold.
const thresholdAttribute = 4

func newPool(b *bench) *pool {
	b.call(target.CudaDeviceGetDefaultMemPool, 0)
	b.call(target.CudaMemPoolSetAttribute, b.result.Out[0], thresholdAttribute, 1<<63)
	return &pool{b}
}

func (p *pool) get(bytes uint64) (addr, given uint64, ok bool) {
	if !p.call(target.CudaMallocAsync, bytes, 0) {
		return 0, 0, false
	}
	addr = p.result.Out[0]
	return addr, p.given(addr), true
}

func (p *pool) put(addr uint64) {
	p.call(target.CudaFreeAsync, addr, 0)
	p.call(target.CudaStreamSynchronize, 0)
}
