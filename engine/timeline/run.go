package timeline

import (
	"pagewalk/engine/event"
	"pagewalk/engine/state"
	"pagewalk/engine/target"
)

// Machine is the simulated machine as a run sees it. Package machine has it;
// tests have a small one.
type Machine interface {
	target.Target
	Set() *state.Set
	Recorder() *event.Recorder
	Apply(*event.Event)
	Revert(e *event.Event, clockBefore uint64)
	Rebuild() // derived columns, after the cells were replaced
	Check() string
	Hash() uint64
}

// Program is what calls the machine. Package scenario has it; tests have a
// list of calls.
type Program interface {
	// Run goes on for about budget instructions and calls h for everything
	// that reaches the outside. It says whether the program is at its end, and
	// why, if it did not end by itself.
	Run(h Host, budget int) (done bool, why target.Why)
	// Redo and Undo move the program's memory over one difference that the
	// program gave to Host.Boundary.
	Redo(Delta)
	Undo(Delta)
	// Hash is the hash of the program's memory at the last boundary.
	Hash() uint64
}

// Delta is a difference between the program's memory at two boundaries. Only
// the program looks inside.
type Delta any

// deltaAt ties a difference to the event with which it happens.
type deltaAt struct {
	event uint32
	delta Delta
}

// output is what the program printed with one Output event.
type output struct {
	event  uint32
	end    uint32 // bytes printed up to and including this
	text   string
	stream uint8
}

// Host is what a program runs in. Run implements it.
type Host interface {
	// Boundary says that the program has come to a call, to its end, or back
	// from a call with its results stored.
	Boundary(d Delta)
	// Call answers a call.
	Call(c *target.Call, r *target.Result) target.Progress
	// Resume goes on with a pending call.
	Resume(budget int, r *target.Result) target.Progress
	// Output is what the program printed; stream 1 or 2.
	Output(text string, stream uint8)
}

// Run is a recorded run.
type Run struct {
	machine Machine
	program Program
	rec     *event.Recorder
	log     event.Log
	rows    []Row
	outputs []output
	deltas  []deltaAt
	cursor  uint32 // events that have happened where the reader stands
	applied int    // differences of the program that have happened there
	limit   uint32 // events; 0 = none

	keys          *state.Keyframes
	marks         []uint32 // events that had happened at each keyframe
	due           []uint32
	weighed       uint32 // events looked at by keep
	events, cells uint64 // since the last keyframe

	done bool
	why  target.Why
	head event.Recorder // the recorder at the end of the log
}
