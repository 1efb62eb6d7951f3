package event

// Kinds of the cuda layer: the user-space runtime's own bookkeeping.
const (
	ProcessNew      Kind = Kind(CUDA)<<8 | iota // a context is made
	ProcessEnd                                  // … and destroyed
	ArenaNew                                    // a stretch of addresses is reserved
	ArenaFree                                   // … and released
	ExtentTake                                  // a hole of an arena becomes a block or a slab
	ExtentGive                                  // it becomes a hole again and joins its neighbours
	ExtentSplit                                 // a hole is cut for the sake of alignment
	SlabNew                                     // a block is made a slab: one hole
	SlabFree                                    // an empty slab is given up
	HoleTake                                    // a hole of a slab, or its low end, becomes a piece
	HoleGive                                    // a piece becomes a hole again and joins its neighbours
	ErrorSet                                    // the last error, or the sticky one, changes
	ExtentKeep                                  // a block's addresses stay taken after its free, or come into use again
	HandleNew                                   // cuMemCreate: memory without an address
	HandleFree                                  // the program and its mappings let go of it
	MappingNew                                  // memory is laid under reserved addresses
	MappingFree                                 // … and removed
	MappingSet                                  // the rights to a mapping change
	PoolSet                                     // a pool's counters change
	StreamSet                                   // a stream is made or destroyed
	EventSet                                    // an event is made, recorded or destroyed
	HandleDrop                                  // cuMemRelease of a handle that mappings hold still
	RegistrationSet                             // memory of the host becomes known to the card, or is forgotten
	ExtentJoin                                  // two neighbours that one stream freed become one
	ExtentStamp                                 // a free part of a pool takes its turn among those of its length
	StreamTurn                                  // a stream uses a pool for the first time, or is destroyed
	FreeWait                                    // memory of cudaMalloc that cudaFreeAsync freed waits for its stream, or no longer
)

var cudaKinds = []Info{
	{Kind: ProcessNew, Name: "process-new", Subject: "process", W: [5]string{"space", "its memory before, after", "", "", ""}},
	{Kind: ProcessEnd, Name: "process-end", Subject: "process", W: [5]string{"space", "last error, sticky error", "row of the sticky error", "calls", ""}},
	{Kind: ArenaNew, Name: "arena-new", Subject: "arena", W: [5]string{"start", "bytes", "process, flags", "extent", "arena above"}},
	{Kind: ArenaFree, Name: "arena-free", Subject: "arena", W: [5]string{"start", "bytes", "process, flags", "extent", "arena above, newer arena"}},
	{Kind: ExtentTake, Name: "extent-take", Subject: "extent", W: [5]string{"start", "bytes", "bytes of the hole", "rest's extent, object", "kind, ids fresh"}},
	{Kind: ExtentGive, Name: "extent-give", Subject: "extent", W: [5]string{"start", "bytes", "hole below, hole above", "bytes asked, age", "kind, stream, object"}},
	{Kind: ExtentSplit, Name: "extent-split", Subject: "extent", W: [5]string{"start", "bytes kept", "bytes of the hole", "rest's extent", "id was fresh"}},
	{Kind: SlabNew, Name: "slab-new", Subject: "slab", W: [5]string{"base", "process, extent", "first hole", "ids fresh, kind of memory", ""}},
	{Kind: SlabFree, Name: "slab-free", Subject: "slab", W: [5]string{"base", "process, extent", "first hole", "kind of memory", ""}},
	{Kind: HoleTake, Name: "hole-take", Subject: "piece", W: [5]string{"address", "bytes asked", "granules taken, of the hole", "rest's piece, slab", "rest's id was fresh"}},
	{Kind: HoleGive, Name: "hole-give", Subject: "piece", W: [5]string{"address", "bytes asked", "granules: piece, below, above", "hole below, hole above", "places of those on their lists"}},
	{Kind: ErrorSet, Name: "error", Subject: "process", W: [5]string{"last before, after", "sticky before, after", "row before, after", "", ""}},
	{Kind: ExtentKeep, Name: "extent-keep", Subject: "extent", W: [5]string{"start", "bytes", "bytes asked before", "bytes asked after", "kinds and streams before, after"}},
	{Kind: HandleNew, Name: "handle-new", Subject: "handle", W: [5]string{"bytes", "object", "process", "id was fresh", ""}},
	{Kind: HandleFree, Name: "handle-free", Subject: "handle", W: [5]string{"bytes", "object", "process", "", "dropped before"}},
	{Kind: MappingNew, Name: "mapping-new", Subject: "mapping", W: [5]string{"address", "bytes", "handle, object", "process, rights", "id was fresh"}},
	{Kind: MappingFree, Name: "mapping-free", Subject: "mapping", W: [5]string{"address", "bytes", "handle, object", "process, rights", ""}},
	{Kind: MappingSet, Name: "mapping-set", Subject: "mapping", W: [5]string{"rights before", "rights after", "", "", ""}},
	{Kind: PoolSet, Name: "pool", Subject: "pool", W: [5]string{"field", "before", "after", "", ""}},
	{Kind: StreamSet, Name: "stream", Subject: "stream", W: [5]string{"process + 1 before", "process + 1 after", "", "", ""}},
	{Kind: EventSet, Name: "event", Subject: "event", W: [5]string{"state, stream and mark before", "the same after", "time before", "time after", ""}},
	{Kind: RegistrationSet, Name: "registration", Subject: "registration", W: [5]string{"start", "bytes", "process + 1 before", "process + 1 after", ""}},
	{Kind: HandleDrop, Name: "handle-drop", Subject: "handle", W: [5]string{"bytes", "", "", "", ""}},
	{Kind: ExtentJoin, Name: "extent-join", Subject: "extent", W: [5]string{"start", "bytes", "bytes of both", "the upper extent", "0"}},
	{Kind: ExtentStamp, Name: "extent-stamp", Subject: "extent", W: [5]string{"turn and mark before", "the same after", "start", "bytes", "1: the mark is a new one"}},
	{Kind: StreamTurn, Name: "stream-turn", Subject: "turn", W: [5]string{"pool and stream before", "the same after", "turns before", "", ""}},
	{Kind: FreeWait, Name: "free-wait", Subject: "place", W: [5]string{"address", "process + 1, stream, mark", "1: it waits from now on", "places before", ""}},
}

