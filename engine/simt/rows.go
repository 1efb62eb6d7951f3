package simt

import (
	"math"

	"pagewalk/engine/isa"
)

// loadLocal reads a variable at the same place of every lane's local memory.
func (w *warp) loadLocal(at uint32, k isa.Cell, r *row) {
	low := &w.local[at>>2]
	switch {
	case at&3 != 0 || isa.Bytes[k] < 4:
		for _, l := range w.lanes() {
			r[l&31] = isa.Extend(w.localBytes(at, isa.Bytes[k], l), k)
		}
	case k == isa.I32:
		for _, l := range w.lanes() {
			r[l&31] = uint64(int64(int32(low[l&31])))
		}
	case isa.Bytes[k] == 4:
		for _, l := range w.lanes() {
			r[l&31] = uint64(low[l&31])
		}
	default:
		high := &w.local[at>>2+1]
		for _, l := range w.lanes() {
			r[l&31] = uint64(low[l&31]) | uint64(high[l&31])<<32
		}
	}
}

// storeLocal writes a variable of every lane.
func (w *warp) storeLocal(at uint32, k isa.Cell, r *row) {
	n := isa.Bytes[k]
	if at&3 != 0 || n < 4 {
		for _, l := range w.lanes() {
			w.setLocalBytes(at, n, l, r[l&31])
		}
		return
	}
	low := &w.local[at>>2]
	for _, l := range w.lanes() {
		low[l&31] = uint32(r[l&31])
	}
	if n == 8 {
		high := &w.local[at>>2+1]
		for _, l := range w.lanes() {
			high[l&31] = uint32(r[l&31] >> 32)
		}
	}
}

// localBytes reads up to eight bytes of one lane at any place.
func (w *warp) localBytes(at uint32, n uint64, l uint8) (v uint64) {
	for i := range uint32(n) {
		v |= uint64(w.local[(at+i)>>2][l&31]>>((at+i)&3*8)&0xFF) << (8 * i)
	}
	return v
}

func (w *warp) setLocalBytes(at uint32, n uint64, l uint8, v uint64) {
	for i := range uint32(n) {
		p, shift := &w.local[(at+i)>>2][l&31], (at+i)&3*8
		*p = *p&^(0xFF<<shift) | uint32(v>>(8*i)&0xFF)<<shift
	}
}

// binary computes r op b. The pairs that kernels spend their time on have loops
// of their own; the rest asks isa.Compute. A division by zero gives all ones,
// as the card does not stop for it.
func (w *warp) binary(in isa.Instr, r, b *row) {
	switch {
	case in.A == isa.F32 && in.Op <= isa.Mul:
		w.floats(in.Op, r, b)
		return
	case in.Op <= isa.Mul && !in.A.Float():
		w.integers(in, r, b)
		return
	case in.Op == isa.Less && (in.A == isa.I32 || in.A == isa.I64):
		for _, l := range w.lanes() {
			r[l&31] = less(int64(r[l&31]), int64(b[l&31]))
		}
		return
	}
	for _, l := range w.lanes() {
		v, ok := isa.Compute(in.Op, in.A, r[l&31], b[l&31])
		if !ok {
			v = isa.Extend(^uint64(0), in.A)
		}
		r[l&31] = v
	}
}

func less(a, b int64) uint64 {
	if a < b {
		return 1
	}
	return 0
}

func (w *warp) integers(in isa.Instr, r, b *row) {
	switch in.Op {
	case isa.Add:
		for _, l := range w.lanes() {
			r[l&31] += b[l&31]
		}
	case isa.Sub:
		for _, l := range w.lanes() {
			r[l&31] -= b[l&31]
		}
	default:
		for _, l := range w.lanes() {
			r[l&31] *= b[l&31]
		}
	}
	switch in.A {
	case isa.I64, isa.U64:
	case isa.I32:
		for _, l := range w.lanes() {
			r[l&31] = uint64(int64(int32(r[l&31])))
		}
	default:
		for _, l := range w.lanes() {
			r[l&31] = isa.Extend(r[l&31], in.A)
		}
	}
}

// floats rounds after every operation, as isa does.
func (w *warp) floats(op isa.Opcode, r, b *row) {
	for _, l := range w.lanes() {
		x, y := math.Float32frombits(uint32(r[l&31])), math.Float32frombits(uint32(b[l&31]))
		var z float32
		switch op {
		case isa.Add:
			z = x + y
		case isa.Sub:
			z = x - y
		default:
			z = x * y
		}
		r[l&31] = uint64(math.Float32bits(float32(z)))
	}
}
