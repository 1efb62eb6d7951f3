package simt

import (
	"pagewalk/engine/isa"
	"pagewalk/engine/target"
)

// Access is what a request does.
type Access uint8

const (
	Read Access = iota
	Write
	Atomic
)

// Memory is the card's memory as warps reach it.
type Memory interface {
	// Translate finds the page of an address for an access from a processor.
	// Its reason is that of the fault if there is none.
	Translate(sm uint16, va uint64, a Access) (Page, target.Why)
	// Load and Store move bytes inside one page. at is where in the page.
	Load(p *Page, va uint64, b []byte)
	// Missing has an access that must wait for its page put its fault down, and
	// says so. Serve brings what was put down; the accesses are made again then.
	Missing(sm uint16, va uint64, a Access) bool
	Serve()
	Store(p *Page, va uint64, b []byte) target.Why
}

// Page is one translation.
type Page struct {
	VA, Bytes uint64 // the page
	Physical  uint64 // of its first byte
	Place     Place
	Level     uint8  // of the TLB that answered; Walked if none did
	Serviced  bool   // a fault was serviced first
	Cost      uint32 // tenths of a cycle
}

// Place says where the bytes of a page are.
type Place uint8

const (
	OnCard  Place = iota // at the physical address
	InHost               // in the program's memory, by address
	Nowhere              // sparse: reads give zeros, writes are dropped
)

// Walked is the Level of a translation that no TLB held.
const Walked = 0xFF

// memory executes what goes to memory by address.
func (w *warp) memory(x *Launch, in isa.Instr) {
	switch in.Op {
	case isa.Load:
		r := w.top()
		addr := *r
		w.each(x, Read, &addr, isa.Bytes[in.A], r, in)
		if w.parked {
			return
		}
		if isa.Bytes[in.A] < 8 {
			for _, l := range w.lanes() {
				r[l&31] = isa.Extend(r[l&31], in.A)
			}
		}
	case isa.Store:
		v, r := w.pop(), w.top()
		w.each(x, Write, r, isa.Bytes[in.A], v, in)
		if w.parked {
			w.g.stack++
			return
		}
		for _, l := range w.lanes() {
			r[l&31] = v[l&31]
		}
		w.g.stack -= int32(in.B)
	case isa.Atomic:
		w.atomic(x, in)
	case isa.Zero:
		var zero row
		w.span(x, w.top(), nil, uint64(uint32(in.C)), &zero)
	case isa.Copy:
		from := w.pop()
		w.span(x, w.top(), from, uint64(uint32(in.C)), nil)
	case isa.ParamCopy:
		from := *w.pop()
		var to row
		for l := range to {
			to[l] = isa.LocalBase + uint64(w.g.base) + uint64(uint32(in.C))
		}
		n := uint64(uint32(x.code[w.g.pc].C))
		w.g.pc++
		w.span(x, &to, &from, n, nil)
	}
}

// span copies n bytes, or clears them, in pieces as wide as addresses and
// length allow: up to 16 bytes an instruction, as a card's widest.
func (w *warp) span(x *Launch, to, from *row, n uint64, value *row) {
	var piece row
	x.request.upper = row{}
	bits := n
	for _, l := range w.lanes() {
		bits |= to[l&31]
		if from != nil {
			bits |= from[l&31]
		}
	}
	width := uint64(16)
	for bits&(width-1) != 0 {
		width /= 2
	}
	for at := uint64(0); at < n && x.Fault.ID == target.NoReason; at += width {
		if value != nil {
			piece = *value
		} else {
			src := *from
			for _, l := range w.lanes() {
				src[l&31] += at
			}
			w.each(x, Read, &src, width, &piece, isa.Instr{})
			if x.Fault.ID != target.NoReason {
				return
			}
		}
		dst := *to
		for _, l := range w.lanes() {
			dst[l&31] += at
		}
		w.each(x, Write, &dst, width, &piece, isa.Instr{})
	}
}

// each makes one access of every lane, whatever memory its address is in.
// Values are read into or written from r.
func (w *warp) each(x *Launch, a Access, addr *row, n uint64, r *row, in isa.Instr) {
	q := &x.request
	q.begin(a, n, in)
	x.touched.n = 0
	for _, l := range w.lanes() {
		va := addr[l&31]
		if va&(n-1) != 0 {
			x.stop(w, target.KernelMisaligned, va, uint32(l))
			return
		}
		if va < isa.SharedBase {
			if b := x.constant(va, n); b != nil && a == Read {
				q.take(l, b, r)
				continue
			}
			q.add(l, va)
			continue
		}
		if va < isa.LocalBase {
			x.touched.add(va, n)
		}
		if !w.own(x, a, va, min(n, 8), l, r, in) || n == 16 && !w.own(x, a, va+8, 8, l, &q.upper, in) {
			return
		}
	}
	if x.touched.n > 0 {
		x.share(w, a)
	}
	if q.lanes > 0 && !x.park(w, q) {
		x.global(w, q, r)
		w.asked = true
	}
}

// constant gives the bytes of the program's string constants from an address
// on; nil if it is not among them.
func (x *Launch) constant(va, n uint64) []byte {
	b := x.kernel.Program.ReadOnly
	if i := va - isa.ReadOnlyBase; i < uint64(len(b)) && i+n <= uint64(len(b)) {
		return b[i : i+n]
	}
	return nil
}

// own makes the access of one lane to shared memory, local memory or the
// arguments; false if it goes beyond them.
func (w *warp) own(x *Launch, a Access, va, n uint64, l uint8, r *row, in isa.Instr) bool {
	at := va & (isa.SharedBase - 1)
	switch window := va - at; {
	case window == isa.SharedBase && at+n <= uint64(len(x.block.shared)):
		b := x.block.shared[at : at+n]
		if a != Write {
			old := get(b)
			if a == Atomic {
				put(b, x.request.combine(l, old))
			}
			r[l&31] = old
		} else {
			put(b, r[l&31])
		}
		return true
	case window == isa.LocalBase && at+n <= uint64(len(w.local))*4 && a != Atomic:
		if a == Read {
			r[l&31] = w.localBytes(uint32(at), n, l)
		} else {
			w.setLocalBytes(uint32(at), n, l, r[l&31])
		}
		return true
	case window == isa.ParameterBase && at+n <= uint64(len(x.packed)) && a == Read:
		r[l&31] = scalar(x.packed[at:], n)
		return true
	case window == isa.SharedBase:
		x.stop(w, target.KernelShared, at, uint32(l))
		x.Fault.Limit = uint64(len(x.block.shared))
	default:
		x.stop(w, target.KernelAddress, va, uint32(l))
	}
	return false
}

// get and put are little-endian, for 1 to 8 bytes.
func get(b []byte) (v uint64) {
	for i, c := range b {
		v |= uint64(c) << (8 * i)
	}
	return v
}

func put(b []byte, v uint64) {
	for i := range b {
		b[i] = byte(v >> (8 * i))
	}
}
