package event

// Kinds of the va layer: address spaces and their ranges.
const (
	RangeNew  Kind = Kind(VA)<<8 | iota // a range of addresses gets an owner
	RangeFree                           // the range is nobody's again
	SpaceNew                            // an address space is made for a context
	SpaceFree
	RangeBind // an object is mapped in the range, or no longer

	MemNew    // uvm_mem: an allocation of the driver's own
	MemFree   // … ends
	MemMapped // … gets or loses its address in the GPU's kernel space
	ChunkHeld // an allocation or a block takes hold of a chunk, or lets go of it

	BlockNew     // the block of 2 MiB of managed addresses that was touched first
	BlockFree    // … is gone
	BlockPages   // pages of a block change where they are
	BlockPolicy  // advice for a block
	ManagedFault // a processor touched pages that it could not reach
	Scribble     // a stretch of a block holds bytes at even distances
	Thrashing    // who took pages of a block last; its pages are watched, or no longer
	PageThrash   // pages change hands, wait, are pinned
	BlockRetry   // there was no memory for a block: its lock is dropped, and with eviction it begins anew
	AccessNotice // the GPU has reached a block in the host's memory often enough

	FaultPacket // the GPU writes a packet into its fault buffer, and the access waits
	FaultBatch  // the driver fetches a batch of packets and sorts it
	FaultReplay // the GPU makes the waiting accesses again
	FaultCancel // an access cannot be served: those that wait end
)

var vaKinds = []Info{
	{Kind: RangeNew, Name: "range-new", Subject: "range", W: [5]string{"base", "bytes", "space, type", "object", "id was fresh"}},
	{Kind: RangeFree, Name: "range-free", Subject: "range", W: [5]string{"base", "bytes", "space, type", "object", ""}},
	{Kind: SpaceNew, Name: "space-new", Subject: "space", W: [5]string{"process", "", "", "", ""}},
	{Kind: SpaceFree, Name: "space-free", Subject: "space", W: [5]string{"process", "", "", "", ""}},
	{Kind: RangeBind, Name: "range-bind", Subject: "range", W: [5]string{"object before", "object after", "", "", ""}},
	{Kind: MemNew, Name: "mem-new", Subject: "mem", W: [5]string{"bytes", "first host address", "chunk size, flags, chunks", "id was fresh", ""}},
	{Kind: MemFree, Name: "mem-free", Subject: "mem", W: [5]string{"bytes", "first host address", "chunk size, flags, chunks", "", ""}},
	{Kind: MemMapped, Name: "mem-map", Subject: "mem", W: [5]string{"address before", "address after", "", "", ""}},
	{Kind: ChunkHeld, Name: "chunk-held", Subject: "holder", W: [5]string{"node, chunk", "first page, taken (1) or given (0), id was fresh", "", "", ""}},
	{Kind: BlockNew, Name: "block-new", Subject: "block", W: [5]string{"base", "range", "space, pages, id was fresh", "policy", ""}},
	{Kind: BlockFree, Name: "block-free", Subject: "block", W: [5]string{"base", "range", "space, pages", "policy", ""}},
	{Kind: BlockPages, Name: "residency", Subject: "block", W: [5]string{"first page, pages", "where before, where after, reason", "address", "", ""}, Run: true},
	{Kind: BlockPolicy, Name: "policy", Subject: "block", W: [5]string{"policy before, policy after", "address", "", "", ""}},
	{Kind: ManagedFault, Name: "managed-fault", Subject: "block", W: [5]string{"address", "page, processor, access", "pages that move with it", "pages there afterwards", "pages that faulted"}},
	{Kind: Thrashing, Name: "taker", Subject: "block", W: [5]string{"taken at, before", "processor, resets, row before", "taken at, after", "processor, resets, row after", "row was fresh"}},
	{Kind: PageThrash, Name: "thrashing", Subject: "block", W: [5]string{"first page, pages", "taken at, before", "turns, waits, processor, pinned before and after", "taken at, after", "address"}, Run: true},
	{Kind: AccessNotice, Name: "access-notice", Subject: "block", W: [5]string{"accesses", "address", "", "", ""}},
	{Kind: FaultPacket, Name: "fault-packet", Subject: "processor", W: [5]string{"address", "warp, space, access", "packets in the buffer", "", ""}},
	{Kind: FaultBatch, Name: "fault-batch", Subject: "batch", W: [5]string{"packets, merged", "pages, duplicates", "blocks, packets left", "interrupt", "first address"}},
	{Kind: FaultReplay, Name: "fault-replay", Subject: "policy", W: [5]string{"flush, PUT read anew", "packets thrown away", "accesses made, faulting again", "", ""}},
	{Kind: FaultCancel, Name: "fault-cancel", Subject: "accesses", W: [5]string{"address", "", "", "", ""}},
	{Kind: BlockRetry, Name: "retry", Subject: "block", W: [5]string{"bytes", "address", "", "", ""}},
	{Kind: Scribble, Name: "scribble", Subject: "block", W: [5]string{"first and last offset before", "distance before", "first and last offset after", "distance after", ""}},
}

// RangeInfo is the content of RangeNew and RangeFree.
type RangeInfo struct {
	ID          uint32
	Base, Bytes uint64
	Space       uint16
	Type        uint8
	Object      uint32
	Fresh       bool // RangeNew: the id was never used before
}

// Put writes r into e.
func (r RangeInfo) Put(e *Event) {
	e.Subject = r.ID
	e.W = [5]uint64{r.Base, r.Bytes, uint64(r.Space) | uint64(r.Type)<<16, uint64(r.Object), word(r.Fresh)}
}

// RangeOf reads a RangeNew or RangeFree event.
func RangeOf(e *Event) RangeInfo {
	return RangeInfo{
		ID: e.Subject, Base: e.W[0], Bytes: e.W[1],
		Space: uint16(e.W[2]), Type: uint8(e.W[2] >> 16), Object: uint32(e.W[3]), Fresh: e.W[4] != 0,
	}
}

func word(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}
