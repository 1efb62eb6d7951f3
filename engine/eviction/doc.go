// Package eviction is a small laboratory: who should leave when the card is
// full?
//
// A Place is a block that is on the card, with what is known of its past: when
// it came, when it was touched last and how often. A Policy hears of every
// touch and is asked for a victim when a block has to come and no place is
// free. Play runs one trace of touches under one policy and counts misses;
// the machine asks the same policies when the PMM evicts.
//
// The policies: arrival order, which is what the driver does (accesses by the
// GPU are not known to it); least recently and most recently used; a clock,
// which is a cheap relative of the first; chance; least frequently used; a
// predictor that expects each block again after its usual gap; a learner that
// follows whichever of four others has been right of late; and the optimum of Belady, which knows the Future and is the line that nobody
// can cross. A future is written down in a first run, so the machine can follow
// the optimum too: package lab plays a program twice.
//
// Nothing here is measured on a card: managed memory could not be observed on
// the one at hand. Left out: costs that differ from block to block, and
// prefetching, which changes what a miss is.
//
// A policy's memory is private and no part of a machine's state: it matters
// only while a run is made, and what it decided is in the log.
package eviction