// ArenaInfo is the content of ArenaNew and ArenaFree.
type ArenaInfo struct {
	ID           uint32
	Start, Bytes uint64
	Process      uint16
	Use          uint8 // cuda.ArenaUse
	Fresh        bool  // ArenaNew: the id was never used before
	FreshExtent  bool
	Extent       uint32
	Above        uint32 // the arena just above it in address order, 0 = none
	Newer        uint32 // ArenaFree: the arena created after it that still lives
}

// Put writes a into e.
func (a ArenaInfo) Put(e *Event) {
	e.Subject = a.ID
	e.W = [5]uint64{
		a.Start, a.Bytes, uint64(a.Process) | word(a.Fresh)<<17 | word(a.FreshExtent)<<18 | uint64(a.Use)<<24,
		uint64(a.Extent), uint64(a.Above) | uint64(a.Newer)<<32,
	}
}

// ArenaOf reads an ArenaNew or ArenaFree event.
func ArenaOf(e *Event) ArenaInfo {
	return ArenaInfo{
		ID: e.Subject, Start: e.W[0], Bytes: e.W[1], Process: uint16(e.W[2]),
		Use: uint8(e.W[2] >> 24), Fresh: e.W[2]>>17&1 != 0, FreshExtent: e.W[2]>>18&1 != 0,
		Extent: uint32(e.W[3]), Above: uint32(e.W[4]), Newer: uint32(e.W[4] >> 32),
	}
}

// ExtentInfo is the content of ExtentTake, ExtentGive and ExtentSplit.
type ExtentInfo struct {
	ID           uint32
	Start, Bytes uint64 // of the extent while it is used (split: what stays in front)
	Hole         uint64 // take, split: bytes of the hole before
	Rest         uint32 // take, split: the extent of what is left behind; 0 = nothing is
	Fresh        bool   // … its id was never used before
	Below, Above uint32 // give: the holes that it joins, 0 = none
	Object       uint32
	Asked        uint64 // give: bytes that the program had asked for
	Kind         uint8
	Stream       uint16 // give: of a pool's block that waited
	Age          uint32 // give: at most MostAge
}

// MostAge is the largest age of an extent that an event can tell. Ages above are
// cut: among so many, which of two was taken first may be told wrongly.
const MostAge = 1<<24 - 1

