package native

import (
	"strings"
	"testing"

	"pagewalk/engine/target"
)

// TestReadCaptured: a record is read line by line; what a killed process left
// of its last line is passed over, anything else that is wrong is named.
func TestReadCaptured(t *testing.T) {
	const trip = "T 0 43 64 2097152 0 553648128 900 0 0\n"
	const call = "C cuMemAlloc 7 8 0 1000 2000 99 140000 0 1 2097152 0 0 0 0\n"
	for _, x := range []struct {
		name, text       string
		calls, ends      int
		trips, lost      uint64
		wrong            string
		first, firstTrip string
	}{
		{"whole", trip + call + "O 7 5 60 2\n", 1, 1, 5, 2, "", "cuMemAlloc", "RM_ALLOC"},
		{"older", call + "O 7 5 60\n", 1, 1, 5, 0, "", "cuMemAlloc", ""},
		{"killed between lines", trip + call + trip, 1, 0, 0, 0, "", "cuMemAlloc", "RM_ALLOC"},
		{"killed in a line", call + "C cuMemFree 7 8 0 10", 1, 0, 0, 0, "", "cuMemAlloc", ""},
		{"two processes", call + "O 7 5 60 0\n" + call + "O 8 1 1 0\n", 2, 2, 6, 0, "", "cuMemAlloc", ""},
		{"empty", "", 0, 0, 0, 0, "", "", ""},
		{"a short trip", "T 0 43\n", 0, 0, 0, 0, "line 1", "", ""},
		{"a short call", trip + "C cuMemAlloc 7\n", 0, 0, 0, 0, "line 2", "", ""},
		{"something else", "hello\n", 0, 0, 0, 0, `found "hello"`, "", ""},
	} {
		calls, outside, err := ReadCaptured(strings.NewReader(x.text))
		if x.wrong != "" {
			if err == nil || !strings.Contains(err.Error(), x.wrong) {
				t.Errorf("%s: %v, expected %q", x.name, err, x.wrong)
			}
			continue
		}
		if err != nil || len(calls) != x.calls || outside.Ends != x.ends || outside.Trips != x.trips || outside.Lost != x.lost {
			t.Errorf("%s: %d calls, %+v, %v", x.name, len(calls), outside, err)
		}
		if len(calls) > 0 && (calls[0].Name != x.first || x.firstTrip != "" && calls[0].Ioctls[0].Name.Short() != x.firstTrip) {
			t.Errorf("%s: %+v", x.name, calls[0])
		}
	}
	calls, _, _ := ReadCaptured(strings.NewReader(call))
	if c, ok := calls[0].Target(); !ok || c.Op != target.CuMemAlloc || c.Arg[0] != 2<<20 {
		t.Errorf("%+v", c)
	}
}
