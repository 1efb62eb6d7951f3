package scenario

// step executes one instruction that stays inside the machine.
func (v *VM) step(in Instr, h Host) {
	switch in.Op {
	case opConst:
		v.push(uint64(int64(in.C)))
	case opPool:
		v.push(v.p.pool[in.C])
	case opLocal:
		v.push(v.regs.Frame + uint64(in.C))
	case opLoadLocal:
		x, ok := v.load(v.regs.Frame+uint64(in.C), in.A)
		if !ok {
			v.badAccess(v.regs.Frame+uint64(in.C), cellBytes[in.A], false)
		}
		v.push(x)
	case opLoad:
		addr := *v.top(0)
		x, ok := v.load(addr, in.A)
		if !ok {
			if v.badAccess(addr, cellBytes[in.A], false); v.regs.Phase == touching {
				return
			}
		}
		*v.top(0) = x
	case opStoreLocal:
		v.store(v.regs.Frame+uint64(in.C), in.A, *v.top(0))
		v.regs.Depth -= uint64(in.B)
	case opStore:
		x, addr := v.pop(), *v.top(0)
		if !v.store(addr, in.A, x) {
			if v.badAccess(addr, cellBytes[in.A], true); v.regs.Phase == touching {
				return
			}
		}
		*v.top(0) = x
		v.regs.Depth -= uint64(in.B)
	case opDup:
		v.push(*v.top(0))
	case opDrop:
		v.regs.Depth--
	case opJump:
		v.regs.PC = uint64(in.C) - 1
	case opFalse, opTrue:
		if (v.pop() != 0) == (in.Op == opTrue) {
			v.regs.PC = uint64(in.C) - 1
		}
	case opScale:
		i := v.pop()
		*v.top(0) += i * uint64(in.C)
	case opConvert:
		*v.top(0) = convertValue(*v.top(0), in.A, cell(in.B))
	case opTruth, opNot, opNegate, opInvert:
		v.unary(in)
	case opBound, opCopy, opZero:
		v.bulk(in)
	case opCall, opEnter, opParam, opParamCopy, opReturn:
		v.function(in)
	case opHost:
		v.hostStep(in, h)
	default:
		b := v.pop()
		x, fault := compute(in.Op, in.A, *v.top(0), b)
		if fault != NoDiagnostic {
			v.fail(fault)
		}
		*v.top(0) = x
	}
}

func (v *VM) unary(in Instr) {
	x := v.top(0)
	switch {
	case in.Op == opTruth && in.A.float():
		*x = truthOf(computeFloat(opUnequal, in.A, floatOf(*x, in.A), 0))
	case in.Op == opTruth:
		*x = truthOf(*x)
	case in.Op == opNot:
		*x = 1 - truthOf(*x)
	case in.Op == opInvert:
		*x = extend(^*x, in.A)
	case in.A.float():
		*x = bitsOf(-floatOf(*x, in.A), in.A)
	default:
		*x = extend(-*x, in.A)
	}
}

// bulk checks an index, copies an object, or clears one.
func (v *VM) bulk(in Instr) {
	n := uint64(uint32(in.C))
	switch in.Op {
	case opZero, opCopy:
		v.charge(n)
	}
	switch in.Op {
	case opBound:
		if i := *v.top(0); i > n || i == n && in.B == 0 {
			v.fail(IndexOutside, signed(i), number(n))
		}
	case opZero:
		b, ok := v.write(*v.top(0), n)
		if !ok {
			v.badAccess(*v.top(0), n, true)
			return
		}
		clear(b)
	case opCopy:
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
func (v *VM) function(in Instr) {
	r := &v.regs
	switch in.Op {
	case opCall:
		if r.Calls/2 >= maxCalls {
			v.fail(DepthLimit, number(maxCalls))
			return
		}
		for int(r.Calls)+2 > len(v.frames) {
			v.frames = append(v.frames, make([]uint64, len(v.frames))...)
		}
		v.frames[r.Calls], v.frames[r.Calls+1] = r.PC, r.Frame
		r.Calls += 2
		r.PC = uint64(v.p.functions[in.C].entry) - 1
	case opEnter:
		if r.Frame-uint64(in.C) < stackTop-maxStack {
			v.fail(StackLimit, number(maxStack))
			return
		}
		r.Frame -= uint64(in.C)
		if r.Frame < v.stack.base {
			v.growStack()
		}
	case opParam:
		v.store(r.Frame+uint64(in.C), in.A, v.pop())
	case opParamCopy:
		n := uint64(uint32(v.p.code[r.PC+1].C))
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
	case opReturn:
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
