package scenario

import (
	"strconv"

	"pagewalk/engine/isa"
)

// kind sorts types. The arithmetic kinds stand in order of rank.
type kind uint8

const (
	voidKind kind = iota
	boolKind
	charKind
	ucharKind
	shortKind
	ushortKind
	intKind
	uintKind
	longKind
	ulongKind
	llongKind
	ullongKind
	floatKind
	doubleKind
	pointerKind
	arrayKind
	structKind // union has the flag
	functionKind
	badKind // the type of what was already reported; it agrees with everything
)

// ctype is a type. Layout is that of x86-64 Linux: long and pointers are eight
// bytes, alignment is size.
type ctype struct {
	kind     kind
	union    bool
	complete bool // a struct whose fields are known, an array whose length is
	variadic bool
	align    uint32
	size     uint64
	count    uint64   // of an array
	elem     *ctype   // of a pointer or array; result of a function
	fields   []field  // of a struct
	params   []*ctype // of a function
	name     string   // as messages write it, where it has one
}

type field struct {
	name   string
	typ    *ctype
	offset uint64
}

// maxObject bounds the size of one object of the program.
const maxObject = maxMemory

var (
	voidType   = &ctype{kind: voidKind, align: 1, name: "void"}
	boolType   = basic(boolKind, 1, "bool")
	charType   = basic(charKind, 1, "char")
	ucharType  = basic(ucharKind, 1, "unsigned char")
	shortType  = basic(shortKind, 2, "short")
	ushortType = basic(ushortKind, 2, "unsigned short")
	intType    = basic(intKind, 4, "int")
	uintType   = basic(uintKind, 4, "unsigned int")
	longType   = basic(longKind, 8, "long")
	ulongType  = basic(ulongKind, 8, "unsigned long")
	llongType  = basic(llongKind, 8, "long long")
	ullongType = basic(ullongKind, 8, "unsigned long long")
	floatType  = basic(floatKind, 4, "float")
	doubleType = basic(doubleKind, 8, "double")
	badType    = basic(badKind, 8, "?")
	voidPtr    = pointerTo(voidType)
)

func basic(k kind, size uint64, name string) *ctype {
	return &ctype{kind: k, size: size, align: uint32(size), complete: true, name: name}
}

func pointerTo(t *ctype) *ctype {
	return &ctype{kind: pointerKind, size: 8, align: 8, complete: true, elem: t}
}

func arrayOf(t *ctype, n uint64) *ctype {
	return &ctype{kind: arrayKind, size: t.size * n, align: t.align, complete: true, elem: t, count: n}
}

func (t *ctype) integer() bool {
	return t.kind >= boolKind && t.kind <= ullongKind || t.kind == badKind
}
func (t *ctype) floating() bool   { return t.kind == floatKind || t.kind == doubleKind }
func (t *ctype) arithmetic() bool { return t.integer() || t.floating() }
func (t *ctype) pointer() bool    { return t.kind == pointerKind }
func (t *ctype) scalar() bool     { return t.arithmetic() || t.pointer() }
func (t *ctype) bad() bool        { return t.kind == badKind }

// unsigned says whether values of an integer type are never negative.
func (t *ctype) unsigned() bool {
	switch t.kind {
	case boolKind, ucharKind, ushortKind, uintKind, ulongKind, ullongKind, pointerKind:
		return true
	}
	return false
}

// cell says how values of the type lie in memory and in a register.
func (t *ctype) cell() isa.Cell {
	switch t.kind {
	case boolKind, ucharKind:
		return isa.U8
	case charKind:
		return isa.I8
	case shortKind:
		return isa.I16
	case ushortKind:
		return isa.U16
	case intKind:
		return isa.I32
	case uintKind:
		return isa.U32
	case longKind, llongKind:
		return isa.I64
	case floatKind:
		return isa.F32
	case doubleKind:
		return isa.F64
	}
	return isa.U64
}

// promoted is the type in which an operand computes: at least int.
func (t *ctype) promoted() *ctype {
	if t.kind >= boolKind && t.kind < intKind {
		return intType
	}
	return t
}

// common is the type in which two arithmetic operands meet.
func common(a, b *ctype) *ctype {
	if a.bad() || b.bad() {
		return badType
	}
	a, b = a.promoted(), b.promoted()
	if a.kind < b.kind {
		a, b = b, a
	}
	if b.unsigned() && !a.unsigned() && a.size == b.size && !a.floating() {
		if a.kind == llongKind {
			return ullongType
		}
		return ulongType
	}
	if a.name != "" && a.kind <= doubleKind {
		return plain[a.kind]
	}
	return a
}

// plain gives the unnamed type of an arithmetic kind, so that the sum of two
// enumerators is an int.
var plain = [...]*ctype{
	voidKind: voidType, boolKind: boolType, charKind: charType, ucharKind: ucharType, shortKind: shortType, ushortKind: ushortType,
	intKind: intType, uintKind: uintType, longKind: longType, ulongKind: ulongType, llongKind: llongType, ullongKind: ullongType,
	floatKind: floatType, doubleKind: doubleType,
}

// same says whether two types are one and the same. Structs are the same when
// they are one declaration, or have one name: a program may print again the
// declaration of a struct that the prelude also knows.
func same(a, b *ctype) bool {
	if a == b || a.bad() || b.bad() {
		return true
	}
	if a.kind != b.kind {
		return false
	}
	switch a.kind {
	case pointerKind:
		return same(a.elem, b.elem)
	case arrayKind:
		return same(a.elem, b.elem) && a.count == b.count
	case structKind:
		return a.name != "" && a.name == b.name
	case functionKind:
		if len(a.params) != len(b.params) || !same(a.elem, b.elem) {
			return false
		}
		for i := range a.params {
			if !same(a.params[i], b.params[i]) {
				return false
			}
		}
	}
	return true
}

// String writes the type as a message does.
func (t *ctype) String() string {
	if t.name != "" {
		return t.name
	}
	switch t.kind {
	case pointerKind:
		s := t.elem.String()
		if t.elem.pointer() {
			return s + "*"
		}
		return s + " *"
	case arrayKind:
		dims := ""
		for ; t.kind == arrayKind; t = t.elem {
			dims += "[" + strconv.FormatUint(t.count, 10) + "]"
		}
		return t.String() + " " + dims
	case structKind:
		return "struct"
	case functionKind:
		return "function"
	}
	return "?"
}

// layOut gives each field its offset and the struct its size.
func (t *ctype) layOut(fields []field) {
	var end uint64
	t.align = 1
	for i := range fields {
		f := &fields[i]
		a := uint64(max(f.typ.align, 1))
		t.align = max(t.align, uint32(a))
		if t.union {
			t.size = max(t.size, f.typ.size)
			continue
		}
		f.offset = (end + a - 1) / a * a
		end = f.offset + f.typ.size
		t.size = end
	}
	a := uint64(t.align)
	t.size = (t.size + a - 1) / a * a
	t.fields, t.complete = fields, true
}

// find gives a field by name, looking through nameless struct members.
func (t *ctype) find(name string) (field, bool) {
	for _, f := range t.fields {
		if f.name == name {
			return f, true
		}
		if f.name == "" && f.typ.kind == structKind {
			if g, ok := f.typ.find(name); ok {
				g.offset += f.offset
				return g, true
			}
		}
	}
	return field{}, false
}
