package scenario

import (
	"flag"
	"os"
	"strings"
	"testing"
	"unicode"
)

var update = flag.Bool("update", false, "write the golden files again")

// wrongPrograms has a program for each message of the compiler.
var wrongPrograms = []string{
	"int a; /* never ends",
	"printf(\"open);",
	"int a = 'ab';",
	"int a = 1；",
	"int a = 1 @ 2;",
	"int a = 09; int b = 12abc;",
	"#frobnicate\nint a;",
	"#if 1\nint a;",
	"#endif",
	"#if A + > 3\n#endif",
	"#error not today",
	"#include <mylib.h>",
	"#define 3 4",
	"#define two(a, b) a\nint x = two(1);",
	"#define one(a) a\nint x = one(1;",
	"int a = 1\nint b = 2;",
	"int a = ;",
	"struct { int x; } s; s. = 1;",
	"int 3;",
	"int f(3);",
	"struct s { 3; };",
	"int a; }",
	"int main() { return 0; }\nprintf(\"x\");",
	"int main() { int f(int x) { return x; } return 0; }",
	"int a; a = {1};",
	"break;",
	"case 3: ;",
	"switch (1) { case 1: case 1: ; }",
	"else ;",
	"int count = 1; conut = 2;",
	"void *p; cudaMaloc(&p, 4);",
	"cudaGraphCreate(0);",
	"double x = erf(1.0);",
	"float *d; cudaMalloc(d, 4);",
	"flot x; float y;",
	"cudaEror_t e;",
	"int a; float a;",
	"unsigned float f;",
	"struct later x;",
	"void v;",
	"struct opaque *p; *p;",
	"int later(int x); int a = later(3);",
	"int a = printf;",
	"int f(int x) { return x; } int *p = &f;",
	"int a; a(3);",
	"void *p; cudaMalloc(&p);",
	"struct s { int x; } v; printf(\"%d\", v);",
	"void f() {} int a = f();",
	"void f() { return 3; }",
	"int f() { return; }",
	"auto a;",
	"const int n;",
	"int n = 3; int a[n];",
	"int a[-3];",
	"char a[200 << 20];",
	"char a[100 << 20], b[100 << 20];",
	"void f() { char a[9 << 20]; }",
	"int a[2] = { 1, 2, 3 };",
	"int a[2] = { [5] = 1 };",
	"struct s { int width; } v; v.widht = 1;",
	"uvm_mem_alloc_params_t p = { .sise = 4 };",
	"struct s { int x = 3; };",
	"struct s { int x; } v; int a = v;",
	"int a; float *p = &a;",
	"size_t f, t; cudaMemGetInfo(f, t);",
	"int *p; int a = p;",
	"float f; void *p = (void *)f;",
	"struct s { int x; } v; if (v) ;",
	"switch (1.5) { }",
	"float f; f = f % 2;",
	"float f; f = ~f;",
	"int a; a[3] = 1;",
	"int a; *a = 1;",
	"int a; a.x = 1;",
	"int a; a->x = 1;",
	"struct s { int x; } v, *p; p.x = 1;",
	"struct s { int x; } v; v->x = 1;",
	"void *p; p = p + 1;",
	"int *p = &3;",
	"3 = 4;",
	"const int n = 3; n = 4;",
	"const int a[2] = {1, 2}; struct p { int x[2]; }; const struct p s = {{3, 4}}; int *const q = (int *)8; a[1] = 2; *(a + 1) += 2; s.x[0]++; q[1] = 3; q = 0;",
	"struct p { int x[2]; }; __constant__ int c[2][2]; __constant__ struct p s; __global__ void k(int i) { c[i][1] = 2; *c[i] = 3; s.x[i]--; atomicAdd(&c[1][i], 1); int *p = &c[0][0]; p[0] = 1; }",
	"int a[3], b[3]; a = b;",
	"int a = 1 << 40;",
	"void *p; cudaMalloc(&p, 4 * 1024 * 1024 * 1024);",
	"printf(\"%d %d\\n\", 1);",
	"printf(\"%d\\n\", 1.5); printf(\"%s\\n\", 3); printf(\"%f\\n\", 3);",
	"size_t n = 3; printf(\"%d\\n\", n);",
	"printf(\"%y\\n\", 3);",
	"template <typename T> T twice(T x) { return x + x; }\nint a;",
	"class A { public: int x; };\nint a;",
	"namespace a { int b; }\nint a;",
	"std::vector<int> v;\nstd::cin >> 3;",
	"int x = std::accumulate(1, 2);",
	"int f = [](int x) { return x; };",
	"int *p = new int[3]; delete[] 3; struct s; struct s *q = new s; cout << s; __global__ void k() { new int; cout << 3; }",
	"try { } catch (int e) { }",
	"int a; int &r = a;",
	"int a[3]; for (int x : a) ;",
	"int (*f)(int);",
	"struct s { int x : 3; };",
	"goto out; goto in; in: ; in: ;",
	"asm(\"nop\");",
	"texture<float> t;",
	"__shared__ int a; __managed__ int b;",
	"__constant__ int c[2] = {1, 2}; __device__ int d; __global__ void k() { c[0] = d; c = 1; __device__ int e; }\nd = 2; int h; cudaMemcpyToSymbol(h, &h, 4); cudaMemcpyToSymbol(\"d\", &h, 4);",
	"int n; __global__ void k(int *p) { p[threadIdx.x] = n; cudaFree(p); malloc(4); __shared__ int s = 3; }",
	"__device__ float f(float x) { return x; } void h() { f(threadIdx.x); __syncthreads(); }",
	"__global__ int k(char *p) { atomicAdd(p, 1); atomicAdd(); return 0; }\n__global__ void j(int n); k<<<1>>>(nullptr); j<<<1, 1>>>(); j<<<1, 1>>>(2);",
	"__global__ void k(int *p) { }\nk(nullptr);",
	"void k() { }\nk<<<1, 1>>>();",
	"nope<<<1, 1>>>();",
	"int x = 7 / 0;",
	"/* 中文注释 */ int a = b;",
	"int a = sizeof(void()); int b = 1 ? 2 : ;",
	"int f(int n = 3); f(1, 2);",
	"struct s { int x; s() { } };",
	"int x = foo::bar;",
	"dim3 grid(2, 2); grid.w = 1;",
}

