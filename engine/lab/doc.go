// Package lab plays one workload under several policies on the simulated
// machine and lays the figures side by side: what governs fragmentation, and
// who should leave when the card is full.
//
// # Fragmentation
//
// A Workload is a list of requests and frees. A measure is one way to serve it:
// every request its own cudaMalloc (plain), the same with a driver that keeps
// what is freed (lazy) or that moves blocks together when a request fails
// (compaction, a textbook's act), a stream-ordered pool, the runtime's slabs,
// slabs of one size class each, large blocks that the program divides itself,
// and addresses that grow by mapping granules of 2 MiB (expandable). All of
// them are calls of a target: the last three are what frameworks and programs
// do above it, in own.go, shelf.go and granules.go.
//
// Govern plays the workload and then tries: the largest request that would
// still be met and the number of requests of one size are found by asking, each
// time on a machine of its own that has played the same workload, never by
// looking at lists. So the figures mean the same for every measure:
//
//	internal  = bytes given beyond what was asked, over bytes given
//	external  = 1 - largest request / free bytes
//	unusable  = 1 - bytes that requests of one size can still get / free bytes
//
// where free is everything not given to the program, wherever it lies: on the
// card, in a pool, in a half-filled slab. The unusable index is the one of
// Gorman and Whitcroft ("The what, the why and the where to of
// anti-fragmentation", 2005), with trying in place of counting.
//
// # Eviction
//
// Evict plays one program under each policy of package eviction on the machine,
// and under the optimum, which needs two runs: the first writes down which
// block was touched when, the second knows that list.
//
// # Trade-offs
//
// Trying costs a replay for each question, a few milliseconds; in exchange no
// measure can flatter itself. Left out: waiting for streams (requests are freed
// in stream order and the stream is waited for at once), several threads, and
// measures that need the program's help, such as arranging requests by
// lifetime.
package lab
