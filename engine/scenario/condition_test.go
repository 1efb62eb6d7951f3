package scenario

import (
	"fmt"
	"strings"
	"testing"
)

// The condition of an #if is C's: operators with their ranks, names without a
// macro are 0, and what stands inside of lines that are left out is not read.
func TestConditions(t *testing.T) {
	tests := []struct {
		condition string
		want      bool
	}{
		{"defined(A) || defined(B)", true}, {"defined(A) && defined(B)", false}, {"defined B", true}, {"!defined(A) && !defined(C)", true},
		{"B == 3", true}, {"B > 3 || B < 3", false}, {"(B + 1) * 2 == 8", true}, {"B + 1 * 2 == 5", true}, {"-B < 0", true}, {"UNKNOWN", false},
		{"CUDART_VERSION >= 12000", true}, {"__CUDA_ARCH__ >= 600", false}, {"0x10 == 16 && 5 % 3 == 2", true}, {"TWICE(B) == 6", true}, {"!!7", true}, {"B-3", false}, {"1 ? 0 : 1", false},
	}
	for _, x := range tests {
		src := fmt.Sprintf("#define B 3\n#define TWICE(x) (2 * (x))\n#if %s\nint yes = 1;\n#elif 1 / 0\n#else\nint yes = 0;\n#endif\nprintf(\"%%d\", yes);", x.condition)
		if x.want {
			if got, _ := play(t, src); got != "1" {
				t.Errorf("%s: %s", x.condition, got)
			}
			continue
		}
		p, diags := Compile([]byte(src), Options{}) // false: the division behind #elif is read and refused
		if p != nil || len(diags) == 0 || diags[0].ID != BadCondition {
			t.Errorf("%s: %v", x.condition, diags)
		}
	}
	if got, _ := play(t, "#ifdef NOWHERE\n#if 1 / 0 ( \n#elif )\nint x = 5;\n#endif\n#else\nint x = 6;\n#endif\nprintf(\"%d\", x);"); got != "6" {
		t.Errorf("inside of lines that are left out: %s", got)
	}
}

// Conditions nested out of all measure end in a message.
func TestHostileCondition(t *testing.T) {
	for _, s := range []string{strings.Repeat("(", 100_000), strings.Repeat("!", 100_000) + "1", strings.Repeat("1||", 50_000), "defined(", "defined", "defined(B"} {
		if _, diags := Compile([]byte("#if "+s+"\n#endif\n"), Options{}); len(diags) == 0 {
			t.Errorf("%.20s… is accepted", s)
		}
	}
}

// Programs of NVIDIA's samples use macros of a header of their own, which stop
// at the first error; a program that defines them itself means its own.
func TestSamplesHeader(t *testing.T) {
	src := "#include <helper_cuda.h>\n#include <iostream>\nint main(int argc, char **argv) { int dev = findCudaDevice(argc, argv); int *p; checkCudaErrors(cudaMalloc(&p, 4));\ngetLastCudaError(\"launch\");\ncheckCudaErrors(cudaMalloc(&p, 1 << 30)); printf(\"%d\", dev); }"
	got, o := play(t, src)
	if want := "CUDA error at scenario.cu:5 code=2(cudaErrorMemoryAllocation) \"cudaMalloc(&p, 1 << 30)\" \n"; got != want || o.Status.ExitCode != 1 {
		t.Errorf("printed %q with exit code %d, want %q with 1", got, o.Status.ExitCode, want)
	}
	if got, _ := play(t, "#define checkCudaErrors(x) printf(\"mine\")\n#include \"helper_cuda.h\"\nint main() { checkCudaErrors(0); }"); got != "mine" {
		t.Errorf("printed %q", got)
	}
	if p, diags := Compile([]byte("int main() { checkCudaErrors(0); }"), Options{}); p != nil || len(diags) == 0 {
		t.Error("checkCudaErrors is there without its header")
	}
}
