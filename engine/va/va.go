package va

import (
	"pagewalk/engine/event"
	"pagewalk/engine/order"
	"pagewalk/engine/state"
	"pagewalk/engine/target"
)

// Type is what a range is for.
type Type uint8

const (
	NoRange  Type = iota
	External      // memory of an RM object
	Host          // host memory mapped for the GPU
	Managed       // memory that moves to whoever touches it
	Combined      // host memory mapped for the GPU, of the driver's making, written in combined stores
)

// OfHost says whether the GPU reaches pinned memory of the host there.
func (t Type) OfHost() bool { return t == Host || t == Combined }

// Range is an interval of addresses of one space.
type Range struct {
	Base, Bytes uint64
	Object      uint32 // the RM object mapped here, 0 = not mapped yet
	Space       uint16
	Type        Type
	_           uint8
	Next        uint32 // pool link of a free node
	_           uint32
}

// Space is the address space of a process.
type Space struct {
	Process uint32 // plus one; 0 = the space does not exist
	Ranges  uint32
	Managed uint32 // ranges of managed memory among them
	_       uint32
}

// Head holds what is single.
type Head struct {
	Ranges, Mems, Blocks, Held state.Pool
	Tracks                     state.Pool // rows of tracks
	_                          [6]uint32
}

// State is the layer's state.
type State struct {
	Head   state.Column[Head]
	Ranges state.Column[Range]
	Spaces state.Column[Space]
	Mems   state.Column[Mem]
	Blocks state.Column[Block]
	Held   state.Column[Held]
	Tracks state.Column[Track]
}

// Spaces is the number of address spaces that can exist at once.
const Spaces = 64

// VA is the layer.
type VA struct {
	State *State
	rec   *event.Recorder
	below Below
	byVA  map[key]uint32 // derived
	block map[key]uint32 // derived: managed blocks by their window of 2 MiB
	stale bool
	last  uint32 // the block that was found last; believed only if it has the address

	buffer buffer            // the GPU's own: its faults
	counts map[uint32]uint32 // the GPU's own: accesses to the host's memory, by block
}

type key struct {
	space uint16
	base  uint64
}

// New gives a layer without spaces.
func New(rec *event.Recorder) *VA {
	s := &State{Head: state.New[Head](1), Ranges: state.New[Range](1), Spaces: state.New[Space](Spaces)}
	s.Mems, s.Blocks, s.Held, s.Tracks = state.New[Mem](1), state.New[Block](1), state.New[Held](1), state.New[Track](1)
	return &VA{State: s, rec: rec, byVA: map[key]uint32{}, block: map[key]uint32{}}
}

// Columns adds the layer's columns to a set.
func (v *VA) Columns(set *state.Set) {
	s := v.State
	set.Add(&s.Head, &s.Ranges, &s.Spaces, &s.Mems, &s.Blocks, &s.Held, &s.Tracks)
}

// NewSpace makes space s for a process.
func (v *VA) NewSpace(s uint16, process uint32) {
	if v.State.Spaces.At(uint32(s)).Process != 0 {
		panic("va: new space: it exists already")
	}
	v.setSpace(event.SpaceNew, s, process)
}

// FreeSpace ends space s. Precondition: it has no ranges.
func (v *VA) FreeSpace(s uint16) {
	sp := v.State.Spaces.Get(uint32(s))
	if sp.Process == 0 || sp.Ranges != 0 {
		panic("va: free space: no such space, or it still has ranges")
	}
	v.setSpace(event.SpaceFree, s, sp.Process-1)
}

func (v *VA) setSpace(k event.Kind, s uint16, process uint32) {
	cell := Space{}
	if k == event.SpaceNew {
		cell.Process = process + 1
	}
	v.State.Spaces.Set(uint32(s), cell)
	if e := v.rec.Put(k, uint32(s)); e != nil {
		e.W[0] = uint64(process)
	}
}

// Create makes a range. The caller chose the addresses, so an overlap is its
// bug.
func (v *VA) Create(space uint16, base, bytes uint64, t Type) (uint32, target.Why) {
	if base&4095 != 0 || bytes&4095 != 0 || bytes == 0 {
		panic("va: create: base and length must be multiples of 4 KiB")
	}
	id, fresh := v.State.Head.At(0).Ranges.Next()
	r := event.RangeInfo{ID: id, Base: base, Bytes: bytes, Space: space, Type: uint8(t), Fresh: fresh}
	v.add(r)
	if e := v.rec.Put(event.RangeNew, id); e != nil {
		r.Put(e)
	}
	return id, target.Why{}
}

// Bind notes which object is mapped in range id; 0 = none.
func (v *VA) Bind(id, object uint32) {
	before := v.State.Ranges.At(id).Object
	v.State.Ranges.Mut(id).Object = object
	if e := v.rec.Put(event.RangeBind, id); e != nil {
		e.W[0], e.W[1] = uint64(before), uint64(object)
	}
}

// Free removes the range.
func (v *VA) Free(id uint32) {
	c := v.State.Ranges.Get(id)
	if c.Type == NoRange {
		panic("va: free: no such range")
	}
	r := event.RangeInfo{ID: id, Base: c.Base, Bytes: c.Bytes, Space: c.Space, Type: uint8(c.Type), Object: c.Object}
	v.remove(r)
	if e := v.rec.Put(event.RangeFree, id); e != nil {
		r.Put(e)
	}
}

// Find gives the range that begins at base, or 0.
func (v *VA) Find(space uint16, base uint64) uint32 {
	if v.stale {
		v.index()
	}
	return v.byVA[key{space, base}]
}

