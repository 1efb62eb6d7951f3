package timeline

import (
	"math/rand"
	"testing"

	"pagewalk/engine/event"
	"pagewalk/engine/target"
)

const managedProgram = `struct pair { int a, b; };
int sum(char *p, int n) { int s = 0; for (int i = 0; i < n; i++) s += p[i]; return s; }
int main() {
    char *m, *w; struct pair *q; size_t f, t; char text[8] = "pages";
    cudaMallocManaged(&m, 3 << 20);  cudaMallocManaged(&q, 100 * sizeof(struct pair));
    memset(m, 1, 3 << 20);
    pw_touch(m, 3 << 20, 65536);
    q[3].a = sum(m, 9000); q[4] = q[3];
    printf("%d %d\n", q[4].a, m[65536]);
    pw_touch(q, 4096, 512);  strlen(text);
    printf("%d %s\n", q[3].b, text);
    cudaMallocManaged(&w, 40 << 20);  pw_touch(w, 40 << 20, 4096);
    memcpy(w + (1 << 20), m, 2 << 20);  printf("%d %d\n", w[0], w[(1 << 20) + 5]);
    cudaFree(m);
    cudaMemcpy(q, w + (1 << 20), 64, cudaMemcpyDefault);  cudaMemset(w, 9, 5000);  printf("%d %d\n", w[4999], w[5000]);
    cudaDeviceReset();
}`

// policiesProgram thrashes, pins, discards and counts accesses.
const policiesProgram = `int main() {
    char *m, *r; char buf[8192];
    cudaMallocManaged(&m, 4 << 20);  cudaMallocManaged(&r, 2 << 20);
    for (int i = 0; i < 30; i++) { m[0] = i;  m[8192] = i;  pw_touch(m, 12288, 4096); }
    memset(r, 3, 2 << 20);  cudaMemAdvise(r, 2 << 20, cudaMemAdviseSetAccessedBy, 0);
    for (int i = 0; i < 3; i++) pw_touch(r, 1 << 20, 4096);
    pw_touch(m + (2 << 20), 2 << 20, 4096);
    void *p[2] = { m, m + (2 << 20) }; size_t n[2] = { 4096, 2 << 20 };
    printf("%d ", cudaMemDiscardBatchAsync(p, n, 2, 0, 0));
    pw_touch(m + (2 << 20), 8192, 4096);  m[2 << 20] = 1;
    cudaMemPrefetchAsync(m, 4 << 20, 0);
    cudaHostRegister(buf, 8192, 0);  pw_touch(buf, 8192, 4096);  cudaHostUnregister(buf);
    printf("%d %d", r[0], buf[4096]);
    cudaFree(r);  cudaFree(m);
}`

// Managed memory in a recorded run: whatever the host touches comes back at
// every point, forward, back and by seeks.
func TestManagedEveryPoint(t *testing.T) {
	const printed = "9089 90\n0 pages\n90 1\n9 0\n"
	for _, c := range []struct{ profile, set, source, printed string }{
		{"gh100-small", "memory.bytes=32MiB", managedProgram, printed}, {"gh100", "", managedProgram, printed}, {"textbook-ampere", "", managedProgram, printed},
		{"gh100", "uvm_perf_access_counter_migration_enable=1", policiesProgram, "0 90 90"}, {"textbook-ampere", "uvm_perf_thrashing_enable=1", policiesProgram, "0 90 90"},
	} {
		r, m, _ := play(t, c.profile, c.set, c.source, 700)
		if want := c.printed; r.Printed(1<<10) != want {
			t.Errorf("%s: the program prints %q, want %q", c.profile, r.Printed(1<<10), want)
		}
		touches := 0
		for i := range r.Rows() {
			if r.Rows()[i].Call.Op == target.HostTouch {
				touches++
			}
		}
		if touches < 5 {
			t.Errorf("%s: only %d touches of the host", c.profile, touches)
		}
		step := r.Len()/40 + 1
		want := map[uint32]uint64{}
		r.SeekCount(0)
		for n := uint32(0); n <= r.Len(); n += step {
			r.SeekCount(n)
			want[n] = r.Hash()
			if n > 0 && r.Event(n-1).Kind == event.Return {
				if broken := m.Check(); broken != "" {
					t.Fatal(broken)
				}
			}
		}
		random := rand.New(rand.NewSource(2))
		for range 40 {
			n := uint32(random.Intn(40)) * step
			if r.SeekCount(n); n <= r.Len() && r.Hash() != want[n] {
				t.Fatalf("%s: seek to %d: the hash differs", c.profile, n)
			}
		}
	}
}
