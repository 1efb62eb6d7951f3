package cuda

import "pagewalk/engine/state"

// Granule is the grain inside a slab: a request is rounded up to 512 bytes
// (measured on an H200, driver 580.159.04; 256 does not fit the addresses).
const Granule = 512

// SlabBytes is the size of a slab, and slabGranules the same in granules.
const (
	SlabBytes    = 2 << 20
	slabGranules = SlabBytes / Granule
)

// Processes is the number of contexts that can exist at once.
const Processes = 16

// Process is one context: a program's state and its address space. One that
// does not live is all zero but its errors and Held.
type Process struct {
	Alive        uint32
	Space        uint32
	Last         uint32 // what cudaGetLastError will answer
	Sticky       uint32 // an error that stays; 0 = none
	StickyRow    uint32 // index + 1 of the row that caused it
	NewestArena  uint32
	HighestArena uint32 // the arena with the highest address
	Held         uint32 // the card holds the context's own memory, through resets as well: see HeldAt
	Pieces       uint32 // live pieces in slabs
	Blocks       uint32 // live direct blocks
	HostBlocks   uint32
	Calls        uint32 // blocks and slabs taken so far: the first one is slower
	LiveBytes    uint64 // bytes the program asked for and has not freed
	Module       uint32 // the extent of the program's own variables; 0 = not loaded
	HostPieces   uint32 // live pieces in slabs of pinned memory
}

// Arena is a stretch of addresses in grains of 32 MiB.
type Arena struct {
	Start, Bytes uint64
	Free         uint64 // bytes of its holes
	First        uint32 // its lowest extent
	Newer, Older uint32 // order of creation
	Above, Below uint32 // order of addresses
	Process      uint16
	Live         uint8
	Use          ArenaUse
	_            [3]uint32
}

// Extent is a piece of an arena: a hole, or what somebody took.
type Extent struct {
	Start, Bytes uint64
	Asked        uint64 // bytes that the program asked for; of a part of the context's own memory: which, plus one
	Next, Prev   uint32 // address order within the arena; Next is the pool link of a free node
	Arena        uint32
	Object       uint32 // the driver's memory object
	Slab         uint32
	Kind         ExtentKind
	_            uint8
	Stream       uint16 // of a pool's block that waits: the stream that freed it, plus one
	Age          uint32 // which of all extents taken it is; its low bits, see event.MostAge
	Stamp        uint32 // of a free part of a pool: its turn among those of its length
	Mark         uint32 // of one that waits: when it was freed, counted in waits
	_            uint32
}

// ExtentKind says what an extent is.
type ExtentKind uint8

const (
	NoExtent ExtentKind = iota
	Hole
	Block     // a direct block
	SlabOf    // a slab, or about to become one
	Host      // host memory mapped for the GPU
	Context   // the context's own
	Cached    // freed by the program, kept by a lazy driver
	Reserved  // addresses without memory of their own (cuMemAddressReserve)
	PoolBlock // a block of a stream-ordered pool
	PoolWait  // … freed in stream order, until the stream has come that far
	Managed   // memory that moves between host and card
	Module    // the __device__ and __constant__ variables of the program
	HostSlab  // a slab of pinned memory, or about to become one
)

var extentKindNames = [...]string{"", "hole", "block", "slab", "host", "context", "cached", "reserved", "pool block", "pool block, freed", "managed", "module", "host slab"}

// String gives the kind's name.
func (k ExtentKind) String() string { return extentKindNames[k] }

// Slab is a 2 MiB block shared by small requests.
type Slab struct {
	Base    uint64
	Extent  uint32
	First   uint32 // its lowest piece
	Live    uint32 // live pieces
	Process uint32 // plus one; 0 = no slab
	Next    uint32 // pool link
	Kind    SlabKind
	_       [3]uint8
}

// SlabKind says which memory a slab shares out. Pieces of different kinds never
// share one.
type SlabKind uint8

const (
	DeviceSlab   SlabKind = iota
	PinnedSlab            // pinned memory of the host
	CombinedSlab          // the same, written in combined stores
	slabKinds
)

// Piece is a part of a slab: a hole on its list, or what a request got.
type Piece struct {
	Next, Prev   uint32 // list of holes of this length; Next is the pool link of a free node
	Above, Below uint32 // address order within the slab
	Slab         uint32
	Asked        uint32 // bytes asked for; 0 = a hole
	Start, Len   uint16 // granules; Len 0 = no piece
	Set          uint16 // whose lists of holes it belongs on
	Live         uint8
	_            uint8
}

// Head holds the pools of ids: a stack of given back ids and a high-water mark
// for each column.
type Head struct {
	Arenas, Extents, Slabs, Pieces, Handles, Mappings state.Pool

	Takes  uint32 // extents taken so far
	Stamps uint32 // turns given out in pools
	Waits  uint32 // places in Waits in use, with gaps
	Marks  uint32 // waits that ever began
	Turns  uint32 // places in Turns in use, with gaps
	_      [15]uint32
}

// ArenaUse says what an arena is for.
type ArenaUse uint8

const (
	Common     ArenaUse = iota // blocks, slabs, host memory, reservations
	OfContext                  // the same; it was made for the context's own memory
	OfReserved                 // one reservation of addresses, where the program wanted it
	OfPool                     // the addresses of a stream-ordered pool
	OfStreams                  // what the library keeps for streams, at low addresses
)

