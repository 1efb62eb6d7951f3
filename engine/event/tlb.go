package event

// Kinds of the tlb layer. A hit on the newest entry of a set changes nothing
// and leaves no event.
const (
	TLBFill       Kind = Kind(TLB)<<8 | iota // translations enter an entry, which becomes the newest of its set
	TLBOrder                                 // an older entry of a set becomes its newest
	TLBDrop                                  // a run of translations leaves an entry; an entry without any is empty
	TLBInvalidate                            // the driver asks for entries to be dropped; the drops follow, caused by it
)

var tlbKinds = []Info{
	{Kind: TLBFill, Name: "fill", Subject: "entry", Run: true, W: [5]string{"span", "space, first page in the span, pages, level, old place, fresh, asked", "first translation", "step", ""}},
	{Kind: TLBOrder, Name: "order", Subject: "set", W: [5]string{"old order", "new order", "level", "", ""}},
	{Kind: TLBDrop, Name: "drop", Subject: "entry", W: [5]string{"span", "space, first page in the span, pages, level", "first translation", "step", ""}, Run: true},
	{Kind: TLBInvalidate, Name: "invalidate", Subject: "space", W: [5]string{"window", "bytes of the window (0 = all addresses)", "depth, level code, membar, all spaces", "address asked", "bytes asked"}},
}

// TLBFillInfo is the content of a TLBFill event: pages First to First+N-1 of
// the entry become Value, Value+Step and so on, and the entry the newest of
// its set.
type TLBFillInfo struct {
	Entry       uint32 // number in its level
	Level       uint8
	Span        uint64 // first address of the span, low bits: page size
	Space       uint16
	First, N    uint8 // pages inside the span
	Asked       bool  // the page that was missed is among them; otherwise they are neighbours that came along
	Fresh       bool  // the entry was empty before
	Place       uint8 // of its way in the order of the set before
	Value, Step uint64
}

// Put writes f into e.
func (f *TLBFillInfo) Put(e *Event) {
	e.Subject = f.Entry
	w := uint64(f.Space) | uint64(f.First)<<16 | uint64(f.N)<<24 | uint64(f.Level)<<32 | uint64(f.Place)<<40
	if f.Fresh {
		w |= 1 << 48
	}
	if f.Asked {
		w |= 1 << 49
	}
	e.W = [5]uint64{f.Span, w, f.Value, f.Step}
}

// TLBFillOf reads a TLBFill event.
func TLBFillOf(e *Event) TLBFillInfo {
	return TLBFillInfo{
		Entry: e.Subject, Span: e.W[0], Space: uint16(e.W[1]), First: uint8(e.W[1] >> 16), N: uint8(e.W[1] >> 24), Level: uint8(e.W[1] >> 32),
		Place: uint8(e.W[1] >> 40), Fresh: e.W[1]>>48&1 != 0, Asked: e.W[1]>>49&1 != 0, Value: e.W[2], Step: e.W[3],
	}
}

// TLBOrderInfo is the content of a TLBOrder event.
type TLBOrderInfo struct {
	Set      uint32
	Level    uint8
	Old, New uint64
}

// Put writes o into e.
func (o TLBOrderInfo) Put(e *Event) {
	e.Subject = o.Set
	e.W = [5]uint64{o.Old, o.New, uint64(o.Level)}
}

// TLBOrderOf reads a TLBOrder event.
func TLBOrderOf(e *Event) TLBOrderInfo {
	return TLBOrderInfo{Set: e.Subject, Old: e.W[0], New: e.W[1], Level: uint8(e.W[2])}
}

// TLBDropInfo is the content of a TLBDrop event: pages First to First+N-1 of
// the entry held Value, Value+Step and so on.
type TLBDropInfo struct {
	Entry       uint32
	Level       uint8
	Span        uint64
	Space       uint16
	First, N    uint8
	Value, Step uint64
}

// Put writes d into e.
func (d *TLBDropInfo) Put(e *Event) {
	e.Subject = d.Entry
	e.W = [5]uint64{d.Span, uint64(d.Space) | uint64(d.First)<<16 | uint64(d.N)<<24 | uint64(d.Level)<<32, d.Value, d.Step}
}

// TLBDropOf reads a TLBDrop event.
func TLBDropOf(e *Event) TLBDropInfo {
	return TLBDropInfo{
		Entry: e.Subject, Span: e.W[0], Space: uint16(e.W[1]), First: uint8(e.W[1] >> 16), N: uint8(e.W[1] >> 24), Level: uint8(e.W[1] >> 32),
		Value: e.W[2], Step: e.W[3],
	}
}

// TLBInvalidateInfo is the content of a TLBInvalidate event.
type TLBInvalidateInfo struct {
	Space         uint16
	AllSpaces     bool
	Window, Bytes uint64 // the power-of-two window that the hardware looks at; Bytes 0 = every address
	Depth         uint8  // shallowest depth whose entries go
	Code          uint8  // the level code of the command
	Membar        bool
	VA, Asked     uint64 // the range that the driver meant
}

// Put writes i into e.
func (i TLBInvalidateInfo) Put(e *Event) {
	e.Subject = uint32(i.Space)
	w := uint64(i.Depth) | uint64(i.Code)<<8
	if i.Membar {
		w |= 1 << 16
	}
	if i.AllSpaces {
		w |= 1 << 17
	}
	e.W = [5]uint64{i.Window, i.Bytes, w, i.VA, i.Asked}
}

// TLBInvalidateOf reads a TLBInvalidate event.
func TLBInvalidateOf(e *Event) TLBInvalidateInfo {
	return TLBInvalidateInfo{
		Space: uint16(e.Subject), Window: e.W[0], Bytes: e.W[1], Depth: uint8(e.W[2]), Code: uint8(e.W[2] >> 8),
		Membar: e.W[2]>>16&1 != 0, AllSpaces: e.W[2]>>17&1 != 0, VA: e.W[3], Asked: e.W[4],
	}
}
