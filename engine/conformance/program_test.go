package conformance

import (
	"testing"

	"pagewalk/engine/lab"
	"pagewalk/engine/profile"
	"pagewalk/engine/scenario"
	"pagewalk/engine/target"
	"pagewalk/engine/timeline"
)

// TestPrograms: each scenario's program runs to its end, no call of it is
// refused but what the scenario is about, it leaves events that can be stepped
// back to the beginning, and what it held it has given back.
func TestPrograms(t *testing.T) {
	refused := map[string]int{"PM-10": 2} // until there is no memory, twice
	for _, x := range Programs() {
		program, wrong := scenario.Compile([]byte(x.Source), scenario.Options{})
		if program == nil {
			t.Errorf("%s: line %d: %s", x.ID, wrong[0].Line, wrong[0].Text("en"))
			continue
		}
		p := profile.Get(x.Profile)
		for _, set := range program.Settings.Set {
			if err := profile.Set(p, set); err != nil {
				t.Fatal(x.ID, err)
			}
		}
		m := lab.NewMachine(p, program, 0)
		vm := scenario.NewVM(program, 0)
		run := timeline.New(m, vm, vm, 0, p.Limits.Events)
		before := run.Hash()
		for !run.Step(1 << 20) {
		}
		if s := run.Status(); s.Why != scenario.Done || run.Why().Ends() || run.Len() < 3 {
			t.Errorf("%s: ends with %v %s after %d events", x.ID, s.Why, s.Diagnostic.Text("en"), run.Len())
		}
		n := 0
		for i := range run.Rows() {
			if r := &run.Rows()[i]; r.Code != target.Success {
				n++
			}
		}
		if n != refused[x.ID] {
			t.Errorf("%s: %d calls are refused, expected %d", x.ID, n, refused[x.ID])
		}
		if broken := m.Check(); broken != "" {
			t.Errorf("%s: %s", x.ID, broken)
		}
		if run.SeekCount(0); run.Hash() != before {
			t.Errorf("%s: the way back does not lead to the beginning", x.ID)
		}
	}
}
