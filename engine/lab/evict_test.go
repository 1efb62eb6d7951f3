package lab

import (
	"testing"

	"pagewalk/engine/profile"
	"pagewalk/engine/scenario"
)

func compile(t *testing.T, source string) *scenario.Program {
	program, wrong := scenario.Compile([]byte(source), scenario.Options{})
	if program == nil {
		t.Fatal(wrong[0].Text("en"))
	}
	return program
}

// hotBlock touches block 0 between all others; four places for five blocks.
const hotBlock = `
int pw_victim(const pw_root *r, int n) { int v = 0; for (int i = 1; i < n; i++) if (r[i].last_touch > r[v].last_touch) v = i; return v; }
int main() { void *pin; char *w; int s[8] = { 0, 1, 0, 2, 0, 3, 0, 4 };
    cudaMalloc(&pin, 56 << 20);  cudaMallocManaged(&w, 10 << 20);
    for (int i = 0; i < 32; i++) pw_touch(w + ((size_t)s[i % 8] << 21), 1, 1); }`

// TestEvict: misses by calculation, for the machine and for the bare trace.
func TestEvict(t *testing.T) {
	want := map[string]uint64{"driver": 20, "lru": 17, "mru": 11, OwnPolicy: 11, "optimum": 9}
	rows := Evict(profile.Get("textbook-ampere"), compile(t, hotBlock), 0)
	if len(rows) != len(profile.VictimNames)+1 {
		t.Errorf("%d rows", len(rows))
	}
	for _, r := range rows {
		if n, known := want[r.Policy]; known && r.Misses != n {
			t.Errorf("%s: %d misses, want %d", r.Policy, r.Misses, n)
		}
		if r.Misses < want["optimum"] || !r.Ended || r.Evictions != r.Misses-4 {
			t.Errorf("%+v", r)
		}
		if r.Out != r.Evictions<<21 || r.In != (r.Misses-5)<<21 {
			t.Errorf("%s: %d bytes in, %d out", r.Policy, r.In, r.Out)
		}
	}
	var trace []uint32
	for i := range 32 {
		trace = append(trace, [...]uint32{0, 1, 0, 2, 0, 3, 0, 4}[i%8])
	}
	for _, r := range EvictTrace(trace, 4, 0) {
		if n, known := want[r.Policy]; known && r.Misses != n {
			t.Errorf("trace, %s: %d misses, want %d", r.Policy, r.Misses, n)
		}
		if r.In != (r.Misses-5)<<21 {
			t.Errorf("trace, %s: %d bytes in", r.Policy, r.In)
		}
	}
}

// TestOptimumBySetting: eviction.policy=optimum makes a machine that has seen
// the run before; nobody misses less.
func TestOptimumBySetting(t *testing.T) {
	p := profile.Get("gh100-small")
	for _, set := range []string{"memory.bytes=24MiB", "eviction.policy=optimum"} {
		if err := profile.Set(p, set); err != nil {
			t.Fatal(err)
		}
	}
	program := compile(t, `int main() { char *w; cudaMallocManaged(&w, 32 << 20);
    for (int r = 0; r < 3; r++) pw_touch(w, 32 << 20, 64 << 10); }`)
	m := NewMachine(p, program, 0)
	scenario.RunOn(m, program, scenario.RunOptions{})
	best := m.Moved()
	for _, r := range Evict(p, program, 0) {
		if r.Evictions < best.Evictions {
			t.Errorf("%s: %d evictions, the optimum has %d", r.Policy, r.Evictions, best.Evictions)
		}
	}
	if broken := m.Check(); broken != "" || best.Evictions == 0 {
		t.Error(broken, best)
	}
}
