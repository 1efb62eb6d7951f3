package machine

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"pagewalk/engine/profile"
	"pagewalk/engine/scenario"
)

// FuzzProgram: whatever compiles runs on every small machine to its end or to a
// bound, breaks no invariant, and does not take longer than its steps.
func FuzzProgram(f *testing.F) {
	for _, pattern := range []string{"../scenario/testdata/*.cu", "../simt/testdata/*.cu", "../../lessons/play/*.cu", "testdata/*.cu"} {
		files, _ := filepath.Glob(pattern)
		for _, name := range files {
			src, err := os.ReadFile(name)
			if err != nil {
				f.Fatal(err)
			}
			f.Add(src, uint8(0))
			f.Add(src, uint8(1))
		}
	}
	profiles := fuzzProfiles(f)
	for _, p := range profiles {
		p.Limits.ThreadSteps, p.Limits.Threads = 1<<14, 1<<12
	}
	f.Fuzz(func(t *testing.T, src []byte, which uint8) {
		p, _ := scenario.Compile(src, scenario.Options{})
		if p == nil {
			return
		}
		card := *profiles[int(which)%len(profiles)]
		for _, line := range p.Settings.Set {
			if profile.Set(&card, line) != nil {
				return
			}
		}
		begin := time.Now()
		m := New(&card, 1)
		end := time.Now().Add(5 * time.Second)
		scenario.RunOn(m, p, scenario.RunOptions{Budget: 200_000, Slice: 10_000, Row: func(*scenario.Row) {}, Stop: func() bool { return time.Now().After(end) }})
		if why := m.Check(); why != "" {
			t.Error(why)
		}
		if d := time.Since(begin); d > 9*time.Second {
			t.Errorf("it took %v", d)
		}
	})
}
