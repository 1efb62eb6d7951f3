// Package cuda is the user-space runtime: what happens in libcuda between a
// program's cudaMalloc and the driver's first ioctl. The rules are measured on
// an H200 (driver 580.159.04, CUDA 13.0): they reproduce every address, every
// free-byte count and every error of tens of thousands of recorded calls. The
// library is closed, so nothing here is read from it.
//
// # Words
//
// A Process is a context with its own address space. An Arena is a stretch of
// addresses in grains of 32 MiB, cut into Extents: holes and what is taken. A
// Slab is an extent of 2 MiB shared by small requests, cut into Pieces: holes
// and what the requests got. A Block is an extent that one request has alone.
//
// # The path of an allocation
//
//  1. Zero bytes: success and a null pointer.
//  2. The size is rounded up to 512 bytes. Below 2 MiB it goes to a slab:
//     the smallest hole of all slabs that is large enough, the oldest of that
//     length, its low end. No hole: a new slab is taken as in 3.
//  3. Otherwise the size is rounded up to 2 MiB and taken from the arenas:
//     the newest arena that has a hole large enough, in it the smallest such
//     hole, the lowest on a tie, its low end. No hole: a new arena.
//  4. A new slab or block enters the driver: RM_ALLOC (the memory), REGISTER,
//     UVM_CREATE_EXTERNAL_RANGE (the addresses), UVM_MAP_EXTERNAL_ALLOCATION.
//
// # The path of a free
//
// A piece joins its free neighbours in the slab. When a slab has no live piece
// left it goes back at once, like a block: UNREGISTER, UVM_FREE, RM_FREE, and
// its extent joins its free neighbours in the arena. An arena without anything
// in it is released.
//
// # The context's own memory
//
// A context has memory of its own, 518 MiB of it on the card, mapped before the
// program's first call (own.go). Its parts take addresses by the same rules, so
// they decide where cudaMalloc begins; and since they are mapped, a stray store
// beside a block may hit them and not fault. A reset takes them down, trip by
// trip, and makes them anew (reset.go).
//
// # Beside cudaMalloc
//
// cuMemAddressReserve and its kin take addresses and memory apart (vmm.go,
// mapping.go). A stream-ordered pool takes stretches of 32 MiB
// from the driver and hands out parts of them (pool.go, pool_place.go); a sync
// decides what it gives back (pool_trim.go). Memory of cudaMalloc that is freed in
// stream order waits for its stream (wait.go). Streams take memory, too
// (stream.go). Managed memory gets addresses here and its pages in
// package va (managed.go). Memory of the host lies in the same arenas, small
// requests in slabs of its own (host.go).
//
// # Wrong calls
//
// What is refused, in which order things are looked at, and with which code, is
// measured too: programs of wrong and borderline calls, answered by the same card,
// are in package machine's testdata/api. What holds for every call after an error
// that stays is in target/sticky.go.
//
// # Textbook profiles
//
// A textbook runtime has no slabs: every cudaMalloc enters the driver, sizes
// are powers of two up to 2 MiB and whole 2 MiB pages above.
//
// # Trade-offs
//
// Holes are kept on one list per length with a two-level bitmap of the lengths
// in use, so placing a small block takes constant time. Arenas are scanned in
// order: there are few. Addresses are found through a hash table that is
// derived: it is rebuilt when needed and is no part of the state.
package cuda
