package explain

import (
	"strings"
	"testing"

	"pagewalk/engine/target"
)

// A refusal names the figure that decided: the sum, the largest hole, or what
// is left in whole pages. Asked are the bytes before rounding.
func TestNoRoomNamesWhatDecided(t *testing.T) {
	const mib = 1 << 20
	tests := []struct {
		n    [4]uint64 // asked, free, largest hole, usable
		says string
	}{
		{[4]uint64{3 * mib, 1 * mib, 1 * mib, 1 * mib}, "only 1 MiB are free"},
		{[4]uint64{2 * mib, 32 * mib, 1 * mib, 32 * mib}, "the largest piece that can be given has 1 MiB"},
		{[4]uint64{3 * mib, 6 * mib, 4 * mib, 2 * mib}, "of which 2 MiB can be given"},
	}
	for _, test := range tests {
		w := target.Why{ID: target.NoRoom, N: test.n}
		if got := Why(EN, w); !strings.Contains(got, test.says) {
			t.Errorf("%v: %q, want %q", test.n, got, test.says)
		}
		if got := Why(ZH, w); got == "" || strings.Contains(got, "{") {
			t.Errorf("%v: %q", test.n, got)
		}
	}
}
