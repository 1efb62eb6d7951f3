package main

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
)

func labRun(t *testing.T, in string, args ...string) (out string, status int) {
	t.Helper()
	var said, wrong bytes.Buffer
	status = run(&environment{in: strings.NewReader(in), out: &said, err: &wrong}, append([]string{"lab"}, args...))
	return said.String() + wrong.String(), status
}

// TestLabFragmentation: numbers found by hand, from a scenario and from an op
// list of the same calls.
func TestLabFragmentation(t *testing.T) {
	source := "void *p[1024];\nfor (int i = 0; i < 1024; i++) cudaMalloc(&p[i], 64 << 10);\nfor (int i = 0; i < 1024; i += 2) cudaFree(p[i]);\n"
	var ops strings.Builder
	ops.WriteString("op,id,size\n")
	for i := range 1024 {
		ops.WriteString("malloc," + decimal(uint64(i)) + ",65536\n")
	}
	for i := 0; i < 1024; i += 2 {
		ops.WriteString("free," + decimal(uint64(i)) + ",\n")
	}
	var both [2]string
	for i, in := range []string{source, ops.String()} {
		out, status := labRun(t, in, "fragmentation", "--format", "json", "-")
		both[i] = out
		var rows []map[string]any
		if err := json.Unmarshal([]byte(out), &rows); err != nil || status != 0 || len(rows) != 8 {
			t.Fatal(err, status, out)
		}
		for _, r := range rows {
			want := 65536.0
			if r["measure"] == "compaction" {
				want = 32 << 20
			}
			if r["largest_bytes"] != want || r["free_bytes"] != 32.0*(1<<20) {
				t.Errorf("%v", r)
			}
		}
	}
	if both[0] != both[1] {
		t.Error("the scenario and the op list of its calls differ")
	}
}

// TestLabEviction: the numbers of the lesson on policies.
func TestLabEviction(t *testing.T) {
	source := `int main() { void *pin; char *w; int s[8] = { 0, 1, 0, 2, 0, 3, 0, 4 };
    cudaMalloc(&pin, 56 << 20);  cudaMallocManaged(&w, 10 << 20);
    for (int i = 0; i < 32; i++) pw_touch(w + ((size_t)s[i % 8] << 21), 1, 1); }`
	out, status := labRun(t, source, "eviction", "--format", "csv", "-")
	for _, want := range []string{"policy,misses,", "driver,20,2.222,16,", "lru,17,", "mru,11,", "optimum,9,1.000,5,8388608,10485760,"} {
		if !strings.Contains(out, want) || status != 0 {
			t.Errorf("status %d, no %q in\n%s", status, want, out)
		}
	}
	trace := "block\n1\n2\n3\n4\n1\n2\n5\n1\n2\n3\n4\n5\n"
	for room, want := range map[string]string{"3": "driver,9,", "4": "driver,10,"} {
		if out, status = labRun(t, trace, "eviction", "--room", room, "--format", "csv", "-"); !strings.Contains(out, want) || status != 0 {
			t.Errorf("room %s: %s", room, out)
		}
	}
}

// TestLabRefuses: mistakes are one line and status 2.
func TestLabRefuses(t *testing.T) {
	for _, c := range []struct {
		in   string
		args []string
		want string
	}{
		{"", []string{}, "expected fragmentation or eviction"},
		{"", []string{"eviction"}, "expected a scenario or a trace"},
		{"block\nx\n", []string{"eviction", "-"}, `line 2: block: found "x"`},
		{"block\n1\n", []string{"eviction", "--room", "0", "-"}, "--room: found 0"},
		{"int x = 1;\n", []string{"fragmentation", "-"}, "asks for no memory"},
		{"int x = 1;\n", []string{"eviction", "-"}, "touches no managed memory"},
		{"", []string{"fragmentation", "--request", "0"}, "--request"},
		{"", []string{"fragmentation", "--gpu", "none"}, "--gpu"},
	} {
		if out, status := labRun(t, c.in, c.args...); status != 2 || !strings.Contains(out, c.want) {
			t.Errorf("%v: status %d, %s", c.args, status, out)
		}
	}
}