// Put writes x into e.
func (x ExtentInfo) Put(e *Event) {
	e.Subject = x.ID
	if e.Kind == ExtentGive {
		e.W = [5]uint64{x.Start, x.Bytes, uint64(x.Below) | uint64(x.Above)<<32, x.Asked | uint64(x.Age)<<48, uint64(x.Kind) | uint64(x.Stream)<<8 | uint64(x.Age>>16)<<24 | uint64(x.Object)<<32}
		return
	}
	e.W = [5]uint64{x.Start, x.Bytes, x.Hole, uint64(x.Rest) | uint64(x.Object)<<32, uint64(x.Kind) | word(x.Fresh)<<8 | x.Asked<<9}
}

// ExtentOf reads one of the three.
func ExtentOf(e *Event) ExtentInfo {
	x := ExtentInfo{ID: e.Subject, Start: e.W[0], Bytes: e.W[1]}
	if e.Kind == ExtentGive {
		x.Below, x.Above = uint32(e.W[2]), uint32(e.W[2]>>32)
		x.Asked, x.Kind, x.Stream, x.Object = e.W[3]&(1<<48-1), uint8(e.W[4]), uint16(e.W[4]>>8), uint32(e.W[4]>>32)
		x.Age = uint32(e.W[3]>>48) | uint32(e.W[4]>>24&0xFF)<<16
		return x
	}
	x.Hole, x.Rest, x.Object = e.W[2], uint32(e.W[3]), uint32(e.W[3]>>32)
	x.Kind, x.Fresh, x.Asked = uint8(e.W[4]), e.W[4]>>8&1 != 0, e.W[4]>>9
	return x
}

// SlabInfo is the content of SlabNew and SlabFree.
type SlabInfo struct {
	ID         uint32
	Base       uint64
	Process    uint16
	Extent     uint32
	Hole       uint32 // the piece that covers the whole slab
	Fresh      bool   // SlabNew: the slab's id was never used before
	FreshPiece bool
	Kind       uint8 // cuda.SlabKind
}

// Put writes s into e.
func (s SlabInfo) Put(e *Event) {
	e.Subject = s.ID
	e.W = [5]uint64{s.Base, uint64(s.Process) | uint64(s.Extent)<<32, uint64(s.Hole), word(s.Fresh) | word(s.FreshPiece)<<1 | uint64(s.Kind)<<2}
}

// SlabOf reads a SlabNew or SlabFree event.
func SlabOf(e *Event) SlabInfo {
	return SlabInfo{
		ID: e.Subject, Base: e.W[0], Process: uint16(e.W[1]), Extent: uint32(e.W[1] >> 32),
		Hole: uint32(e.W[2]), Fresh: e.W[3]&1 != 0, FreshPiece: e.W[3]&2 != 0, Kind: uint8(e.W[3] >> 2),
	}
}

// PieceInfo is the content of HoleTake and HoleGive. Lengths are granules of
// 512 bytes.
type PieceInfo struct {
	ID        uint32
	Address   uint64
	Asked     uint32
	Taken     uint16 // take: granules that become the piece; give: granules of the piece
	Hole      uint16 // take: granules of the hole before
	Rest      uint32 // take: the piece of what is left behind, 0 = nothing is
	Slab      uint32
	Fresh     bool
	BelowLen  uint16 // give
	AboveLen  uint16
	Below     uint32 // give: the holes that it joins, 0 = none
	Above     uint32
	BelowPrev uint32 // … their places on the lists of holes
	AbovePrev uint32
}

// Put writes p into e.
func (p *PieceInfo) Put(e *Event) {
	e.Subject = p.ID
	e.W[0], e.W[1] = p.Address, uint64(p.Asked)
	if e.Kind == HoleGive {
		e.W[2] = uint64(p.Taken) | uint64(p.BelowLen)<<16 | uint64(p.AboveLen)<<32
		e.W[3] = uint64(p.Below) | uint64(p.Above)<<32
		e.W[4] = uint64(p.BelowPrev) | uint64(p.AbovePrev)<<32
		return
	}
	e.W[2] = uint64(p.Taken) | uint64(p.Hole)<<16
	e.W[3] = uint64(p.Rest) | uint64(p.Slab)<<32
	e.W[4] = word(p.Fresh)
}

// PieceOf reads a HoleTake or HoleGive event.
func PieceOf(e *Event) PieceInfo {
	p := PieceInfo{ID: e.Subject, Address: e.W[0], Asked: uint32(e.W[1]), Taken: uint16(e.W[2])}
	if e.Kind == HoleGive {
		p.BelowLen, p.AboveLen = uint16(e.W[2]>>16), uint16(e.W[2]>>32)
		p.Below, p.Above = uint32(e.W[3]), uint32(e.W[3]>>32)
		p.BelowPrev, p.AbovePrev = uint32(e.W[4]), uint32(e.W[4]>>32)
		return p
	}
	p.Hole, p.Rest, p.Slab, p.Fresh = uint16(e.W[2]>>16), uint32(e.W[3]), uint32(e.W[3]>>32), e.W[4] != 0
	return p
}

