// Package machine puts the layers together: a profile becomes a machine, and
// the machine answers CUDA calls.
//
// # Wiring
//
// New makes the layers from the bottom up, fills in the interfaces through which
// a lower layer calls an upper one, and boots: the context's frames are
// reserved, the first kernel root is adopted for page tables, process 0 gets its
// address space. What boot does is the state at the start; it leaves no events.
//
// # A call
//
// Do is the path that everything takes: the Call event, the handler of the
// operation, the Return event. Handlers are in files by subject: alloc.go
// (cudaMalloc and its kin), stream.go (streams, pools), vmm.go (cuMemCreate and
// its kin), managed.go (cudaMallocManaged, faults, prefetch, advice), copy.go
// (contents), access.go (loads and stores of the program's kernels), query.go
// (what only asks). Calls of code inside the kernel driver have theirs: chunks.go
// and defrag.go (the PMM), mem.go (uvm_mem), tree.go (page trees). lab.go asks a policy for victims.
// Refusals leave allocations, mappings and contents as they were.
//
// A touch or chase may be long: its handler then says Pending, and Resume goes on
// with it a budget at a time. mostAccesses bounds it.
//
// # Looking back
//
// The machine runs ahead: a call is computed to its end before anybody looks. Apply and
// Revert replay its events in either direction without any of the handlers.
// Set, Hash and Check see all layers at once.
package machine
