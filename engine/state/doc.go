// Package state is the ground on which every layer of the machine keeps its
// state: columns of plain cells, cut into pages.
//
// A Column is an array of fixed-size cells without pointers. Links are
// indices, 0 means "none". A Set is the ordered list of all columns of a
// machine. From these two, five things come for free, the same way for every
// layer and without a line of code in it:
//
//   - Hash: one number that says whether two machines are in the same state.
//     A Hasher re-hashes only the pages written since it last looked.
//   - Keyframes: pages set aside now and then, so that any moment of a long
//     run can be reached by copying pages and a few events.
//   - CopyTo: a second machine in the same state, for a fork shown beside it.
//   - Equal: the strict comparison that tests use.
//   - Watch: which cells of a column may have changed, so that a picture draws
//     those again and not the whole card.
//
// The price is one rule: a cell is written only through Mut, Set, MutRange or
// a Pen, which mark its page. A forgotten mark shows as a Hasher that disagrees
// with Set.Hash; tests compare the two after every step. A mark is the number of
// the epoch, which each reading (by a Hasher, Keyframes or a Watch) closes: so
// any number of readers ask the same marks, each from where it last looked.
//
// Cells that come and go get their numbers from a Pool, two numbers in the head
// of the layer; what it hands out next is part of the state, and undone with it.
//
// What is left out: locking (a machine belongs to one goroutine) and files (a
// run is kept as its program, profile and seed, never as pages).
package state
