package machine

import (
	"testing"

	"pagewalk/engine/profile"
)

// TestPinnedMemory: the GPU reaches pinned pages through entries of its own
// tables, whoever made the pages; answers as recorded on an H200.
func TestPinnedMemory(t *testing.T) {
	for _, name := range []string{"h200-r580", "textbook-ampere", "textbook-volta"} {
		h := run(t, profile.Get(name), `
char buf[16384]; char *made; void *d; cudaPointerAttributes a;
printf("%d ", pw_touch(buf, 1, 1)); cudaDeviceReset();
`, nil)
		if h.printed != "700 " {
			t.Errorf("%s: before: %q", name, h.printed)
		}
		h = run(t, profile.Get(name), `
char buf[16384]; char *made; void *d; cudaPointerAttributes a; size_t free0, free1, total;
cudaMemGetInfo(&free0, &total);
printf("%d %d ", cudaHostRegister(buf, 8192, 0), cudaHostRegister(buf, 8192, 0));
printf("%d ", cudaHostGetDevicePointer(&d, buf, 0)); printf("%d ", d == buf);
cudaPointerGetAttributes(&a, buf); printf("%d ", a.type);
buf[100] = 1; printf("%d ", pw_touch(buf + 100, 1, 1)); printf("%d ", buf[100]);
printf("%d %d ", cudaHostUnregister(buf), cudaHostUnregister(buf));
cudaMallocHost(&made, 1); printf("%d %d ", pw_touch(made, 1, 1), made[0]); cudaFreeHost(made);
cudaHostRegister(buf, 4096, 0); cudaMemGetInfo(&free1, &total); printf("%d ", free0 == free1);
cudaDeviceReset(); printf("%d %d", cudaHostUnregister(buf), cudaHostRegister(buf, 0, 0));
`, nil)
		if want := "0 712 0 1 1 0 90 0 713 0 90 1 713 1"; h.printed != want {
			t.Errorf("%s: %q, want %q", name, h.printed, want)
		}
	}
}
