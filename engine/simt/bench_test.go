package simt_test

import (
	"testing"

	"pagewalk/engine/machine"
	"pagewalk/engine/profile"
	"pagewalk/engine/scenario"
)

// BenchmarkKernels: a kernel that computes, one that goes to memory in whole
// sectors, and one that scatters. The figure is nanoseconds for a step of a
// thread.
func BenchmarkKernels(b *testing.B) {
	for _, c := range []struct{ name, kernel string }{
		{"compute", "float x = i; for (int k = 0; k < 60; k++) x = x * 0.5f + k; if (x == -1) p[i] = x;"},
		{"coalesced", "for (int k = 0; k < 8; k++) p[i] = p[i] + k;"},
		{"scattered", "for (int k = 0; k < 8; k++) p[i * 33 % 8192] += k;"},
	} {
		b.Run(c.name, func(b *testing.B) {
			p, d := scenario.Compile([]byte("__global__ void k(float *p) { int i = blockIdx.x * blockDim.x + threadIdx.x; "+c.kernel+" }\nfloat *p; cudaMalloc(&p, 1 << 20); k<<<32, 256>>>(p);"), scenario.Options{})
			if p == nil {
				b.Fatal(d)
			}
			steps := uint64(0)
			for b.Loop() {
				m := machine.New(profile.Get("textbook-ampere"), 1)
				o := scenario.RunOn(m, p, scenario.RunOptions{})
				steps += o.Steps
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(max(steps, 1)), "ns/step")
		})
	}
}
