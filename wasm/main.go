//go:build js && wasm

package main

import (
	"unsafe"

	"pagewalk/engine/explain"
	"pagewalk/engine/scene"
	"pagewalk/engine/timeline"
)

var (
	session = scene.NewSession()
	in      []byte
	box     [4]uint32 // frame address, frame length, input address, input length
)

func main() { select {} }

// answer runs one call and puts its frame into the mailbox. A panic becomes a
// frame too.
func answer(serial uint32, call func() []byte) {
	defer func() {
		if x := recover(); x != nil {
			post(session.Bug(serial, words(x)))
			session = scene.NewSession()
		}
	}()
	post(call())
}

func post(frame []byte) {
	box[0], box[1] = address(frame), uint32(len(frame))
}

func address(b []byte) uint32 { return uint32(uintptr(unsafe.Pointer(unsafe.SliceData(b)))) }

// words says what a panic was about.
func words(x any) string {
	switch x := x.(type) {
	case string:
		return x
	case error:
		return x.Error()
	}
	return "a panic without words"
}

// take cuts n bytes from the front of the input.
func take(n *uint32, length uint32) string {
	from := min(*n, uint32(len(in)))
	to := min(from+length, uint32(len(in)))
	*n = to
	return string(in[from:to])
}

func lang(n uint32) explain.Lang {
	if n == 1 {
		return explain.ZH
	}
	return explain.EN
}

//go:wasmexport mailbox
func mailbox() uint32 { return uint32(uintptr(unsafe.Pointer(&box))) }

//go:wasmexport input
func input(n uint32) {
	if uint32(cap(in)) < n {
		in = make([]byte, n)
	}
	in = in[:n]
	box[2], box[3] = address(in), n
}

//go:wasmexport run_start
func start(serial, source, profile, sets, seedLo, seedHi, l uint32) {
	answer(serial, func() []byte {
		at := uint32(0)
		s, p, k := take(&at, source), take(&at, profile), take(&at, sets)
		session.Watch(l&2 != 0)
		return session.Start(serial, s, p, k, uint64(seedLo)|uint64(seedHi)<<32, lang(l&1))
	})
}

//go:wasmexport run_step
func run(serial, budget uint32) {
	answer(serial, func() []byte { return session.Run(serial, int(budget)) })
}

//go:wasmexport run_stop
func stop(serial uint32) { answer(serial, func() []byte { return session.Stop(serial) }) }

//go:wasmexport seek
func seek(serial, event uint32) { answer(serial, func() []byte { return session.Seek(serial, event) }) }

//go:wasmexport at
func at(serial, row, ordinal uint32) {
	answer(serial, func() []byte { return session.At(serial, timeline.Point{Row: row, Ordinal: ordinal}) })
}

//go:wasmexport step
func step(serial, unit, forward uint32) {
	answer(serial, func() []byte { return session.Move(serial, timeline.Unit(unit), forward == 1) })
}

//go:wasmexport jump
func jump(serial, kind, forward uint32) {
	answer(serial, func() []byte {
		at := uint32(0)
		return session.Jump(serial, take(&at, kind), forward == 1)
	})
}

//go:wasmexport who
func who(serial, pane, part, index uint32) {
	answer(serial, func() []byte {
		return session.Who(serial, scene.Station{Pane: scene.Pane(pane), Part: scene.Part(part), Index: index})
	})
}

//go:wasmexport hangs
func hangs(serial, pane, part, index uint32) {
	answer(serial, func() []byte {
		return session.Hangs(serial, scene.Station{Pane: scene.Pane(pane), Part: scene.Part(part), Index: index})
	})
}

//go:wasmexport events
func events(serial, from, count uint32) {
	answer(serial, func() []byte { return session.Events(serial, from, count) })
}

//go:wasmexport look
func look(serial, lo, hi uint32) {
	answer(serial, func() []byte { return session.Look(serial, uint64(lo)|uint64(hi)<<32) })
}

//go:wasmexport processor
func processor(serial, sm uint32) {
	answer(serial, func() []byte { return session.Processor(serial, sm) })
}

//go:wasmexport language
func language(serial, l uint32) {
	answer(serial, func() []byte { return session.Language(serial, lang(l)) })
}

//go:wasmexport oom
func oom(serial, text, l uint32) {
	answer(serial, func() []byte {
		at := uint32(0)
		return session.OOM(serial, take(&at, text), lang(l))
	})
}

//go:wasmexport goals
func goals(serial, conditions uint32) {
	answer(serial, func() []byte {
		at := uint32(0)
		return session.Goals(serial, take(&at, conditions))
	})
}

//go:wasmexport side_keep
func keep(serial, side uint32) { answer(serial, func() []byte { return session.Keep(serial, side) }) }

//go:wasmexport side_rows
func rows(serial, side, text uint32) {
	answer(serial, func() []byte {
		at := uint32(0)
		return session.Side(serial, side, take(&at, text))
	})
}

//go:wasmexport compare
func compare(serial, l uint32) {
	answer(serial, func() []byte { return session.Compare(serial, lang(l)) })
}

//go:wasmexport hash
func hash(serial uint32) { answer(serial, func() []byte { return session.Hash(serial) }) }

//go:wasmexport profiles
func profiles(serial uint32) { answer(serial, func() []byte { return session.Profiles(serial) }) }
