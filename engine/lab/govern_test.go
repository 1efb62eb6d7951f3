package lab

import (
	"testing"

	"pagewalk/engine/explain"
	"pagewalk/engine/profile"
)

// everySecond is 1024 requests of 64 KiB of which every second is freed: half
// of a textbook's 64 MiB is free, in pieces of 64 KiB.
func everySecond() (w Workload) {
	for i := range 1024 {
		w = append(w, Step{ID: i, Bytes: 64 << 10})
	}
	for i := 0; i < 1024; i += 2 {
		w = append(w, Step{ID: i, Free: true})
	}
	return w
}

// TestGovernEverySecond holds the measures against numbers found by hand.
func TestGovernEverySecond(t *testing.T) {
	const mib = 1 << 20
	for _, c := range []struct {
		which   Measure
		largest uint64
		fits    uint64 // of 128 KiB
	}{
		{Plain, 64 << 10, 0},
		{Compaction, 32 * mib, 256},
		{Lazy, 64 << 10, 0},
		{Slabs, 64 << 10, 0},
		{Classes, 64 << 10, 0},
		{Large, 64 << 10, 0},
		{Expandable, 64 << 10, 0},
	} {
		f := Govern(profile.Get("textbook-ampere"), everySecond(), c.which, 128<<10)
		name := MeasureNames[c.which]
		if f.Free != 32*mib || f.Asked != 32*mib || f.Given != 32*mib || f.Refused != 0 {
			t.Errorf("%s: free %d, asked %d, given %d, refused %d", name, f.Free, f.Asked, f.Given, f.Refused)
		}
		if f.Largest != c.largest || f.Fits != c.fits {
			t.Errorf("%s: largest %d, fits %d; want %d, %d", name, f.Largest, f.Fits, c.largest, c.fits)
		}
	}
}

// TestGovernShares: shares of made-up results.
func TestGovernShares(t *testing.T) {
	f := Fragmentation{Asked: 30, Given: 40, Free: 100, Largest: 25, Request: 10, Fits: 4}
	if f.Internal() != 250 || f.External() != 750 || f.Unusable() != 600 {
		t.Error(f.Internal(), f.External(), f.Unusable())
	}
	if f = (Fragmentation{}); f.Internal() != 0 || f.External() != 0 {
		t.Error("shares of nothing")
	}
}

// TestChurn: what the built-in workload promises, and what must hold of every
// measure on it.
func TestChurn(t *testing.T) {
	p := profile.Get("textbook-ampere")
	w := Churn(p.Memory.Bytes, 1)
	if again := Churn(p.Memory.Bytes, 1); len(w) != len(again) || len(w) < 100 {
		t.Fatal("the workload is not the same twice, or is short")
	}
	var plain Fragmentation
	for which := range Measures {
		f, again := Govern(p, w, which, 2<<20), Govern(p, w, which, 2<<20)
		name := MeasureNames[which]
		switch {
		case f != again:
			t.Errorf("%s: two runs differ", name)
		case f.Given < f.Asked || f.Peak < f.Taken || f.Largest > f.Free || f.Fits*f.Request > f.Free:
			t.Errorf("%s: %+v", name, f)
		case f.Moved != 0 && which != Compaction:
			t.Errorf("%s moves memory", name)
		}
		if which == Plain {
			plain = f
		}
		if which == Compaction && (f.Refused > plain.Refused || f.Moved == 0 || f.External() >= plain.External()) {
			t.Errorf("compaction does not help: %+v against %+v", f, plain)
		}
	}
}

// TestGovernUndisturbed: on the documented card frames need not lie together,
// so nothing is lost outside.
func TestGovernUndisturbed(t *testing.T) {
	p := profile.Get("gh100-small")
	var w Workload
	for i := range 100 {
		w = append(w, Step{ID: i, Bytes: 2 << 20})
	}
	for i := 0; i < 100; i += 2 {
		w = append(w, Step{ID: i, Free: true})
	}
	if f := Govern(p, w, Plain, 2<<20); f.External() > 25 || f.Unusable() > 25 {
		t.Errorf("%+v: external %d, unusable %d", f, f.External(), f.Unusable())
	}
}

// TestClassOf: a class is never more than a quarter larger than a request of
// more than a few grains, and classes ascend.
func TestClassOf(t *testing.T) {
	before, was := -1, uint64(0)
	for n := uint64(1); n <= 1<<20; n += 255 {
		class, size := classOf(n)
		if size < n || n > 8*grain && size > n+n/4 || class < before || class == before && size != was {
			t.Fatalf("%d: class %d of %d", n, class, size)
		}
		before, was = class, size
	}
}

// TestWords: every measure and policy is explained in both languages.
func TestWords(t *testing.T) {
	for _, lang := range []explain.Lang{explain.EN, explain.ZH} {
		for _, name := range MeasureNames {
			if explain.Measure(lang, name) == "" {
				t.Errorf("measure %s has no words", name)
			}
		}
		for _, name := range append([]string{OwnPolicy}, profile.VictimNames...) {
			if explain.Policy(lang, name) == "" {
				t.Errorf("policy %s has no words", name)
			}
		}
	}
}