// ErrorInfo is the content of ErrorSet.
type ErrorInfo struct {
	Process                   uint32
	LastBefore, LastAfter     uint32
	StickyBefore, StickyAfter uint32
	RowBefore, RowAfter       uint32
}

// Put writes x into e.
func (x ErrorInfo) Put(e *Event) {
	e.Subject = x.Process
	e.W = [5]uint64{
		uint64(x.LastBefore) | uint64(x.LastAfter)<<32,
		uint64(x.StickyBefore) | uint64(x.StickyAfter)<<32,
		uint64(x.RowBefore) | uint64(x.RowAfter)<<32,
	}
}

// ErrorOf reads an ErrorSet event.
func ErrorOf(e *Event) ErrorInfo {
	return ErrorInfo{
		Process:    e.Subject,
		LastBefore: uint32(e.W[0]), LastAfter: uint32(e.W[0] >> 32),
		StickyBefore: uint32(e.W[1]), StickyAfter: uint32(e.W[1] >> 32),
		RowBefore: uint32(e.W[2]), RowAfter: uint32(e.W[2] >> 32),
	}
}

// KeepInfo is the content of ExtentKeep.
type KeepInfo struct {
	ID                      uint32
	Start, Bytes            uint64
	AskedBefore, AskedAfter uint64
	KindBefore, KindAfter   uint8
	TagBefore, TagAfter     uint16 // of a pool's block: the stream that freed it, plus one
}

// Put writes k into e.
func (k KeepInfo) Put(e *Event) {
	e.Subject = k.ID
	e.W = [5]uint64{k.Start, k.Bytes, k.AskedBefore, k.AskedAfter, uint64(k.KindBefore) | uint64(k.KindAfter)<<8 | uint64(k.TagBefore)<<16 | uint64(k.TagAfter)<<32}
}

// KeepOf reads an ExtentKeep event.
func KeepOf(e *Event) KeepInfo {
	return KeepInfo{
		ID: e.Subject, Start: e.W[0], Bytes: e.W[1], AskedBefore: e.W[2], AskedAfter: e.W[3],
		KindBefore: uint8(e.W[4]), KindAfter: uint8(e.W[4] >> 8), TagBefore: uint16(e.W[4] >> 16), TagAfter: uint16(e.W[4] >> 32),
	}
}

// MappingInfo is the content of MappingNew and MappingFree.
type MappingInfo struct {
	ID             uint32
	Address, Bytes uint64
	Handle, Object uint32
	Process        uint16
	Rights         uint8
	Fresh          bool
}

// Put writes m into e.
func (m MappingInfo) Put(e *Event) {
	e.Subject = m.ID
	e.W = [5]uint64{
		m.Address, m.Bytes, uint64(m.Handle) | uint64(m.Object)<<32,
		uint64(m.Process) | uint64(m.Rights)<<16, word(m.Fresh),
	}
}

// MappingOf reads a MappingNew or MappingFree event.
func MappingOf(e *Event) MappingInfo {
	return MappingInfo{
		ID: e.Subject, Address: e.W[0], Bytes: e.W[1], Handle: uint32(e.W[2]), Object: uint32(e.W[2] >> 32),
		Process: uint16(e.W[3]), Rights: uint8(e.W[3] >> 16), Fresh: e.W[4] != 0,
	}
}

// HandleInfo is the content of HandleNew and HandleFree.
type HandleInfo struct {
	ID      uint32
	Bytes   uint64
	Object  uint32
	Process uint16
	Fresh   bool
	Dropped bool // HandleFree: HandleDrop came before
}

// Put writes h into e.
func (h HandleInfo) Put(e *Event) {
	e.Subject = h.ID
	e.W = [5]uint64{h.Bytes, uint64(h.Object), uint64(h.Process), word(h.Fresh), word(h.Dropped)}
}

// HandleOf reads a HandleNew or HandleFree event.
func HandleOf(e *Event) HandleInfo {
	return HandleInfo{ID: e.Subject, Bytes: e.W[0], Object: uint32(e.W[1]), Process: uint16(e.W[2]), Fresh: e.W[3] != 0, Dropped: e.W[4] != 0}
}
