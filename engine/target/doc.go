// Package target says what it means to answer CUDA calls. A Target is anything
// that does: the simulated machine, a real GPU, a recorded run. The scenario
// interpreter, the framework allocators and the comparison know nothing else.
//
// # The life of a call
//
// The program reaches a call and fills in a Call. Do answers it, as a rule at
// once (Done). Kernels and waits may be Pending: Resume goes on for a bounded
// number of steps, so that a page stays responsive and a run can be stopped.
// The answer is a Result: what CUDA says (Code), why in our own words (Why),
// up to two output values, begin and end in picoseconds, the events of the row
// if the target is simulated, and the ioctls that crossed into the kernel.
//
// # Three sorts of "no"
//
// Code is CUDA's answer to the program, which goes on. A Why of class Limit is
// ours: a bound was reached, the run ends, everything up to it stays. A Why of
// class Refused names the rule that a call from inside the kernel driver broke.
// Bugs are panics, never answers.
package target
