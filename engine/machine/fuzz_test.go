package machine

import (
	"encoding/binary"
	"testing"

	"pagewalk/engine/event"
	"pagewalk/engine/pmm"
	"pagewalk/engine/profile"
	"pagewalk/engine/target"
)

// What one input does takes milliseconds: the fuzzer gives one ten seconds, on a
// machine that is busy with other things too.
const (
	mostCalls = 32
	mostSteps = 1024 // of one call
)

// fuzzProfiles are machines small enough to be full soon: the driver as it is,
// two textbooks, one of them with a lazy driver under pressure and a learning
// policy, and a card with a slow region and a bad frame.
func fuzzProfiles(t testing.TB) (all []*profile.Profile) {
	for _, settings := range [][]string{
		{"gh100-small", "pmm.batch=3", "memory.bytes=48MiB"},
		{"textbook-ampere", "memory.bytes=40MiB"},
		{"textbook-volta", "driver.trim=pressure", "eviction.policy=learned", "memory.bytes=24MiB"},
		{"gh100-small", "pmm.batch=2", "memory.slow=8MiB", "memory.bad=270", "memory.bytes=24MiB"},
	} {
		p := profile.Get(settings[0])
		for _, s := range settings[1:] {
			if err := profile.Set(p, s); err != nil {
				t.Fatal(err)
			}
		}
		all = append(all, p)
	}
	return all
}

// FuzzCalls: whatever is called, in whatever order, with errors wherever a chunk
// is asked for, no invariant breaks, no layer panics, a refused call changes
// nothing, and all of it can be taken back.
func FuzzCalls(f *testing.F) {
	seeds := [][]byte{
		{2, 0, 0xC9, 0, 3, 0, 0xC9, 9, 0, 0, 0xC9, 0, 4, 0, 0x80, 1, 16, 0, 0, 0},
		{18, 0, 0xA9, 0, 20, 0, 0, 1, 9, 0, 0, 7, 11, 0, 0, 1, 16, 0, 0, 0, 19, 0, 0, 1, 17, 0, 0, 0},
		{0xF0, 0, 2, 0, 0, 0, 0xC9, 0, 0, 0, 0xC9, 0, 0xF1, 1, 1, 0, 9, 0, 0, 3, 13, 0, 0, 2, 0xF2, 2, 1, 0, 2, 0, 0xC9, 0, 3, 1, 0xC9, 9},
	}
	profiles := fuzzProfiles(f)
	for i := range profiles {
		for _, s := range seeds {
			f.Add(s, uint8(i))
		}
	}
	f.Fuzz(func(t *testing.T, b []byte, which uint8) {
		fuzzMachine(t, profiles[int(which)%len(profiles)], b[:min(len(b), 4*mostCalls)])
	})
}

// mayMove are calls that a fault or an error can end in the middle.
var mayMove = map[target.Op]bool{
	target.PwTouch: true, target.PwChase: true, target.CudaMemset: true, target.HostTouch: true, target.CudaMemcpy: true,
	target.CudaDeviceReset: true, target.CudaMemPrefetchAsync: true,
}

// refusedCleanly says whether a call that was refused left everything as it was.
// What an eviction moved before it failed stays moved, and so does what a lazy
// driver gave back to make room.
func refusedCleanly(m *Machine, op target.Op, before uint64, log *event.Log, mark uint32) bool {
	if mayMove[op] || m.Profile.Driver.Trim != 0 || m.Logical() == before {
		return true
	}
	for i := mark; i < log.Len(); i++ {
		if log.At(i).Kind == event.Evicting {
			return true
		}
	}
	return false
}

func fuzzMachine(t *testing.T, p *profile.Profile, b []byte) {
	m := New(p, 0)
	var log event.Log
	m.rec.Log = &log
	memory := &hostMemory{make([]byte, 1<<16)}
	m.Start(0, memory)
	var got given
	var way marks
	var r target.Result
	for ; len(b) >= 4; b = b[4:] {
		if b[0] >= 0xF0 { // the next errors
			m.PMM.InjectError(pmm.Point(b[1]%3), uint32(b[2]%16))
			continue
		}
		c := fuzzCall(b, got)
		if c.Op == target.CudaMemDiscardBatchAsync {
			binary.LittleEndian.PutUint64(memory.b, c.Arg[4])
			binary.LittleEndian.PutUint64(memory.b[8:], c.Arg[5])
		}
		mark, before, born := log.Len(), m.Logical(), m.CUDA.Process(c.Ctx).Alive == 0
		way.put(mark, m.Hash())
		for progress := m.Do(&c, &r); progress == target.Pending; {
			progress = m.Resume(1<<20, &r)
		}
		if r.Code == target.Success {
			got.keep(&c, r.Out[0])
			got.drop(&c)
		}
		if broken := m.Check(); broken != "" {
			t.Fatalf("%s: after %s %v: %s", p.Name, c.Op, c.Arg, broken)
		}
		if r.Code != target.Success && !born && !refusedCleanly(m, c.Op, before, &log, mark) {
			t.Fatalf("%s: %s %v is refused (%s) and has changed something", p.Name, c.Op, c.Arg, r.Code.Name())
		}
		if wrong := ledger(m); wrong != "" {
			t.Fatalf("%s: after %s %v: %s", p.Name, c.Op, c.Arg, wrong)
		}
	}
	way.back(t, m, &log)
}

// marks are the states before each call: how long the log was, and the hash.
type marks struct {
	at   []uint32
	hash []uint64
}

func (w *marks) put(at uint32, hash uint64) {
	w.at, w.hash = append(w.at, at), append(w.hash, hash)
}

// back takes call after call back; each leads to the state before it.
func (w *marks) back(t *testing.T, m *Machine, log *event.Log) {
	for i := len(w.at) - 1; i >= 0; i-- {
		if rewind(m, log, w.at[i]); m.Hash() != w.hash[i] {
			t.Fatalf("%s: taking call %d back does not lead to the state before it", m.Profile.Name, i)
		}
	}
}
