package machine

import "pagewalk/engine/target"

// The __device__ and __constant__ variables of a program. Its module, and they
// with it, is loaded by the first call that needs it, in each context anew.

var symbolHandlers = map[target.Op]handler{
	target.CudaMemcpyToSymbol: doCopyToSymbol, target.CudaMemcpyFromSymbol: doCopyFromSymbol,
	target.CudaGetSymbolAddress: doSymbolAddress, target.CudaGetSymbolSize: doSymbolSize,
}

// variables gives the address of the variables of the program that a call comes
// from, and loads them if that was not done; 0 for a program without.
func (m *Machine) variables(c *target.Call) (uint64, target.Why) {
	if c.Kernel == nil || c.Kernel.Program == nil || c.Kernel.Program.Variables == 0 {
		return 0, target.Why{}
	}
	n := c.Kernel.Program.Variables
	base, fresh, why := m.CUDA.Variables(c.Ctx, n)
	if !fresh || why.ID != target.NoReason {
		return base, why
	}
	first, why := m.side(c.Ctx, c.Arg[7], n, 7)
	if why.ID == target.NoReason {
		m.Clock.Advance(m.copyTime(false, n))
		why = m.move(c.Ctx, place{device: true, addr: base}, first, n)
	}
	return base, why
}

// variable gives the address of bytes of a variable: at is its place among all,
// size its own bytes.
func (m *Machine) variable(c *target.Call, at, size, offset, n uint64, r *target.Result) (uint64, bool) {
	base, why := m.variables(c)
	switch {
	case why.ID != target.NoReason:
		r.Code, r.Why = target.MemoryAllocation, why
		return 0, false
	case base == 0:
		r.Code = target.SymbolNotFound
		return 0, false
	case offset+n < n || offset+n > size:
		r.Code, r.Why = target.InvalidValue, target.Why{ID: target.OutsideAllocation, N: [4]uint64{base + at + offset, n, base + at, size}}
		return 0, false
	}
	return base + at + offset, true
}

func doCopyToSymbol(m *Machine, c *target.Call, r *target.Result) target.Progress {
	a := &c.Arg
	if dst, ok := m.variable(c, a[0], a[1], a[4], a[3], r); ok {
		m.copy(c.Ctx, copying{dst, a[2], a[3], a[5], a[6], a[6] != 0}, r)
	}
	return target.Done
}

func doCopyFromSymbol(m *Machine, c *target.Call, r *target.Result) target.Progress {
	a := &c.Arg
	if src, ok := m.variable(c, a[1], a[2], a[4], a[3], r); ok {
		m.copy(c.Ctx, copying{a[0], src, a[3], a[5], a[6], a[6] != 0}, r)
	}
	return target.Done
}

func doSymbolAddress(m *Machine, c *target.Call, r *target.Result) target.Progress {
	m.Clock.Advance(m.Profile.Cost.Zero)
	r.Out[0], _ = m.variable(c, c.Arg[0], c.Arg[1], 0, c.Arg[1], r)
	return target.Done
}

func doSymbolSize(m *Machine, c *target.Call, r *target.Result) target.Progress {
	m.Clock.Advance(m.Profile.Cost.Zero)
	if _, ok := m.variable(c, c.Arg[0], c.Arg[1], 0, c.Arg[1], r); ok {
		r.Out[0] = c.Arg[1]
	}
	return target.Done
}