// Overlap gives a range that shares an address with a stretch, or 0.
func (v *VA) Overlap(space uint16, va, bytes uint64) (found uint32) {
	v.Each(func(id uint32, r *Range) {
		if r.Space == space && va < r.Base+r.Bytes && r.Base < va+bytes {
			found = id
		}
	})
	return found
}

// At gives range id for reading.
func (v *VA) At(id uint32) *Range { return v.State.Ranges.At(id) }

// Each visits every range, in order of id.
func (v *VA) Each(visit func(id uint32, r *Range)) {
	for id := uint32(1); id <= v.State.Head.At(0).Ranges.High; id++ {
		if r := v.State.Ranges.At(id); r.Type != NoRange {
			visit(id, r)
		}
	}
}

// add makes the range of r: the forward step of RangeNew.
func (v *VA) add(r event.RangeInfo) {
	v.State.Ranges.Grow(int(r.ID) + 1)
	v.State.Head.Mut(0).Ranges.Take(r.ID, v.State.Ranges.At(r.ID).Next, r.Fresh)
	v.put(r)
}

func (v *VA) put(r event.RangeInfo) {
	v.State.Ranges.Set(r.ID, Range{Base: r.Base, Bytes: r.Bytes, Object: r.Object, Space: r.Space, Type: Type(r.Type)})
	v.countRange(r, 1)
	if !v.stale {
		v.byVA[key{r.Space, r.Base}] = r.ID
	}
}

func (v *VA) countRange(r event.RangeInfo, by uint32) {
	s := v.State.Spaces.Mut(uint32(r.Space))
	s.Ranges += by
	if Type(r.Type) == Managed {
		s.Managed += by
	}
}

// remove takes the range of r away: the forward step of RangeFree.
func (v *VA) remove(r event.RangeInfo) { v.drop(r, false) }

func (v *VA) drop(r event.RangeInfo, fresh bool) {
	v.State.Ranges.Set(r.ID, Range{Next: v.State.Head.Mut(0).Ranges.Give(r.ID, fresh)})
	v.countRange(r, ^uint32(0))
	if !v.stale {
		delete(v.byVA, key{r.Space, r.Base})
	}
}

// Apply makes the transition of e.
func (v *VA) Apply(e *event.Event) {
	switch e.Kind {
	case event.RangeNew:
		v.add(event.RangeOf(e))
	case event.RangeFree:
		v.remove(event.RangeOf(e))
	case event.SpaceNew, event.SpaceFree:
		v.setSpace(e.Kind, uint16(e.Subject), uint32(e.W[0]))
	case event.RangeBind:
		v.State.Ranges.Mut(e.Subject).Object = uint32(e.W[1])
	default:
		v.applyManaged(e)
	}
}

// Revert undoes the transition of e.
func (v *VA) Revert(e *event.Event) {
	switch e.Kind {
	case event.RangeNew:
		r := event.RangeOf(e)
		v.drop(r, r.Fresh)
	case event.RangeFree:
		r := event.RangeOf(e)
		v.State.Head.Mut(0).Ranges.Take(r.ID, v.State.Ranges.At(r.ID).Next, false)
		v.put(r)
	case event.SpaceNew:
		v.setSpace(event.SpaceFree, uint16(e.Subject), uint32(e.W[0]))
	case event.SpaceFree:
		v.setSpace(event.SpaceNew, uint16(e.Subject), uint32(e.W[0]))
	case event.RangeBind:
		v.State.Ranges.Mut(e.Subject).Object = uint32(e.W[0])
	default:
		v.revertManaged(e)
	}
}

// Rebuild says that the columns were replaced as a whole.
func (v *VA) Rebuild() { v.stale = true }

// Check walks the whole state and gives the first broken invariant, or "".
func (v *VA) Check() string {
	var count [Spaces]uint32
	for id := uint32(1); id <= v.State.Head.At(0).Ranges.High; id++ {
		r := v.State.Ranges.At(id)
		if r.Type == NoRange {
			continue
		}
		count[r.Space]++
		if v.State.Spaces.At(uint32(r.Space)).Process == 0 {
			return "va: a range belongs to a space that does not exist"
		}
		if v.Find(r.Space, r.Base) != id {
			return "va: a range cannot be found by its base"
		}
	}
	for s := range uint32(Spaces) {
		if v.State.Spaces.At(s).Ranges != count[s] {
			return "va: a space counts its ranges wrongly"
		}
	}
	if broken := v.checkManaged(); broken != "" {
		return broken
	}
	return v.checkOverlap()
}

// checkOverlap says whether two ranges of a space share an address.
func (v *VA) checkOverlap() string {
	var all []Range
	for id := uint32(1); id <= v.State.Head.At(0).Ranges.High; id++ {
		if r := v.State.Ranges.Get(id); r.Type != NoRange {
			all = append(all, r)
		}
	}
	order.Stable(len(all), func(i, j int) bool {
		a, b := &all[i], &all[j]
		return a.Space < b.Space || a.Space == b.Space && a.Base < b.Base
	}, func(i, j int) { all[i], all[j] = all[j], all[i] })
	for i := 1; i < len(all); i++ {
		if a, b := all[i-1], all[i]; a.Space == b.Space && a.Base+a.Bytes > b.Base {
			return "va: two ranges of one space overlap"
		}
	}
	return ""
}

func (v *VA) index() {
	clear(v.byVA)
	for id := uint32(1); id <= v.State.Head.At(0).Ranges.High; id++ {
		if r := v.State.Ranges.At(id); r.Type != NoRange {
			v.byVA[key{r.Space, r.Base}] = id
		}
	}
	clear(v.block)
	for id := uint32(1); id <= v.State.Head.At(0).Blocks.High; id++ {
		if b := v.State.Blocks.At(id); b.Pages != 0 {
			v.block[key{b.Space, b.Base >> windowBits}] = id
		}
	}
	v.stale = false
}
