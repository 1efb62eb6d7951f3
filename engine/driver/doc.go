// Package driver is the kernel driver as a program meets it: a short list of
// ioctls, and behind them who owns which memory.
//
// # Words
//
// RM, the resource manager, owns memory Objects and takes their frames from the
// PMA. UVM owns address ranges and page tables. A client asks RM for an object
// (RM_ALLOC), registers it, asks UVM for a range of addresses
// (UVM_CREATE_EXTERNAL_RANGE) and has the object mapped there
// (UVM_MAP_EXTERNAL_ALLOCATION). Freeing is UVM_FREE (the range and its entries)
// and RM_FREE (the object). Both RM's client and UVM's mapping hold the object;
// the frames go back at the second of the two, whichever comes last
// (uvm_map_external.c duplicates the object; mem.c counts references).
//
// # The life of an object
//
//	RM_ALLOC → held by the client → MAP → held by client and mapping
//	        → UVM_FREE → held by the client → RM_FREE → gone, frames to the PMA
//
// # Two policies for a freed block
//
// driver.free=immediate is what the open kernel modules and a measured H200 do:
// unmap, flush, give back. driver.free=lazy is what courses teach: the driver
// keeps the block with its memory and its mapping and hands it out again to a
// request of exactly the same size; driver.trim says whether it lets go under
// pressure. The cache is one list, newest first.
//
// # Where memory comes from
//
// On documented and measured profiles an object is whole 2 MiB pages of the
// PMA, pinned, contiguous if a run is long enough. On a textbook profile it is
// a user chunk of the PMM, physically contiguous or nothing.
//
// Pools, managed memory and pinned memory of the host enter by other trips:
// pool.go, managed.go, host.go. A
// compaction moves an object's frames under its mapping (relocate.go), which no
// driver does; it is a textbook's act.
//
// Left out: other classes of objects, sharing between processes, channels.
package driver
