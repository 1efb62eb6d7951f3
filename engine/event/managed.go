package event

// MemInfo is the content of MemNew and MemFree.
type MemInfo struct {
	ID     uint32
	Bytes  uint64
	Host   uint64 // physical address of the first page of system memory; 0 = video memory
	Chunk  uint8  // log2 of the chunk size
	Flags  uint8  // of package va
	Chunks uint32
	Fresh  bool
}

// Put writes m into e.
func (m MemInfo) Put(e *Event) {
	e.Subject = m.ID
	e.W = [5]uint64{m.Bytes, m.Host, uint64(m.Chunk) | uint64(m.Flags)<<8 | uint64(m.Chunks)<<32, word(m.Fresh)}
}

// MemOf reads a MemNew or MemFree event.
func MemOf(e *Event) MemInfo {
	return MemInfo{
		ID: e.Subject, Bytes: e.W[0], Host: e.W[1], Chunk: uint8(e.W[2]), Flags: uint8(e.W[2] >> 8), Chunks: uint32(e.W[2] >> 32),
		Fresh: e.W[3] != 0,
	}
}

// HeldInfo is the content of ChunkHeld.
type HeldInfo struct {
	Holder uint32 // a mem, or a block with the top bit set
	Node   uint32
	Chunk  uint32
	Page   uint32 // of a block: the first page that the chunk backs
	Taken  bool
	Fresh  bool
}

// Put writes h into e.
func (h HeldInfo) Put(e *Event) {
	e.Subject = h.Holder
	e.W = [5]uint64{uint64(h.Node) | uint64(h.Chunk)<<32, uint64(h.Page) | word(h.Taken)<<32 | word(h.Fresh)<<33}
}

// HeldOf reads a ChunkHeld event.
func HeldOf(e *Event) HeldInfo {
	return HeldInfo{
		Holder: e.Subject, Node: uint32(e.W[0]), Chunk: uint32(e.W[0] >> 32),
		Page: uint32(e.W[1]), Taken: e.W[1]>>32&1 != 0, Fresh: e.W[1]>>33&1 != 0,
	}
}

// BlockInfo is the content of BlockNew and BlockFree.
type BlockInfo struct {
	ID     uint32
	Base   uint64
	Range  uint32
	Space  uint16
	Pages  uint16
	Policy uint32
	Fresh  bool
}

// Put writes b into e.
func (b BlockInfo) Put(e *Event) {
	e.Subject = b.ID
	e.W = [5]uint64{b.Base, uint64(b.Range), uint64(b.Space) | uint64(b.Pages)<<16 | word(b.Fresh)<<32, uint64(b.Policy)}
}

// BlockOf reads a BlockNew or BlockFree event.
func BlockOf(e *Event) BlockInfo {
	return BlockInfo{
		ID: e.Subject, Base: e.W[0], Range: uint32(e.W[1]), Space: uint16(e.W[2]), Pages: uint16(e.W[2] >> 16),
		Fresh: e.W[2]>>32&1 != 0, Policy: uint32(e.W[3]),
	}
}

// PagesInfo is the content of BlockPages: neighbouring pages that were alike
// and are alike again.
type PagesInfo struct {
	Block    uint32
	First, N uint16
	From, To uint8 // where, in bits of package va
	Reason   uint8
	Address  uint64
}

// Put writes p into e.
func (p PagesInfo) Put(e *Event) {
	e.Subject = p.Block
	e.W = [5]uint64{uint64(p.First) | uint64(p.N)<<16, uint64(p.From) | uint64(p.To)<<8 | uint64(p.Reason)<<16, p.Address}
}

// PagesOf reads a BlockPages event.
func PagesOf(e *Event) PagesInfo {
	return PagesInfo{
		Block: e.Subject, First: uint16(e.W[0]), N: uint16(e.W[0] >> 16),
		From: uint8(e.W[1]), To: uint8(e.W[1] >> 8), Reason: uint8(e.W[1] >> 16), Address: e.W[2],
	}
}

// ManagedFaultInfo is the content of ManagedFault. It changes nothing; what it
// brings about follows it.
type ManagedFaultInfo struct {
	Block     uint32
	Address   uint64
	Page      uint16
	Processor uint8
	Write     bool
	Moves     uint32 // pages that move, the faulting one among them
	There     uint32 // pages of the block that are there afterwards
	Faults    uint32 // pages of the block that faulted together
}

// Put writes f into e.
func (f ManagedFaultInfo) Put(e *Event) {
	e.Subject = f.Block
	e.W = [5]uint64{f.Address, uint64(f.Page) | uint64(f.Processor)<<16 | word(f.Write)<<24, uint64(f.Moves), uint64(f.There), uint64(f.Faults)}
}

// ManagedFaultOf reads a ManagedFault event.
func ManagedFaultOf(e *Event) ManagedFaultInfo {
	return ManagedFaultInfo{
		Block: e.Subject, Address: e.W[0], Page: uint16(e.W[1]), Processor: uint8(e.W[1] >> 16), Write: e.W[1]>>24&1 != 0,
		Moves: uint32(e.W[2]), There: uint32(e.W[3]), Faults: uint32(e.W[4]),
	}
}
