package scene

import (
	"pagewalk/engine/cuda"
	"pagewalk/engine/event"
	"pagewalk/engine/explain"
	"pagewalk/engine/target"
	"pagewalk/engine/timeline"
)

// What one picture can show. The newest are kept; what just changed always is.
const (
	maxPointers = 48
	maxSlabs    = 8
	maxPieces   = 1024
)

// runtime fills the pane of the user-space runtime.
func (b *Builder) runtime(m *Moment) {
	r := &m.Runtime
	r.Asked = b.asked[PaneRuntime]
	r.Empty = wordNoSlab.in(b.lang)
	if b.hasManaged() {
		r.Empty = wordNoSlabs.in(b.lang)
	}
	if b.row != nil {
		r.HasCall = true
		b.call(r)
	}
	b.slabs(r)
	b.pointers(r)
}

// call is the present row as the program wrote it.
func (b *Builder) call(r *Runtime) {
	r.Call.Text = b.callText(b.row)
	last := b.run.Cursor()
	switch {
	case !b.row.Answered || last <= b.row.Last:
		r.Call.State = CallRunning
	case b.row.Code != target.Success || b.row.Why.Ends():
		r.Call.State, r.Call.Result, r.Call.PS = CallFailed, b.row.Code.Name(), b.row.End-b.row.Begin
	default:
		r.Call.State, r.Call.Result, r.Call.PS = CallDone, b.result(b.row), b.row.End-b.row.Begin
	}
}

// result is what the call gave: an address if it makes one, else the code.
func (b *Builder) result(row *timeline.Row) string {
	if returnsPointer(row.Call.Op) && row.Out[0] != 0 {
		return explain.Hex(row.Out[0])
	}
	return row.Code.Name()
}

// slabs collects the newest stretches of addresses, and those that the event
// is about.
func (b *Builder) slabs(r *Runtime) {
	s := b.m.CUDA.State
	head := s.Head.At(0)
	now := changedExtent(s, b.event)
	var ids []uint32
	if now != 0 && shown(s.Extents.At(now).Kind) {
		ids = append(ids, now)
	}
	for id := head.Extents.High; id > 0 && len(ids) < maxSlabs; id-- {
		x := s.Extents.At(id)
		if id != now && shown(x.Kind) && s.Arenas.At(x.Arena).Process == b.process {
			ids = append(ids, id)
		}
	}
	sortIDs(ids)
	for _, id := range ids {
		r.Slabs = append(r.Slabs, b.slab(id, id == now))
	}
}

func shown(k cuda.ExtentKind) bool {
	return k == cuda.Block || k == cuda.SlabOf || k == cuda.Host || k == cuda.HostSlab || k == cuda.Module
}

func sortIDs(ids []uint32) {
	for i := 1; i < len(ids); i++ {
		for j := i; j > 0 && ids[j-1] > ids[j]; j-- {
			ids[j-1], ids[j] = ids[j], ids[j-1]
		}
	}
}

// slab draws one stretch with its pieces.
func (b *Builder) slab(id uint32, now bool) Slab {
	s := b.m.CUDA.State
	x := s.Extents.At(id)
	v := Slab{Address: x.Start, Bytes: x.Bytes, Kind: SlabBlock}
	switch {
	case x.Kind == cuda.Host:
		v.Kind = SlabHost
	case (x.Kind == cuda.SlabOf || x.Kind == cuda.HostSlab) && x.Slab == 0: // about to become one
		v.Kind, v.Now = SlabShared, now
		v.Pieces = []Piece{{Bytes: x.Bytes, Now: now}}
		return v
	case x.Slab != 0:
		v.Kind = SlabShared
		v.Now = now && b.event.Kind == event.SlabNew
		changed := changedPiece(b.event)
		for p := s.Slabs.At(x.Slab).First; p != 0 && len(v.Pieces) < maxPieces; p = s.Pieces.At(p).Above {
			piece := s.Pieces.At(p)
			at := uint64(piece.Start) * cuda.Granule
			v.Pieces = append(v.Pieces, Piece{
				Offset: at, Bytes: uint64(piece.Len) * cuda.Granule, Live: piece.Live != 0,
				Name: b.nameAt(x.Start+at, piece.Live != 0), Now: p == changed,
			})
		}
		return v
	}
	v.Now = now
	v.Pieces = []Piece{{Bytes: x.Bytes, Live: true, Name: b.nameAt(x.Start, true), Now: now}}
	return v
}

// changedExtent is the extent that an event is about, 0 = none.
func changedExtent(s *cuda.State, e *event.Event) uint32 {
	if e == nil {
		return 0
	}
	switch e.Kind {
	case event.ExtentTake, event.ExtentGive:
		return e.Subject
	case event.SlabNew:
		return event.SlabOf(e).Extent
	case event.HoleTake:
		return slabExtent(s, event.PieceOf(e).Slab)
	case event.HoleGive:
		if p := s.Pieces.At(e.Subject); p.Len != 0 {
			return slabExtent(s, p.Slab)
		}
		if below := event.PieceOf(e).Below; below != 0 {
			return slabExtent(s, s.Pieces.At(below).Slab)
		}
	}
	return 0
}

func slabExtent(s *cuda.State, slab uint32) uint32 {
	if slab == 0 || int(slab) >= s.Slabs.Len() {
		return 0
	}
	return s.Slabs.At(slab).Extent
}

// changedPiece is the piece that an event is about.
func changedPiece(e *event.Event) uint32 {
	if e == nil {
		return 0
	}
	switch e.Kind {
	case event.HoleTake:
		return e.Subject
	case event.HoleGive:
		if below := event.PieceOf(e).Below; below != 0 {
			return below
		}
		return e.Subject
	}
	return 0
}

// pointers collects the program's variables that hold addresses of the card.
func (b *Builder) pointers(r *Runtime) {
	now := uint64(0)
	if b.event != nil && b.row != nil && b.event.Kind == event.Return {
		now = event.ReturnOf(b.event).Out[0]
	}
	list := b.variables
	if len(list) > maxPointers {
		list = list[len(list)-maxPointers:]
	}
	for _, v := range list {
		if v.Value == 0 {
			continue
		}
		p := Pointer{Name: v.Name, Address: v.Value, ID: v.Name, State: PointerLive}
		bytes, live := b.allocation(v.Value)
		p.Bytes = bytes
		if !live {
			p.State = PointerFreed
		}
		if now != 0 && v.Value == now {
			p.State, p.Now = PointerNew, true
		}
		r.Pointers = append(r.Pointers, p)
	}
}

// nameAt is the variable that points to a live piece.
func (b *Builder) nameAt(address uint64, live bool) string {
	if !live {
		return ""
	}
	for i := range b.variables {
		if b.variables[i].Value == address {
			return b.variables[i].Name
		}
	}
	return ""
}

// allocation is the size of the live allocation that begins at an address.
func (b *Builder) allocation(address uint64) (bytes uint64, live bool) {
	place := b.m.CUDA.Locate(b.process, address)
	if place.Live {
		return place.Asked, true
	}
	return 0, false
}
