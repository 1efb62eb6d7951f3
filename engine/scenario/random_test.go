package scenario

import (
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
)

// writer makes random programs that run to their end: loops are counted,
// indexes stay inside, blocks are freed at most once.
type writer struct {
	rng   *rand.Rand
	b     strings.Builder
	depth int
}

func (w *writer) expression(depth int) string {
	if depth == 0 {
		return [...]string{"a", "b", "g", "h[3]", "s.x", "s.y[1]", "(int)l", "7", "(a & 7)", "*q"}[w.rng.IntN(10)]
	}
	x, y := w.expression(depth-1), w.expression(depth-1)
	switch w.rng.IntN(6) {
	case 0:
		return "(" + x + " < " + y + " ? " + x + " : " + y + ")"
	case 1:
		return "(" + x + " / (1 + (" + y + " & 15)))"
	case 2:
		return "f(" + x + " & 3, " + y + ")"
	}
	return "(" + x + [...]string{" + ", " - ", " * ", " ^ ", " | ", " && "}[w.rng.IntN(6)] + y + ")"
}

func (w *writer) statement() {
	n := strconv.Itoa(w.rng.IntN(1500) + 1)
	e := w.expression(w.rng.IntN(3))
	list := [...]string{
		"a = " + e + ";", "b += " + e + ";", "g = g * 31 + " + e + ";", "h[" + e + " & 63] = " + e + ";", "s.x ^= " + e + "; s.y[a & 1]++;", "l = l * 3 + " + e + ";", "c = (char)" + e + ";", "d = d / 3 + a;",
		"q = &h[" + e + " & 63]; *q = a;", "t = s; t.x++; s = t;",
		"cudaMalloc(&p[" + e + " & 3], " + n + ");", "cudaFree(p[" + e + " & 3]);", "cudaMemGetInfo(&fr, &to);", "cudaMemset(p[0], a, 4);",
		"if (!m) { m = (char *)malloc(" + n + "); m[0] = a; m[" + n + " - 1] = b; }", "if (m) { free(m); m = NULL; }", "memset(h, a, sizeof h);",
		"printf(\"%d %ld %f\\n\", a, l, d);", "if (!pin) cudaMallocHost(&pin, " + n + "); pin[0]++;", "if (pin) cudaFreeHost(pin); pin = NULL;",
		"cudaMemcpy(h, p[1], 16, cudaMemcpyDeviceToHost);",
	}
	if w.depth < 3 && w.rng.IntN(5) == 0 {
		w.depth++
		w.b.WriteString([...]string{"for (int i = 0; i < 3; i++) {\n", "if (" + e + ") {\n", "switch (" + e + " & 3) { case 1: a++; case 2: b++; break; default:\n"}[w.rng.IntN(3)])
		for range 1 + w.rng.IntN(4) {
			w.statement()
		}
		w.b.WriteString("}\n")
		w.depth--
		return
	}
	w.b.WriteString(list[w.rng.IntN(len(list))] + "\n")
}

const randomHead = `
typedef struct { int x; long y[2]; } pair;
int g = 1; int h[64]; pair s, t; long l = 5; double d = 1.5; char c; int *q = h; char *m, *pin; void *p[4]; size_t fr, to;
int f(int n, int x) { int local[20] = { x }; if (n <= 0) return local[0] + n; cudaFree(0); local[n] = g; return f(n - 1, x + local[n]); }
int main() { int a = 3, b = 4;
`

func TestUndoOfRandomPrograms(t *testing.T) {
	for seed := range uint64(40) {
		w := &writer{rng: rand.New(rand.NewPCG(seed, 1))}
		w.b.WriteString(randomHead)
		for range 30 {
			w.statement()
		}
		w.b.WriteString("cudaFree(0); return a & 127; }\n")
		p, diags := Compile([]byte(w.b.String()), Options{})
		if p == nil {
			t.Fatalf("seed %d: %s\n%s", seed, Render([]byte(w.b.String()), diags[0], "en"), w.b.String())
		}
		if !t.Run("seed "+strconv.FormatUint(seed, 10), func(t *testing.T) { checkUndo(t, p) }) {
			t.Log(w.b.String())
			break
		}
	}
}
