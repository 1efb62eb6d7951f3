package pma

// Frame is the number of a 64 KiB frame, from offset 0.
type Frame = uint32

// Sizes of the physical layer.
const (
	FrameBytes = 64 << 10
	PageFrames = 32 // frames of one 2 MiB page
	PageBytes  = PageFrames * FrameBytes
)

// Run is N consecutive frames.
type Run struct {
	First Frame
	N     uint32
}

// End is the frame after the last.
func (r Run) End() Frame { return r.First + r.N }

// Bytes is the size in bytes.
func (r Run) Bytes() uint64 { return uint64(r.N) * FrameBytes }

// The seven bits of a frame, by the driver's names (map_defines.h).
const (
	AllocUnpin uint8 = 1 << iota // state: allocated, may be evicted; only UVM's user chunks
	AllocPin                     // state: allocated, pinned
	Evicting                     // chosen by an eviction in progress
	Scrubbing                    // freed, not cleared yet
	Persistent                   // survives suspend and resume
	NumaReuse                    // coherent systems only
	Blacklist                    // a bad page

	Bits       = 7
	stateBits  = AllocUnpin | AllocPin
	bitsOfFree = Evicting | Blacklist // what pmaFreePages leaves alone
)

var bitNames = [Bits]string{"ALLOC_UNPIN", "ALLOC_PIN", "EVICTING", "SCRUBBING", "PERSISTENT", "NUMA_REUSE", "BLACKLIST"}

// BitName is the driver's name of bit number i.
func BitName(i int) string { return bitNames[i] }
