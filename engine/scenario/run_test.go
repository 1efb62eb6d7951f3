package scenario

import (
	"os"
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

func file(name string) string {
	b, err := os.ReadFile(name)
	if err != nil {
		panic(err)
	}
	return string(b)
}

func TestPrograms(t *testing.T) {
	tests := []struct{ name, src, want string }{
		{"bare", `int a = 6, b = 7; printf("%d\n", a * b);`, "42\n"},
		{"malloc", `float *d; cudaError_t e = cudaMalloc((void**)&d, 1024 * sizeof(float)); printf("%s %p\n", cudaGetErrorString(e), d);`, "no error 0x7f0000000000\n"},
		{"pool", file("testdata/pool.cu"), "16 blocks, free 24 of 64 MB (37.5%)\n3665454849\nmany  |  many|\n21\nhi 8\n0.5 0.001 5.000000e-04\n25769803776 0x600000000\n"},
		{"overloads", `printf("%.1f %d", abs(-2.5), abs(-2)); int n = 0; if (int e = 3) n += e; while (int k = n--) if (k == 1) printf(" %d", n);`, "2.5 2 0"},
		{"arguments", `int f(int a, int b = 2) { return a * b; } struct v { int x, y; }; v make(int x) { v r = { x, x + 1 }; return r; } int sum(v a, v b) { return a.x + b.y; } printf("%d %d %d", f(3), f(3, 5), sum(make(1), make(10)));`, "6 15 12"},
		{"conversions", `auto p = static_cast<char *>(malloc(4)); int *q = reinterpret_cast<int *>(p); *q = 0x41424344; printf("%c %d %.1f", p[0], int(3.7), float(1) / 2);`, "D 3 0.5"},
		{"library", `srand(time(NULL)); printf("%ld %d %d %g %g", time(0), atoi(" -42x"), clock() >= 0, fmax(1, 2.5), fminf(3, -1));`, "1735689600 -42 1 2.5 -1"},
		{"exponents", `intmax_t n = 9; printf("%jd %a %a %.1e", n, 1.5, 1e300, 12345.0);`, "9 0x1.8p+0 0x1.7e43c8800759cp+996 1.2e+04"},
		{"own names win", `int mem = 3; int num_mems = mem + 1; printf("%d", num_mems);`, "4"},
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
