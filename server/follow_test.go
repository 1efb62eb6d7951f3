package main

import (
	"encoding/csv"
	"os"
	"strconv"
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

// TestFreshLists: lists drawn after the rules were fixed, recorded on a real
// H200 by this program: addresses, free memory, errors and trips are predicted
// to the last row, and nine of ten physical offsets. "overflow" asks for sizes
// around each power of two up to 2^64.
func TestFreshLists(t *testing.T) {
	for _, name := range []string{"fresh", "overflow"} {
		t.Run(name, func(t *testing.T) {
			file := "testdata/" + name + ".csv"
			recorded := freshRows(t, file, "")
			status, out, errors := callWith("", "replay", "--follow", file)
			if status != 0 {
				t.Fatal(errors)
			}
			var placed, right int
			for i, got := range freshRows(t, "", out) {
				want := recorded[i]
				if got.row != want.row {
					t.Fatalf("row %d: %s, recorded %s", i, got.row, want.row)
				}
				if want.offset != "" {
					placed++
					if got.offset == want.offset {
						right++
					}
				}
			}
			if placed == 0 || right*10 < placed*9 {
				t.Errorf("%d of %d offsets predicted", right, placed)
			}
		})
	}
}

// freshRow is a replayed row without its times: addresses relative to the
// first, the physical offset by itself.
type freshRow struct{ row, offset string }

func freshRows(t *testing.T, file, text string) (rows []freshRow) {
	t.Helper()
	if file != "" {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		text = string(data)
	}
	all, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	first := int64(0)
	for _, r := range all[1:] {
		at, err := strconv.ParseInt(r[4], 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		if first == 0 {
			first = at
		}
		if at != 0 {
			at -= first
		}
		f := freshRow{}
		var trips []string
		for trip := range strings.SplitSeq(r[7], ";") {
			name, offset, found := strings.Cut(trip, ")@")
			if found && strings.HasPrefix(name, "RM_ALLOC(") {
				f.offset, trip = offset, name
			}
			trips = append(trips, trip)
		}
		f.row = strings.Join([]string{r[0], r[1], r[2], r[3], strconv.FormatInt(at, 10), r[5], strings.Join(trips, ";")}, ",")
		rows = append(rows, f)
	}
	return rows
}
