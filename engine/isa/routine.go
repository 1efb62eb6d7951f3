package isa

import (
	"math"
	"math/bits"
)

// Routine is a mathematical function, by its place in Routines.
type Routine int32

const (
	FnMin Routine = iota
	FnMax
	FnAbs
	FnSqrt
	FnRsqrt
	FnFloor
	FnCeil
	FnTrunc
	FnRound
	FnMod
	FnFMA
	FnExp
	FnExp2
	FnLog
	FnLog2
	FnLog10
	FnPow
	FnSin
	FnCos
	FnTan
	FnTanh
	FnHypot

	FnBits // the bits of a value, seen as the cell's
	FnCountBits
	FnCountZeros // above the highest bit that is set
	FnFirstBit   // number of the lowest bit that is set, from one; 0: none is
	FnReverseBits
	FnNearest // the whole number that is nearest, the even one of two
)

// RoutineInfo is what a program writes for a routine.
type RoutineInfo struct {
	Name     string // in double; with an f behind it, in float
	Fn       Routine
	Operands uint8
	Any      bool // for integers too
	Bare     bool // there is no variant with an f
}

// Routines lists every name.
var Routines = []RoutineInfo{
	{"min", FnMin, 2, true, true}, {"max", FnMax, 2, true, true}, {"abs", FnAbs, 1, true, true}, {"labs", FnAbs, 1, true, true},
	{"fmin", FnMin, 2, false, false}, {"fmax", FnMax, 2, false, false}, {"fabs", FnAbs, 1, false, false},
	{"sqrt", FnSqrt, 1, false, false}, {"rsqrt", FnRsqrt, 1, false, false}, {"floor", FnFloor, 1, false, false}, {"ceil", FnCeil, 1, false, false},
	{"trunc", FnTrunc, 1, false, false}, {"round", FnRound, 1, false, false}, {"rint", FnNearest, 1, false, false}, {"nearbyint", FnNearest, 1, false, false}, {"fmod", FnMod, 2, false, false}, {"fma", FnFMA, 3, false, false},
	{"exp", FnExp, 1, false, false}, {"exp2", FnExp2, 1, false, false}, {"log", FnLog, 1, false, false}, {"log2", FnLog2, 1, false, false}, {"log10", FnLog10, 1, false, false},
	{"pow", FnPow, 2, false, false}, {"sin", FnSin, 1, false, false}, {"cos", FnCos, 1, false, false}, {"tan", FnTan, 1, false, false}, {"tanh", FnTanh, 1, false, false}, {"hypot", FnHypot, 2, false, false},
}

// RoutineOf finds a routine by name: float says that the name ends in f.
func RoutineOf(name string) (r *RoutineInfo, float bool) {
	if len(name) > 3 && name[:2] == "__" && name[len(name)-1] == 'f' { // __expf: fast, here the same
		name = name[2:]
	}
	for i := range Routines {
		r := &Routines[i]
		if r.Name == name {
			return r, false
		}
		if n := len(r.Name); !r.Bare && len(name) == n+1 && name[n] == 'f' && name[:n] == r.Name {
			return r, true
		}
	}
	return nil, false
}

// Compute does a routine on registers of one cell.
func (fn Routine) Compute(k Cell, a, b, c uint64) uint64 {
	switch {
	case fn >= FnBits && fn < FnNearest:
		return bitRoutine(fn, k, a)
	case !k.Float():
		return integerRoutine(fn, k, a, b)
	}
	return BitsOf(floatRoutine(fn, FloatOf(a, k), FloatOf(b, k), FloatOf(c, k)), k)
}

func integerRoutine(fn Routine, k Cell, a, b uint64) uint64 {
	switch {
	case fn == FnAbs && !k.Unsigned() && int64(a) < 0:
		return Extend(-a, k)
	case fn == FnAbs:
		return a
	case (compare(Less, k, b, a) != 0) == (fn == FnMin):
		return b
	}
	return a
}

// bitRoutine is of the registers of integers without sign, FnBits of all.
func bitRoutine(fn Routine, k Cell, a uint64) uint64 {
	unused := int(64 - 8*Bytes[k])
	switch fn {
	case FnCountBits:
		return uint64(bits.OnesCount64(a))
	case FnCountZeros:
		return uint64(bits.LeadingZeros64(a) - unused)
	case FnFirstBit:
		if a == 0 {
			return 0
		}
		return uint64(bits.TrailingZeros64(a) + 1)
	case FnReverseBits:
		return bits.Reverse64(a) >> unused
	}
	return Extend(a, k)
}

func floatRoutine(fn Routine, x, y, z float64) float64 {
	switch fn {
	case FnMin:
		if y < x || x != x {
			return y
		}
		return x
	case FnMax:
		if y > x || x != x {
			return y
		}
		return x
	case FnAbs:
		return math.Abs(x)
	case FnSqrt:
		return math.Sqrt(x)
	case FnRsqrt:
		return 1 / math.Sqrt(x)
	case FnFloor:
		return math.Floor(x)
	case FnCeil:
		return math.Ceil(x)
	case FnTrunc:
		return math.Trunc(x)
	case FnRound:
		return math.Copysign(math.Floor(math.Abs(x)+0.5), x)
	case FnMod:
		return math.Mod(x, y)
	case FnNearest:
		return nearest(x)
	case FnFMA:
		return math.FMA(x, y, z)
	case FnHypot:
		return math.Sqrt(float64(x*x) + float64(y*y))
	}
	return elementary(fn, x, y)
}

func nearest(x float64) float64 {
	whole := math.Floor(x)
	switch rest := x - whole; {
	case rest > 0.5, rest == 0.5 && whole != 2*math.Floor(whole/2):
		whole++
	}
	return math.Copysign(whole, x)
}
