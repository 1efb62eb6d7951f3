package event

// Kinds of the mmu layer: page tables, their entries, and walks.
const (
	TableNew  Kind = Kind(MMU)<<8 | iota // a table is made and tied to its parent's mirror; no entry points to it yet
	TableFree                            // an empty table is given back
	EntryRun                             // a run of entries of one table is written
	Refs                                 // the reference count of a table changes
	WalkRead                             // a walk reads one entry
	MMUFault                             // a translation fails
)

var mmuKinds = []Info{
	{Kind: TableNew, Name: "table-new", Subject: "table", W: [5]string{"physical address", "handle, space, level, where the ids came from", "parent, slot", "", "first address covered"}},
	{Kind: TableFree, Name: "table-free", Subject: "table", W: [5]string{"physical address", "handle, space, level, where the ids came from", "parent, slot", "", "first address covered"}},
	{Kind: EntryRun, Name: "entries", Subject: "table", W: [5]string{"first word, words, distance of words", "new first value", "new step", "old first value", "old step"}, Run: true},
	{Kind: Refs, Name: "refs", Subject: "table", W: [5]string{"old count", "new count", "", "", ""}},
	{Kind: WalkRead, Name: "walk-read", Subject: "table", W: [5]string{"entry address", "low word", "high word", "index, level, read number, bytes", "virtual address"}},
	{Kind: MMUFault, Name: "fault", Subject: "space", W: [5]string{"virtual address", "fault type, access, level", "entry address", "low word", "high word"}},
}

// TableInfo is the content of a TableNew and of a TableFree event.
type TableInfo struct {
	Table   uint32
	Address uint64 // physical
	Handle  uint32 // of the memory it occupies
	Space   uint16
	Level   uint8
	Fresh   bool // the id was never used before; otherwise it is the newest of the pool
	Parent  uint32
	Slot    uint32 // place in the parent's mirror
	VA      uint64 // first address that the table covers
}

// Put writes t into e.
func (t TableInfo) Put(e *Event) {
	e.Subject = t.Table
	flags := uint64(0)
	if t.Fresh {
		flags |= 1
	}
	e.W = [5]uint64{
		t.Address, uint64(t.Handle) | uint64(t.Space)<<32 | uint64(t.Level)<<48 | flags<<56,
		uint64(t.Parent) | uint64(t.Slot)<<32, 0, t.VA,
	}
}

// TableOf reads a TableNew or TableFree event.
func TableOf(e *Event) TableInfo {
	return TableInfo{
		Table: e.Subject, Address: e.W[0], Handle: uint32(e.W[1]), Space: uint16(e.W[1] >> 32), Level: uint8(e.W[1] >> 48),
		Fresh:  e.W[1]>>56&1 != 0,
		Parent: uint32(e.W[2]), Slot: uint32(e.W[2] >> 32), VA: e.W[4],
	}
}

// EntryRunInfo is the content of an EntryRun event. Words are counted in
// 8-byte words of the table; an entry is one word, or two in a directory whose
// entries hold two pointers, and then Stride is 2 and one of the two words
// changes.
type EntryRunInfo struct {
	Table        uint32
	Start, N     uint32 // first word, number of words
	Stride       uint8  // distance between words of the run
	New, NewStep uint64
	Old, OldStep uint64
}

// Put writes r into e.
func (r EntryRunInfo) Put(e *Event) {
	e.Subject = r.Table
	e.W = [5]uint64{uint64(r.Start) | uint64(r.N)<<24 | uint64(r.Stride)<<48, r.New, r.NewStep, r.Old, r.OldStep}
}

// EntryRunOf reads an EntryRun event.
func EntryRunOf(e *Event) EntryRunInfo {
	return EntryRunInfo{
		Table: e.Subject, Start: uint32(e.W[0] & (1<<24 - 1)), N: uint32(e.W[0] >> 24 & (1<<24 - 1)), Stride: uint8(e.W[0] >> 48),
		New: e.W[1], NewStep: e.W[2], Old: e.W[3], OldStep: e.W[4],
	}
}

// RefsInfo is the content of a Refs event.
type RefsInfo struct{ Table, Old, New uint32 }

// Put writes r into e.
func (r RefsInfo) Put(e *Event) {
	e.Subject, e.W[0], e.W[1] = r.Table, uint64(r.Old), uint64(r.New)
}

// RefsOf reads a Refs event.
func RefsOf(e *Event) RefsInfo { return RefsInfo{e.Subject, uint32(e.W[0]), uint32(e.W[1])} }

// WalkReadInfo is the content of a WalkRead event.
type WalkReadInfo struct {
	Table   uint32
	Address uint64 // physical, of the entry
	Low     uint64
	High    uint64
	Index   uint32
	Level   uint8
	Number  uint8 // 1 = first read of the walk
	Bytes   uint8
	VA      uint64
}

// Put writes r into e.
func (r WalkReadInfo) Put(e *Event) {
	e.Subject = r.Table
	e.W = [5]uint64{r.Address, r.Low, r.High, uint64(r.Index) | uint64(r.Level)<<32 | uint64(r.Number)<<40 | uint64(r.Bytes)<<48, r.VA}
}

// WalkReadOf reads a WalkRead event.
func WalkReadOf(e *Event) WalkReadInfo {
	return WalkReadInfo{
		Table: e.Subject, Address: e.W[0], Low: e.W[1], High: e.W[2],
		Index: uint32(e.W[3]), Level: uint8(e.W[3] >> 32), Number: uint8(e.W[3] >> 40), Bytes: uint8(e.W[3] >> 48), VA: e.W[4],
	}
}

// MMUFaultInfo is the content of an MMUFault event.
type MMUFaultInfo struct {
	Space     uint16
	VA        uint64
	Type      uint8
	Access    uint8
	Level     uint8
	Entry     uint64 // physical address of the entry that decided, 0 = none was read
	Low, High uint64 // what it held
}

// Put writes f into e.
func (f MMUFaultInfo) Put(e *Event) {
	e.Subject = uint32(f.Space)
	e.W = [5]uint64{f.VA, uint64(f.Type) | uint64(f.Access)<<8 | uint64(f.Level)<<16, f.Entry, f.Low, f.High}
}

// MMUFaultOf reads an MMUFault event.
func MMUFaultOf(e *Event) MMUFaultInfo {
	return MMUFaultInfo{
		Space: uint16(e.Subject), VA: e.W[0], Type: uint8(e.W[1]), Access: uint8(e.W[1] >> 8), Level: uint8(e.W[1] >> 16),
		Entry: e.W[2], Low: e.W[3], High: e.W[4],
	}
}
