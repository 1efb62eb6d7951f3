package event

// Kinds of the pmm layer: chunks.
const (
	ChunkState  Kind = Kind(PMM)<<8 | iota // a chunk changes its state
	ChunkRun                               // n consecutive siblings or roots make the same change
	ChunkSplit                             // a chunk is cut into all its children of the next size
	ChunkMerge                             // all children of a chunk become one again
	RootList                               // a root in use moves between the used, unused and discarded lists
	Evicting                               // a root is chosen for eviction, or that is over
	RootType                               // an evicted root becomes kernel memory
	InjectError                            // an error is armed, counts down or goes off
)

var chunkWords = [5]string{"states, flags, lists: before and after", "block before, block after", "root, node before it on the list it left", "chunks", ""}

var pmmKinds = []Info{
	{Kind: ChunkState, Name: "chunk-state", Subject: "chunk", W: chunkWords},
	{Kind: ChunkRun, Name: "chunk-run", Subject: "chunk", W: chunkWords, Run: true},
	{Kind: ChunkSplit, Name: "split", Subject: "chunk", W: [5]string{"state before, child size, children, ids were fresh", "first child, block", "", "", ""}},
	{Kind: ChunkMerge, Name: "merge", Subject: "chunk", W: [5]string{"state after, child size, children, was zero", "first child, block", "children that were zero", "", ""}},
	{Kind: RootList, Name: "root-list", Subject: "chunk", W: [5]string{"list before, list after", "", "", "", ""}},
	{Kind: Evicting, Name: "evicting", Subject: "chunk", W: [5]string{"begins (1) or ends (0)", "list before, list after", "", "", ""}},
	{Kind: RootType, Name: "root-type", Subject: "chunk", W: [5]string{"type before, type after", "", "", "", ""}},
	{Kind: InjectError, Name: "inject-error", Subject: "point", W: [5]string{"count before, count after", "", "", "", ""}},
}

// ChunkInfo is the content of ChunkState and ChunkRun events. Flags and lists
// are numbers of package pmm; list 0 is "on none".
type ChunkInfo struct {
	Chunk, N                 uint32 // N is 1 in ChunkState
	From, To                 uint8  // states
	FlagsFrom, FlagsTo       uint8
	ListFrom, ListTo         uint8
	Prev                     uint32 // the node before Chunk on ListFrom
	BlockFrom, BlockTo       uint32
	Root                     uint32 // the root of the tree; it may change lists too
	RootListFrom, RootListTo uint8  // both 0 if the root is the chunk itself
	RootPrev                 uint32 // the node before Root on RootListFrom
}

// Put writes c into e.
func (c *ChunkInfo) Put(e *Event) {
	e.Subject, e.Prev = c.Chunk, c.Prev
	e.W[0] = uint64(c.From) | uint64(c.To)<<8 | uint64(c.FlagsFrom)<<16 | uint64(c.FlagsTo)<<24 |
		uint64(c.ListFrom)<<32 | uint64(c.ListTo)<<40 | uint64(c.RootListFrom)<<48 | uint64(c.RootListTo)<<56
	e.W[1] = uint64(c.BlockFrom) | uint64(c.BlockTo)<<32
	e.W[2] = uint64(c.Root) | uint64(c.RootPrev)<<32
	e.W[3] = uint64(c.N)
}

// ChunkOf reads a ChunkState or ChunkRun event.
func ChunkOf(e *Event) ChunkInfo {
	w := e.W[0]
	return ChunkInfo{
		Chunk: e.Subject, Prev: e.Prev, N: uint32(e.W[3]),
		From: uint8(w), To: uint8(w >> 8), FlagsFrom: uint8(w >> 16), FlagsTo: uint8(w >> 24),
		ListFrom: uint8(w >> 32), ListTo: uint8(w >> 40), RootListFrom: uint8(w >> 48), RootListTo: uint8(w >> 56),
		BlockFrom: uint32(e.W[1]), BlockTo: uint32(e.W[1] >> 32),
		Root: uint32(e.W[2]), RootPrev: uint32(e.W[2] >> 32),
	}
}

// SplitInfo is the content of a ChunkSplit event.
type SplitInfo struct {
	Chunk      uint32
	State      uint8 // of the chunk before, and of its children after
	ChildSize  uint8 // log2 of bytes
	Children   uint16
	Fresh      bool // the children's ids were never used before
	FirstChild uint32
	Block      uint32 // of the chunk before, and of its children after
}

