package machine

import (
	"os"
	"strings"
	"testing"

	"pagewalk/engine/event"
	"pagewalk/engine/profile"
	"pagewalk/engine/target"
)

// playFile runs a program of lessons/play and gives what it prints.
func playFile(t *testing.T, p *profile.Profile, file string) (*player, string) {
	t.Helper()
	source, err := os.ReadFile("../../lessons/play/" + file)
	if err != nil {
		t.Fatal(err)
	}
	var log event.Log
	h := run(t, p, string(source), &log)
	return h, h.printed
}

// A stray pointer of one process does not reach what another has.
func TestIsolation(t *testing.T) {
	for _, name := range []string{"textbook-ampere", "textbook-volta", "gh100-small", "h200-r580"} {
		_, printed := playFile(t, profile.Get(name), "isolation.cu")
		want := "same address: yes\nprocess 1 reads 22\n" +
			"process 1 writes where only process 0 has memory: " + target.IllegalAddress.Name() + "\nprocess 0 reads 11 and 12: untouched\n"
		if printed != want {
			t.Errorf("%s:\n%s", name, printed)
		}
	}
}

// Without page tables memory would have to lie in one piece. The textbook card
// works like that, and refuses; the documented driver maps eight pages, each of
// which stands alone in the card.
func TestNoPageTable(t *testing.T) {
	for _, c := range []struct {
		gpu, want string
		fits      bool
	}{
		{"textbook-ampere", "16 MiB: " + target.MemoryAllocation.Name() + "\n", false},
		{"gh100-small", "16 MiB: cudaSuccess\nthe last of one page and the first of the next: 255 0\n", true},
	} {
		p := profile.Get(c.gpu)
		profile.Set(p, "driver.free=immediate")
		h, printed := playFile(t, p, "no-page-table.cu")
		if !strings.HasSuffix(printed, c.want) {
			t.Errorf("%s:\n%s", c.gpu, printed)
		}
		var last target.Result
		for i := range h.calls {
			if h.calls[i].Op == target.CudaMalloc {
				last = h.results[i]
			}
		}
		if !c.fits {
			if last.Why.ID != target.NoRoom || last.Why.N[1] != 32<<20 || last.Why.N[2] != 2<<20 {
				t.Errorf("%s: refused for %s %v", c.gpu, last.Why.ID.Name(), last.Why.N)
			}
			continue
		}
		before := uint64(0)
		for at := last.Out[0]; at < last.Out[0]+16<<20; at += 2 << 20 {
			pa, _, why := h.page(0, at)
			if why.ID != target.NoReason || at > last.Out[0] && (pa == before+2<<20 || before == pa+2<<20) {
				t.Errorf("%s: page %X lies at %X, the one before at %X", c.gpu, at, pa, before)
			}
			before = pa
		}
	}
}

// A driver that forgets the command after an unmapping leaves the TLB with a
// translation of memory that is not the program's any more.
func TestForgottenInvalidation(t *testing.T) {
	for _, c := range []struct{ gpu, forget, want string }{
		{"h200-r580", "nothing", "cudaErrorIllegalAddress"}, {"h200-r580", "unmap", "cudaSuccess"}, {"h200-r580", "all", "cudaSuccess"},
		{"textbook-ampere", "nothing", "cudaErrorIllegalAddress"}, {"textbook-ampere", "unmap", "cudaSuccess"},
	} {
		p := profile.Get(c.gpu)
		profile.Set(p, "driver.free=immediate")
		if err := profile.Set(p, "inject.forget="+c.forget); err != nil {
			t.Fatal(err)
		}
		_, printed := playFile(t, p, "stale.cu")
		if want := "a read of freed memory: " + c.want + "\n"; printed != want {
			t.Errorf("%s, forgets %s: %s", c.gpu, c.forget, printed)
		}
	}
}
