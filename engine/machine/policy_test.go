package machine

import (
	"testing"

	"pagewalk/engine/event"
	"pagewalk/engine/pmm"
	"pagewalk/engine/profile"
	"pagewalk/engine/va"
)

// events counts the events of a kind.
func events(log *event.Log, k event.Kind) (n int) {
	for i := range log.Len() {
		if log.At(i).Kind == k {
			n++
		}
	}
	return n
}

// set changes settings of a profile.
func set(t *testing.T, p *profile.Profile, texts ...string) *profile.Profile {
	t.Helper()
	for _, text := range texts {
		if err := profile.Set(p, text); err != nil {
			t.Fatal(err)
		}
	}
	return p
}

// TestDiscard: discarded pages stay on the card unmapped, their root goes to
// the list of the discarded, and evicting it copies nothing; a touch or a
// prefetch makes a page ordinary again.
func TestDiscard(t *testing.T) {
	const begin = `
char *m, *w; cudaMallocManaged(&m, 4 << 20); pw_touch(m, 4 << 20, 4096);
void *p[2] = { m, m + (3 << 20) }; size_t n[2] = { 2 << 20, 4096 };
printf("%d ", cudaMemDiscardBatchAsync(p, n, 2, 0, 0));
`
	for _, c := range []struct {
		name, rest     string
		discarded, gpu uint32
		list           uint8
	}{
		{"discarded", "", 512, 512, pmm.Discarded},
		{"touched", "pw_touch(m, 8192, 4096);", 510, 512, pmm.Used},
		{"read by the host", `printf("%d", m[0]);`, 511, 512, pmm.Discarded}, // its page has left
		{"prefetched", "cudaMemPrefetchAsync(m, 2 << 20, 0);", 0, 512, pmm.Used},
	} {
		h := run(t, profile.Get("gh100"), begin+c.rest, nil)
		b := h.VA.State.Blocks.At(1)
		if c.name == "read by the host" { // pages that come along are gone from the card
			c.gpu = b.GPU.Count()
		}
		if b.Discard.Count() != c.discarded || b.GPU.Count() != c.gpu {
			t.Errorf("%s: %d discarded, %d on the card", c.name, b.Discard.Count(), b.GPU.Count())
		}
		var at uint8
		for _, list := range []uint8{pmm.Unused, pmm.Discarded, pmm.Used} {
			h.PMM.EachOn(list, func(root pmm.ChunkID) {
				h.PMM.Walk(root, func(_ pmm.ChunkID, _ int, n *pmm.Node) {
					if n.Block == va.Owner(1) {
						at = list
					}
				})
			})
		}
		if at != c.list {
			t.Errorf("%s: the root is on list %d, want %d", c.name, at, c.list)
		}
	}
	var log event.Log
	p := set(t, profile.Get("gh100-small"), "memory.bytes=12MiB")
	h := run(t, p, begin+`cudaMallocManaged(&w, 6 << 20); pw_touch(w, 6 << 20, 4096);`, &log)
	if x := h.Moved(); x.Evictions == 0 || x.Out%(2<<20) == 0 && x.Out > uint64(x.Evictions-1)<<21 {
		t.Errorf("evicting what is worth nothing copies: %+v", x)
	}
	if events(&log, event.BlockRetry) == 0 {
		t.Error("an allocation that evicts leaves no retry")
	}
	h = run(t, profile.Get("gh100"), `char *m; cudaMalloc(&m, 4 << 20); void *p[1] = { m }; size_t n[1] = { 4096 };
printf("%d %d", cudaMemDiscardBatchAsync(p, n, 1, 0, 0), cudaMemDiscardBatchAsync(p, n, 0, 0, 0));`, nil)
	if h.printed != "1 1" {
		t.Errorf("discarding what is not managed answers %q", h.printed)
	}
}

// TestThrashingByPage: only the page that two processors take from each other
// is pinned; its neighbours go on moving.
func TestThrashingByPage(t *testing.T) {
	p := set(t, profile.Get("gh100"), "uvm_perf_prefetch_enable=0")
	h := run(t, p, `char *m; cudaMallocManaged(&m, 2 << 20);
for (int i = 0; i < 20; i++) { m[0] = i; pw_touch(m, 1, 1); }
m[40960] = 1; pw_touch(m + 40960, 1, 1);`, nil)
	b := h.VA.State.Blocks.At(1)
	if b.Where(0) != va.OnCPU|va.RemoteGPU || b.Where(10) != va.OnGPU {
		t.Errorf("page 0 is at %d, page 10 at %d", b.Where(0), b.Where(10))
	}
}

