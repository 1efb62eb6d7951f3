package profile

// Cost is what acts cost, in simulated picoseconds. Costs per MiB are per
// 2^20 bytes of the rounded size.
type Cost struct {
	Source Source

	SlabHit      uint64 // cudaMalloc inside a live slab, in a tight loop
	SlabFree     uint64 // cudaFree inside a live slab, in a tight loop
	SlabHitCold  uint64 // … when the call before entered the kernel
	SlabFreeCold uint64
	SmallBytes   uint64 // a slab, or a block of at most so much, costs more:
	SmallNew     uint64 // … on top when it is made
	SmallGone    uint64 // … and when it goes
	FirstCall    uint64 // first cudaMalloc of a process, on top
	MallocBase   uint64 // cudaMalloc that enters the driver, without its ioctls
	FreeBase     uint64
	RMAlloc      uint64
	RMAllocMiB   uint64
	Register     uint64
	CreateRange  uint64
	MapBase      uint64
	MapMiB       uint64
	NewTable     uint64 // a new page directory
	Unregister   uint64
	UVMFree      uint64
	UVMFreeMiB   uint64
	RMFree       uint64
	RMFreeMiB    uint64
	MemGetInfo   uint64
	Synchronize  uint64
	Reset        uint64
	ResetInit    uint64 // the first call after a reset
	Refused      uint64 // a call that is refused at once (bad pointer)
	OutOfMemory  uint64
	Zero         uint64 // cudaMalloc(0), cudaFree(0)
	Reserve      uint64 // a VMM call that stays in user space
	PoolHit      uint64 // a pool serves or takes a block without a trip
	PoolFirst    uint64 // first use of a pool
	Scrub        uint64 // clearing a freed block, fixed part
	ScrubMiB     uint64
	UnmarkMiB    uint64 // noticing finished scrubs
	Tick         uint64 // of the host's timer, by which a call sleeps that waits for a scrub; 0 = it spins
	CopyBase     uint64 // cudaMemcpy, cudaMemset: fixed part
	CopyMiB      uint64 // over the bus
	FillMiB      uint64 // on the card
	CacheHit     uint64 // lazy driver: a cached block is handed out again
	CachePut     uint64
	GPUFault     uint64 // a batch of replayable faults of one block with its replay, without what it moves
	FaultBlock   uint64 // each further block of a batch
	Replay       uint64 // each replay beyond one a batch
	CPUFault     uint64

	CycleFS    uint64 // femtoseconds per SM clock cycle
	LoadCycles uint64 // a load that hits the first level, cycles x 10

	// Of pw_touch and pw_chase.
	Kernel      uint64 // to start it and to wait for it
	StoreCycles uint64 // a store, which nothing waits for, cycles x 10; 0 = as a load
	StopCycles  uint64 // a stop of a chase without its loads, cycles x 10, three laps
	FirstLoad   uint64 // the first load of a line, from memory, on top, cycles x 10
}

// us is one microsecond in picoseconds.
const us = 1_000_000

// h200Cost is fitted to calls of an H200 (driver 580.159.04), medians per path:
// a slab hit 3.9 µs when the call before entered the kernel and 1.3 µs in a
// tight loop; a fresh slab or a block up to 4 MiB 55 µs, a larger one
// 43 + 0.050 µs a MiB; their free 47 µs and 36 + 0.305 µs a MiB. Clearing freed
// frames: 2.467 µs a MiB, to a thousandth, and 1 µs a run, fitted to 15 lists that
// tell when each call began (of 1,248 placements of one, all agree). A kernel of
// 250 ticks a second, as the measured host's is, sleeps by 4 ms.
//
// A load takes 235 to 241 cycles by the run when lines lie here and there and
// their translations are at hand (pw_chase, 8 lines and more, 5 runs); a single
// line 210 to 260, by where it lies in the second-level cache. The loop that
// measured the TLB (TLB.Loads) counts some 40 cycles of its own on top, which
// pw_chase takes off by a lap without loads. A store of pw_touch takes 20 ns,
// however far the pages are apart; a stop of pw_chase 0.5 to 0.6 us.
//
// Small blocks are dearer here than large ones, which no mechanism explains.
// Most of the recorded ones come from one run in which every path took a third
// longer, so what is pooled cannot tell the size from the run.
func h200Cost() Cost {
	return Cost{
		Source:  measuredSource("fit: medians within 15 %"),
		SlabHit: 1_300_000, SlabFree: 1_200_000, SlabHitCold: 3_850_000, SlabFreeCold: 3_230_000,
		SmallBytes: 4 << 20, SmallNew: 12 * us, SmallGone: 11 * us,
		FirstCall:  85 * us,
		RMAlloc:    15_500_000,
		RMAllocMiB: 17_000,
		Register:   7_500_000, CreateRange: 4 * us,
		MapBase: 16 * us, MapMiB: 33_000,
		FreeBase:   2 * us,
		Unregister: 7 * us, UVMFree: 14 * us, UVMFreeMiB: 16_000,
		RMFree: 13 * us, RMFreeMiB: 289_000,
		MemGetInfo: 15 * us, Synchronize: 2 * us,
		Reset: 68_000 * us, ResetInit: 107_000 * us,
		Refused: 5 * us, OutOfMemory: 250 * us, Zero: 200_000,
		Reserve: 1_500_000, PoolHit: 600_000, PoolFirst: 10_000 * us,
		Scrub: us, ScrubMiB: 2_467_000, UnmarkMiB: 350_000, Tick: 4_000 * us,
		CopyBase: 6 * us, CopyMiB: 40 * us, FillMiB: 400_000,
		GPUFault: 25 * us, FaultBlock: 3 * us, Replay: us, CPUFault: 15 * us, // an assumption: managed memory could not be measured
		CycleFS: 505_051, LoadCycles: 2380,
		Kernel: 11 * us, StoreCycles: 390, StopCycles: 4800, FirstLoad: 2000,
	}
}

// textbookCost is round figures of the right order: a trip into the kernel
// costs tens of microseconds, what the driver spares costs nothing.
func textbookCost() Cost {
	return Cost{
		Source:  textbookSource(),
		RMAlloc: 15 * us, Register: 8 * us, CreateRange: 4 * us, MapBase: 25 * us, MapMiB: 40_000,
		Unregister: 7 * us, UVMFree: 15 * us, RMFree: 15 * us, FreeBase: us,
		MemGetInfo: 15 * us, Synchronize: 2 * us, Reset: 70_000 * us, ResetInit: 100_000 * us,
		Refused: 5 * us, OutOfMemory: 100 * us, Zero: 200_000,
		Reserve: 1_500_000, PoolHit: 600_000, PoolFirst: 1000 * us,
		CopyBase: 6 * us, CopyMiB: 40 * us, FillMiB: us,
		CacheHit: 5 * us, CachePut: 5 * us,
		GPUFault: 25 * us, FaultBlock: 3 * us, Replay: us, CPUFault: 15 * us,
		CycleFS: 1_000_000, LoadCycles: 2600, Kernel: 6 * us,
	}
}
