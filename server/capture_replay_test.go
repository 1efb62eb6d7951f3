package main

import (
	"bytes"
	"compress/gzip"
	"io"
	"os"
	"testing"

	"pagewalk/engine/compare"
	"pagewalk/engine/machine"
	"pagewalk/engine/native"
	"pagewalk/engine/profile"
)

// replayCaptured plays what the library wrote on a card on the simulated H200.
func replayCaptured(t *testing.T, name string) (*captured, *compare.Report) {
	t.Helper()
	packed, err := os.ReadFile("testdata/captured/" + name + ".gz")
	if err != nil {
		t.Fatal(err)
	}
	z, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		t.Fatal(err)
	}
	data, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	calls, _, err := native.ReadCaptured(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	s := simulateCapture(machine.New(profile.Get("h200-r580"), 0), calls)
	return s, compare.Compare(&compare.Run{Rows: s.simulated}, &compare.Run{Measured: true, Rows: s.real})
}

// TestCapturedOnCard: programs of others, captured on an H200 with driver
// 580.159.04, beside their simulation. What the driver took for itself between
// their calls is followed, so that calls, errors and free memory agree, and
// addresses where no mapping of the host stood in the way.
func TestCapturedOnCard(t *testing.T) {
	for _, x := range []struct {
		name         string
		rows, taken  int
		errors, free int // that do not agree
		places       int // addresses that do not
	}{
		{"modules", 17, 2, 0, 0, 0},   // the driver API: six modules, with variables and without
		{"tensors", 24, 4, 0, 0, 0},   // PyTorch 2.11: tensors of many sizes, a sum, empty_cache
		{"cupy", 10, 1, 0, 0, 0},      // CuPy 14.2
		{"training", 87, 5, 0, 0, 10}, // PyTorch: five steps of a network; arenas apart
		{"streams", 205, 3, 0, 0, 19}, // PyTorch: 128 streams, six threads, out of memory; arenas apart
		{"threads", 37, 6, 0, 7, 2},   // the runtime API: a deep kernel, a printing one, four threads at once
	} {
		t.Run(x.name, func(t *testing.T) {
			s, r := replayCaptured(t, x.name)
			apart := func(c compare.Column) int { return r.Tallies[c].Compared - r.Tallies[c].Same }
			if len(s.real) != x.rows || s.taken != x.taken {
				t.Errorf("%d rows, %d pieces of the driver's own; %d and %d were captured", len(s.real), s.taken, x.rows, x.taken)
			}
			if apart(compare.Errors) != x.errors || apart(compare.Free) != x.free {
				t.Errorf("%d errors and %d counts of free memory differ, expected %d and %d", apart(compare.Errors), apart(compare.Free), x.errors, x.free)
			}
			if apart(compare.Addresses) > x.places {
				t.Errorf("%d addresses differ, expected %d", apart(compare.Addresses), x.places)
			}
		})
	}
}
