package profile

// Kind says how a group of parameters is known.
type Kind uint8

const (
	Textbook   Kind = iota // what courses teach
	Documented             // open driver, headers, manuals
	Measured               // a real card, with driver and date
)

var kindNames = [...]string{"textbook", "documented", "measured"}

// String gives the kind's name.
func (k Kind) String() string { return kindNames[k] }

// Source is the evidence for a group of parameters.
type Source struct {
	Kind       Kind
	Ref        string // file of the open driver, manual, paper, or card + driver + date
	Confidence string // exact, fit, one observation, assumption
}

// Profile is one machine as data. It is immutable once a machine is made.
type Profile struct {
	Name  string // as --gpu takes it
	Title string // as a menu shows it
	Card  string // what the card calls itself; empty: the title
	Kind  Kind   // the label of the whole: that of its most particular part

	Memory  Memory
	PMM     PMM
	Managed Managed
	MMU     MMU
	TLB     TLB
	Driver  Driver
	Runtime Runtime
	Cost    Cost
	SM      SM
	Limits  Limits
}

// Memory describes the card's memory and how the kernel driver hands it out.
type Memory struct {
	Source Source
	Bytes  uint64 // total, as cudaMemGetInfo reports it

	// ContextPages is the number of whole 2 MiB pages, from offset 0, that the
	// context occupies; ContextSlackFrames of their 64 KiB frames stay free but
	// are no part of a free page. Zero on a textbook profile, whose tables and
	// context lie outside the card's memory.
	ContextPages       uint32
	ContextSlackFrames uint32

	// Scrub says whether freed frames are cleared before they can be used again.
	Scrub bool

	// Regions lie one after the other from offset 0, with ends at whole pages;
	// none = one region. BadFrames are never handed out.
	Regions   []Region
	BadFrames []uint32
}

// Frames is the number of 64 KiB frames of the card.
func (m *Memory) Frames() uint32 { return uint32(m.Bytes >> 16) }

// MostMemory is the largest card: a chunk's address is kept in 32 bits, as a
// multiple of the smallest chunk.
const MostMemory = 1 << 40

// Pages is the number of whole 2 MiB pages of the card.
func (m *Memory) Pages() uint32 { return uint32(m.Bytes >> 21) }

// PMM describes the physical memory manager inside UVM.
type PMM struct {
	Source Source

	// UserSizes and KernelSizes are the enabled chunk sizes in bytes,
	// descending from 2 MiB. The ratio of neighbours is the number of children
	// of one split.
	UserSizes   []uint32
	KernelSizes []uint32

	// BatchRoots is how many root chunks one user request takes from the PMA
	// (uvm_perf_pma_batch_nonpinned_order: 64).
	BatchRoots uint32

	// OwnsAll: the manager holds all the card's memory from the start and
	// serves cudaMalloc itself (textbook). Otherwise the PMA owns it.
	OwnsAll bool

	// LowestFit: claim the free chunk with the lowest address (textbook)
	// instead of the first of the list (driver: first in, first out).
	LowestFit bool

	// MergeKeepsRoot: a root that becomes free stays with the manager
	// (textbook) instead of going back to the PMA (driver).
	MergeKeepsRoot bool
}

// Managed describes how managed memory moves.
type Managed struct {
	Source Source

	// WholeBlocks: a fault moves the whole block of 2 MiB (textbook).
	WholeBlocks bool

	// The density prefetcher, by the names of the driver's module parameters
	// uvm_perf_prefetch_enable and uvm_perf_prefetch_threshold.
	Prefetch  bool
	Threshold uint32 // per cent; a part of a block comes when more of it would be there

	// Oversubscribe: managed memory may be evicted and take more than the card
	// has (uvm_global_oversubscription).
	Oversubscribe bool

	// Thrashing: a block that two processors take from each other is noticed
	// (uvm_perf_thrashing_enable): ThrashThreshold times within Lapse
	// microseconds of each other (…_threshold, …_lapse_usec), then each turn
	// waits for Nap lapses (…_nap); after PinThreshold waits it stays with the
	// host for Pin lapses (…_pin_threshold, …_pin; 0 = never pinned). Epoch lapses
	// without a turn (…_epoch) make it begin anew, MaxResets times
	// (…_max_resets).
	Thrashing       bool
	Lapse           uint32
	ThrashThreshold uint32
	PinThreshold    uint32
	Nap, Pin, Epoch uint32
	MaxResets       uint32

	// MinFaults is how many pages must fault together before others come along
	// (uvm_perf_prefetch_min_faults).
	MinFaults uint32

	// Faults is how the driver goes through the GPU's fault buffer.
	Faults Faults

	// ForceSysmem: pages that fault stay on the host, or go there
	// (uvm_fault_force_sysmem).
	ForceSysmem bool

	// AccessCounters: memory of the host that the GPU reaches often enough comes
	// to the card (uvm_perf_access_counter_migration_enable,
	// uvm_perf_access_counter_threshold).
	AccessCounters  bool
	AccessThreshold uint32

	// Inert are module parameters that are accepted and change nothing here, in
	// the order of inertTable (module.go), which says why.
	Inert [inertCount]uint32

	// Victims is who leaves when the card is full.
	Victims Victims
}

