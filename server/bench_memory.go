package main

import (
	"errors"
	"runtime"

	"pagewalk/engine/event"
	"pagewalk/engine/machine"
	"pagewalk/engine/pmm"
	"pagewalk/engine/profile"
	"pagewalk/engine/target"
)

// livePairs is how many chunks live while others are taken and freed.
const livePairs = 1000

// pairSpeed is millions of pairs a second of allocating and freeing a user chunk
// of a documented card: 50 per cent of 4 KiB, 40 of 64 KiB, 10 of 2 MiB.
func pairSpeed(recorded bool) (float64, error) {
	p := profile.Get("gh100")
	if err := profile.Set(p, "memory.scrub=off"); err != nil {
		return 0, err
	}
	m := machine.New(p, 0)
	if recorded {
		m.Recorder().Log = &event.Log{}
	}
	var slot, size [1 << 14]uint32 // drawn before the clock starts
	x := uint64(88172645463325252)
	for i := range slot {
		x ^= x << 13
		x ^= x >> 7
		x ^= x << 17
		slot[i] = uint32(x>>32) % livePairs
		switch draw := uint32(x) % 10; {
		case draw < 5:
			size[i] = 4 << 10
		case draw < 9:
			size[i] = 64 << 10
		default:
			size[i] = 2 << 20
		}
	}
	var chunk [livePairs]pmm.ChunkID
	var failed target.WhyID
	lap := func() {
		for i, s := range slot {
			m.PMM.Free(chunk[s])
			c, why := m.PMM.Alloc(pmm.User, size[i], 0)
			if why.ID == target.NoReason {
				why = m.PMM.Unpin(c, 1)
			}
			chunk[s], failed = c, max(failed, why.ID)
		}
	}
	clean := func() {
		if recorded {
			m.Recorder().Log.Cut(0)
		}
	}
	lap() // the first one fills the card's lists
	speed := float64(len(slot)) / fastest(clean, lap).Seconds() / 1e6
	if failed != target.NoReason {
		return 0, errors.New("a chunk was refused: " + failed.Name())
	}
	return speed, nil
}

// largestCard is the profile with the most memory: 71,577 roots.
const largestCard = "h200-r580"

// bootTime is the time to make a machine of 141 GB, in milliseconds.
func bootTime() (float64, error) {
	var m *machine.Machine
	time := fastest(func() {}, func() { m = machine.New(profile.Get(largestCard), 0) })
	if m.PMM.Roots() < 71_577 {
		return 0, errors.New("the card is smaller than it should be")
	}
	return milliseconds(time), nil
}

// bootBytes is the memory that such a machine takes while it is empty, in MiB.
func bootBytes() (float64, error) {
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	m := machine.New(profile.Get(largestCard), 0)
	runtime.GC()
	runtime.ReadMemStats(&after)
	runtime.KeepAlive(m)
	return float64(after.HeapAlloc-before.HeapAlloc) / (1 << 20), nil
}

// oversubscribedTime is the time in seconds of ten million accesses, 64 KiB
// apart, to managed memory of one and a half times the card's.
func oversubscribedTime() (float64, error) {
	const bytes, stride = 384 << 20, 64 << 10
	m := machine.New(profile.Get("gh100-small"), 0)
	var r target.Result
	m.Do(&target.Call{Op: target.CudaMallocManaged, Arg: [8]uint64{bytes, 1}}, &r)
	touch := target.Call{Op: target.PwTouch, Arg: [8]uint64{r.Out[0], bytes, stride}}
	code := target.Success
	lap := func() {
		for p := m.Do(&touch, &r); p == target.Pending; {
			p = m.Resume(1<<20, &r)
		}
		code = max(code, r.Code)
	}
	lap() // the card is full from here on
	seconds := fastest(func() {}, lap).Seconds() / (bytes / stride) * 10e6
	if code != target.Success {
		return 0, errors.New(code.Name())
	}
	return seconds, nil
}
