package scenario

import "testing"

// TestStrayBytes: a message names a byte that no screen shows by its number,
// and never takes a zero byte for the end of the program.
func TestStrayBytes(t *testing.T) {
	for _, x := range []struct{ source, want string }{
		{"int a;\x00", `\x00 has no meaning in a program`},
		{"int a;\x1b", `\x1b has no meaning in a program`},
		{"int a;\xfe", `\xfe has no meaning in a program`},
		{"int a; `", "` has no meaning in a program"},
		{"int a; é", "é has no meaning in a program"},
	} {
		p, list := Compile([]byte(x.source), Options{})
		if p != nil || len(list) == 0 {
			t.Errorf("%q is accepted", x.source)
		} else if got := list[0].Text("en"); got != x.want {
			t.Errorf("%q: %q, want %q", x.source, got, x.want)
		}
	}
}
