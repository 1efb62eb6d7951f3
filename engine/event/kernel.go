package event

// KernelBeginInfo is the content of KernelBegin. It changes nothing, and nor do
// the other kinds of this file: what a kernel does to memory and translations
// are events of those layers, caused by its requests.
type KernelBeginInfo struct {
	Row         uint32
	Grid, Block [3]uint32
	Shared      uint32 // bytes of a block
	Warps       uint32 // of a block
	Stream      uint64
}

// Put writes k into e.
func (k KernelBeginInfo) Put(e *Event) {
	e.Subject = k.Row
	e.W = [5]uint64{
		pair(k.Grid[0], k.Grid[1]), pair(k.Grid[2], k.Shared), pair(k.Block[0], k.Block[1]), pair(k.Block[2], k.Warps), k.Stream,
	}
}

// KernelBeginOf reads a KernelBegin event.
func KernelBeginOf(e *Event) KernelBeginInfo {
	w := &e.W
	return KernelBeginInfo{
		Row: e.Subject, Grid: [3]uint32{uint32(w[0]), uint32(w[0] >> 32), uint32(w[1])}, Block: [3]uint32{uint32(w[2]), uint32(w[2] >> 32), uint32(w[3])},
		Shared: uint32(w[1] >> 32), Warps: uint32(w[3] >> 32), Stream: w[4],
	}
}

// WarpAccessInfo is the content of WarpAccess.
type WarpAccessInfo struct {
	Warp        uint32 // in the grid
	First, Last uint64 // addresses of sectors of 32 bytes
	Mask        uint32 // lanes that take part
	Sectors     uint8
	Pages       uint8
	Lane        uint64 // address of the first lane
	Line        uint32
	SM          uint16
	Access      uint8 // 0 read, 1 write, 2 atomic
	Bytes       uint8 // of each lane
}

// Put writes a into e.
func (a WarpAccessInfo) Put(e *Event) {
	e.Subject = a.Warp
	e.W = [5]uint64{
		a.First, a.Last, uint64(a.Mask) | uint64(a.Sectors)<<32 | uint64(a.Pages)<<40, a.Lane,
		uint64(a.Line) | uint64(a.SM)<<32 | uint64(a.Access)<<48 | uint64(a.Bytes)<<56,
	}
}

// AddPages notes in a WarpAccess event how many pages were translated.
func AddPages(e *Event, pages uint32) { e.W[2] |= uint64(pages) << 40 }

// WarpAccessOf reads a WarpAccess event.
func WarpAccessOf(e *Event) WarpAccessInfo {
	w := &e.W
	return WarpAccessInfo{
		Warp: e.Subject, First: w[0], Last: w[1], Mask: uint32(w[2]), Sectors: uint8(w[2] >> 32), Pages: uint8(w[2] >> 40), Lane: w[3],
		Line: uint32(w[4]), SM: uint16(w[4] >> 32), Access: uint8(w[4] >> 48), Bytes: uint8(w[4] >> 56),
	}
}

// KernelFaultInfo is the content of KernelFault: which thread, and why.
type KernelFaultInfo struct {
	Row           uint32
	Address       uint64
	Block, Thread [3]uint32
	Why           uint16 // a target.WhyID
	Line          uint32
}

// Put writes f into e.
func (f KernelFaultInfo) Put(e *Event) {
	e.Subject = f.Row
	e.W = [5]uint64{
		f.Address, uint64(f.Block[0]) | uint64(f.Block[1])<<32 | uint64(f.Block[2])<<48,
		uint64(f.Thread[0]) | uint64(f.Thread[1])<<16 | uint64(f.Thread[2])<<32 | uint64(f.Why)<<48, uint64(f.Line),
	}
}

// KernelFaultOf reads a KernelFault event.
func KernelFaultOf(e *Event) KernelFaultInfo {
	w := &e.W
	return KernelFaultInfo{
		Row: e.Subject, Address: w[0], Block: [3]uint32{uint32(w[1]), uint32(w[1] >> 32 & 0xFFFF), uint32(w[1] >> 48)},
		Thread: [3]uint32{uint32(w[2] & 0xFFFF), uint32(w[2] >> 16 & 0xFFFF), uint32(w[2] >> 32 & 0xFFFF)}, Why: uint16(w[2] >> 48), Line: uint32(w[3]),
	}
}

// KernelEndInfo is the content of KernelEnd. Numbers that do not fit are the
// largest that do.
type KernelEndInfo struct {
	Row          uint32
	Instructions uint64
	Requests     uint32
	Sectors      uint32
	Hits         [3]uint32 // in the first level of the TLB, the second, and deeper
	Walks        uint32
	Faults       uint16
	Conflicts    uint32 // passes over shared memory because of conflicts
	Picoseconds  uint64
}

// Put writes k into e.
func (k KernelEndInfo) Put(e *Event) {
	e.Subject = k.Row
	e.W = [5]uint64{
		min(k.Instructions, 1<<32-1) | uint64(k.Conflicts)<<32, pair(k.Requests, k.Sectors), pair(k.Hits[0], k.Hits[1]), pair(k.Walks, k.Hits[2]),
		min(k.Picoseconds, 1<<48-1) | uint64(k.Faults)<<48,
	}
}

// KernelEndOf reads a KernelEnd event.
func KernelEndOf(e *Event) KernelEndInfo {
	w := &e.W
	return KernelEndInfo{
		Row: e.Subject, Instructions: w[0] & (1<<32 - 1), Conflicts: uint32(w[0] >> 32), Requests: uint32(w[1]), Sectors: uint32(w[1] >> 32),
		Hits: [3]uint32{uint32(w[2]), uint32(w[2] >> 32), uint32(w[3] >> 32)}, Walks: uint32(w[3]),
		Picoseconds: w[4] & (1<<48 - 1), Faults: uint16(w[4] >> 48),
	}
}

func pair(lo, hi uint32) uint64 { return uint64(lo) | uint64(hi)<<32 }
