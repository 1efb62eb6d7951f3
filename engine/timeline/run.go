package timeline

import (
	"pagewalk/engine/event"
	"pagewalk/engine/scenario"
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

// Program is what calls the machine. *scenario.VM is one; tests have a list of
// calls. It closes a difference of its memory at each boundary: before each
// call, and at its end.
type Program interface {
	Run(h scenario.Host, budget int) scenario.Status
	CallText() string
	Record(on bool)
	Deltas() uint32
	History() uint64 // bytes that the differences take
	Redo(delta uint32)
	Undo(delta uint32)
	Rewind() // back to the last boundary
	Load(*scenario.Snapshot)
	Hash() uint64
}

// output is what the program printed with one Output event.
type output struct {
	event  uint32
	end    uint32 // bytes printed up to and including this
	text   string
	stream uint8
}

// Run is a recorded run.
type Run struct {
	machine Machine
	program Program
	rec     *event.Recorder
	log     event.Log
	rows    []Row
	outputs []output
	cursor  uint32 // events that have happened where the reader stands
	deltas  uint32 // differences of the program that have happened there
	limit   uint32 // events; 0 = none

	keys          *state.Keyframes
	marks         []uint32 // events that had happened at each keyframe
	due           []uint32
	snapshots     []*scenario.Snapshot // of the program
	photographed  uint32               // difference at which the last was due
	weighed       uint32               // events looked at by keep
	events, cells uint64               // since the last keyframe

	done   bool
	why    target.Why
	status scenario.Status
	asking bool // a call is pending
	budget int  // of the present Step
}
