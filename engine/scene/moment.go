package scene

import "pagewalk/engine/event"

// Pane is one of the four strata of the picture.
type Pane uint8

const (
	PaneRuntime Pane = iota
	PaneDriver
	PaneTranslation
	PanePhysical
)

// paneOf is the pane in which an event of a layer is shown.
var paneOf = [event.Layers]Pane{
	event.Program: PaneRuntime, event.Work: PanePhysical, event.CUDA: PaneRuntime,
	event.Driver: PaneDriver, event.VA: PaneDriver, event.MMU: PaneTranslation, event.TLB: PaneTranslation,
	event.PMM: PanePhysical, event.PMA: PanePhysical, event.DRAM: PanePhysical,
}

// PaneOf is the pane in which an event is shown.
func PaneOf(k event.Kind) Pane {
	if l := k.Layer(); l < event.Layers {
		return paneOf[l]
	}
	return PaneRuntime
}

// Moment is everything that the panes show of one moment of a run. Its fields
// are those of the page's type of the same name. Times are picoseconds, sizes
// bytes, texts are in the language of the builder.
type Moment struct {
	Event       uint32 // event.None before the first
	Events      uint32
	Line        uint32
	Pane        Pane
	Kind        string
	Sentence    string
	Note        string
	Cause       uint32
	PS          uint64
	Seams       [3]string
	Output      string
	Runtime     Runtime
	Driver      Driver
	Translation Translation
	Physical    Physical
	Managed     Managed
	Ever        uint32 // which pictures have something to show in this run: Ever…
	Counters    []Counter
	Thread      []Station
}

// Part is what the yellow thread touches in a pane.
type Part uint8

const (
	PartCall Part = iota
	PartPointer
	PartSlab
	PartPiece
	PartRung
	PartCache
	PartLevel
	PartEntry
	PartTLB
	PartPage
	PartChunk
	PartFrame
	PartBlock
	Parts
)

// Station is a place that the yellow thread runs through.
type Station struct {
	Pane  Pane
	Part  Part
	Index uint32
}

// Counter is a named number with its exact value in words.
type Counter struct{ Name, Value, Exact string }

// CallState is how far the current call has come.
type CallState uint8

const (
	CallRunning CallState = iota
	CallDone
	CallFailed
)

// Runtime is what the user-space runtime holds.
type Runtime struct {
	Asked                 bool
	Unknown, Knows, Empty string
	HasCall               bool
	Call                  struct {
		Text   string
		State  CallState
		Result string
		PS     uint64
	}
	Pointers []Pointer
	Slabs    []Slab
}

// PointerState is whether a pointer leads to a live block.
type PointerState uint8

const (
	PointerLive PointerState = iota
	PointerFreed
	PointerNew
)

// Pointer is a variable of the program that holds an address.
type Pointer struct {
	Name    string
	Address uint64
	Bytes   uint64
	State   PointerState
	Now     bool
	ID      string
}

// SlabKind is what a stretch of addresses of the runtime is.
type SlabKind uint8

const (
	SlabShared SlabKind = iota
	SlabBlock
	SlabHost
)

// Slab is a stretch of addresses that the runtime got from the driver.
type Slab struct {
	Kind    SlabKind
	Address uint64
	Bytes   uint64
	Now     bool
	Pieces  []Piece
}

// Piece is a live part or a hole of a slab.
type Piece struct {
	Offset, Bytes uint64
	Live          bool
	Name          string
	Now           bool
}

// Driver is what the kernel driver did and holds.
type Driver struct {
	Asked                 bool
	Unknown, Knows, Empty string
	Rungs                 []Rung
	Path                  []string
	Lists                 []List
	Cache                 []Cached
	Used                  struct{ Program, Driver, SMI, Total uint64 }
}

// RungState is where the moment stands with an ioctl.
type RungState uint8

const (
	RungDone RungState = iota
	RungNow
	RungAhead
)

// Rung is one ioctl of the current call.
type Rung struct {
	Name, Number string
	Lines        []string
	State        RungState
	PS           uint64
}

// List is a list of the driver whose length is shown before and after.
type List struct {
	Name, Before, After string
	Now                 bool
}

// Cached is a freed block that a lazy driver keeps.
type Cached struct {
	Address, Bytes uint64
	Now            bool
}

// Translation is the walk of one address.
type Translation struct {
	Asked                 bool
	Unknown, Knows, Empty string
	Format                string
	HasAddress            bool
	Address               uint64
	Levels                []Level
	HasOffset             bool
	Offset                struct {
		Hi, Lo uint8
		Bits   string
	}
	HasEntry bool
	Entry    Entry
	TLB      []TLBSet
	SM       uint16   // the processor whose caches are shown
	SMAsked  bool     // … because the reader asked for it
	SMs      []uint16 // those that can be asked for; none where the hierarchy has one of each level
}

// Level is one table of the walk.
type Level struct {
	Name         string
	Hi, Lo       uint8
	Bits         string
	Index, Slots uint32
	Used         []uint32
	Raw, Target  string
	Now, Read    bool
}

// Entry is a page-table entry with its fields.
type Entry struct {
	Title, Raw string
	Fields     []EntryField
	Now        bool
}

// EntryField is one bit field of an entry.
type EntryField struct {
	Name           string
	Hi, Lo         uint8
	Value, Meaning string
}

// WayState is what happened to one way of a TLB set.
type WayState uint8

const (
	WayEmpty WayState = iota
	WayValid
	WayFilled
	WayMissed
	WayEvicted
	WayInvalid
)

// TLBSet is one set of one TLB.
type TLBSet struct {
	Name string
	Set  uint32 // event.None where there is only one
	Ways []Way
}

// Way is one entry of a TLB set.
type Way struct {
	State WayState
	Tag   uint64
}

// Cell is the state of one 2 MiB page in the map.
type Cell = uint8

const (
	CellFree Cell = iota
	CellYours
	CellContext
	CellClearing
	CellSplit
	CellPinned
	CellKernel
	CellCached
	CellOwned
	CellBlocked
)

// Physical is the card's memory.
type Physical struct {
	Asked          bool
	Unknown, Knows string
	Pages          uint32
	Whole          []Cell // one by page; not copied
	Now            uint32 // event.None = none
	First, Count   uint32 // the pages worth a closer look
	HasRoot        bool
	Root           ChunkTree
	Callout        string
	Legend         uint32 // bit by Cell
	Free, Largest  uint64
	Frames         FrameMap
	Machine        Machine
	Lists          []ChunkList
	Victim         uint32 // the root that would be evicted next in the driver's order; event.None = none
}

// ChunkTree is one 2 MiB page with the chunks that it is split into.
type ChunkTree struct {
	Page    uint32
	Address uint64
	Title   string
	State   string
	Rows    []ChunkRow
}

// ChunkRow is one split level.
type ChunkRow struct {
	Bytes        uint64
	Label        string
	First, Count uint32
	Cells        []ChunkCell
}

// ChunkCell is one chunk. State is numbered as package pmm numbers them:
// PMA_OWNED, FREE, IS_SPLIT, TEMP_PINNED, ALLOCATED.
type ChunkCell struct {
	State               uint8
	Kernel, Cached, Now bool
	Label               string
}