// Handle is memory without an address: what cuMemCreate makes.
type Handle struct {
	Bytes    uint64
	Object   uint32
	Process  uint32 // plus one; 0 = no handle
	Mappings uint32 // of it, in any reservation
	Next     uint32 // pool link of a free node
	Released uint32 // 1: the program let go of it, its mappings hold it still
	_        uint32
}

// Mapping is memory under reserved addresses: a handle's, or a unit of a pool.
type Mapping struct {
	Address, Bytes uint64
	Handle, Object uint32
	Process        uint16 // plus one; 0 = no mapping
	Rights         Rights
	_              uint8
	Next           uint32 // pool link of a free node
}

// Rights is what a mapping allows; 0 = it is mapped without access.
type Rights uint8

const (
	NoAccess  Rights = 0
	ReadOnly  Rights = 1
	ReadWrite Rights = 3
)

// Pool is a stream-ordered memory pool.
type Pool struct {
	Field   [poolFields]uint64
	Process uint32 // plus one; 0 = no pool
	Arena   uint32
	Account uint16 // of a process's own pool: its pools' accounts exist
	Off     uint8  // ways to use memory again that the program turned off, a bit each
	Ended   uint8  // destroyed while blocks lived: it goes with the last one
	Current uint32 // of a process's own pool: which one cudaMallocAsync uses, 0 = itself
	Most    uint64 // bytes it may hold, 0 = no bound
}

// The counters of a pool, in bytes.
const (
	poolThreshold = iota // what it may keep when a stream is waited for
	poolReserved         // what it holds
	poolUsed             // what the program holds of it
	poolReservedHigh
	poolUsedHigh
	poolFields
)

// Stream is a queue of work of a process. Stream 0 is always there.
type Stream struct {
	Process uint16 // plus one; 0 = no stream
	Aside   uint16 // 1: the legacy stream does not wait for it
	_       uint32
}

// Registration is memory of the host that cudaHostRegister made known to the card.
type Registration struct {
	Start, Bytes uint64
	Process      uint32 // plus one; 0 = none
	_            uint32
	_            uint64
}

// Event is a mark in a stream.
type Event struct {
	State  uint8 // 0 none, 1 made, 2 recorded; and 4 if it keeps no time
	_      uint8
	Stream uint16 // where it was recorded
	Mark   uint32 // the frees that had been issued by then
	PS     uint64 // when it happens
}

// Turn says that a stream has used a pool: those who did first come first.
type Turn struct {
	Pool   uint16 // 0 = none
	Stream uint16
	_      uint32
}

// Wait is memory of cudaMalloc that the program gave to cudaFreeAsync: it goes
// back when somebody has waited for the stream.
type Wait struct {
	Address uint64
	Process uint16 // plus one; 0 = none
	Stream  uint16 // with also set if it is not the one that it was freed in; noStream once that is destroyed
	Mark    uint32 // counts waits
}

// The numbers of handles of each sort that can exist at once.
const (
	Pools   = 32
	Streams = 512 // PyTorch makes 128 at the first torch.cuda.Stream()
	Events  = 1024

	Registrations = 256
)

// List is a list of holes of one length, oldest first.
type List struct{ First, Last uint32 }

// listsPerSet is one list for each length 0 to slabGranules, rounded up. A
// process has a set of lists for each kind of slab.
const listsPerSet = 4104

// State is the layer's state. The list of set s for length n is at
// s × listsPerSet + n of Lists.
type State struct {
	Head      state.Column[Head]
	Processes state.Column[Process]
	Arenas    state.Column[Arena]
	Extents   state.Column[Extent]
	Slabs     state.Column[Slab]
	Pieces    state.Column[Piece]
	Lists     state.Column[List]
	Handles   state.Column[Handle]
	Mappings  state.Column[Mapping]
	Pools     state.Column[Pool]
	Streams   state.Column[Stream]
	Events    state.Column[Event]

	Registrations state.Column[Registration]
	Waits         state.Column[Wait]
	Turns         state.Column[Turn]
}

// roomForPieces is how many pieces there is room for from the beginning: a
// megabyte, so that a program with ten thousand small buffers finds its books
// open and does not wait while they are copied.
const roomForPieces = 32 << 10

func newState() *State {
	s := &State{
		Head: state.New[Head](1), Processes: state.New[Process](Processes),
		Arenas: state.New[Arena](1), Extents: state.New[Extent](1), Slabs: state.New[Slab](1),
		Pieces: state.New[Piece](1), Lists: state.New[List](listsPerSet),
		Handles: state.New[Handle](1), Mappings: state.New[Mapping](1), Pools: state.New[Pool](Pools),
		Streams: state.New[Stream](Streams), Events: state.New[Event](Events),
		Registrations: state.New[Registration](Registrations), Waits: state.New[Wait](1), Turns: state.New[Turn](1),
	}
	s.Pieces.Reserve(roomForPieces)
	return s
}

// Columns adds the layer's columns to a set.
func (c *CUDA) Columns(set *state.Set) {
	s := c.State
	set.Add(&s.Head, &s.Processes, &s.Arenas, &s.Extents, &s.Slabs, &s.Pieces, &s.Lists)
	set.Add(&s.Handles, &s.Mappings, &s.Pools, &s.Streams, &s.Events, &s.Registrations, &s.Waits, &s.Turns)
}
