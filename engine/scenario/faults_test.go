package scenario

import (
	"strings"
	"testing"
	"time"
)

// What a run can end with: the name of the message, its place, and a word that
// must be in it.
func TestFaults(t *testing.T) {
	tests := []struct {
		src          string
		why          Why
		name         string
		line, column int32
		says         string
	}{
		{"int *p = 0;\n*p = 1;", Fault, "null-pointer", 2, 1, "0x0"},
		{"int *p = NULL; int x = p[3];", Fault, "null-pointer", 1, 24, "0xc"},
		{"float *d;\ncudaMalloc(&d, 64);\nd[0] = 1.0f;", Fault, "device-pointer", 3, 1, "line 2"},
		{"float *d; cudaMalloc(&d, 64); printf(\"%f\\n\", *d);", Fault, "device-pointer", 1, 46, ""},
		{"float *d, h[4]; cudaMalloc(&d, 64); memcpy(d, h, 16);", Fault, "device-pointer", 1, 37, ""},
		{"int *p = (int *)malloc(8);\np[2] = 1;", Fault, "block-overrun", 2, 1, "offset 8 of a block of 8"},
		{"char *p = (char *)malloc(8); int x = *(int *)(p + 6);", Fault, "block-overrun", 1, 38, "4 bytes at offset 6"},
		{"int *p = (int *)malloc(8);\nfree(p);\nprintf(\"%d\", p[0]);", Fault, "use-after-free", 3, 14, "line 2"},
		{"int *p = (int *)malloc(8);\nfree(p);\nfree(p);", Fault, "double-free", 3, 1, "first on line 2"},
		{"int *p = (int *)malloc(8); free(p + 1);", Fault, "free-inside", 1, 28, "4 bytes"},
		{"int x; free(&x);", Fault, "free-of-other", 1, 8, ""},
		{"int *d; cudaMalloc(&d, 4); free(d);", Fault, "free-of-device", 1, 28, ""},
		{"int a[4]; int i = 4; a[i] = 1;", Fault, "index-outside", 1, 22, "index 4 of an array of 4"},
		{"int a[4]; int i = -1; a[i] = 1;", Fault, "index-outside", 1, 23, "index -1"},
		{"int a[2][3]; int i = 3; a[1][i] = 1;", Fault, "index-outside", 1, 25, "of 3"},
		{"char *s = (char *)\"abc\"; s[0] = 'x';", Fault, "read-only-write", 1, 26, ""},
		{"int z = 0; printf(\"%d\", 7 / z);", Fault, "divide-by-zero", 1, 25, ""},
		{"int z = 0; printf(\"%d\", 7 % z);", Fault, "divide-by-zero", 1, 25, ""},
		{"int *p = (int *)0x123456789; *p = 1;", Fault, "wild-pointer", 1, 30, "0x123456789"},
		{"assert(1 + 1 == 3);", Fault, "assertion-failed", 1, 1, "1 + 1 == 3"},
		{"abort();", Fault, "aborted", 1, 1, ""},
		{"for (;;) ;", Limit, "step-limit", 0, 0, "20000000"},
		{"void *p; for (;;) cudaFree(p);", Limit, "call-limit", 1, 19, "1000000"},
		{"int f(int n) { return f(n + 1); }\nprintf(\"%d\", f(0));", Limit, "depth-limit", 1, 23, ""},
		{"int f(int n) { char big[100000]; big[0] = n; return f(n + 1); }\nf(0);", Limit, "stack-limit", 1, 5, ""},
		{"char *p; cudaMalloc(&p, 1 << 20); for (;;) pw_touch(p, 1 << 20, 1);", Limit, "step-limit", 1, 44, "20000000"},
		{"for (;;) malloc(1 << 20);", Limit, "memory-limit", 1, 10, "134217728"},
		{"char *p = (char *)malloc(100 << 20); for (;;) memset(p, 1, 100 << 20);", Limit, "step-limit", 0, 0, ""},
		{"struct { char x[50 << 20]; } a, b; for (;;) a = b;", Limit, "step-limit", 0, 0, ""},
		{"for (;;) free(malloc(100 << 20));", Limit, "step-limit", 0, 0, ""},
		{"for (;;) printf(\"%1000d\", 1);", Limit, "output-limit", 1, 10, "1048576"},
		{"char *f = (char *)\"%d %d\"; printf(f, 1);", Fault, "format-arguments", 1, 28, ""},
	}
	for _, x := range tests {
		t.Run(x.name, func(t *testing.T) {
			_, o := play(t, x.src)
			d := o.Status.Diagnostic
			if o.Status.Why != x.why || d.ID.Name() != x.name {
				t.Fatalf("%q ends with %v %s", x.src, o.Status.Why, d.ID.Name())
			}
			if x.line != 0 && (d.Line != x.line || d.Column != x.column) {
				t.Errorf("%q: at %d:%d, want %d:%d", x.src, d.Line, d.Column, x.line, x.column)
			}
			if !strings.Contains(d.Text("en"), x.says) {
				t.Errorf("%q: %q does not say %q", x.src, d.Text("en"), x.says)
			}
		})
	}
}

