package event

// Kinds of the driver layer.
const (
	Ioctl      Kind = Kind(Driver)<<8 | iota // a trip from user space into the kernel driver
	ObjectNew                                // RM makes a memory object
	ObjectRef                                // one more, or one fewer, holds the object
	ObjectFree                               // the last holder is gone
	ObjectRun                                // a run of frames, or a chunk, becomes part of an object
	CachePut                                 // a lazy driver keeps a freed block
	CacheTake                                // … and hands it out again, or trims it
)

var driverKinds = []Info{
	{Kind: Ioctl, Name: "ioctl", Subject: "ioctl in the row", W: [5]string{"name, failed", "length", "virtual address", "physical offset", "picoseconds inside"}},
	{Kind: ObjectNew, Name: "object-new", Subject: "object", W: [5]string{"bytes", "class", "id was fresh", "space", ""}},
	{Kind: ObjectRef, Name: "object-ref", Subject: "object", W: [5]string{"holders before, after", "", "", "", ""}},
	{Kind: ObjectFree, Name: "object-free", Subject: "object", W: [5]string{"bytes", "class", "", "space", ""}},
	{Kind: ObjectRun, Name: "object-run", Subject: "object", W: [5]string{"run", "first 4 KiB page, pages", "chunk", "added (1) or removed (0), id was fresh", ""}},
	{Kind: CachePut, Name: "cache-put", Subject: "object", W: [5]string{"bytes", "virtual address", "", "", ""}},
	{Kind: CacheTake, Name: "cache-take", Subject: "object", W: [5]string{"bytes", "virtual address", "reused (1) or trimmed (0)", "", ""}},
}

// IoctlInfo is the content of an Ioctl event.
type IoctlInfo struct {
	Index  uint32 // within the row, from 0
	Name   uint8  // target.IoctlName
	Failed bool
	Length uint64
	VA     uint64
	Offset uint64
	PS     uint64
}

// Put writes i into e.
func (i IoctlInfo) Put(e *Event) {
	e.Subject = i.Index
	e.W = [5]uint64{uint64(i.Name) | word(i.Failed)<<8, i.Length, i.VA, i.Offset, i.PS}
}

// IoctlOf reads an Ioctl event.
func IoctlOf(e *Event) IoctlInfo {
	return IoctlInfo{
		Index: e.Subject, Name: uint8(e.W[0]), Failed: e.W[0]>>8&1 != 0,
		Length: e.W[1], VA: e.W[2], Offset: e.W[3], PS: e.W[4],
	}
}

// ObjectInfo is the content of ObjectNew and ObjectFree.
type ObjectInfo struct {
	ID    uint32
	Bytes uint64
	Class uint8
	Fresh bool
	Space uint16
}

// Put writes o into e.
func (o ObjectInfo) Put(e *Event) {
	e.Subject = o.ID
	e.W = [5]uint64{o.Bytes, uint64(o.Class), word(o.Fresh), uint64(o.Space)}
}

// ObjectOf reads an ObjectNew or ObjectFree event.
func ObjectOf(e *Event) ObjectInfo {
	return ObjectInfo{ID: e.Subject, Bytes: e.W[0], Class: uint8(e.W[1]), Fresh: e.W[2] != 0, Space: uint16(e.W[3])}
}

// ObjectRunInfo is the content of an ObjectRun event.
type ObjectRunInfo struct {
	Object       uint32
	Run          uint32 // id of the run's node
	First, Pages uint32 // 4 KiB pages
	Chunk        uint32 // the PMM chunk that backs it (textbook), or 0
	Added, Fresh bool
}

// Put writes r into e.
func (r ObjectRunInfo) Put(e *Event) {
	e.Subject = r.Object
	e.W = [5]uint64{uint64(r.Run), uint64(r.First) | uint64(r.Pages)<<32, uint64(r.Chunk), word(r.Added) | word(r.Fresh)<<1}
}

// ObjectRunOf reads an ObjectRun event.
func ObjectRunOf(e *Event) ObjectRunInfo {
	return ObjectRunInfo{
		Object: e.Subject, Run: uint32(e.W[0]), First: uint32(e.W[1]), Pages: uint32(e.W[1] >> 32),
		Chunk: uint32(e.W[2]), Added: e.W[3]&1 != 0, Fresh: e.W[3]&2 != 0,
	}
}

// CacheInfo is the content of CachePut and CacheTake.
type CacheInfo struct {
	Object uint32
	Bytes  uint64
	VA     uint64
	Reused bool
}

// Put writes c into e.
func (c CacheInfo) Put(e *Event) {
	e.Subject = c.Object
	e.W = [5]uint64{c.Bytes, c.VA, word(c.Reused)}
}

// CacheOf reads a CachePut or CacheTake event.
func CacheOf(e *Event) CacheInfo {
	return CacheInfo{Object: e.Subject, Bytes: e.W[0], VA: e.W[1], Reused: e.W[2] != 0}
}
