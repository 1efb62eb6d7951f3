package scene

// Which pictures have something to show in a run, in bits of Moment.Ever. They
// are the same at every moment, so that no picture comes and goes on a step.
const (
	EverFrames  = 1 << iota // the PMA gave or took frames
	EverChunks              // chunks changed their state
	EverEvict               // roots were on a list of eviction
	EverManaged             // a block of managed memory was made
	EverFaults              // a processor faulted on managed memory
)

// FrameMap is the 64 KiB frames of a few pages as the PMA has them.
type FrameMap struct {
	First, Count            uint32  // pages
	Bits                    []uint8 // seven bits a frame, numbered as package pma numbers them
	NowFirst, NowCount      uint32  // frames that the event changed; none if NowCount is 0
	Free, FreePages         uint32
	Clearing, Queued, Total uint32 // frames being cleared, entries of that queue, frames of the card
}

// Machine is the state machine of chunks with the step that the event took.
type Machine struct {
	Count    [5]uint32 // chunks in each state, numbered as package pmm numbers them
	Moved    bool
	From, To uint8
	Rule     uint8
	N        uint32
}

// ChunkList is a list of chunks in its order: the first ones, and the last
// ones of a long list.
type ChunkList struct {
	List          uint8  // an eviction list by its number in package pmm; 0 = a free list
	Kernel, Zero  bool   // of a free list
	Bytes         uint64 // of a free list
	Count, Before uint32
	Now           bool
	Tail          uint32 // how many of Chunks stand at the end of the list
	Chunks        []ListedChunk
}

// ListedChunk is one chunk on a list.
type ListedChunk struct {
	Address uint64
	Now     bool
}

// Managed is memory that moves between the host and the card.
type Managed struct {
	Bytes  uint64 // of all managed ranges
	Total  Share
	Blocks uint32 // windows of 2 MiB in all managed ranges
	First  uint32 // the first that Shown shows
	Shown  []BlockShare
	Block  Block
	Faults []FaultRow
	// FaultsFirst counts the faults of the call before those in Faults,
	// FaultsAll all of them.
	FaultsFirst, FaultsAll uint32

	Batches    []BatchRow // of the GPU's faults, those around the moment
	BatchesAll uint32
	Buffered   uint32 // packets in the fault buffer that nobody has fetched
}

// Share says where pages of 4 KiB are. Pages in two places count in both CPU
// and GPU.
type Share struct{ Pages, GPU, CPU, Both, Remote uint32 }

// BlockShare is one window of 2 MiB of a managed range. Touched is false where
// nobody has come yet.
type BlockShare struct {
	Base                  uint64
	Name                  string // of the pointer to the range, at its first block
	Share                 Share
	Touched, Current, Now bool
}

// Block is the inside of one block.
type Block struct {
	Has    bool
	Base   uint64
	Policy uint32  // bits of package va
	Pages  []uint8 // where each page is and how it is mapped: PageMapped…
	Chunks []BlockChunk

	NowFirst, NowCount uint32 // pages that the event moved; none if NowCount is 0
	From, To, Reason   uint8  // of that move
}

// A page of a block: the low three bits say where it is, as package va numbers
// them, the next two by what size of entry the GPU reaches it.
const (
	PageEntry4K = (1 + iota) << 3
	PageEntry64K
	PageEntry2M
	PageReadOnly = 1 << 5
)

// BlockChunk is a chunk behind a block.
type BlockChunk struct {
	First, Pages uint32
	Address      uint64
	Now          bool
}

// FaultRow is one fault of the current call.
type FaultRow struct {
	Address        uint64
	Page           uint32
	GPU, Write     bool
	Moves, Already uint32 // pages that move, and pages of the block that are there afterwards
	State          RungState
	Faults         uint32 // pages that faulted together
	Batch          uint32 // the batch that it is served in, from 1; 0 = none
}

// BatchRow is one batch that the driver fetched from the fault buffer.
type BatchRow struct {
	Number, Interrupt                        uint32
	Packets, Pages, Blocks, Duplicates, Left uint32
	Replays, Dropped, Done, Again            uint32 // the replays that followed it
	State                                    RungState
}
