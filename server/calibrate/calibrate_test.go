package calibrate

import (
	"bytes"
	"strings"
	"testing"

	"pagewalk/engine/machine"
	"pagewalk/engine/profile"
	"pagewalk/engine/target"
)

func calibrated(t *testing.T, name string) *Report {
	t.Helper()
	r, err := Run(func() (target.Target, error) { return machine.New(profile.Get(name), 0), nil }, func(string) {})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestTwin: calibrating the twin of a measured card gives back the numbers that
// it was built from. Exact where they are counted; times to a hundredth; what
// chases show to a tenth.
func TestTwin(t *testing.T) {
	r := calibrated(t, "h200-r580")
	p := profile.Get("h200-r580")
	for i := range r.Probes {
		x := &r.Probes[i]
		t.Logf("%-45s %-28s %14d %-8s fit %.2f of %d %s", x.Name, x.Field, x.Value, x.Unit, x.Fit, x.Samples, x.Verdict)
	}
	for _, f := range fields {
		x := r.Get(f.name)
		if x == nil {
			if f.name != "TLB.Levels.0.Entries" && f.name != "TLB.Levels.1.Ways" {
				t.Errorf("no probe sets %s", f.name)
			}
			continue
		}
		part := uint64(0)
		switch {
		case strings.HasSuffix(f.name, "Miss"):
			part = 10
		case f.name == "Cost.ScrubMiB":
			part = 10
		case strings.HasPrefix(f.name, "Cost."):
			part = 100
		}
		slack := uint64(1)
		if part == 0 {
			slack = 0
		} else {
			slack += f.get(p) / part
		}
		if d := max(x.Value, f.get(p)) - min(x.Value, f.get(p)); d > slack || x.Verdict != Measured {
			t.Errorf("%s: measured %d (%s, fit %.2f), the machine was built from %d", f.name, x.Value, x.Verdict, x.Fit, f.get(p))
		}
	}
}

// TestTextbook: another sort of card is told apart.
func TestTextbook(t *testing.T) {
	r := calibrated(t, "textbook-ampere-full")
	p := profile.Get("textbook-ampere-full")
	for name, want := range map[string]uint64{"Runtime.Slabs": 0, "Driver.Free": 1, "Memory.Bytes": p.Memory.Bytes, "Runtime.ContextBytes": 0} {
		if x := r.Get(name); x == nil || x.Value != want {
			t.Errorf("%s: %+v, want %d", name, x, want)
		}
	}
	if x := r.Get("Cost.ScrubMiB"); x.Verdict != Inconclusive {
		t.Errorf("clearing: %+v", x)
	}
}

// TestFile: a file gives the profile back, and says what is wrong with others.
func TestFile(t *testing.T) {
	r := &Report{Card: "a card", Driver: "580", Date: "2026-11-29", Probes: []Probe{
		{Name: "a", Field: "Runtime.Granule", Value: 1024, Verdict: Measured}, {Name: "b", Field: "Runtime.ArenaBytes", Value: 3, Verdict: Measured},
		{Name: "c", Field: "Cost.RMFree", Value: 7, Verdict: Inconclusive}, {Name: "d", Field: "TLB.Levels.1.Entries", Value: 1024, Verdict: Measured},
	}}
	var text bytes.Buffer
	if err := NewFile("mine", "gh100", r).Write(&text); err != nil {
		t.Fatal(err)
	}
	_, p, err := Read(text.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	base := profile.Get("gh100")
	if p.Name != "mine" || p.Runtime.Granule != 1024 || p.Runtime.ArenaBytes != base.Runtime.ArenaBytes || p.Cost.RMFree != base.Cost.RMFree || p.TLB.Levels[1].Sets != 128 {
		t.Errorf("%+v", p.Runtime)
	}
	if base.TLB.Levels[1].Sets != 256 || p.Runtime.Source.Kind != profile.Measured || p.MMU.Source.Kind != profile.Documented {
		t.Error("another profile changed, or the evidence is wrong")
	}
	if r.Probes[1].Verdict != Inconclusive {
		t.Error("a number that no machine can be built with is measured")
	}
	for _, x := range []struct{ text, want string }{
		{"{", "expected a profile file"}, {`{"name":"x"}`, "expected a profile file"}, {`{"pagewalk_profile":9}`, "version 9"},
		{`{"pagewalk_profile":1,"base":"nothing"}`, `no profile is named "nothing"`},
		{`{"pagewalk_profile":1,"base":"gh100","set":{"Runtime.Colour":1}}`, "no field"},
		{`{"pagewalk_profile":1,"base":"gh100","set":{"Runtime.Granule":3}}`, "expected 512 to"},
		{`{"pagewalk_profile":1,"base":"gh100","set":{"Runtime.Granule":1000}}`, "a power of two"},
		{`{"pagewalk_profile":1,"base":"gh100","set":{"Memory.ContextPages":900000}}`, "of 71577 pages"},
	} {
		if _, _, err := Read([]byte(x.text)); err == nil || !strings.Contains(err.Error(), x.want) {
			t.Errorf("%s: %v, want %q", x.text, err, x.want)
		}
	}
}
