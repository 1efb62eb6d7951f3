package simt_test

import (
	"fmt"
	"math/rand"
	"strings"
	"testing"
)

// Random kernels: each is written twice, as CUDA C and as functions of Go that
// compute the same for one thread. What parts and meets, loops, leaves early,
// goes through shared memory, constants and atomics has to come out the same.

const (
	blockSize = 48
	gridSize  = 3
	inputs    = 64
	locals    = 4
)

// thread is what the model knows of one thread.
type thread struct {
	i, t, b int32
	local   [locals]int32
	out     int32
	gone    bool
	in      *[inputs]int32
	sum     *int32
	seen    *[gridSize]int32
}

// value and act are an expression and a statement, in both languages.
type value struct {
	text string
	of   func(*thread) int32
}

type act struct {
	text string
	do   func(*thread) (leave bool) // break, or return where gone is set
}

type writer struct {
	*rand.Rand
	depth int
}

func (w *writer) value() value {
	w.depth++
	defer func() { w.depth-- }()
	if w.depth > 4 || w.Intn(4) == 0 {
		return w.leaf()
	}
	a, b := w.value(), w.value()
	op := binaries[w.Intn(len(binaries))]
	if w.Intn(8) == 0 {
		c := w.value()
		return value{"(" + c.text + " ? " + a.text + " : " + b.text + ")", func(t *thread) int32 {
			if c.of(t) != 0 {
				return a.of(t)
			}
			return b.of(t)
		}}
	}
	return value{fmt.Sprintf(op.text, a.text, b.text), func(t *thread) int32 { return op.of(a.of(t), b.of(t)) }}
}

var binaries = []struct {
	text string
	of   func(a, b int32) int32
}{
	{"(%s + %s)", func(a, b int32) int32 { return a + b }}, {"(%s - %s)", func(a, b int32) int32 { return a - b }},
	{"(%s * %s)", func(a, b int32) int32 { return a * b }}, {"(%s ^ %s)", func(a, b int32) int32 { return a ^ b }},
	{"(%s / ((%s & 7) + 1))", func(a, b int32) int32 { return a / (b&7 + 1) }}, {"(%s %% ((%s & 15) + 1))", func(a, b int32) int32 { return a % (b&15 + 1) }},
	{"(%s << (%s & 7))", func(a, b int32) int32 { return a << (b & 7) }}, {"(%s >> (%s & 15))", func(a, b int32) int32 { return a >> (b & 15) }},
	{"(%s < %s)", func(a, b int32) int32 { return truth(a < b) }}, {"(%s == %s)", func(a, b int32) int32 { return truth(a == b) }},
	{"(%s && %s)", func(a, b int32) int32 { return truth(a != 0 && b != 0) }}, {"(%s || %s)", func(a, b int32) int32 { return truth(a != 0 || b != 0) }},
}

func truth(b bool) int32 {
	if b {
		return 1
	}
	return 0
}

func (w *writer) leaf() value {
	switch w.Intn(6) {
	case 0:
		return value{"i", func(t *thread) int32 { return t.i }}
	case 1:
		return value{"(int)threadIdx.x", func(t *thread) int32 { return t.t }}
	case 2:
		n := int32(w.Intn(41) - 20)
		return value{fmt.Sprintf("(%d)", n), func(*thread) int32 { return n }}
	case 3:
		if w.depth < 5 {
			at := w.value()
			return value{"in[" + at.text + " & 63]", func(t *thread) int32 { return t.in[at.of(t)&63] }}
		}
		return value{"table[i & 63]", func(t *thread) int32 { return t.in[t.i&63] }}
	}
	k := w.Intn(locals)
	return value{fmt.Sprintf("x%d", k), func(t *thread) int32 { return t.local[k] }}
}

func (w *writer) acts(n int, loop, last bool) (list []act) {
	w.depth++
	defer func() { w.depth-- }()
	for range 1 + w.Intn(n) {
		list = append(list, w.act(loop, last))
	}
	return list
}

func texts(list []act) string {
	var b strings.Builder
	for _, a := range list {
		b.WriteString(a.text + "\n")
	}
	return b.String()
}

func all(list []act, t *thread) bool {
	for _, a := range list {
		if a.do(t) || t.gone {
			return true
		}
	}
	return false
}

func (w *writer) act(loop, last bool) act {
	if w.depth < 3 {
		switch w.Intn(8) {
		case 0, 1:
			return w.choice(loop, last)
		case 2:
			return w.loop(last)
		}
	}
	v := w.value()
	switch c := w.Intn(16); {
	case c == 0 && loop:
		return act{"if (" + v.text + ") break;", func(t *thread) bool { return v.of(t) != 0 }}
	case c == 1 && last:
		return act{"if (" + v.text + ") { out[i] = x0; return; }", func(t *thread) bool {
			if v.of(t) != 0 {
				t.out, t.gone = t.local[0], true
			}
			return t.gone
		}}
	case c == 2:
		return act{"atomicAdd(sum, " + v.text + ");", func(t *thread) bool { *t.sum += v.of(t); return false }}
	case c == 3:
		return act{"atomicMax(&seen[blockIdx.x], " + v.text + ");", func(t *thread) bool { t.seen[t.b] = max(t.seen[t.b], v.of(t)); return false }}
	}
	k := w.Intn(locals)
	return act{fmt.Sprintf("x%d = %s;", k, v.text), func(t *thread) bool { t.local[k] = v.of(t); return false }}
}

