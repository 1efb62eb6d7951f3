package scenario

import "math"

// extend makes a 64-bit register value of the low bits of v.
func extend(v uint64, k cell) uint64 {
	switch k {
	case cellI8:
		return uint64(int64(int8(v)))
	case cellU8:
		return uint64(uint8(v))
	case cellI16:
		return uint64(int64(int16(v)))
	case cellU16:
		return uint64(uint16(v))
	case cellI32:
		return uint64(int64(int32(v)))
	case cellU32, cellF32:
		return uint64(uint32(v))
	}
	return v
}

// floatOf reads a register as a floating value.
func floatOf(v uint64, k cell) float64 {
	if k == cellF32 {
		return float64(math.Float32frombits(uint32(v)))
	}
	return math.Float64frombits(v)
}

// bitsOf makes a register of a floating value, rounded to its cell.
func bitsOf(f float64, k cell) uint64 {
	if k == cellF32 {
		return uint64(math.Float32bits(float32(f)))
	}
	return math.Float64bits(f)
}

// convertValue converts a register from one cell to another. A floating value
// that no integer of the target holds becomes what x86-64 gives: the smallest
// negative number. The range is checked first, because platforms differ.
//
//go:noinline
func convertValue(v uint64, from, to cell) uint64 {
	switch {
	case from.float() && to.float():
		return bitsOf(floatOf(v, from), to)
	case from.float():
		f := floatOf(v, from)
		switch {
		case f > -9.2e18 && f < 9.2e18:
			return extend(uint64(int64(f)), to)
		case to == cellU64 && f >= 9.2e18 && f < 18446744073709549568:
			return uint64(f)
		}
		return extend(1<<63, to)
	case to.float() && from.unsigned():
		return bitsOf(float64(v), to)
	case to.float():
		return bitsOf(float64(int64(v)), to)
	}
	return extend(v, to)
}

// compute does one binary operation on two registers of one cell. What cannot
// be done is named.
func compute(op Opcode, k cell, a, b uint64) (uint64, ID) {
	switch {
	case k.float():
		return computeFloat(op, k, floatOf(a, k), floatOf(b, k)), NoDiagnostic
	case op >= opEqual:
		return compare(op, k, a, b), NoDiagnostic
	case op == opDiv || op == opMod:
		if b == 0 {
			return 0, DivideByZero
		}
		return extend(divide(op, k, a, b), k), NoDiagnostic
	}
	var v uint64
	switch op {
	case opAdd:
		v = a + b
	case opSub:
		v = a - b
	case opMul:
		v = a * b
	case opAnd:
		v = a & b
	case opOr:
		v = a | b
	case opXor:
		v = a ^ b
	case opShl:
		v = a << (b & (cellBytes[k]*8 - 1))
	case opShr:
		if b &= cellBytes[k]*8 - 1; k.unsigned() {
			v = a >> b
		} else {
			v = uint64(int64(a) >> b)
		}
	}
	return extend(v, k), NoDiagnostic
}

//go:noinline
func divide(op Opcode, k cell, a, b uint64) uint64 {
	switch {
	case k.unsigned() && op == opDiv:
		return a / b
	case k.unsigned():
		return a % b
	case int64(b) == -1: // the one case that overflows
		if op == opDiv {
			return -a
		}
		return 0
	case op == opDiv:
		return uint64(int64(a) / int64(b))
	}
	return uint64(int64(a) % int64(b))
}

//go:noinline
func compare(op Opcode, k cell, a, b uint64) uint64 {
	yes := false
	switch op {
	case opEqual:
		yes = a == b
	case opUnequal:
		yes = a != b
	case opLess:
		yes = a < b
		if !k.unsigned() {
			yes = int64(a) < int64(b)
		}
	case opLessEqual:
		yes = a <= b
		if !k.unsigned() {
			yes = int64(a) <= int64(b)
		}
	}
	if yes {
		return 1
	}
	return 0
}

// computeFloat rounds after every operation, so that no platform fuses two.
//
//go:noinline
func computeFloat(op Opcode, k cell, a, b float64) uint64 {
	switch op {
	case opAdd:
		return bitsOf(float64(a+b), k)
	case opSub:
		return bitsOf(float64(a-b), k)
	case opMul:
		return bitsOf(float64(a*b), k)
	case opDiv:
		return bitsOf(float64(a/b), k)
	}
	yes := false
	switch op {
	case opEqual:
		yes = a == b
	case opUnequal:
		yes = a != b
	case opLess:
		yes = a < b
	case opLessEqual:
		yes = a <= b
	}
	if yes {
		return 1
	}
	return 0
}
