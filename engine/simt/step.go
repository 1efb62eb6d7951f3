package simt

import (
	"pagewalk/engine/isa"
	"pagewalk/engine/target"
)

// step executes one instruction for the active lanes.
func (w *warp) step(x *Launch, in isa.Instr) {
	switch in.Op {
	case isa.Const:
		w.fill(uint64(int64(in.C)))
	case isa.Pool:
		w.fill(x.kernel.Program.Pool[in.C])
	case isa.Local:
		w.fill(isa.LocalBase + uint64(w.g.base) + uint64(uint32(in.C)))
	case isa.LoadLocal:
		w.loadLocal(w.g.base+uint32(in.C), in.A, w.push())
	case isa.StoreLocal:
		w.storeLocal(w.g.base+uint32(in.C), in.A, w.top())
		w.g.stack -= int32(in.B)
	case isa.Param:
		w.storeLocal(w.g.base+uint32(in.C), in.A, w.pop())
	case isa.Dup:
		r := w.push()
		from := &w.stack[w.g.stack-2]
		for _, l := range w.lanes() {
			r[l&31] = from[l&31]
		}
	case isa.Drop:
		w.g.stack--
	case isa.Scale:
		i, r := w.pop(), w.top()
		for _, l := range w.lanes() {
			r[l&31] += i[l&31] * uint64(uint32(in.C))
		}
	case isa.Special:
		w.special(x, isa.Register(in.C))
	case isa.Jump, isa.False, isa.True, isa.Call, isa.Enter, isa.Return, isa.Barrier, isa.Halt:
		w.flow(x, in)
	case isa.Load, isa.Store, isa.Copy, isa.Zero, isa.ParamCopy, isa.Atomic:
		w.memory(x, in)
	case isa.Convert, isa.Truth, isa.Not, isa.Negate, isa.Invert:
		r := w.top()
		for _, l := range w.lanes() {
			r[l&31] = isa.Unary(in, r[l&31])
		}
	case isa.Math:
		w.math(in)
	case isa.Shuffle:
		w.shuffle(in)
	case isa.Host:
		w.host(x, in)
	case isa.Bound:
	default:
		b := w.pop()
		w.binary(in, w.top(), b)
	}
}

// fill pushes one value for all lanes.
//
//go:noinline
func (w *warp) fill(v uint64) {
	r := w.push()
	for _, l := range w.lanes() {
		r[l&31] = v
	}
}

func (w *warp) math(in isa.Instr) {
	w.g.stack -= int32(in.B)
	a := w.stack[w.g.stack:]
	b, c := &a[0], &a[0]
	if in.B > 1 {
		b = &a[1]
	}
	if in.B > 2 {
		c = &a[2]
	}
	r := w.push()
	for _, l := range w.lanes() {
		r[l&31] = isa.Routine(in.C).Compute(in.A, a[0][l&31], b[l&31], c[l&31])
	}
}

// special pushes one of a thread's own numbers.
func (w *warp) special(x *Launch, n isa.Register) {
	switch {
	case n < isa.BlockIndex:
		first := uint32(w.number * lanes)
		b := &x.shape.Block
		r := w.push()
		for _, l := range w.lanes() {
			t := first + uint32(l)
			switch n {
			case isa.ThreadIndex:
				t %= b[0]
			case isa.ThreadIndex + 1:
				t = t / b[0] % b[1]
			default:
				t = t / b[0] / b[1]
			}
			r[l&31] = uint64(t)
		}
	case n < isa.BlockSize:
		w.fill(uint64(x.block.at[n-isa.BlockIndex]))
	case n < isa.GridSize:
		w.fill(uint64(x.shape.Block[n-isa.BlockSize]))
	case n < isa.WarpSize:
		w.fill(uint64(x.shape.Grid[n-isa.GridSize]))
	case n == isa.WarpSize:
		w.fill(lanes)
	case n == isa.Cycles:
		w.fill(w.cycles)
	case n == isa.ActiveLanes:
		w.fill(uint64(w.g.mask))
	case n == isa.ModuleData:
		w.fill(x.Variables)
	case n == isa.DynamicShared:
		w.fill(isa.SharedBase + (uint64(x.kernel.Static)+15)&^15)
	default:
		w.fill(0)
	}
}

// shuffle gives each lane what another one has, or all lanes the outcome of a
// vote. Lanes that are not active give their own value back.
func (w *warp) shuffle(in isa.Instr) {
	lane, value, r := w.pop(), w.pop(), w.top()
	old := *value
	var votes uint32
	for _, l := range w.lanes() {
		if old[l&31] != 0 {
			votes |= 1 << (l & 31)
		}
	}
	for _, l := range w.lanes() {
		from, by := int64(l), int64(int32(lane[l&31]))
		switch isa.ShuffleOp(in.C) {
		case isa.ShuffleLane:
			from = by & 31
		case isa.ShuffleUp:
			from -= by
		case isa.ShuffleDown:
			from += by
		case isa.ShuffleXor:
			from ^= by
		case isa.VoteBallot:
			r[l&31] = uint64(votes)
			continue
		case isa.VoteAny:
			r[l&31] = isa.TruthOf(uint64(votes))
			continue
		case isa.VoteAll:
			r[l&31] = isa.TruthOf(uint64(votes)) & (1 - isa.TruthOf(uint64(votes^w.g.mask)))
			continue
		}
		if from < 0 || from >= lanes || w.g.mask>>(from&31)&1 == 0 {
			from = int64(l)
		}
		r[l&31] = old[from&31]
	}
}

// host is what a kernel may ask of the host: to print, and to say that an
// assertion failed.
func (w *warp) host(x *Launch, in isa.Instr) {
	w.g.stack -= int32(in.B)
	args := w.stack[w.g.stack : w.g.stack+int32(in.B)]
	if in.C == isa.HostAssert {
		x.stop(w, target.KernelAssert, 0, uint32(w.active[0]))
		return
	}
	for _, l := range w.lanes() {
		if len(x.printed)+len(args)+1 > maxPrinted {
			x.stop(w, target.LimitOutput, 0, uint32(l))
			x.Fault.Limit = maxPrinted * 8
			return
		}
		x.printed = append(x.printed, args[0][l&31], uint64(len(args)-1))
		for i := range args[1:] {
			x.printed = append(x.printed, args[1+i][l&31])
		}
	}
	w.fill(uint64(len(args) - 1))
}
