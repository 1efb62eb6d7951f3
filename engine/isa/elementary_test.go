package isa

import (
	"math"
	"math/rand"
	"testing"
)

// TestElementary compares our own functions with the library's.
func TestElementary(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	for _, c := range []struct {
		fn     Routine
		want   func(float64) float64
		lo, hi float64
	}{
		{FnExp, math.Exp, -700, 700}, {FnExp2, math.Exp2, -50, 50}, {FnLog, math.Log, 0, 1e6}, {FnLog2, math.Log2, 0, 100}, {FnLog10, math.Log10, 0, 1e9},
		{FnSin, math.Sin, -1e4, 1e4}, {FnCos, math.Cos, -1e4, 1e4}, {FnTan, math.Tan, -1.5, 1.5}, {FnTanh, math.Tanh, -30, 30},
	} {
		for range 20_000 {
			x := c.lo + r.Float64()*(c.hi-c.lo)
			got, want := elementary(c.fn, x, 0), c.want(x)
			if math.Abs(got-want) > 4e-15*math.Max(math.Abs(want), 1e-1) {
				t.Fatalf("routine %d of %g: %g, want %g", c.fn, x, got, want)
			}
		}
	}
	for range 20_000 {
		x, y := r.Float64()*100, r.Float64()*20-10
		if got, want := power(x, y), math.Pow(x, y); math.Abs(got-want) > 1e-13*want {
			t.Fatalf("%g to the %g: %g, want %g", x, y, got, want)
		}
	}
	for range 20_000 {
		if x := float64(r.Int63n(2000)-1000) / 4; nearest(x) != math.RoundToEven(x) {
			t.Fatalf("nearest to %g: %g", x, nearest(x))
		}
	}
	if power(2, 10) != 1024 || power(10, -2) != 0.01 || scaledLog(1024, log2E) != 10 {
		t.Error("whole numbers do not stay whole")
	}
	for _, x := range []float64{math.NaN(), math.Inf(1), math.Inf(-1), 0, -1} {
		for fn := FnMin; fn <= FnHypot; fn++ {
			fn.Compute(F32, BitsOf(x, F32), BitsOf(1, F32), 0)
			fn.Compute(F64, BitsOf(x, F64), BitsOf(x, F64), 0)
		}
	}
}
