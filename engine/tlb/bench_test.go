package tlb

import (
	"testing"

	"pagewalk/engine/mmu"
	"pagewalk/engine/profile"
)

// bench translates pages of a warm hierarchy, with real tables below, nothing
// recorded.
func bench(b *testing.B, stride uint64, pages uint64) {
	r := newRig(profile.FormatV3, profile.TLBH200, false)
	for i := range pages {
		r.m.Map(0, i*stride, 0, 2<<20, 2<<20, mmu.Attr{})
	}
	var leaf mmu.Leaf
	var fault mmu.Fault
	lap := func() {
		for i := range pages {
			r.t.TranslateInto(&leaf, &fault, 0, 0, i*stride, mmu.Read, r.m, nil)
		}
	}
	lap()
	b.ReportAllocs()
	b.ResetTimer()
	for range b.N {
		lap()
	}
	ns := float64(b.Elapsed().Nanoseconds()) / float64(b.N) / float64(pages)
	b.ReportMetric(ns, "ns/translation")
	b.ReportMetric(0, "ns/op")
}

func BenchmarkNewestEntry(b *testing.B) { bench(b, 2<<20, 1) }
func BenchmarkLevel1(b *testing.B)      { bench(b, 16<<20, 16) }
func BenchmarkLevel2(b *testing.B)      { bench(b, 32<<20, 1024) }
func BenchmarkLevel3(b *testing.B)      { bench(b, 32<<20, 6000) }
func BenchmarkWalks(b *testing.B)       { bench(b, 32<<20, 40000) }
