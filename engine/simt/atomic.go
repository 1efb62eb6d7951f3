package simt

import "pagewalk/engine/isa"

// atomic does one read-modify-write of every lane. Lanes that meet at one
// address go one after the other, in order of lane.
func (w *warp) atomic(x *Launch, in isa.Instr) {
	q := &x.request
	q.value = *w.pop()
	if isa.AtomicOp(in.C) == isa.AtomicCompare {
		q.expected = *w.pop()
	}
	r := w.top()
	addr := *r
	w.each(x, Atomic, &addr, isa.Bytes[in.A], r, in)
	for _, l := range w.lanes() {
		r[l&31] = isa.Extend(r[l&31], in.A)
	}
}

// combine gives what an atomic of one lane leaves where old was.
func (q *request) combine(l uint8, old uint64) uint64 {
	k, v := q.in.A, q.value[l&31]
	old = isa.Extend(old, k)
	compute := func(op isa.Opcode) uint64 {
		z, _ := isa.Compute(op, k, old, v)
		return z
	}
	switch isa.AtomicOp(q.in.C) {
	case isa.AtomicAdd:
		return compute(isa.Add)
	case isa.AtomicSub:
		return compute(isa.Sub)
	case isa.AtomicMin:
		return isa.FnMin.Compute(k, old, v, 0)
	case isa.AtomicMax:
		return isa.FnMax.Compute(k, old, v, 0)
	case isa.AtomicAnd:
		return compute(isa.And)
	case isa.AtomicOr:
		return compute(isa.Or)
	case isa.AtomicXor:
		return compute(isa.Xor)
	case isa.AtomicIncrement:
		if old >= v {
			return 0
		}
		return old + 1
	case isa.AtomicDecrement:
		if old == 0 || old > v {
			return v
		}
		return old - 1
	case isa.AtomicCompare:
		if old != isa.Extend(q.expected[l&31], k) {
			return old
		}
	}
	return v
}
