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

// Managed memory in a recorded run: whatever the host touches comes back at
// every point, forward, back and by seeks.
func TestManagedEveryPoint(t *testing.T) {
	for _, c := range []struct{ profile, set, printed string }{
		{"gh100-small", "memory.bytes=32MiB", ""}, {"gh100", "", ""}, {"textbook-ampere", "", ""},
	} {
		r, m, _ := play(t, c.profile, c.set, managedProgram, 700)
		if want := "9089 90\n0 pages\n90 1\n9 0\n"; r.Printed(1<<10) != want {
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
