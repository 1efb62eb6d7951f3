package mmu

import (
	"math/rand"
	"testing"

	"pagewalk/engine/profile"
)

// Benchmarks of the tree with events off, on Hopper's six levels. Each gives
// nanoseconds a page (or a walk); BenchmarkStoreFloor is a bare loop that
// stores 8 bytes a page, for the ratio.

func benchRig(record bool) *rig {
	r := newRig(profile.FormatV3, false)
	if record {
		r.rec.Log = r.log
	}
	r.MMU.inv = nil
	return r
}

func perPage(b *testing.B, pages uint64) {
	ns := float64(b.Elapsed().Nanoseconds()) / float64(b.N) / float64(pages)
	b.ReportMetric(ns, "ns/page")
	b.ReportMetric(0, "ns/op")
}

func benchMap(b *testing.B, bytes uint64, record bool) {
	r := benchRig(record)
	r.Map(1, 0, 0, bytes, 4096, Attr{})
	r.Unmap(1, 0, bytes)
	b.ReportAllocs()
	b.ResetTimer()
	for range b.N {
		r.Map(1, 0, 0, bytes, 4096, Attr{})
		b.StopTimer()
		r.Unmap(1, 0, bytes)
		r.log.Cut(0)
		b.StartTimer()
	}
	perPage(b, bytes>>12)
}

func BenchmarkMap1GiB(b *testing.B)          { benchMap(b, 1<<30, false) }
func BenchmarkMap16GiB(b *testing.B)         { benchMap(b, 16<<30, false) }
func BenchmarkMap1GiBRecorded(b *testing.B)  { benchMap(b, 1<<30, true) }
func BenchmarkMap16GiBRecorded(b *testing.B) { benchMap(b, 16<<30, true) }

func BenchmarkUnmap1GiB(b *testing.B) {
	r := benchRig(false)
	for range b.N {
		b.StopTimer()
		r.Map(1, 0, 0, 1<<30, 4096, Attr{})
		b.StartTimer()
		r.Unmap(1, 0, 1<<30)
	}
	perPage(b, 1<<18)
}

func BenchmarkMapOnePageACall(b *testing.B) {
	r := benchRig(false)
	const pages = 1 << 16
	r.Map(1, pages<<12, 0, 4096, 4096, Attr{}) // keeps the upper directories
	b.ResetTimer()
	for range b.N {
		for i := range uint64(pages) {
			r.Map(1, i<<12, i<<12, 4096, 4096, Attr{})
		}
		b.StopTimer()
		r.Unmap(1, 0, pages<<12)
		b.StartTimer()
	}
	perPage(b, pages)
}

func BenchmarkWalkSequential(b *testing.B) {
	r := benchRig(false)
	const pages = 1 << 18
	r.Map(1, 0, 0, pages<<12, 4096, Attr{})
	b.ResetTimer()
	sum := uint64(0)
	var leaf Leaf
	var fault Fault
	for range b.N {
		for i := range uint64(pages) {
			r.WalkInto(&leaf, &fault, 1, i<<12, Read, nil)
			sum += leaf.Physical
		}
	}
	perPage(b, pages)
	sink = sum
}

func BenchmarkWalkRandom64GiB(b *testing.B) {
	r := benchRig(false)
	const bytes = 64 << 30
	r.Map(1, 0, 0, bytes, 4096, Attr{})
	rng := rand.New(rand.NewSource(1))
	where := make([]uint64, 1<<16)
	for i := range where {
		where[i] = rng.Uint64() % bytes
	}
	b.ResetTimer()
	sum := uint64(0)
	var leaf Leaf
	var fault Fault
	for range b.N {
		for _, va := range where {
			r.WalkInto(&leaf, &fault, 1, va, Read, nil)
			sum += leaf.Physical
		}
	}
	perPage(b, uint64(len(where)))
	sink = sum
}

func BenchmarkStoreFloor(b *testing.B) {
	words := make([]uint64, 1<<18)
	for range b.N {
		for i := range words {
			words[i] = uint64(i) << 12
		}
	}
	perPage(b, 1<<18)
}

var sink uint64

// Between the tables that are remembered: two spaces in turn.
func BenchmarkWalkTwoSpaces(b *testing.B) {
	r := benchRig(false)
	const pages = 1 << 17
	r.NewSpace(2)
	r.Map(1, 0, 0, pages<<12, 4096, Attr{})
	r.Map(2, 0, 0, pages<<12, 4096, Attr{})
	b.ResetTimer()
	sum := uint64(0)
	var leaf Leaf
	var fault Fault
	var other Leaf
	for range b.N {
		for i := range uint64(pages) {
			r.WalkInto(&leaf, &fault, 1, i<<12, Read, nil)
			r.WalkInto(&other, &fault, 2, i<<12, Read, nil)
			sum += leaf.Physical + other.Physical
		}
	}
	perPage(b, 2*pages)
	sink = sum
}

// With nothing remembered: every level is read.
func BenchmarkWalkFromRoot(b *testing.B) {
	r := benchRig(false)
	const pages = 1 << 18
	r.Map(1, 0, 0, pages<<12, 4096, Attr{})
	b.ResetTimer()
	sum := uint64(0)
	var leaf Leaf
	var fault Fault
	for range b.N {
		for i := range uint64(pages) {
			w := walk{va: i << 12, space: 1, leaf: &leaf, fault: &fault}
			r.walkRoot(&w, nil, false)
			sum += leaf.Physical
		}
	}
	perPage(b, pages)
	sink = sum
}