func (w *writer) choice(loop, last bool) act {
	c, yes, no := w.value(), w.acts(3, loop, last), w.acts(3, loop, last)
	return act{"if (" + c.text + ") {\n" + texts(yes) + "} else {\n" + texts(no) + "}", func(t *thread) bool {
		if c.of(t) != 0 {
			return all(yes, t)
		}
		return all(no, t)
	}}
}

// loop runs a few times, how often differs from lane to lane.
func (w *writer) loop(last bool) act {
	n, body := w.value(), w.acts(3, true, last)
	k := fmt.Sprintf("k%d", w.Int31())
	return act{fmt.Sprintf("for (int %s = %s & 3; %s > 0; %s--) {\n%s}", k, n.text, k, k, texts(body)), func(t *thread) bool {
		for k := n.of(t) & 3; k > 0 && !all(body, t); k-- {
		}
		return t.gone
	}}
}

// kernel is a random kernel: two stretches with an exchange between them.
func kernel(seed int64) (source string, model func() (out [gridSize * blockSize]int32, sum int32, seen [gridSize]int32)) {
	w := &writer{Rand: rand.New(rand.NewSource(seed))}
	first, second := w.acts(6, false, false), w.acts(6, false, true)
	stride := 1 + w.Intn(blockSize-1)
	source = fmt.Sprintf(`__constant__ int table[64]; __device__ int seen[%d];
__global__ void k(int *out, const int *in, int *sum) {
__shared__ int s[%d]; int i = blockIdx.x * blockDim.x + threadIdx.x, x0 = i, x1 = 1, x2 = in[i & 63], x3 = -i;
%ss[threadIdx.x] = x1 ^ x2; __syncthreads(); x3 += s[(threadIdx.x + %d) %% %d];
%sout[i] = x0 + x1 + x2 + x3; }
int main() { int h[64], o[%d], n = 0, m[%d], *in, *out, *sum;
for (int j = 0; j < 64; j++) h[j] = j * 7919 %% 101 - 50;
cudaMalloc(&in, sizeof(h)); cudaMalloc(&out, sizeof(o)); cudaMalloc(&sum, 4); cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
cudaMemcpyToSymbol(table, h, sizeof(h)); cudaMemset(sum, 0, 4);
k<<<%d, %d>>>(out, in, sum);
cudaMemcpy(o, out, sizeof(o), cudaMemcpyDeviceToHost); cudaMemcpy(&n, sum, 4, cudaMemcpyDeviceToHost); cudaMemcpyFromSymbol(m, seen, sizeof(m));
for (int j = 0; j < %d; j++) printf("%%d ", o[j]); printf("\n%%d\n%%d %%d %%d", n, m[0], m[1], m[2]); return cudaDeviceSynchronize(); }
`, gridSize, blockSize, texts(first), stride, blockSize, texts(second), gridSize*blockSize, gridSize, gridSize, blockSize, gridSize*blockSize)
	return source, func() (out [gridSize * blockSize]int32, sum int32, seen [gridSize]int32) {
		var in [inputs]int32
		for j := range in {
			in[j] = int32(j*7919%101 - 50)
		}
		for b := range int32(gridSize) {
			var threads [blockSize]thread
			var s [blockSize]int32
			for x := range threads {
				t := &threads[x]
				i := b*blockSize + int32(x)
				*t = thread{i: i, t: int32(x), b: b, local: [locals]int32{i, 1, in[i&63], -i}, in: &in, sum: &sum, seen: &seen}
				all(first, t)
				s[x] = t.local[1] ^ t.local[2]
			}
			for x := range threads {
				t := &threads[x]
				t.local[3] += s[(x+stride)%blockSize]
				if all(second, t); !t.gone {
					t.out = t.local[0] + t.local[1] + t.local[2] + t.local[3]
				}
				out[t.i] = t.out
			}
		}
		return out, sum, seen
	}
}

// TestRandomKernels holds random kernels against their models; some of them go
// back through every prefix of their run, too.
func TestRandomKernels(t *testing.T) {
	for seed := range int64(200) {
		source, model := kernel(seed)
		gpu := []string{"textbook-ampere", "h200-r580", "gh100-small"}[seed%3]
		_, o, printed := run(t, source, gpu)
		var want strings.Builder
		out, sum, seen := model()
		for _, v := range out {
			fmt.Fprintf(&want, "%d ", v)
		}
		fmt.Fprintf(&want, "\n%d\n%d %d %d", sum, seen[0], seen[1], seen[2])
		if printed != want.String() || o.Status.ExitCode != 0 {
			t.Fatalf("seed %d on %s, code %d:\n%s\ngot  %s\nwant %s", seed, gpu, o.Status.ExitCode, source, printed, want.String())
		}
		if seed%20 == 0 {
			undo(t, source, "textbook-ampere")
		}
	}
}
