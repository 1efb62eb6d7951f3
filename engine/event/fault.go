package event

// The fault buffer. None of these changes the state.

// FaultPacketInfo is the content of FaultPacket.
type FaultPacketInfo struct {
	SM, Space uint16
	Warp      uint32
	Address   uint64
	Write     bool
	Buffered  uint32 // packets in the buffer with this one
}

// Put writes p into e.
func (p FaultPacketInfo) Put(e *Event) {
	e.Subject = uint32(p.SM)
	e.W = [5]uint64{p.Address, uint64(p.Warp) | uint64(p.Space)<<32 | word(p.Write)<<48, uint64(p.Buffered)}
}

// FaultPacketOf reads a FaultPacket event.
func FaultPacketOf(e *Event) FaultPacketInfo {
	return FaultPacketInfo{
		SM: uint16(e.Subject), Address: e.W[0], Warp: uint32(e.W[1]), Space: uint16(e.W[1] >> 32), Write: e.W[1]>>48&1 != 0,
		Buffered: uint32(e.W[2]),
	}
}

// FaultBatchInfo is the content of FaultBatch: what was fetched, and what was
// found when it was sorted.
type FaultBatchInfo struct {
	Number     uint32 // within the interrupt
	Service    uint32 // the interrupt, of those for one standstill
	Packets    uint32 // taken out of the buffer
	Merged     uint32 // of them, into the one before
	Pages      uint32
	Duplicates uint32 // entries for a page that another entry is for
	Blocks     uint32
	Left       uint32 // packets in the buffer still
	Address    uint64 // the first
}

// Entries is the number of packets that were not merged.
func (b *FaultBatchInfo) Entries() uint32 { return b.Pages + b.Duplicates }

// Put writes b into e.
func (b FaultBatchInfo) Put(e *Event) {
	e.Subject = b.Number
	e.W = [5]uint64{pair(b.Packets, b.Merged), pair(b.Pages, b.Duplicates), pair(b.Blocks, b.Left), uint64(b.Service), b.Address}
}

// FaultBatchOf reads a FaultBatch event.
func FaultBatchOf(e *Event) FaultBatchInfo {
	return FaultBatchInfo{
		Number: e.Subject, Packets: uint32(e.W[0]), Merged: uint32(e.W[0] >> 32), Pages: uint32(e.W[1]), Duplicates: uint32(e.W[1] >> 32),
		Blocks: uint32(e.W[2]), Left: uint32(e.W[2] >> 32), Service: uint32(e.W[3]), Address: e.W[4],
	}
}

// FaultReplayInfo is the content of FaultReplay.
type FaultReplayInfo struct {
	Policy  uint8 // of package profile
	Flush   bool  // the buffer was emptied first
	ReadPut bool  // … up to a PUT pointer read anew
	Dropped uint32
	Done    uint32 // accesses that reach their page now
	Again   uint32 // accesses that write their packet again
}

// Put writes r into e.
func (r FaultReplayInfo) Put(e *Event) {
	e.Subject = uint32(r.Policy)
	e.W = [5]uint64{word(r.Flush) | word(r.ReadPut)<<1, uint64(r.Dropped), pair(r.Done, r.Again)}
}

// FaultReplayOf reads a FaultReplay event.
func FaultReplayOf(e *Event) FaultReplayInfo {
	return FaultReplayInfo{
		Policy: uint8(e.Subject), Flush: e.W[0]&1 != 0, ReadPut: e.W[0]&2 != 0, Dropped: uint32(e.W[1]),
		Done: uint32(e.W[2]), Again: uint32(e.W[2] >> 32),
	}
}
