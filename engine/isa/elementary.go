package isa

import "math"

// The elementary functions, in plain steps that every platform rounds alike:
// an argument reduced to a short interval, and a series there. Errors are a
// few units in the last place of a double, so a float is as good as always
// rounded rightly.

const (
	ln2Hi  = 0x1.62e42feep-1 // the upper bits of ln 2: products with small integers are exact
	ln2Lo  = 0x1.a39ef35793c76p-33
	log2E  = 0x1.71547652b82fep+0
	log10E = 0x1.bcb7b1526e50ep-2

	halfPi1 = 0x1.921fb544p+0 // pi / 2 in three pieces
	halfPi2 = 0x1.0b4611a6p-34
	halfPi3 = 0x1.3198a2e037073p-69
)

func elementary(fn Routine, x, y float64) float64 {
	switch fn {
	case FnExp:
		return exp(x)
	case FnExp2:
		k := math.Floor(x)
		if math.Abs(x) > 1000 || k == x {
			return power(2, x)
		}
		return float64(exp(float64((x-k)*math.Ln2)) * twoTo(int(k)))
	case FnLog:
		return logarithm(x)
	case FnLog2:
		return scaledLog(x, log2E)
	case FnLog10:
		return scaledLog(x, log10E)
	case FnPow:
		return power(x, y)
	case FnSin:
		return sine(x, 0)
	case FnCos:
		return sine(x, 1)
	case FnTan:
		return sine(x, 0) / sine(x, 1)
	case FnTanh:
		if math.Abs(x) > 20 {
			return math.Copysign(1, x)
		}
		e := exp(float64(2 * x))
		return (e - 1) / (e + 1)
	}
	return math.NaN()
}

// exp is e to the x: x = k ln 2 + r, and the series of e to the r summed from
// its end.
func exp(x float64) float64 {
	switch {
	case x != x:
		return x
	case x > 709.79:
		return math.Inf(1)
	case x < -745.2:
		return 0
	}
	k := math.Floor(float64(x*log2E) + 0.5)
	r := x - float64(k*ln2Hi) - float64(k*ln2Lo)
	sum := 1.0
	for n := 14.0; n >= 1; n-- {
		sum = 1 + float64(sum*r)/n
	}
	half := int(k) / 2
	return float64(float64(sum*twoTo(half)) * twoTo(int(k)-half))
}

func twoTo(n int) float64 { return math.Float64frombits(uint64(n+1023) << 52) }

// logarithm is ln x: x = 2^k m with m near 1, and ln m = 2 artanh((m-1)/(m+1)).
func logarithm(x float64) float64 {
	switch {
	case x != x || x > math.MaxFloat64:
		return x
	case x < 0:
		return math.NaN()
	case x == 0:
		return math.Inf(-1)
	}
	k := 0.0
	if x < 0x1p-1022 {
		x, k = x*0x1p54, -54
	}
	bits := math.Float64bits(x)
	k += float64(int(bits>>52) - 1023)
	m := math.Float64frombits(bits&(1<<52-1) | 1023<<52)
	if m > math.Sqrt2 {
		m, k = m/2, k+1
	}
	s := (m - 1) / (m + 1)
	z := float64(s * s)
	sum := 0.0
	for n := 25.0; n >= 3; n -= 2 {
		sum = float64(z * (1/n + sum))
	}
	return float64(k*ln2Hi) + (float64(2*s) + (float64(2*s*sum) + float64(k*ln2Lo)))
}

// scaledLog is a logarithm to another base, exact for powers of two in base 2.
func scaledLog(x, scale float64) float64 {
	bits := math.Float64bits(x)
	if scale == log2E && bits&(1<<52-1) == 0 && x > 0 && x <= math.MaxFloat64 && bits>>52 != 0 {
		return float64(int(bits>>52) - 1023)
	}
	return float64(logarithm(x) * scale)
}

// power is x to the y: by repeated squaring where y is a small integer, so that
// whole numbers stay whole.
func power(x, y float64) float64 {
	if y == math.Floor(y) && math.Abs(y) <= 1024 {
		r, b := 1.0, x
		for n := int(math.Abs(y)); n > 0; n >>= 1 {
			if n&1 != 0 {
				r = float64(r * b)
			}
			b = float64(b * b)
		}
		if y < 0 {
			return 1 / r
		}
		return r
	}
	if x == 0 && y > 0 {
		return 0
	}
	return exp(float64(y * logarithm(x)))
}

// sine is sin(x + quarter * pi/2), in the interval of an eighth of a turn around
// the nearest multiple of pi/2. Beyond 2^30 the multiple is no longer exact.
func sine(x float64, quarter int) float64 {
	if x != x || math.Abs(x) > 0x1p60 {
		return math.NaN()
	}
	k := math.Floor(float64(x/(math.Pi/2)) + 0.5)
	r := x - float64(k*halfPi1) - float64(k*halfPi2) - float64(k*halfPi3)
	n := (int64(k) + int64(quarter)) & 3
	z := float64(r * r)
	sum, sign := 1.0, 1.0
	if n&1 == 0 {
		for i := 18.0; i >= 2; i -= 2 {
			sum = 1 - float64(z*sum)/float64(i*(i+1))
		}
		sum = float64(sum * r)
	} else {
		for i := 18.0; i >= 2; i -= 2 {
			sum = 1 - float64(z*sum)/float64(i*(i-1))
		}
	}
	if n >= 2 {
		sign = -1
	}
	return float64(sign * sum)
}
