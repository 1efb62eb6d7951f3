package event

// Kinds of the dram layer: contents of memory.
const (
	PageSwap  Kind = Kind(DRAM)<<8 | iota // a page changes between uniform and stored, or 2 MiB between one value and 512 pages
	DRAMFill                              // a run of pages, or of whole 2 MiB, takes one uniform value
	DRAMStore                             // words of a stored page change
)

var dramKinds = []Info{
	{Kind: PageSwap, Name: "swap", Subject: "page", W: [5]string{"old kind, new kind, whether 2 MiB, where the row came from", "old value", "new value", "old row, new row", ""}},
	{Kind: DRAMFill, Name: "fill", Subject: "page", W: [5]string{"pages, whether of 2 MiB", "old kind, new kind", "old value", "new value", ""}, Run: true},
	{Kind: DRAMStore, Name: "store", Subject: "page", W: [5]string{"row, first word, words", "difference", "difference", "difference", "place of the differences when there are more than three"}},
}

// PageSwapInfo is the content of a PageSwap event.
type PageSwapInfo struct {
	Page     uint32 // number of the 4 KiB page, or of the 2 MiB
	Big      bool
	Fresh    bool // the row taken or given was never used before
	Old, New uint8
	OldValue uint64
	NewValue uint64
	OldRow   uint32
	NewRow   uint32
}

// Put writes s into e.
func (s PageSwapInfo) Put(e *Event) {
	e.Subject = s.Page
	w := uint64(s.Old) | uint64(s.New)<<8
	if s.Big {
		w |= 1 << 16
	}
	if s.Fresh {
		w |= 1 << 17
	}
	e.W = [5]uint64{w, s.OldValue, s.NewValue, uint64(s.OldRow) | uint64(s.NewRow)<<32}
}

// PageSwapOf reads a PageSwap event.
func PageSwapOf(e *Event) PageSwapInfo {
	return PageSwapInfo{
		Page: e.Subject, Old: uint8(e.W[0]), New: uint8(e.W[0] >> 8), Big: e.W[0]>>16&1 != 0, Fresh: e.W[0]>>17&1 != 0,
		OldValue: e.W[1], NewValue: e.W[2], OldRow: uint32(e.W[3]), NewRow: uint32(e.W[3] >> 32),
	}
}

// DRAMFillInfo is the content of a DRAMFill event: N pages that all held the
// same.
type DRAMFillInfo struct {
	Page     uint32
	N        uint32
	Big      bool
	Old, New uint8
	OldValue uint64
	NewValue uint64
}

// Put writes f into e.
func (f DRAMFillInfo) Put(e *Event) {
	e.Subject = f.Page
	w := uint64(f.N)
	if f.Big {
		w |= 1 << 32
	}
	e.W = [5]uint64{w, uint64(f.Old) | uint64(f.New)<<8, f.OldValue, f.NewValue}
}

// DRAMFillOf reads a DRAMFill event.
func DRAMFillOf(e *Event) DRAMFillInfo {
	return DRAMFillInfo{
		Page: e.Subject, N: uint32(e.W[0]), Big: e.W[0]>>32&1 != 0, Old: uint8(e.W[1]), New: uint8(e.W[1] >> 8),
		OldValue: e.W[2], NewValue: e.W[3],
	}
}

// DRAMStoreInfo is the content of a DRAMStore event.
type DRAMStoreInfo struct {
	Page     uint32
	Row      uint32
	First, N uint16 // words of the page
	Inline   [3]uint64
	Aside    uint64
}

// Put writes s into e.
func (s DRAMStoreInfo) Put(e *Event) {
	e.Subject = s.Page
	e.W = [5]uint64{uint64(s.Row) | uint64(s.First)<<32 | uint64(s.N)<<48, s.Inline[0], s.Inline[1], s.Inline[2], s.Aside}
}

// DRAMStoreOf reads a DRAMStore event.
func DRAMStoreOf(e *Event) DRAMStoreInfo {
	return DRAMStoreInfo{
		Page: e.Subject, Row: uint32(e.W[0]), First: uint16(e.W[0] >> 32), N: uint16(e.W[0] >> 48),
		Inline: [3]uint64{e.W[1], e.W[2], e.W[3]}, Aside: e.W[4],
	}
}
