package scenario

import (
	"strings"
	"testing"
)

// compile compiles a program that must be right.
func compile(t testing.TB, src string) *Program {
	t.Helper()
	p, diags := Compile([]byte(src), Options{})
	for _, d := range diags {
		if p == nil || !d.Warning() {
			t.Errorf("%s", Render([]byte(src), d, "en"))
		}
	}
	if p == nil {
		t.FailNow()
	}
	return p
}

// play runs a program on a fresh fake and gives what it printed.
func play(t testing.TB, src string) (string, *Outcome) {
	t.Helper()
	var b strings.Builder
	o := RunOn(newFake(), compile(t, src), RunOptions{Output: func(_ uint8, text []byte) { b.Write(text) }})
	return b.String(), o
}

func TestPrograms(t *testing.T) {
	tests := []struct{ name, src, want string }{
		{"bare", `int a = 6, b = 7; printf("%d\n", a * b);`, "42\n"},
		{"malloc", `float *d; cudaError_t e = cudaMalloc((void**)&d, 1024 * sizeof(float)); printf("%s %p\n", cudaGetErrorString(e), d);`, "no error 0x7f0000000000\n"},
		{"templated", `float *d; printf("%d\n", cudaMalloc(&d, 1 << 30));`, "2\n"},
	}
	for _, x := range tests {
		t.Run(x.name, func(t *testing.T) {
			got, o := play(t, x.src)
			if o.Status.Why != Done {
				t.Fatalf("%v %s", o.Status.Why, o.Status.Diagnostic.Text("en"))
			}
			if got != x.want {
				t.Errorf("printed %q, want %q", got, x.want)
			}
		})
	}
}
