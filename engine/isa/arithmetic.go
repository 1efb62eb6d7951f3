package isa

import "math"

// Extend makes a 64-bit register value of the low bits of v.
func Extend(v uint64, k Cell) uint64 {
	switch k {
	case I8:
		return uint64(int64(int8(v)))
	case U8:
		return uint64(uint8(v))
	case I16:
		return uint64(int64(int16(v)))
	case U16:
		return uint64(uint16(v))
	case I32:
		return uint64(int64(int32(v)))
	case U32, F32:
		return uint64(uint32(v))
	}
	return v
}

// FloatOf reads a register as a floating value.
func FloatOf(v uint64, k Cell) float64 {
	if k == F32 {
		return float64(math.Float32frombits(uint32(v)))
	}
	return math.Float64frombits(v)
}

// BitsOf makes a register of a floating value, rounded to its cell.
func BitsOf(f float64, k Cell) uint64 {
	if k == F32 {
		return uint64(math.Float32bits(float32(f)))
	}
	return math.Float64bits(f)
}

// ConvertValue converts a register from one cell to another. A floating value
// that no integer of the target holds becomes what x86-64 gives: the smallest
// negative number. The range is checked first, because platforms differ.
//
//go:noinline
func ConvertValue(v uint64, from, to Cell) uint64 {
	switch {
	case from.Float() && to.Float():
		return BitsOf(FloatOf(v, from), to)
	case from.Float():
		f := FloatOf(v, from)
		switch {
		case f > -9.2e18 && f < 9.2e18:
			return Extend(uint64(int64(f)), to)
		case to == U64 && f >= 9.2e18 && f < 18446744073709549568:
			return uint64(f)
		}
		return Extend(1<<63, to)
	case to.Float() && from.Unsigned():
		return BitsOf(float64(v), to)
	case to.Float():
		return BitsOf(float64(int64(v)), to)
	}
	return Extend(v, to)
}

// Compute does one binary operation on two registers of one cell. What cannot
// be done is a division by zero; ok is false then.
func Compute(op Opcode, k Cell, a, b uint64) (v uint64, ok bool) {
	switch {
	case k.Float():
		return ComputeFloat(op, k, FloatOf(a, k), FloatOf(b, k)), true
	case op >= Equal:
		return compare(op, k, a, b), true
	case op == Div || op == Mod:
		if b == 0 {
			return 0, false
		}
		return Extend(divide(op, k, a, b), k), true
	}
	switch op {
	case Add:
		v = a + b
	case Sub:
		v = a - b
	case Mul:
		v = a * b
	case And:
		v = a & b
	case Or:
		v = a | b
	case Xor:
		v = a ^ b
	case Shl:
		v = a << (b & (Bytes[k]*8 - 1))
	case Shr:
		if b &= Bytes[k]*8 - 1; k.Unsigned() {
			v = a >> b
		} else {
			v = uint64(int64(a) >> b)
		}
	}
	return Extend(v, k), true
}

//go:noinline
func divide(op Opcode, k Cell, a, b uint64) uint64 {
	switch {
	case k.Unsigned() && op == Div:
		return a / b
	case k.Unsigned():
		return a % b
	case int64(b) == -1: // the one case that overflows
		if op == Div {
			return -a
		}
		return 0
	case op == Div:
		return uint64(int64(a) / int64(b))
	}
	return uint64(int64(a) % int64(b))
}

//go:noinline
func compare(op Opcode, k Cell, a, b uint64) uint64 {
	yes := false
	switch op {
	case Equal:
		yes = a == b
	case Unequal:
		yes = a != b
	case Less:
		yes = a < b
		if !k.Unsigned() {
			yes = int64(a) < int64(b)
		}
	case LessEqual:
		yes = a <= b
		if !k.Unsigned() {
			yes = int64(a) <= int64(b)
		}
	}
	if yes {
		return 1
	}
	return 0
}

// ComputeFloat rounds after every operation, so that no platform fuses two.
//
//go:noinline
func ComputeFloat(op Opcode, k Cell, a, b float64) uint64 {
	switch op {
	case Add:
		return BitsOf(float64(a+b), k)
	case Sub:
		return BitsOf(float64(a-b), k)
	case Mul:
		return BitsOf(float64(a*b), k)
	case Div:
		return BitsOf(float64(a/b), k)
	}
	yes := false
	switch op {
	case Equal:
		yes = a == b
	case Unequal:
		yes = a != b
	case Less:
		yes = a < b
	case LessEqual:
		yes = a <= b
	}
	if yes {
		return 1
	}
	return 0
}

// TruthOf is 1 for what C calls true.
//
//go:noinline
func TruthOf(v uint64) uint64 {
	if v != 0 {
		return 1
	}
	return 0
}

// Unary does one operation on one register.
func Unary(in Instr, x uint64) uint64 {
	switch {
	case in.Op == Convert:
		return ConvertValue(x, in.A, Cell(in.B))
	case in.Op == Truth && in.A.Float():
		return TruthOf(ComputeFloat(Unequal, in.A, FloatOf(x, in.A), 0))
	case in.Op == Truth:
		return TruthOf(x)
	case in.Op == Not:
		return 1 - TruthOf(x)
	case in.Op == Invert:
		return Extend(^x, in.A)
	case in.A.Float():
		return BitsOf(-FloatOf(x, in.A), in.A)
	}
	return Extend(-x, in.A)
}
