package fit

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"testing"
)

var update = flag.Bool("update", false, "write h200-r580.json")

// TestFit measures the agreement anew: it is what the stored file says, and no
// less than what is promised.
func TestFit(t *testing.T) {
	f, err := Measure()
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.MarshalIndent(f, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	text = append(text, '\n')
	if *update {
		if err := os.WriteFile("h200-r580.json", text, 0o644); err != nil {
			t.Fatal(err)
		}
	} else if !bytes.Equal(text, stored) {
		t.Error("h200-r580.json is not what the engine gives; run this test with -update and look at the difference")
	}
	for name, s := range map[string]Share{"addresses": f.Addresses, "free bytes": f.FreeBytes, "errors": f.Errors, "ioctls": f.Ioctls} {
		if s.Same != s.Of || s.Of < 5700 {
			t.Errorf("%s: %d of %d", name, s.Same, s.Of)
		}
	}
	for _, p := range f.Physical {
		if p.Same*100 < p.Of*94 {
			t.Errorf("%s: %d of %d physical pages one step ahead", p.Trace, p.Same, p.Of)
		}
	}
	for _, c := range f.TLB {
		if c.Worst > 3 {
			t.Errorf("stride %d MiB: %v cycles off", c.Stride, c.Worst)
		}
	}
}

// TestTimes: of every path whose time can be predicted, the median of predicted
// by measured lies within 0.85 and 1.15.
func TestTimes(t *testing.T) {
	f, err := Measure()
	if err != nil {
		t.Fatal(err)
	}
	judged := 0
	for _, x := range f.Times {
		t.Logf("%-28s %5d calls, %8.2f µs, measured %8.2f µs, ratio %.3f (%.2f to %.2f)", x.Path, x.Calls, x.Predicted, x.Measured, x.Ratio, x.Low, x.High)
		if x.Unpredictable {
			continue
		}
		judged++
		if x.Ratio < .85 || x.Ratio > 1.15 {
			t.Errorf("%s: predicted by measured %.3f", x.Path, x.Ratio)
		}
	}
	if judged < 15 {
		t.Errorf("only %d paths are judged", judged)
	}
}

func TestOf(t *testing.T) {
	if f := Of("h200-r580"); f == nil || f.Calls == 0 {
		t.Error("the H200 has no stored fit")
	}
	if Of("textbook-ampere") != nil {
		t.Error("a textbook was never measured")
	}
}
