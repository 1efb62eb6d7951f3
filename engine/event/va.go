package event

// Kinds of the va layer: address spaces and their ranges.
const (
	RangeNew  Kind = Kind(VA)<<8 | iota // a range of addresses gets an owner
	RangeFree                           // the range is nobody's again
	SpaceNew                            // an address space is made for a context
	SpaceFree
	RangeBind // an object is mapped in the range, or no longer
)

var vaKinds = []Info{
	{Kind: RangeNew, Name: "range-new", Subject: "range", W: [5]string{"base", "bytes", "space, type", "object", "id was fresh"}},
	{Kind: RangeFree, Name: "range-free", Subject: "range", W: [5]string{"base", "bytes", "space, type", "object", ""}},
	{Kind: SpaceNew, Name: "space-new", Subject: "space", W: [5]string{"process", "", "", "", ""}},
	{Kind: SpaceFree, Name: "space-free", Subject: "space", W: [5]string{"process", "", "", "", ""}},
	{Kind: RangeBind, Name: "range-bind", Subject: "range", W: [5]string{"object before", "object after", "", "", ""}},
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
