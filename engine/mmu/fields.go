package mmu

import (
	"strconv"

	"pagewalk/engine/profile"
)

// FieldValue is one field of an entry, ready to be shown.
type FieldValue struct {
	Name    string
	Hi, Lo  uint8
	Value   uint64 // the number in the field
	Address uint64 // RoleAddress: the physical address bits that it stands for
	Role    profile.Role
	Meaning profile.Words
}

// Fields cuts an entry of a level into its fields, lowest bit first, each with
// what its value means. Fields that do not apply to the entry's aperture are
// left out: their bits belong to another field then.
func Fields(f *Format, level int, w Raw) []FieldValue {
	l := &f.Levels[level]
	e := Decode(f, level, w)
	layout := layoutOf(l, e.State)
	out := make([]FieldValue, 0, len(layout.Fields))
	for i := range layout.Fields {
		fd := &layout.Fields[i]
		h := &e.Half[fd.Half]
		if !fd.When.Has(h.Aperture) {
			continue
		}
		v := take(w, fd)
		fv := FieldValue{Name: fd.Name, Hi: fd.Hi, Lo: fd.Lo, Value: v, Role: fd.Role, Meaning: meaning(fd, v, e.State)}
		if fd.Role == profile.RoleAddress {
			fv.Address = v << fd.Shift
			fv.Meaning = profile.Words{En: "physical " + Hex(fv.Address), Zh: "物理地址 " + Hex(fv.Address)}
		}
		out = append(out, fv)
	}
	return out
}

// meaning puts the value of a field into words; empty where a number says all.
func meaning(fd *profile.Field, v uint64, s profile.EntryState) profile.Words {
	present := s == profile.Leaf || s == profile.Directory
	if fd.Role == profile.RoleBits && present {
		return product(fd.Bits, v)
	}
	for i := range fd.Values {
		if fd.Values[i].N == v {
			return fd.Values[i].Text
		}
	}
	return profile.Words{}
}

// product names a number that is a product of flags: "read-write, atomics,
// cached …".
func product(bits []profile.FlagBit, v uint64) profile.Words {
	var w profile.Words
	for i := range bits {
		t := bits[i].Off
		if v>>bits[i].Bit&1 != 0 {
			t = bits[i].On
		}
		if i > 0 {
			w.En += ", "
			w.Zh += "，"
		}
		w.En += t.En
		w.Zh += t.Zh
	}
	return w
}

// Hex writes a number as 0x and upper-case digits.
func Hex(v uint64) string {
	s := []byte(strconv.FormatUint(v, 16))
	for i, c := range s {
		if c >= 'a' {
			s[i] = c - 'a' + 'A'
		}
	}
	return "0x" + string(s)
}

// Index is one piece of a virtual address: the bits of a level, or the offset
// in the page.
type Index struct {
	Name   string
	Hi, Lo uint8
	Value  uint64
}

// Cut cuts a virtual address into the indices on the way to the given level
// and the offset that remains under it.
func Cut(f *Format, level int, va uint64) []Index {
	var out []Index
	for i := range f.Levels {
		l := &f.Levels[i]
		if i != level && (l.Depth >= f.Levels[level].Depth) {
			continue
		}
		out = append(out, Index{l.Name, l.Hi, l.Lo, va >> l.Lo & (1<<(l.Hi-l.Lo+1) - 1)})
	}
	lo := f.Levels[level].Lo
	return append(out, Index{"offset", lo - 1, 0, va & (1<<lo - 1)})
}
