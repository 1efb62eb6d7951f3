package main

import (
	"errors"
	"time"

	"pagewalk/engine/event"
	"pagewalk/engine/machine"
	"pagewalk/engine/mmu"
	"pagewalk/engine/profile"
	"pagewalk/engine/target"
	"pagewalk/engine/tlb"
)

// tableMemory is memory for page tables beside any card.
type tableMemory struct{ next uint64 }

func (t *tableMemory) AllocTable(uint32) (mmu.TableMem, target.Why) {
	t.next += 1 << 12
	return mmu.TableMem{Address: t.next}, target.Why{}
}

func (t *tableMemory) FreeTable(mmu.TableMem) {}

// newTables gives the page tables of the largest card alone, nothing mapped in
// address space 0.
func newTables(log *event.Log) *mmu.MMU {
	m := mmu.New(profile.Get(largestCard), &event.Recorder{Log: log, Cause: event.None}, &tableMemory{}, nil)
	m.NewSpace(0)
	return m
}

// tablePage and tableBytes: what the benchmarks of page tables map.
const (
	tablePage  = 4 << 10
	tableBytes = 1 << 30
)

// perPage is the time of a lap in nanoseconds a page.
func perPage(d time.Duration, bytes uint64) float64 {
	return float64(d.Nanoseconds()) / float64(bytes/tablePage)
}

// storeTime is that of a bare loop that stores eight bytes a page.
func storeTime() (float64, error) {
	words := make([]uint64, tableBytes/tablePage)
	return perPage(fastest(func() {}, func() {
		for i := range words {
			words[i] = uint64(i) * tablePage
		}
	}), tableBytes), nil
}

// mapTime maps a range in calls of so many bytes.
func mapTime(call uint64, recorded bool) (float64, error) {
	var log *event.Log
	if recorded {
		log = &event.Log{}
	}
	m := newTables(log)
	lap := func() {
		for va := uint64(0); va < tableBytes; va += call {
			m.Map(0, va, va, call, tablePage, mmu.Attr{})
		}
	}
	clean := func() {
		m.Unmap(0, 0, tableBytes)
		if recorded {
			log.Cut(0)
		}
	}
	lap() // the first one makes room for the tables
	return perPage(fastest(clean, lap), tableBytes), nil
}

func unmapTime() (float64, error) {
	m := newTables(nil)
	fill := func() { m.Map(0, 0, 0, tableBytes, tablePage, mmu.Attr{}) }
	return perPage(fastest(fill, func() { m.Unmap(0, 0, tableBytes) }), tableBytes), nil
}

// walkTime walks to pages of a range: one after the other, or all over it.
func walkTime(bytes uint64, all bool) (float64, error) {
	m := newTables(nil)
	m.Map(0, 0, 0, bytes, tablePage, mmu.Attr{})
	where := make([]uint64, 1<<16)
	x := uint64(1)
	for i := range where {
		where[i] = uint64(i) * tablePage
		if x = x*6364136223846793005 + 1442695040888963407; all {
			where[i] = x >> 20 % bytes
		}
	}
	var leaf mmu.Leaf
	var fault mmu.Fault
	d := fastest(func() {}, func() {
		for _, va := range where {
			m.WalkInto(&leaf, &fault, 0, va, mmu.Read, nil)
		}
	})
	if fault.Type != mmu.NoFault {
		return 0, errors.New("a page was not mapped")
	}
	return perPage(d, uint64(len(where))*tablePage), nil
}

// translateSpeed is millions of translations a second of so many large pages,
// each of another span, with tables below the caches of the largest card.
func translateSpeed(pages, stride uint64) (float64, error) {
	m := newTables(nil)
	p := profile.Get(largestCard)
	t := tlb.New(p, &event.Recorder{Cause: event.None})
	for i := range pages {
		m.Map(0, i*stride, 0, 2<<20, 2<<20, mmu.Attr{})
	}
	var leaf mmu.Leaf
	var fault mmu.Fault
	laps := max(1, 40_000/pages)
	lap := func() {
		for range laps {
			for i := range pages {
				t.TranslateInto(&leaf, &fault, 0, 0, i*stride, mmu.Read, m, nil)
			}
		}
	}
	lap()
	return float64(laps*pages) / fastest(func() {}, lap).Seconds() / 1e6, nil
}

// timedSpeed is millions a second of loads that a whole machine makes, each
// with its cost on the simulated clock.
func timedSpeed() (float64, error) {
	const bytes, stride = 64 << 30, 2 << 20
	m := machine.New(profile.Get(largestCard), 0)
	var r target.Result
	m.Do(&target.Call{Op: target.CudaMalloc, Arg: [8]uint64{bytes}}, &r)
	chase, code := target.Call{Op: target.PwChase, Arg: [8]uint64{r.Out[0], bytes, stride}}, r.Code
	lap := func() {
		for p := m.Do(&chase, &r); p == target.Pending; {
			p = m.Resume(1<<20, &r)
		}
		code = max(code, r.Code)
	}
	lap()
	speed := 2 * (bytes / stride) / fastest(func() {}, lap).Seconds() / 1e6
	if code != target.Success {
		return 0, errors.New(code.Name())
	}
	return speed, nil
}