// Programs that try to take the compiler or the machine down end with a named
// error within a second.
func TestHostile(t *testing.T) {
	n := 100 << 10
	tests := []struct{ name, src, want string }{
		{"parentheses", strings.Repeat("(", n), "nesting-limit"},
		{"brackets", "int a" + strings.Repeat("[", n), ""},
		{"dimensions", "int a" + strings.Repeat("[1]", n/3) + ";", "nesting-limit"},
		{"braces", strings.Repeat("{", n), "nesting-limit"},
		{"initialiser", "int a[] = " + strings.Repeat("{", n), "nesting-limit"},
		{"stars", "int " + strings.Repeat("*", n) + "p;", ""},
		{"dereferences", "int x = " + strings.Repeat("*", n) + "1;", "nesting-limit"},
		{"minus", "int x = " + strings.Repeat("- ", n/2) + "1;", "nesting-limit"},
		{"sum", "int a; a = a" + strings.Repeat("+a", n/2) + ";", "term-limit"},
		{"commas", "int a; a" + strings.Repeat(",a", n/2) + ";", "term-limit"},
		{"else if", "int a = 1; if (a) ;" + strings.Repeat(" else if (a) ;", n/15), ""},
		{"if", strings.Repeat("if (1) ", n/7), "nesting-limit"},
		{"casts", "int x = " + strings.Repeat("(int)", n/5) + "1;", "nesting-limit"},
		{"choices", "int x = " + strings.Repeat("1?", n/2) + "1;", "nesting-limit"},
		{"choices right", "int x = " + strings.Repeat("1?1:", n/4) + "1;", "nesting-limit"},
		{"structs", strings.Repeat("struct a { ", n/11), "nesting-limit"},
		{"indexes", "int *p; p" + strings.Repeat("[0]", n/3) + ";", ""},
		{"calls", "int f(int x) { return x; } " + strings.Repeat("f(", n/2), "nesting-limit"},
		{"extern", strings.Repeat("extern \"C\" {", n/12), "nesting-limit"},
		{"bomb", "#define a0 x x x x x x x x x x\n#define a1 a0 a0 a0 a0 a0 a0 a0 a0 a0 a0\n#define a2 a1 a1 a1 a1 a1 a1 a1 a1 a1 a1\n#define a3 a2 a2 a2 a2 a2 a2 a2 a2 a2 a2\n#define a4 a3 a3 a3 a3 a3 a3 a3 a3 a3 a3\n#define a5 a4 a4 a4 a4 a4 a4 a4 a4 a4 a4\n#define a6 a5 a5 a5 a5 a5 a5 a5 a5 a5\na6", "macro-limit"},
		{"bomb of calls", "#define d(x) x x\n" + strings.Repeat("d(", 40) + "y" + strings.Repeat(")", 40), "macro-limit"},
		{"deep macro", "#define f(x) x\n" + strings.Repeat("f(", 5000) + "1" + strings.Repeat(")", 5000), "macro-limit"},
		{"comments", strings.Repeat("/**/", n/4), ""},
		{"open comment", "/*" + strings.Repeat("* ", n/2), "unclosed-comment"},
		{"quotes", strings.Repeat("'", n), "bad-character"},
		{"long name", "int x = " + strings.Repeat("a", n) + ";", "unknown-name"},
		{"unknown names", func() string {
			var b strings.Builder
			for i := range 5000 {
				b.WriteString("n" + number(uint64(i)) + ";")
			}
			return b.String()
		}(), "unknown-name"},
		{"long", strings.Repeat(" ", 256<<10+1), "source-limit"},
		{"big array", "char a[1UL << 62];", "array-too-large"},
		{"big arrays", "char a[1 << 26][1 << 26];", "array-too-large"},
		{"negative", "int a[-1];", "array-too-large"},
		{"braced bomb", "int a[100000000] = { [99999999] = 1 };", "array-too-large"},
		{"designator", "int a[] = { [99999999999] = 1 };", "bad-designator"},
		{"big local", "void f() { char a[9 << 20]; } f();", "frame-too-large"},
		{"globals", "char a[100 << 20], b[100 << 20];", "object-too-large"},
		{"elided", "struct a { int x[1000]; }; struct b { struct a y[1000]; } z[10] = { 1 };", ""},
		{"zero bytes", strings.Repeat("\x00", n), "stray-character"},
		{"not text", strings.Repeat("\xff\xfe", n/2), "stray-character"},
	}
	for _, x := range tests {
		t.Run(x.name, func(t *testing.T) {
			start := time.Now()
			p, diags := Compile([]byte(x.src), Options{})
			if x.want == "" {
				if len(diags) > 0 {
					Render([]byte(x.src), diags[0], "zh")
				}
			} else if p != nil || len(diags) == 0 || diags[len(diags)-1].ID.Name() != x.want && diags[0].ID.Name() != x.want {
				t.Errorf("%d diagnostics", len(diags))
				for _, d := range diags {
					t.Logf("%d:%d %s %.100s", d.Line, d.Column, d.ID.Name(), d.Text("en"))
				}
			}
			if p != nil {
				RunOn(newFake(), p, RunOptions{})
			}
			if took := time.Since(start); took > 2*time.Second { // one, and as much again for a busy machine
				t.Errorf("took %v", took)
			}
		})
	}
}

// Sizes that no machine has are refused by whoever is asked, and the program
// goes on.
func TestHugeSizes(t *testing.T) {
	got, o := play(t, `void *p; printf("%d ", cudaMalloc(&p, (size_t)-1)); printf("%p %p", malloc((size_t)-1), calloc((size_t)1 << 40, (size_t)1 << 40));`)
	if o.Status.Why != Done || got != "2 (nil) (nil)" {
		t.Errorf("%q %v %s", got, o.Status.Why, o.Status.Diagnostic.Text("en"))
	}
}
