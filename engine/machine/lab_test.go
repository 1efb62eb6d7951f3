package machine

import (
	"strings"
	"testing"

	"pagewalk/engine/event"
	"pagewalk/engine/profile"
	"pagewalk/engine/scenario"
	"pagewalk/engine/va"
)

// hotBlock touches block 0 between all others; four places for five blocks.
const hotBlock = `
int main() { void *pin; char *w; int s[8] = { 0, 1, 0, 2, 0, 3, 0, 4 };
    cudaMalloc(&pin, 56 << 20);  cudaMallocManaged(&w, 10 << 20);
    for (int i = 0; i < 32; i++) pw_touch(w + ((size_t)s[i % 8] << 21), 1, 1); }`

const loop = `
int main() { void *pin; char *w;
    cudaMalloc(&pin, 56 << 20);  cudaMallocManaged(&w, 10 << 20);
    for (int i = 0; i < 20; i++) pw_touch(w + ((size_t)(i % 5) << 21), 1, 1); }`

const leastRecent = `int pw_victim(const pw_root *r, int n) { int v = 0; for (int i = 1; i < n; i++) if (r[i].last_touch < r[v].last_touch) v = i; return v; }`
const mostRecent = `int pw_victim(const pw_root *r, int n) { int v = 0; for (int i = 1; i < n; i++) if (r[i].last_touch > r[v].last_touch) v = i; return v; }`

// TestVictimPolicies: the same traces under several policies, as settings and
// as functions of the program; numbers by calculation.
func TestVictimPolicies(t *testing.T) {
	for _, c := range []struct {
		name, policy, source string
		misses               int
	}{
		{"hot, driver", "driver", hotBlock, 20}, {"hot, lru", "lru", hotBlock, 17}, {"hot, mru", "mru", hotBlock, 11},
		{"hot, own lru", "driver", leastRecent + hotBlock, 17}, {"hot, own mru", "driver", mostRecent + hotBlock, 11},
		{"loop, lru", "lru", loop, 20}, {"loop, driver", "driver", loop, 20},
	} {
		p := profile.Get("textbook-ampere")
		if err := profile.Set(p, "eviction.policy="+c.policy); err != nil {
			t.Fatal(err)
		}
		var log event.Log
		run(t, p, c.source, &log)
		if n := len(faults(&log, va.GPU)); n != c.misses {
			t.Errorf("%s: %d misses, want %d", c.name, n, c.misses)
		}
	}
}

// TestPolicyOnHopper: on the documented profile the policy chooses among roots
// too, and the program may print while it chooses.
func TestPolicyOnHopper(t *testing.T) {
	p := profile.Get("gh100-small")
	profile.Set(p, "memory.bytes=16MiB")
	h := run(t, p, `int asked = 0;
int pw_victim(const pw_root *r, int n) { asked++; if (asked == 1) printf("%d roots ", n); return n - 1; }
int main() { char *w; cudaMallocManaged(&w, 24 << 20); pw_touch(w, 24 << 20, 4096); pw_note("done"); printf("asked %d", asked); }`, nil)
	if !strings.Contains(h.printed, " roots asked ") || strings.HasSuffix(h.printed, "asked 0") {
		t.Errorf("%q", h.printed)
	}
}

// TestWrongVictim: an answer that is no index, and a call from inside, end the
// program with a message of their own.
func TestWrongVictim(t *testing.T) {
	for _, c := range []struct {
		body string
		want scenario.ID
	}{
		{"return n;", scenario.VictimIndex}, {"return -1;", scenario.VictimIndex}, {"cudaDeviceSynchronize(); return 0;", scenario.VictimCalls},
		{"while (1) ; return 0;", scenario.StepLimit},
	} {
		program, _ := scenario.Compile([]byte("int pw_victim(const pw_root *r, int n) { "+c.body+" }"+hotBlock), scenario.Options{})
		h := &player{Machine: New(profile.Get("textbook-ampere"), 0)}
		vm := scenario.NewVM(program, 0)
		vm.Record(true)
		h.Start(0, vm)
		s := vm.Run(h, 1<<24)
		if s.Why != scenario.Fault && s.Why != scenario.Limit || s.Diagnostic.ID != c.want {
			t.Errorf("%s: %v %s", c.body, s.Why, s.Diagnostic.Text("en"))
		}
		if broken := h.Check(); broken != "" {
			t.Error(broken)
		}
	}
}

// TestSettingsOfManagedMemory: the module parameters do what they say.
func TestSettingsOfManagedMemory(t *testing.T) {
	for _, c := range []struct {
		set    string
		faults int
	}{{"uvm_perf_prefetch_enable=0", 512}, {"uvm_perf_prefetch_threshold=1", 1}, {"uvm_perf_prefetch_threshold=100", 32}, {"", 6}} {
		p := profile.Get("gh100")
		if c.set != "" {
			if err := profile.Set(p, c.set); err != nil {
				t.Fatal(err)
			}
		}
		var log event.Log
		run(t, p, `char *m;  cudaMallocManaged(&m, 2 << 20);  pw_touch(m, 2 << 20, 4096);`, &log)
		if n := len(faults(&log, va.GPU)); n != c.faults {
			t.Errorf("%q: %d faults, want %d", c.set, n, c.faults)
		}
	}
	p := profile.Get("gh100-small")
	profile.Set(p, "uvm_global_oversubscription=0")
	h := run(t, p, `char *m;  cudaMallocManaged(&m, 384 << 20);  printf("%d", pw_touch(m, 384 << 20, 4096));`, nil)
	if h.printed != "2" {
		t.Errorf("without oversubscription a touch beyond the card answers %s", h.printed)
	}
}
