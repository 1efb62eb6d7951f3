package main

import (
	"pagewalk/engine/native"
	"pagewalk/engine/target"
)

// What the driver takes and gives for itself while a program runs: the code and
// the variables of modules, the memory for the threads of kernels, the buffer of
// printf. It shares the program's addresses and the card's memory, so that what
// the program is given next depends on it. Its trips tell what it was; here they
// become allocations of the simulated machine that no row shows.

// besides is a target that can be told what lies between calls: time, and that
// the memory for the threads of kernels goes, since a kernel needs more.
type besides interface {
	Idle(ps uint64)
	ReleaseLocal(process uint16) uint64
}

// ownTrips is what the trips of one thread have begun.
type ownTrips struct{ card, host uint64 }

// ownMemory is the driver's own memory in one process.
type ownMemory struct {
	blocks map[uint64]ownBlock // by where it lies on the card's side
	begun  map[int]*ownTrips   // by thread
}

type ownBlock struct {
	here uint64
	host bool
}

// buildsContext names calls whose trips make or end a context, which the
// simulated machine does by itself.
var buildsContext = map[string]bool{
	"cuInit": true, "cuDevicePrimaryCtxRetain": true, "cuDevicePrimaryCtxRelease": true, "cuDevicePrimaryCtxReset": true,
	"cuCtxCreate": true, "cuCtxDestroy": true, "cuCtxSetCurrent": true,
}

// follow plays the trips of a call that the model does not have.
func (s *captured) follow(c *native.Captured) {
	if buildsContext[c.Name] {
		return
	}
	ctx := s.process(c.Process)
	own := &s.own[ctx]
	begun := own.begun[c.Thread]
	if begun == nil {
		begun = &ownTrips{}
		own.begun[c.Thread] = begun
	}
	for i := range c.Ioctls {
		t := &c.Ioctls[i]
		switch {
		case t.Failed:
		case t.Name == target.RMAlloc:
			begun.card = t.Length
		case t.Name == target.RMAllocOSDesc:
			begun.host = t.Length
		case t.Name == target.MapExternal:
			s.takeOwn(ctx, t.VA, *begun)
			*begun = ownTrips{}
		case t.Name == target.UVMFree:
			s.giveOwn(ctx, t.VA, t.Length)
		}
	}
}

// takeOwn takes what lies at an address of the card's side.
func (s *captured) takeOwn(ctx uint16, at uint64, what ownTrips) {
	call := target.Call{Op: target.CuMemAlloc, Ctx: ctx, Arg: [8]uint64{what.card}}
	if what.card == 0 {
		call.Op, call.Arg[0] = target.CudaMallocHost, what.host
	}
	if call.Arg[0] == 0 {
		return
	}
	var r target.Result
	if s.do(&call, &r); r.Code == target.Success {
		s.own[ctx].blocks[at] = ownBlock{r.Out[0], what.card == 0}
		s.taken++
	}
}

// giveOwn gives back what lay there: what was taken before, or the context's
// memory for threads, which goes when a larger one is made.
func (s *captured) giveOwn(ctx uint16, at, bytes uint64) {
	b, ok := s.own[ctx].blocks[at]
	if !ok {
		if b, has := s.t.(besides); has && bytes >= leastLocal {
			b.ReleaseLocal(ctx)
		}
		return
	}
	delete(s.own[ctx].blocks, at)
	call := target.Call{Op: target.CuMemFree, Ctx: ctx, Arg: [8]uint64{b.here}}
	if b.host {
		call.Op = target.CudaFreeHost
	}
	var r target.Result
	s.do(&call, &r)
}

// leastLocal is less than any context's memory for threads, and more than
// anything else of a context's own.
const leastLocal = 128 << 20
