// Package work owns simulated time.
//
// Time is picoseconds in a uint64 since the machine was made: enough for 213
// days. All costs are whole numbers in the profile, so time is exact and the
// same on every platform.
//
// # Nouns
//
// The Clock is the machine's one clock. It lies in the Recorder, because every
// event carries it; Advance is the only way to move it forward, and it leaves
// no event: the next event tells the new time, and the last event of a row
// tells the time at its end. A Stream is an ordered queue of acts of the card:
// kernels, copies, memory sets. A Ticket is the finish time of one act.
//
// # The life of one act
//
// Nothing happens by itself. An act takes effect when it is issued (effects
// are eager), and its finish time goes into its stream: the later of now and
// the stream's previous finish, plus its cost (time is lazy). Who waits for
// the act advances the clock to its finish. So one order of effects, that of
// issue, stands for all legal overlaps; a program whose result would depend on
// a true race is outside the model and has to be told so by upper layers.
//
// # Left out
//
// The queue of freed frames that wait to be cleared is kept by package pma,
// whose frames it is about; it asks only for the Clock. Engines of the card
// (copy engines, their number and sharing) and priorities are not modelled.
package work
