//go:build linux && cgo

package native

import "pagewalk/engine/target"

// request is what the parent writes, one line of JSON each.
type request struct {
	Kind    string       `json:"kind"` // open, call, sample, stop
	Options *Options     `json:"options,omitempty"`
	Call    *target.Call `json:"call,omitempty"`
	In      []span       `json:"in,omitempty"`  // host bytes that the call may read
	Out     []span       `json:"out,omitempty"` // host bytes that it may write: the reply brings them

	// Of a launch: the kernel, its arguments as they lie in memory, and the code
	// if this child does not have it yet.
	Key    string `json:"key,omitempty"`
	Packed []byte `json:"packed,omitempty"`
	Code   *code  `json:"code,omitempty"`
}

// span is a stretch of the program's memory.
type span struct {
	Addr  uint64 `json:"addr"`
	N     uint64 `json:"n"`
	Bytes []byte `json:"bytes,omitempty"`
}

// reply is what the child answers, one line each.
type reply struct {
	Progress target.Progress `json:"progress,omitempty"`
	Result   target.Result   `json:"result"`
	Out      []span          `json:"out,omitempty"`
	Adopted  *span           `json:"adopted,omitempty"` // host memory that the call made
	Gone     []uint64        `json:"gone,omitempty"`    // host memory that it gave back
	Sample   *target.Sample  `json:"sample,omitempty"`
	Problem  *Problem        `json:"problem,omitempty"`
	Card     *card           `json:"card,omitempty"`
}

// card is what a child says of the card when it opens.
type card struct {
	Name   string `json:"name"`
	Driver string `json:"driver"`
	Bus    string `json:"bus"`

	Capability int               `json:"capability"` // 90 for compute capability 9.0
	Cannot     map[uint16]string `json:"cannot"`     // calls, and why not
}

// hostArguments are the arguments that may be addresses of the program's
// memory: the position of what is written, of what is read, and of the count
// of bytes; -1 for none.
func hostArguments(op target.Op) (written, read, bytes int) {
	switch op {
	case target.CudaMemcpy, target.CudaMemcpyAsync:
		return 0, 1, 2
	}
	return -1, -1, -1
}
