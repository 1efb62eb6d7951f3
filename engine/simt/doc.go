// Package simt runs kernels: the code that scenarios compile their __global__
// functions to, 32 threads at a time.
//
// # Its nouns
//
// A Launch is one kernel<<<…>>> under way. Its grid is cut into blocks, a block
// into warps of 32 lanes. A warp has rows where a program has single values:
// a stack of rows, and local memory interleaved by words, so that one
// instruction does the same for every lane. Lanes that took another way through
// the program form another group of the same warp: a mask, a place in the code
// and a depth. A Request is what one instruction of one group asks of memory.
//
// # Parting and meeting
//
// A branch on which the lanes disagree splits their group. Of the groups of a
// warp the one deepest in calls runs, and of those the one that stands first in
// the code. Code of structured statements lies in the order in which it is
// written, so this lets every group wait where the statement that parted them
// ends, and they meet there: two groups at the same place, come the same way,
// are one again. Nothing is marked by the compiler. What cards before Volta did
// with a stack of masks comes out the same; a lane that spins on a lock which
// another lane of its warp holds never gets it, as there.
//
// # Memory
//
// The addresses of a request are cut into sectors of 32 bytes, each asked for
// once, and each page is translated once: that is coalescing. The translation
// goes through the TLB of the processor that the block runs on, and so through
// page tables and, for managed memory, faults that are serviced; Memory is how
// the machine lends all that. Shared and local memory and arguments have
// windows of addresses of their own, as on a card; they cost no translation.
//
// A warp that meets missing pages of managed memory puts all pages of its
// request down as faults and is parked before the instruction; the others go
// on, on all processors. When none can, the faults are served together and the
// parked instructions are made again, each at most once: after that a request
// is served page by page, so that a card smaller than what the warps want at
// once stops nobody.
//
// # Order
//
// Blocks are resident together: each goes to the processor that has the fewest,
// as many as its threads, blocks and shared memory allow, and when one is
// through the next of the grid takes its place. Of the resident blocks one
// after the other has its turn, processor by processor, and in a block one warp
// after the other; a turn ends with a request to global memory, at a barrier,
// or after some thousand instructions. So what processors share, the second
// level of the TLB above all, is shared by blocks at the same time, and the
// faults of a batch come from many. The order is fixed; a card's is not, so a
// program whose result depends on it is wrong there and has one of its possible
// results here. A block may wait for one that is resident with it. For one that
// has yet to begin it waits forever, as on a card, and ends at the limit of
// steps.
//
// That a warp waits for every request before another instruction is simpler
// than a card, where it goes on until it needs the value. At most 1,536 warps
// are resident, which is less than a whole large card has room for: 132
// processors with blocks of more than eleven warps have fewer than one block
// each at a time here.
//
// # Time
//
// The duration is the longest of four bounds: issue slots, latency divided by
// the warps that are resident together, bytes by bandwidth, and passes over the
// banks of shared memory, one a cycle and processor. It is meant to
// put kernels in the right order, not to predict one. There is no data cache.
//
// # What is left out
//
// Registers and their number, instruction caches, independent
// thread scheduling, clusters, tensor cores, dynamic parallelism. Shared memory
// begins as zeros, on a card as anything.
package simt
