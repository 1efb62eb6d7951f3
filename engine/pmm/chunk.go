package pmm

import "math/bits"

// ChunkID is the number of a chunk's node; 0 is nobody. The first nodes are
// the ends of the lists, then come the roots in order of address, then the
// children of splits.
type ChunkID = uint32

// ChunkState is where a chunk is in its life (uvm_pmm_gpu_chunk_state_t).
type ChunkState = uint8

// The five states. Only roots can be PMAOwned.
const (
	PMAOwned ChunkState = iota
	Free
	IsSplit
	TempPinned
	Allocated
	states
)

var stateNames = [states]string{"PMA_OWNED", "FREE", "IS_SPLIT", "TEMP_PINNED", "ALLOCATED"}

// StateName is the driver's name of a state.
func StateName(s ChunkState) string { return stateNames[s] }

// Type says whose memory a tree of chunks is.
type Type uint8

const (
	User   Type = iota // pages of managed memory: may be evicted
	Kernel             // page tables and the driver's own memory: never
	types
)

var typeNames = [types]string{"USER", "KERNEL"}

// String is the driver's name of the type.
func (t Type) String() string { return typeNames[t] }

// Sizes. The enum of the driver has every power of two from 1 byte to 2 MiB;
// which of them are enabled is a matter of the profile.
const (
	MaxSize     = 2 << 20
	maxLog      = 21
	minLog      = 8 // the smallest size that can be enabled: 256 bytes
	sizes       = maxLog - minLog + 1
	SizesOfEnum = maxLog + 1
	RootFrames  = 32 // 64 KiB frames of a root
)

// SizeOfEnum is size number i of uvm_chunk_size_t: 1 byte, 2, … 2 MiB.
func SizeOfEnum(i int) uint32 { return 1 << i }

// Flags of a node.
const (
	flagZero     uint8 = 1 << iota // known to be zero
	flagKernel                     // type
	flagEvicting                   // root only: an eviction is going on
	flagAdopted                    // root only: its frames are not the PMM's to give back
)

// Node is one chunk. A node on no list has no links; a node that is not in use
// is all zero, except that the first node of an unused group of children links
// the pool with Next.
type Node struct {
	Next, Prev ChunkID // on its list
	Parent     ChunkID // 0 for a root
	FirstChild ChunkID // children are consecutive; 0 unless IS_SPLIT
	Address256 uint32  // physical address / 256
	Block      uint32  // who owns it: the VA block, or what the caller said
	State      ChunkState
	Size       uint8 // log2 of bytes; 0 = not in use
	Flags      uint8
	List       uint8  // the list it is on, 0 = none
	Allocated  uint16 // children that are not FREE
	PinnedLeaf uint16 // of a split root: TEMP_PINNED leaves under it
}

// Address is the physical address.
func (n *Node) Address() uint64 { return uint64(n.Address256) << 8 }

// Bytes is the size in bytes.
func (n *Node) Bytes() uint32 { return 1 << n.Size }

// Type is the type of the tree.
func (n *Node) Type() Type { return Type(n.Flags >> 1 & 1) }

// Zero says whether the chunk is known to be zero.
func (n *Node) Zero() bool { return n.Flags&flagZero != 0 }

// InEviction says whether the root is being evicted.
func (n *Node) InEviction() bool { return n.Flags&flagEvicting != 0 }

func typeFlag(t Type) uint8 { return uint8(t) << 1 }

func log2(size uint32) uint8 { return uint8(bits.TrailingZeros32(size)) }