// Faults describes the service of the fault buffer, by the names of the
// driver's module parameters.
type Faults struct {
	Batch      uint32 // packets of one batch at most (uvm_perf_fault_batch_count)
	Coalesce   bool   // a packet like the one before is no entry of its own (uvm_perf_fault_coalesce)
	MaxBatches uint32 // batches of one interrupt at most (uvm_perf_fault_max_batches_per_service)
	Replay     Replay // when waiting accesses are made again (uvm_perf_fault_replay_policy)
	UpdatePut  uint32 // per cent of duplicates beyond which a flush reads PUT anew (uvm_perf_fault_replay_update_put_ratio)
}

// Replay is when accesses that wait for a fault are made again.
type Replay uint8

const (
	ReplayBlock      Replay = iota // after each block
	ReplayBatch                    // after each batch
	ReplayBatchFlush               // after each batch, what is left in the buffer thrown away first
	ReplayOnce                     // when the buffer is empty
)

// driverFaults is the driver's own choice.
func driverFaults() Faults {
	return Faults{Batch: 256, Coalesce: true, MaxBatches: 20, Replay: ReplayBatchFlush, UpdatePut: 50}
}

// Victims names a policy of eviction; what each does is package eviction's to
// say.
type Victims uint8

// VictimNames are the names that settings use, by number. The first is the
// driver's own order; the last needs a run before the run, to know what comes.
var VictimNames = []string{"driver", "lru", "mru", "clock", "random", "frequency", "learned", "predictor", "optimum"}

// MMU describes translation.
type MMU struct {
	Source Source
	Format *Format

	// TableSpace says where page tables live.
	TableSpace TableSpace

	// What goes wrong on purpose, for lessons and tests: which invalidations the
	// driver forgets, and the physical address of 4 KiB of the card whose reads
	// come back damaged beyond what ECC can correct (0 = none).
	Forget Forget
	Poison uint64
}

// Forget is which invalidation commands a broken driver leaves out.
type Forget uint8

const (
	ForgetNothing Forget = iota
	ForgetUnmap          // those after a right or a mapping was taken away
	ForgetAll
)

// TableSpace is where the memory of page tables comes from.
type TableSpace uint8

const (
	TablesOutside TableSpace = iota // beside the card's memory (textbook)
	TablesInPMM                     // kernel chunks of the PMM, the first root inside the context
)

// Driver describes the policies of the kernel driver.
type Driver struct {
	Source Source
	Free   FreePolicy // driver.free
	Trim   TrimPolicy // driver.trim
}

// FreePolicy is what the driver does with a freed block.
type FreePolicy uint8

const (
	FreeImmediate FreePolicy = iota // unmap and give back at once (as measured)
	FreeLazy                        // keep it, mapped, for a request of the same size (as the texts teach)
)

// TrimPolicy is when a lazy driver gives cached blocks back.
type TrimPolicy uint8

const (
	TrimNever    TrimPolicy = iota
	TrimPressure            // when a request would otherwise fail
)

// Runtime describes the user-space runtime library.
type Runtime struct {
	Source Source

	// Slabs: requests below SlabBytes share slabs of SlabBytes (measured).
	// Otherwise every cudaMalloc enters the driver (textbook).
	Slabs     bool
	SlabBytes uint64
	// Granule is the rounding inside a slab, in bytes.
	Granule uint64
	// BlockGranule is the rounding of a direct block, in bytes.
	BlockGranule uint64
	// PowerOfTwo: sizes below BlockGranule are rounded up to a power of two of
	// at least Granule (textbook).
	PowerOfTwo bool
	// ArenaBytes is the grain of virtual address space (32 MiB measured).
	ArenaBytes uint64
	// ContextBytes is what an idle context costs on the card.
	ContextBytes uint64
	// StreamBytes is what the second stream of a process takes, and again every
	// fourth after it, until a reset (measured); 0 = nothing.
	StreamBytes uint64
	// PlainShapes: a launch whose shape no card can run is answered as any bad
	// argument (measured with CUDA 13.0), not as a bad configuration (manual).
	PlainShapes bool
	// FirstAddress is the first address that cudaMalloc gives in a process.
	FirstAddress uint64
}

// Limits are bounds of the model itself; reaching one is a named error.
type Limits struct {
	ChunkNodes   uint32 // nodes of the chunk tree beside the roots
	Tables       uint32 // page tables
	ContentBytes uint64 // materialised contents of memory
	Events       uint32 // events of a run
	Allocations  uint32 // live allocations
	Threads      uint32 // of one launch
	ThreadSteps  uint64 // instructions of all threads of one launch; one of a warp counts as 8 at least
}