// Put writes s into e.
func (s SplitInfo) Put(e *Event) {
	e.Subject = s.Chunk
	e.W[0] = uint64(s.State) | uint64(s.ChildSize)<<8 | uint64(s.Children)<<16
	if s.Fresh {
		e.W[0] |= 1 << 32
	}
	e.W[1] = uint64(s.FirstChild) | uint64(s.Block)<<32
}

// SplitOf reads a ChunkSplit event.
func SplitOf(e *Event) SplitInfo {
	w := e.W[0]
	return SplitInfo{
		Chunk: e.Subject, State: uint8(w), ChildSize: uint8(w >> 8), Children: uint16(w >> 16), Fresh: w>>32&1 != 0,
		FirstChild: uint32(e.W[1]), Block: uint32(e.W[1] >> 32),
	}
}

// MergeInfo is the content of a ChunkMerge event.
type MergeInfo struct {
	Chunk      uint32
	State      uint8 // of the children before, and of the chunk after
	ChildSize  uint8 // log2 of bytes
	Children   uint16
	WasZero    bool // the chunk's own flag before
	FirstChild uint32
	Block      uint32 // of the children before, and of the chunk after
	ZeroMask   uint64 // bit i: child i was known to be zero
}

// Put writes m into e.
func (m MergeInfo) Put(e *Event) {
	e.Subject = m.Chunk
	e.W[0] = uint64(m.State) | uint64(m.ChildSize)<<8 | uint64(m.Children)<<16
	if m.WasZero {
		e.W[0] |= 1 << 32
	}
	e.W[1] = uint64(m.FirstChild) | uint64(m.Block)<<32
	e.W[2] = m.ZeroMask
}

// MergeOf reads a ChunkMerge event.
func MergeOf(e *Event) MergeInfo {
	w := e.W[0]
	return MergeInfo{
		Chunk: e.Subject, State: uint8(w), ChildSize: uint8(w >> 8), Children: uint16(w >> 16), WasZero: w>>32&1 != 0,
		FirstChild: uint32(e.W[1]), Block: uint32(e.W[1] >> 32), ZeroMask: e.W[2],
	}
}

// RootListInfo is the content of RootList and Evicting events.
type RootListInfo struct {
	Root     uint32
	Prev     uint32 // the node before it on the list it left
	From, To uint8  // lists
	Begins   bool   // Evicting only
}

// Put writes r into e.
func (r RootListInfo) Put(e *Event) {
	e.Subject, e.Prev = r.Root, r.Prev
	e.W[0] = 0
	if r.Begins {
		e.W[0] = 1
	}
	if e.Kind == RootList {
		e.W[0] = uint64(r.From) | uint64(r.To)<<8
		return
	}
	e.W[1] = uint64(r.From) | uint64(r.To)<<8
}

// RootListOf reads a RootList or Evicting event.
func RootListOf(e *Event) RootListInfo {
	r := RootListInfo{Root: e.Subject, Prev: e.Prev}
	w := e.W[0]
	if e.Kind == Evicting {
		r.Begins, w = w != 0, e.W[1]
	}
	r.From, r.To = uint8(w), uint8(w>>8)
	return r
}

// RootTypeInfo is the content of a RootType event.
type RootTypeInfo struct {
	Root     uint32
	From, To uint8 // types
}

// Put writes r into e.
func (r RootTypeInfo) Put(e *Event) {
	e.Subject, e.W[0] = r.Root, uint64(r.From)|uint64(r.To)<<8
}

// RootTypeOf reads a RootType event.
func RootTypeOf(e *Event) RootTypeInfo {
	return RootTypeInfo{Root: e.Subject, From: uint8(e.W[0]), To: uint8(e.W[0] >> 8)}
}

// InjectInfo is the content of an InjectError event.
type InjectInfo struct {
	Point    uint32 // which injection point, a number of package pmm
	From, To uint32 // count down: 0 = not armed, 1 = the next one fails
}

// Put writes i into e.
func (i InjectInfo) Put(e *Event) {
	e.Subject, e.W[0] = i.Point, uint64(i.From)|uint64(i.To)<<32
}

// InjectOf reads an InjectError event.
func InjectOf(e *Event) InjectInfo {
	return InjectInfo{Point: e.Subject, From: uint32(e.W[0]), To: uint32(e.W[0] >> 32)}
}