// TestDiagnostics compares what is said about each wrong program, in both
// languages, with the golden file.
func TestDiagnostics(t *testing.T) {
	var b strings.Builder
	seen := map[ID]bool{}
	for _, src := range wrongPrograms {
		_, diags := Compile([]byte(src), Options{})
		if len(diags) == 0 {
			t.Errorf("nothing is said about %q", src)
		}
		b.WriteString("---- " + strings.ReplaceAll(src, "\n", "\n   | ") + "\n")
		for _, d := range diags {
			seen[d.ID] = true
			b.WriteString(d.ID.Name() + "\n" + Render([]byte(src), d, "en") + Render([]byte(src), d, "zh"))
		}
	}
	const golden = "testdata/diagnostics.txt"
	if *update {
		os.WriteFile(golden, []byte(b.String()), 0o644)
	}
	want, _ := os.ReadFile(golden)
	got, old := strings.Split(b.String(), "\n"), strings.Split(string(want), "\n")
	for i := range min(len(got), len(old)) {
		if got[i] != old[i] {
			t.Fatalf("line %d of %s:\n got %s\nwant %s", i+1, golden, got[i], old[i])
		}
	}
	if len(got) != len(old) {
		t.Errorf("%d lines, %s has %d", len(got), golden, len(old))
	}
	for id := NoDiagnostic + 1; id < NullPointer; id++ {
		if !seen[id] && !id.limit() {
			t.Errorf("no program shows %s", id.Name())
		}
	}
}

// TestMessages checks the texts themselves.
func TestMessages(t *testing.T) {
	names := map[string]bool{}
	for id := NoDiagnostic + 1; id < ids; id++ {
		m := messages[id]
		if m.name == "" || names[m.name] {
			t.Errorf("message %d: name %q is missing or used twice", id, m.name)
		}
		names[m.name] = true
		if m.en == "" || m.zh == "" || (m.hintEn == "") != (m.hint == "") {
			t.Errorf("%s: a language is missing", m.name)
		}
		for k := range 4 {
			word := "{" + string(rune('0'+k)) + "}"
			if strings.Contains(m.en+m.hintEn, word) != strings.Contains(m.zh+m.hint, word) {
				t.Errorf("%s: %s is in one language only", m.name, word)
			}
		}
		checkChinese(t, m.name, m.zh)
		checkChinese(t, m.name, m.hint)
	}
}

// checkChinese looks for half-width punctuation after Chinese, missing spaces
// between the scripts, and words that the house style avoids.
func checkChinese(t *testing.T, name, s string) {
	t.Helper()
	for _, w := range []string{"请", "轻松", "一键", "！", "!"} {
		if strings.Contains(strings.ReplaceAll(s, "申请", ""), w) {
			t.Errorf("%s: %q in %q", name, w, s)
		}
	}
	r := []rune(s)
	for i := 1; i < len(r); i++ {
		a, b := r[i-1], r[i]
		if unicode.Is(unicode.Han, a) && strings.ContainsRune(",;:?()", b) {
			t.Errorf("%s: half-width %q in %q", name, b, s)
		}
		latin := func(c rune) bool { return c < 128 && (unicode.IsLetter(c) || unicode.IsDigit(c)) }
		if unicode.Is(unicode.Han, a) && latin(b) || latin(a) && unicode.Is(unicode.Han, b) {
			t.Errorf("%s: no space between %q and %q in %q", name, a, b, s)
		}
	}
}

// What a terminal would obey never reaches it from a source.
func TestRenderIsVisible(t *testing.T) {
	source := []byte("int\ta; \x1b[2J\x00\x9b\xff @ // \u202egnp\u202c 中文\r\n")
	_, diagnostics := Compile(source, Options{})
	if len(diagnostics) == 0 {
		t.Fatal("the program is accepted")
	}
	for _, d := range diagnostics {
		for _, r := range Render(source, d, "en") {
			if r != '\n' && r != ' ' && r != '\uFFFD' && !unicode.IsGraphic(r) {
				t.Errorf("%q has %U", Render(source, d, "en"), r)
			}
		}
	}
	if text := Render(source, diagnostics[0], "en"); !strings.Contains(text, "中文") || !strings.Contains(text, "int a;") {
		t.Errorf("%q", text)
	}
}
