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

	// Of a launch or a call on a variable: the code for the card, which comes
	// along if this child does not have it yet, what in it is meant, and a
	// kernel's arguments as they lie in memory.
	Key    string `json:"key,omitempty"`
	Name   string `json:"name,omitempty"`
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
