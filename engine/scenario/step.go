package scenario

import "pagewalk/engine/isa"

// step executes one instruction that stays inside the machine.
func (v *VM) step(in isa.Instr, h Host) {
	switch in.Op {
	case isa.Const:
		v.push(uint64(int64(in.C)))
	case isa.Pool:
		v.push(v.p.Pool[in.C])
	case isa.Local:
		v.push(v.regs.Frame + uint64(in.C))
	case isa.LoadLocal:
		x, ok := v.load(v.regs.Frame+uint64(in.C), in.A)
		if !ok {
			v.badAccess(v.regs.Frame+uint64(in.C), isa.Bytes[in.A], false)
		}
		v.push(x)
	case isa.Load:
		addr := *v.top(0)
		x, ok := v.load(addr, in.A)
		if !ok {
			if v.badAccess(addr, isa.Bytes[in.A], false); v.regs.Phase == touching {
				return
			}
		}
		*v.top(0) = x
	case isa.StoreLocal:
		v.store(v.regs.Frame+uint64(in.C), in.A, *v.top(0))
		v.regs.Depth -= uint64(in.B)
	case isa.Store:
		x, addr := v.pop(), *v.top(0)
		if !v.store(addr, in.A, x) {
			if v.badAccess(addr, isa.Bytes[in.A], true); v.regs.Phase == touching {
				return
			}
		}
		*v.top(0) = x
		v.regs.Depth -= uint64(in.B)
	case isa.Dup:
		v.push(*v.top(0))
	case isa.Drop:
		v.regs.Depth--
	case isa.Jump:
		v.regs.PC = uint64(in.C) - 1
	case isa.False, isa.True:
		if (v.pop() != 0) == (in.Op == isa.True) {
			v.regs.PC = uint64(in.C) - 1
		}
	case isa.Scale:
		i := v.pop()
		*v.top(0) += i * uint64(in.C)
	case isa.Convert, isa.Truth, isa.Not, isa.Negate, isa.Invert:
		*v.top(0) = isa.Unary(in, *v.top(0))
	case isa.Bound, isa.Copy, isa.Zero:
		v.bulk(in)
	case isa.Call, isa.Enter, isa.Param, isa.ParamCopy, isa.Return:
		v.function(in)
	case isa.Math:
		v.math(in)
	case isa.Host:
		v.hostStep(in, h)
	default:
		b := v.pop()
		x, ok := isa.Compute(in.Op, in.A, *v.top(0), b)
		if !ok {
			v.fail(DivideByZero)
		}
		*v.top(0) = x
	}
}

// bulk checks an index, copies an object, or clears one.
func (v *VM) bulk(in isa.Instr) {
	n := uint64(uint32(in.C))
	switch in.Op {
	case isa.Zero, isa.Copy:
		v.charge(n)
	}
	switch in.Op {
	case isa.Bound:
		if i := *v.top(0); i > n || i == n && in.B == 0 {
			v.fail(IndexOutside, signed(i), number(n))
		}
	case isa.Zero:
		b, ok := v.write(*v.top(0), n)
		if !ok {
			v.badAccess(*v.top(0), n, true)
			return
		}
		clear(b)
	case isa.Copy:
		from := v.pop()
		src, ok := v.read(from, n)
		if !ok {
			v.badAccess(from, n, false)
			return
		}
		dst, ok := v.write(*v.top(0), n)
		if !ok {
			v.badAccess(*v.top(0), n, true)
			return
		}
		copy(dst, src)
	}
}

// function handles calls inside the program. A call keeps the place to return
// to and the frame of the caller where the program cannot reach them.
func (v *VM) function(in isa.Instr) {
	r := &v.regs
	switch in.Op {
	case isa.Call:
		if r.Calls/2 >= maxCalls {
			v.fail(DepthLimit, number(maxCalls))
			return
		}
		for int(r.Calls)+2 > len(v.frames) {
			v.frames = append(v.frames, make([]uint64, len(v.frames))...)
		}
		v.frames[r.Calls], v.frames[r.Calls+1] = r.PC, r.Frame
		r.Calls += 2
		r.PC = uint64(v.p.Functions[in.C].Entry) - 1
	case isa.Enter:
		if r.Frame-uint64(in.C) < stackTop-maxStack {
			v.fail(StackLimit, number(maxStack))
			return
		}
		r.Frame -= uint64(in.C)
		if r.Frame < v.stack.base {
			v.growStack()
		}
	case isa.Param:
		v.store(r.Frame+uint64(in.C), in.A, v.pop())
	case isa.ParamCopy:
		n := uint64(uint32(v.p.Code[r.PC+1].C))
		from, to := v.pop(), r.Frame+uint64(in.C)
		v.charge(n)
		src, ok := v.read(from, n)
		if !ok {
			v.badAccess(from, n, false)
			return
		}
		dst, _ := v.write(to, n)
		copy(dst, src)
		r.PC++
	case isa.Return:
		r.Calls -= 2
		r.PC, r.Frame = v.frames[r.Calls], v.frames[r.Calls+1]
	}
}

// growStack makes the bytes of the stack reach down to the frame.
func (v *VM) growStack() {
	size := v.stack.size
	for stackTop-size > v.regs.Frame {
		size *= 2
	}
	a := newArea(stackArea, stackTop-size, size)
	copy(a.bytes[size-v.stack.size:], v.stack.bytes)
	copy(a.saved[(size-v.stack.size)/pageBytes:], v.stack.saved)
	v.stack = a
}
