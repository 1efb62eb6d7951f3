package main

import (
	"bytes"
	"compress/gzip"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A list of operations that is not what it should be is refused with its line.
func TestBrokenOpLists(t *testing.T) {
	for _, test := range []struct{ ops, want string }{
		{"op,id,size\n\"malloc,1,4096\n", "line 2: extraneous or missing"},
		{"op,id,size\nmalloc,1,4096\nfr\"ee,1,0\n", "line 3: bare"},
		{"malloc,1,4096\n", `line 1: no column "op"`},
		{"op,id,size\nmalloc,1,18446744073709551616\n", "line 2: size"},
		{"op,id,size\nmalloc\n", "line 2: no id"},
	} {
		code, out, wrong := callWith(test.ops, "replay", "-")
		if code != 2 || out != "" || !strings.Contains(wrong, test.want) || strings.Count(wrong, "\n") != 1 {
			t.Errorf("%q: status %d, %q, want a line with %q", test.ops, code, wrong, test.want)
		}
	}
}

// A small file that unpacks to more than a scenario may have is refused before
// it is unpacked whole.
func TestPackedScenarioIsBounded(t *testing.T) {
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	z.Write(make([]byte, scenarioLimit+1))
	z.Close()
	file := filepath.Join(t.TempDir(), "bomb.cu.gz")
	if err := os.WriteFile(file, packed.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	code, _, wrong := callWith("", "run", file)
	if code != 2 || !strings.Contains(wrong, "larger than 16777216 bytes") {
		t.Errorf("status %d: %s", code, wrong)
	}
}

// The manuals' names of page tables are understood as well as the driver's.
func TestLevelsHaveTwoNames(t *testing.T) {
	_, want, _ := callWith("", "mmu", "decode", "pascal", "PTE_4K", "0x39999999999985")
	code, got, wrong := callWith("", "mmu", "decode", "pascal", "pt4k", "0x39999999999985")
	if code != 0 || got != want || want == "" {
		t.Errorf("status %d: %s%s", code, got, wrong)
	}
}

// help and a command's name are that command's help.
func TestHelpOfACommand(t *testing.T) {
	_, want, _ := callWith("", "replay", "--help")
	if _, got, _ := callWith("", "help", "replay"); got != want || !strings.HasPrefix(got, "usage: pagewalk replay") {
		t.Errorf("%q", got)
	}
	if code, _, wrong := callWith("", "help", "nothing"); code != 2 || !strings.Contains(wrong, "nothing") {
		t.Errorf("status %d: %s", code, wrong)
	}
}

// What encode is not told is what the driver writes in an entry of that state:
// a leaf in a directory's place is no directory with a page, and only a leaf
// has a kind.
func TestEncodeStartsFromTheState(t *testing.T) {
	for _, test := range []struct{ args, want string }{
		{"ampere PDE0 state=leaf address=0x987600000", "0x0600000098760001 0x0000000000000000"},
		{"hopper PDE0 state=leaf address=0x1F40200000", "0x0000001f40200681 0x0000000000000000"},
		{"hopper PDE1 state=leaf address=0x40000000 flags=", "0x0000000040000601"},
		{"hopper PTE_4K state=sparse", "0x0000000000000008"},
		{"hopper PTE_64K state=unmapped", "0x0000000000000018"},
		{"ampere PTE_64K state=unmapped", "0x0000000000000020"},
		{"maxwell PTE_4K address=0x1BBBBBB000 flags=read-only", "0x800000001bbbbbb5"},
		{"hopper PDE1 address=0x200003000", "0x000000020000300a"},
	} {
		_, out, wrong := callWith("", append([]string{"mmu", "encode"}, strings.Fields(test.args)...)...)
		if got, _, _ := strings.Cut(out, "\n"); got != test.want {
			t.Errorf("%s: %s%s, want %s", test.args, got, wrong, test.want)
		}
	}
}
