package main

import (
	"errors"
	"maps"
	"slices"
	"strings"
	"time"

	"pagewalk/engine/event"
	"pagewalk/engine/explain"
	"pagewalk/engine/machine"
	"pagewalk/engine/profile"
	"pagewalk/engine/scenario"
	"pagewalk/engine/scene"
	"pagewalk/engine/target"
	"pagewalk/lessons"
	"pagewalk/server/fit"
)

func containsFold(s, word string) bool {
	return strings.Contains(strings.ToLower(s), strings.ToLower(word))
}

// builtinOps is what a program does that holds thousands of small buffers: so
// many of 256 bytes, freed in another order.
func builtinOps() []op {
	const n = 20_000
	ops := make([]op, 0, 2*n)
	order := make([]int, n)
	for i := range n {
		order[i] = i
		ops = append(ops, op{id: decimal(uint64(i)), size: 256})
	}
	x := uint32(1)
	for i := n - 1; i > 0; i-- {
		x = x*1664525 + 1013904223
		j := int(x>>8) % (i + 1)
		order[i], order[j] = order[j], order[i]
	}
	for _, i := range order {
		ops = append(ops, op{id: decimal(uint64(i)), free: true})
	}
	return ops
}

// numbered turns the ids of operations into places in a list of pointers, so
// that the benchmark measures the machine and not a map.
func numbered(ops []op) (calls []target.Call, slots int) {
	place := map[string]int{}
	calls = make([]target.Call, len(ops))
	for i := range ops {
		o := &ops[i]
		n, known := place[o.id]
		if !known {
			n = len(place)
			place[o.id] = n
		}
		calls[i] = target.Call{Op: target.CuMemAlloc, Arg: [8]uint64{o.size, uint64(n)}}
		if o.free {
			calls[i].Op = target.CuMemFree
		}
	}
	return calls, len(place)
}

// replaySpeed is millions of operations a second.
func replaySpeed(ops []op, recorded bool) (float64, error) {
	calls, slots := numbered(ops)
	pointers := make([]uint64, slots)
	m := machine.New(profile.Get(defaultProfile), 0)
	if recorded {
		m.Recorder().Log = &event.Log{}
	}
	var r target.Result
	var c target.Call // one for all: what a handler is given escapes
	lap := func() {
		for i := range calls {
			c = calls[i]
			slot := c.Arg[1]
			c.Arg[1] = 0
			if c.Op == target.CuMemFree {
				c.Arg[0] = pointers[slot]
			}
			m.Do(&c, &r)
			if c.Op == target.CuMemAlloc {
				pointers[slot] = r.Out[0]
			}
		}
	}
	clean := func() { // what a list leaves live would be in the way of the next lap
		for slot, p := range pointers {
			m.Do(&target.Call{Op: target.CuMemFree, Arg: [8]uint64{p}}, &r)
			pointers[slot] = 0
		}
		if recorded {
			m.Recorder().Log.Cut(0)
		}
	}
	return float64(len(calls)) / fastest(clean, lap).Seconds() / 1e6, nil
}

// millionCalls is the time in seconds of a million calls on the measured profile:
// those of a process that was recorded on the card, again and again. What a pass
// leaves live is freed at its end, which counts too.
func millionCalls() (float64, error) {
	list, err := fit.Ops("small_mixed")
	if err != nil {
		return 0, err
	}
	var ops []op
	live := map[string]bool{}
	for _, x := range list {
		ops = append(ops, op{free: x.Free, id: x.ID, size: x.Size})
		if live[x.ID] = true; x.Free {
			delete(live, x.ID)
		}
	}
	for _, id := range slices.Sorted(maps.Keys(live)) {
		ops = append(ops, op{free: true, id: id})
	}
	speed, err := replaySpeed(ops, false)
	if err != nil {
		return 0, err
	}
	return 1 / speed, nil // of a million
}

// longProgram leaves about a million events.
const longProgram = `// pagewalk: gpu=textbook-ampere set=driver.free=immediate
char *p[64];
for (int k = 0; k < 160; k++) {
    for (int i = 0; i < 64; i++) cudaMalloc(&p[i], 4096 << (i % 6));
    for (int i = 0; i < 64; i++) cudaFree(p[(i * 37) % 64]);
}
`

// longRun is the run of longProgram, made once.
var longRun *recording

func playLong() (*recording, error) {
	if longRun != nil {
		return longRun, nil
	}
	r, err := playText(longProgram)
	longRun = r
	return r, err
}

// playText plays a program of ours.
func playText(text string) (*recording, error) {
	var said strings.Builder
	l, err := compileScenario(&environment{in: strings.NewReader(""), out: &said, err: &said}, "benchmark.cu", []byte(text), scenarioOptions{})
	if err != nil {
		return nil, errors.New("the program does not compile: " + said.String())
	}
	return play(l, explain.EN), nil
}

// seekTime is the longest of 100 seeks between places all over a long run, each
// the fastest of three.
func seekTime() (float64, error) {
	r, err := playLong()
	if err != nil {
		return 0, err
	}
	worst, x, from := time.Duration(0), uint64(7), uint32(0)
	for range 100 {
		x = x*6364136223846793005 + 1442695040888963407
		to := uint32(x>>33) % r.run.Len()
		best := time.Duration(1 << 62)
		for range 3 {
			r.run.SeekCount(from)
			start := time.Now()
			r.run.SeekCount(to)
			best = min(best, time.Since(start))
		}
		worst, from = max(worst, best), to
	}
	return milliseconds(worst), nil
}

func eventBytes() (float64, error) {
	r, err := playLong()
	if err != nil {
		return 0, err
	}
	log, keyframes := r.run.Bytes()
	return float64(log+keyframes) / float64(r.run.Len()), nil
}

// manyChunks holds 100,000 chunks, and then takes one more.
const manyChunks = `// pagewalk: gpu=textbook-ampere-full
char *p;
for (int i = 0; i < 50000; i++) cudaMalloc(&p, 4096);
for (int i = 0; i < 50000; i++) cudaMalloc(&p, 8192);
cudaFree(p);
`

// pictureTime is the time from a step to the frame that a page is sent.
func pictureTime() (float64, error) {
	r, err := playText(manyChunks)
	if err != nil {
		return 0, err
	}
	var w scene.Writer
	show := func(n uint32) {
		r.run.SeekCount(n)
		w.Begin(n)
		r.scene.WriteMoment(&w)
		w.End()
	}
	worst := time.Duration(0)
	for n := r.run.Len() - 40; n < r.run.Len(); n++ {
		best := time.Duration(1 << 62)
		for range 3 {
			show(n)
			from := time.Now()
			show(n + 1)
			best = min(best, time.Since(from))
		}
		worst = max(worst, best)
	}
	return milliseconds(worst), nil
}

func compileTime() (float64, error) {
	source := []byte(lessons.All()[0].Programs[0].Source)
	d := fastest(func() {}, func() { scenario.Compile(source, scenario.Options{}) })
	return float64(d.Nanoseconds()) / 1000, nil
}