// TestThrashingParameters: each parameter of the module does what it says.
func TestThrashingParameters(t *testing.T) {
	const pingPong = `char *m; cudaMallocManaged(&m, 4096);
for (int i = 0; i < 40; i++) { m[0] = i; pw_touch(m, 1, 1); }`
	faultsWith := func(settings ...string) (n int, ps uint64) {
		var log event.Log
		h := run(t, set(t, profile.Get("gh100"), settings...), pingPong, &log)
		return len(faults(&log, va.GPU)) + len(faults(&log, va.CPU)), h.Recorder().Now
	}
	normal, normalPS := faultsWith()
	for _, c := range []struct {
		set      string
		more     bool // faults than normally
		slower   bool
		expected string
	}{
		{"uvm_perf_thrashing_pin=0", true, true, "never pinned"},
		{"uvm_perf_thrashing_pin_threshold=20", true, true, "pinned later"},
		{"uvm_perf_thrashing_threshold=20", true, false, "noticed later"},
		{"uvm_perf_thrashing_nap=10", false, true, "longer naps, as many"},
		{"uvm_perf_thrashing_lapse_usec=5", true, false, "turns are never quick"},
	} {
		n, ps := faultsWith(c.set)
		if n > normal != c.more || c.slower && ps <= normalPS {
			t.Errorf("%s (%s): %d faults in %d ps, normally %d in %d", c.set, c.expected, n, ps, normal, normalPS)
		}
	}
}

// TestAccessCounters: memory of the host that the GPU reaches often enough
// comes to the card, if the counters are on and nothing holds it there.
func TestAccessCounters(t *testing.T) {
	const program = `char *m; cudaMallocManaged(&m, 2 << 20); memset(m, 1, 2 << 20);
cudaMemAdvise(m, 2 << 20, cudaMemAdviseSetAccessedBy, 0); pw_touch(m, 400 * 4096, 4096);`
	for _, c := range []struct {
		settings []string
		gpu      uint32
	}{
		{nil, 0},
		{[]string{"uvm_perf_access_counter_migration_enable=1"}, 512},
		{[]string{"uvm_perf_access_counter_migration_enable=1", "uvm_perf_access_counter_threshold=401"}, 0},
		{[]string{"uvm_perf_access_counter_migration_enable=-1"}, 0},
		{[]string{"uvm_perf_access_counter_migration_enable=1", "uvm_fault_force_sysmem=1"}, 0},
	} {
		var log event.Log
		h := run(t, set(t, profile.Get("gh100"), c.settings...), program, &log)
		if n := h.VA.State.Blocks.At(1).GPU.Count(); n != c.gpu || (events(&log, event.AccessNotice) > 0) != (c.gpu > 0) {
			t.Errorf("%v: %d pages on the card", c.settings, n)
		}
	}
}

// TestModuleParameters: every parameter is accepted at its default and changes
// nothing then, and refuses what is out of range.
func TestModuleParameters(t *testing.T) {
	inert := 0
	for _, s := range profile.Settings() {
		p := profile.Get("gh100")
		if err := profile.Set(p, s.Key+"="+s.Get(p)); err != nil {
			t.Error(err)
		}
		if s.Get(p) != s.Get(profile.Get("gh100")) {
			t.Errorf("%s: its own value changes it", s.Key)
		}
		if err := profile.Set(p, s.Key+"=nonsense"); err == nil {
			t.Errorf("%s takes nonsense", s.Key)
		}
		if s.Inert != "" {
			inert++
		}
	}
	if inert != 7 {
		t.Errorf("%d parameters change nothing, expected 7", inert)
	}
	var log event.Log
	run(t, set(t, profile.Get("gh100"), "uvm_perf_prefetch_min_faults=2"), `char *m; cudaMallocManaged(&m, 2 << 20); pw_touch(m, 65536, 4096);`, &log)
	if n := len(faults(&log, va.GPU)); n != 16 {
		t.Errorf("with two faults needed, single ones bring others along: %d faults", n)
	}
	h := run(t, set(t, profile.Get("gh100"), "uvm_fault_force_sysmem=1"), `char *m; cudaMallocManaged(&m, 2 << 20); pw_touch(m, 65536, 4096);`, nil)
	if b := h.VA.State.Blocks.At(1); !b.GPU.Empty() || b.Remote.Count() != 16 {
		t.Errorf("forced to the host: %d on the card, %d reached from afar", b.GPU.Count(), b.Remote.Count())
	}
	if m := New(set(t, profile.Get("gh100"), "uvm_perf_pma_batch_nonpinned_order=2"), 0); m.Profile.PMM.BatchRoots != 4 {
		t.Errorf("a batch of %d roots", m.Profile.PMM.BatchRoots)
	}
}
