package main

import (
	"strings"
	"testing"
)

// replay --follow predicts each offset from the true history: here, of a real
// H200, all of them but for the time of the clearing.
func TestFollow(t *testing.T) {
	status, out, errors := callWith("", "replay", "--follow", "../engine/machine/testdata/around_1m.csv")
	if status != 0 || !strings.Contains(errors, "92 of 92 predicted one step ahead (100.00 %)") || strings.Count(out, "\n") != 301 {
		t.Errorf("status %d, %d rows, %q", status, strings.Count(out, "\n"), errors)
	}
	tests := []struct{ args, want string }{
		{"replay --follow -", "no column \"us\""},
		{"replay --follow --target recorded:x -", "only the simulated machine can follow"},
	}
	for _, x := range tests {
		status, _, errors := callWith("op,id,size\nmalloc,1,5\n", strings.Fields(x.args)...)
		if status != 2 || !strings.Contains(errors, x.want) {
			t.Errorf("%s: status %d, %q", x.args, status, errors)
		}
	}
}

func TestParseTruth(t *testing.T) {
	tests := []struct {
		us, ioctls string
		offset, ps uint64
		placed, ok bool
	}{
		{"1.5", "", 0, 1_500_000, false, true},
		{"2", "RM_ALLOC(2097152)@4194304;REGISTER_VIDMEM", 4194304, 2_000_000, true, true},
		{"2", "RM_ALLOC(9)=fail;RM_ALLOC(9)=fail", 0, 2_000_000, false, true},
		{"2", "UVM_FREE(9)@va:-5", 0, 2_000_000, false, true},
		{"2", "RM_ALLOC(9)@x", 0, 0, false, false},
		{"", "", 0, 0, false, false},
		{"NaN", "", 0, 0, false, false},
		{"-1", "", 0, 0, false, false},
	}
	for _, x := range tests {
		got, err := parseTruth(x.us, x.ioctls)
		if (err == nil) != x.ok || x.ok && (got.Offset != x.offset || got.PS != x.ps || got.Placed != x.placed) {
			t.Errorf("%q %q: %+v, %v", x.us, x.ioctls, got, err)
		}
	}
}
