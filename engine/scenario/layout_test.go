package scenario

import (
	"strconv"
	"testing"
)

// Sizes and offsets are those of the x86-64 System V layout.
func TestLayout(t *testing.T) {
	tests := []struct {
		decl, expr string
		want       int
	}{
		{"", "sizeof(char)", 1}, {"", "sizeof(bool)", 1}, {"", "sizeof(short)", 2}, {"", "sizeof(int)", 4}, {"", "sizeof(long)", 8}, {"", "sizeof(long long)", 8},
		{"", "sizeof(float)", 4}, {"", "sizeof(double)", 8}, {"", "sizeof(void *)", 8}, {"", "sizeof(size_t)", 8}, {"", "sizeof(cudaError_t)", 4},
		{"", "sizeof(int[3][5])", 60}, {"", "sizeof(int *[3])", 24}, {"", "sizeof(uvm_mem_alloc_params_t)", 48}, {"", "sizeof(CUmemAllocationProp)", 32}, {"", "sizeof(CUmemAccessDesc)", 12},
		{"", "sizeof(dim3)", 12}, {"", "sizeof(struct cudaPointerAttributes)", 24}, {"", "sizeof('a' + 1)", 4}, {"", "sizeof(1.0f * 2)", 4}, {"", "sizeof(1.0f * 2.0)", 8}, {"", "sizeof(1L + 1)", 8},
		{"", "sizeof \"hello\"", 6}, {"struct s { char c; };", "sizeof(s)", 1}, {"struct s { char c; int i; };", "sizeof(s)", 8}, {"struct s { char c; double d; char e; };", "sizeof(s)", 24},
		{"struct s { char c; short t; int i; long l; };", "sizeof(s)", 16}, {"struct s { char a[3]; short b; };", "sizeof(s)", 6}, {"struct s { char c; struct { int x; char y; } in; char d; };", "sizeof(s)", 16},
		{"union u { char c[9]; int i; };", "sizeof(u)", 12}, {"union u { char c; double d; };", "sizeof(u)", 8}, {"struct s { };", "sizeof(s)", 0},
		{"struct s { char c; double d; short t; int i; } v;", "(char *)&v.d - (char *)&v", 8}, {"struct s { char c; double d; short t; int i; } v;", "(char *)&v.i - (char *)&v", 20},
		{"struct cudaDeviceProp p;", "(char *)&p.totalGlobalMem - (char *)&p", 288}, {"struct cudaDeviceProp p;", "(char *)&p.major - (char *)&p", 360}, {"struct cudaDeviceProp p;", "(char *)&p.multiProcessorCount - (char *)&p", 388},
		{"uvm_mem_alloc_params_t p;", "(char *)&p.zero - (char *)&p", 40}, {"double a[4];", "(size_t)a % 16", 0}, {"char c; double d;", "(size_t)&d % 8", 0}, {"int a[10];", "&a[7] - &a[2]", 5},
		{"enum e { A, B = 7, C };", "C", 8}, {"", "UVM_CHUNK_SIZE_INVALID", 4 << 20}, {"const int n = 5; char a[n * 2];", "sizeof a", 10}, {"#define K(x) ((x) << 10)\nchar a[K(2)];", "sizeof a", 2048},
	}
	for _, x := range tests {
		got, o := play(t, x.decl+"\nlong result = "+x.expr+";\nprintf(\"%ld\", result);")
		if want := strconv.Itoa(x.want); o.Status.Why != Done || got != want {
			t.Errorf("%s %s is %s, want %s", x.decl, x.expr, got, want)
		}
	}
}
