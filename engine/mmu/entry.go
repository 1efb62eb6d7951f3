package mmu

import "pagewalk/engine/profile"

// Names of package profile that every user of this one needs.
type (
	Format   = profile.Format
	Aperture = profile.Aperture
	Flags    = profile.Flags
)

// Raw is an entry as it lies in memory: one 8-byte word, or two (low word
// first) where entries have 16 bytes.
type Raw [2]uint64

// Entry is what an entry says, in terms that all formats share. A leaf and a
// directory entry with one pointer use Half[0]; a dual directory entry uses
// Half[0] for its table of big pages and Half[1] for its table of small ones.
type Entry struct {
	State profile.EntryState
	Half  [2]Half
	Kind  uint8
	Peer  uint8
	Size  uint8 // version 1: how much of the page table exists
	Tag   uint32
}

// Half is one pointer of an entry.
type Half struct {
	Aperture Aperture
	Address  uint64
	Flags    Flags
}

// present says whether the entry leads anywhere.
func (e *Entry) present() bool { return e.State == profile.Leaf || e.State == profile.Directory }

// layoutOf gives the fields that an entry of the given state has at a level:
// whatever is no leaf of a directory is shown with the directory's fields.
func layoutOf(l *profile.Level, s profile.EntryState) *profile.Layout {
	if l.Directory == nil || s == profile.Leaf {
		return l.Leaf
	}
	return l.Directory
}

// stateOf finds the first pattern that an entry matches; an entry without any
// is invalid.
func stateOf(l *profile.Level, w Raw) profile.EntryState {
	for i := range l.States {
		if l.States[i].Matches(w[0], w[1]) {
			return l.States[i].Is
		}
	}
	return profile.Invalid
}

// take reads the bits of a field.
func take(w Raw, f *profile.Field) uint64 {
	return w[f.Lo>>6] >> (f.Lo & 63) & (1<<f.Width() - 1)
}

// put writes the bits of a field; v must fit.
func put(w *Raw, f *profile.Field, v uint64) {
	w[f.Lo>>6] |= v & (1<<f.Width() - 1) << (f.Lo & 63)
}

// Decode reads an entry of a table of the given level. Every word has a
// meaning, if only "invalid"; bits outside the fields are ignored.
func Decode(f *Format, level int, w Raw) Entry {
	l := &f.Levels[level]
	e := Entry{State: stateOf(l, w)}
	fields := layoutOf(l, e.State).Fields
	e.Half[0].Aperture, e.Half[1].Aperture = f.Home, profile.NoAperture
	for i := range fields {
		if fields[i].Role == profile.RoleAperture {
			e.Half[fields[i].Half].Aperture = apertureOf(&fields[i], take(w, &fields[i]))
		}
	}
	for i := range fields {
		fd := &fields[i]
		h := &e.Half[fd.Half]
		if fd.When.Has(h.Aperture) {
			decodeField(&e, h, fd, take(w, fd))
		}
	}
	return e
}

func apertureOf(fd *profile.Field, code uint64) Aperture {
	for i := range fd.Values {
		if fd.Values[i].N == code {
			return fd.Values[i].Aperture
		}
	}
	return profile.NoAperture
}

func decodeField(e *Entry, h *Half, fd *profile.Field, v uint64) {
	switch fd.Role {
	case profile.RoleAddress:
		h.Address |= v << fd.Shift
	case profile.RoleFlag:
		if (v != 0) != (fd.Invert && e.present()) {
			h.Flags |= fd.Flag
		}
	case profile.RoleBits:
		for _, b := range fd.Bits {
			if v>>b.Bit&1 != 0 {
				h.Flags |= b.Flag
			}
		}
	case profile.RoleKind:
		e.Kind = uint8(v)
	case profile.RolePeer:
		e.Peer = uint8(v)
	case profile.RoleTag:
		e.Tag = uint32(v)
	case profile.RoleSize:
		e.Size = uint8(v)
	}
}

// Encode writes an entry for a table of the given level. What the format has
// no field for is left out; ok is false when an address does not fit, or when
// the level knows no such state or aperture.
func Encode(f *Format, level int, e *Entry) (w Raw, ok bool) {
	l := &f.Levels[level]
	pattern := patternOf(l, e.State)
	layout := layoutOf(l, e.State)
	if pattern == nil || layout == nil {
		return w, false
	}
	ok = true
	var held [2]uint64 // address bits that found a field, by half
	for i := range layout.Fields {
		fd := &layout.Fields[i]
		h := &e.Half[fd.Half]
		if !fd.When.Has(h.Aperture) {
			continue
		}
		v, known := encodeField(e, h, fd)
		ok = ok && known
		put(&w, fd, v)
		if fd.Role == profile.RoleAddress {
			held[fd.Half] |= (1<<fd.Width() - 1) << fd.Shift
		}
	}
	for i, h := range e.Half {
		ok = ok && h.Address&^held[i] == 0
	}
	for i := range w {
		w[i] = w[i]&^pattern.Mask[i] | pattern.Bits[i]
	}
	if e.State == profile.Directory && stateOf(l, w) != profile.Directory {
		return w, false // both pointers are missing
	}
	return w, ok
}

func patternOf(l *profile.Level, s profile.EntryState) *profile.State {
	for i := range l.States {
		if l.States[i].Is == s {
			return &l.States[i]
		}
	}
	return nil
}

func encodeField(e *Entry, h *Half, fd *profile.Field) (v uint64, ok bool) {
	switch fd.Role {
	case profile.RoleAperture:
		for i := range fd.Values {
			if fd.Values[i].Aperture == h.Aperture {
				return fd.Values[i].N, true
			}
		}
		return 0, e.State != profile.Leaf && e.State != profile.Directory
	case profile.RoleAddress:
		return h.Address >> fd.Shift, true
	case profile.RoleFlag:
		if (h.Flags&fd.Flag != 0) != (fd.Invert && e.present()) {
			v = 1
		}
	case profile.RoleBits:
		for _, b := range fd.Bits {
			if h.Flags&b.Flag != 0 {
				v |= 1 << b.Bit
			}
		}
	case profile.RoleKind:
		v = uint64(e.Kind)
	case profile.RolePeer:
		v = uint64(e.Peer)
	case profile.RoleTag:
		v = uint64(e.Tag)
	case profile.RoleSize:
		v = uint64(e.Size)
	}
	return v, v>>fd.Width() == 0
}
