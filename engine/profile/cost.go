package profile

// Cost is what acts cost, in simulated picoseconds. Costs per MiB are per
// 2^20 bytes of the rounded size.
type Cost struct {
	Source Source

	SlabHit       uint64 // cudaMalloc inside a live slab
	SlabFree      uint64 // cudaFree inside a live slab
	FirstCall     uint64 // first cudaMalloc of a process, on top
	MallocBase    uint64 // cudaMalloc that enters the driver, without its ioctls
	FreeBase      uint64
	RMAlloc       uint64
	RMAllocMiB    uint64
	Register      uint64
	CreateRange   uint64
	MapBase       uint64
	MapMiB        uint64
	NewTable      uint64 // a new page directory
	Unregister    uint64
	UVMFree       uint64
	UVMFreeMiB    uint64
	RMFree        uint64
	RMFreeMiB     uint64
	MemGetInfo    uint64
	Synchronize   uint64
	Reset         uint64
	ResetInit     uint64 // the first call after a reset
	Refused       uint64 // a call that is refused at once (bad pointer)
	OutOfMemory   uint64
	Zero          uint64 // cudaMalloc(0), cudaFree(0)
	Scrub         uint64 // clearing a freed block, fixed part
	ScrubMiB      uint64
	UnmarkMiB     uint64 // noticing finished scrubs
	CopyBase      uint64 // cudaMemcpy, cudaMemset: fixed part
	CopyMiB       uint64 // over the bus
	FillMiB       uint64 // on the card
	CacheHit      uint64 // lazy driver: a cached block is handed out again
	CachePut      uint64

	CycleFS    uint64 // femtoseconds per SM clock cycle
	LoadCycles uint64 // a load that hits the first level, cycles x 10
}

// us is one microsecond in picoseconds.
const us = 1_000_000
