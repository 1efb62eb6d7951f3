package machine

import (
	"encoding/csv"
	"os"
	"strconv"
	"strings"
	"testing"

	"pagewalk/engine/profile"
	"pagewalk/engine/target"
)

// recordedRow is one call of a recorded run.
type recordedRow struct {
	free       bool
	id         string
	size       uint64
	failed     bool
	offset     int64
	freeBytes  uint64
	ioctls     string
	haveIoctls bool
	ps         uint64 // duration; 0 where it was not recorded
}

func readRecorded(t *testing.T, name string) []recordedRow {
	t.Helper()
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	r := csv.NewReader(f)
	r.FieldsPerRecord = -1
	all, err := r.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	column := map[string]int{}
	for i, h := range all[0] {
		column[h] = i
	}
	var rows []recordedRow
	for _, x := range all[1:] {
		row := recordedRow{free: x[column["op"]] == "free", id: x[column["id"]]}
		row.size, _ = strconv.ParseUint(x[column["size"]], 10, 64)
		row.offset, _ = strconv.ParseInt(x[column["address_offset"]], 10, 64)
		row.freeBytes, _ = strconv.ParseUint(x[column["free_bytes"]], 10, 64)
		if i, ok := column["error"]; ok {
			row.failed = x[i] != "CUDA_SUCCESS"
		}
		if i, ok := column["ioctls"]; ok {
			row.haveIoctls, row.ioctls = true, x[i]
		}
		if i, ok := column["us"]; ok {
			us, _ := strconv.ParseFloat(x[i], 64)
			row.ps = uint64(us * 1e6)
		}
		rows = append(rows, row)
	}
	return rows
}

// withoutOffsets removes the physical offsets, which depend on time.
func withoutOffsets(s string) string {
	parts := strings.Split(s, ";")
	for i, p := range parts {
		if at := strings.Index(p, "@"); at >= 0 && !strings.HasPrefix(p[at:], "@va:") {
			parts[i] = p[:at]
		}
	}
	return strings.Join(parts, ";")
}

func ioctlText(list []target.Ioctl, first uint64) string {
	var parts []string
	for _, x := range list {
		s := x.Name.Short()
		if x.Name.HasLength() {
			s += "(" + strconv.FormatUint(x.Length, 10) + ")"
		}
		if x.Failed {
			s += "=fail"
		} else if x.Name.HasVA() {
			s += "@va:" + strconv.FormatInt(int64(x.VA-first), 10)
		}
		parts = append(parts, s)
	}
	return strings.Join(parts, ";")
}

// TestRecordedCalls plays what a real H200 was asked and compares every address,
// every count of free bytes, every error and every ioctl.
func TestRecordedCalls(t *testing.T) {
	eachRecorded(t, func(t *testing.T, path string) {
		compareRecorded(t, readRecorded(t, path))
	}, "sizes", "reuse", "tr2", "everything", "around_1m")
}

func compareRecorded(t *testing.T, rows []recordedRow) {
	m := New(profile.Get("h200-r580"), 0)
	live := map[string]uint64{}
	var first uint64
	var r, q target.Result
	for i, row := range rows {
		c := target.Call{Op: target.CuMemAlloc}
		c.Arg[0] = row.size
		if row.free {
			c.Op = target.CuMemFree
			c.Arg[0] = live[row.id]
		}
		m.Do(&c, &r)
		address := r.Out[0]
		if row.free {
			address = c.Arg[0]
		} else {
			live[row.id] = address
		}
		if first == 0 {
			first = address
		}
		m.Do(&target.Call{Op: target.CuMemGetInfo}, &q)
		if (r.Code != target.Success) != row.failed {
			t.Fatalf("row %d: answered %s", i+2, r.Code.Name())
		}
		if !row.failed && int64(address-first) != row.offset {
			t.Fatalf("row %d: address at %d, recorded %d", i+2, int64(address-first), row.offset)
		}
		if q.Out[0] != row.freeBytes {
			t.Fatalf("row %d: %d bytes free, recorded %d", i+2, q.Out[0], row.freeBytes)
		}
		if row.haveIoctls && ioctlText(r.Ioctls, first) != withoutOffsets(row.ioctls) {
			t.Fatalf("row %d: ioctls %s, recorded %s", i+2, ioctlText(r.Ioctls, first), row.ioctls)
		}
	}
	if broken := m.Check(); broken != "" {
		t.Fatal(broken)
	}
}

// eachRecorded is a test of each of the recordings in testdata, or of those
// that PAGEWALK_RECORDED names.
func eachRecorded(t *testing.T, of func(t *testing.T, path string), names ...string) {
	if more := os.Getenv("PAGEWALK_RECORDED"); more != "" {
		names = strings.Fields(more)
	}
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			path := name
			if !strings.HasSuffix(path, ".csv") {
				path = "testdata/" + name + ".csv"
			}
			of(t, path)
		})
	}
}
