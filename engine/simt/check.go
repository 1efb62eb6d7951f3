package simt

import (
	"pagewalk/engine/profile"
	"pagewalk/engine/target"
)

// Limits of every card of compute capability 5.0 and later (CUDA C++
// Programming Guide, technical specifications).
const (
	maxBlockThreads = 1024
	maxBlockZ       = 64
	maxGridX        = 1<<31 - 1
	maxGridYZ       = 65535
	maxShared       = 48 << 10 // of a block, unless a program asks for more
)

// Check says what CUDA answers to a configuration before anything runs: code
// and reason, or a limit of ours.
func Check(c *target.Call, p *profile.Profile) (target.Code, target.Why) {
	s := c.Shape()
	n := s.Threads()
	invalid := func(id target.WhyID, a ...uint64) (target.Code, target.Why) {
		w := target.Why{ID: id}
		copy(w.N[:], a)
		if p.Runtime.PlainShapes {
			return target.InvalidValue, w
		}
		return target.InvalidConfiguration, w
	}
	for i, limit := range [3]uint32{maxGridX, maxGridYZ, maxGridYZ} {
		if s.Grid[i] == 0 || s.Grid[i] > limit {
			return invalid(target.BadGrid, uint64(i), uint64(s.Grid[i]), uint64(limit))
		}
	}
	for i, limit := range [3]uint32{maxBlockThreads, maxBlockThreads, maxBlockZ} {
		if s.Block[i] == 0 || s.Block[i] > limit {
			return invalid(target.BadBlock, uint64(i), uint64(s.Block[i]), uint64(limit))
		}
	}
	switch shared := uint64(c.Kernel.Static) + uint64(s.Shared); {
	case n > maxBlockThreads:
		return invalid(target.BigBlock, n, maxBlockThreads)
	case shared > maxShared:
		_, why := invalid(target.BigShared, shared, maxShared)
		return target.InvalidValue, why
	case s.Blocks() > uint64(p.Limits.Threads)/n:
		return target.Success, target.Why{ID: target.LimitThreads, N: [4]uint64{s.Blocks() * n, uint64(p.Limits.Threads)}}
	}
	return target.Success, target.Why{}
}
