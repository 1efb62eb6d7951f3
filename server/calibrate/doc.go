// Package calibrate measures a GPU by calls alone and makes a profile of what
// it finds. It works on any target: on a real card, and on the simulated
// machine, where it must give back the numbers that the machine was built from.
//
// # Nouns
//
// A Probe is one question: what is asked, the answer as a number, how well the
// answers fit it, and whether that is enough. A session is one fresh process on
// the card; a probe that depends on the state of an address space has one to
// itself. A Report is all probes, and becomes a profile file.
//
// # The life of a probe
//
// It makes calls whose answers depend on the one thing: two allocations that
// must not share a slab if the slab is smaller than assumed, blocks of growing
// size for a line of times, chases over a growing number of pages for the
// capacity of a TLB. It fits the answers, and gives the share of them that the
// fitted value predicts. Below a bound the verdict is "inconclusive": the
// number is told, and the profile keeps what it had.
//
// # Bounds
//
// Plain allocations only. No probe holds more than is free, and the whole takes
// less than a minute on a card. Times are those of the driver's call, measured
// in the process that makes it.
//
// # Left out
//
// Who shares a TLB: pw_chase runs on one multiprocessor, and the launch of
// others would need a toolkit. Page sizes other than the allocator's own.
package calibrate
