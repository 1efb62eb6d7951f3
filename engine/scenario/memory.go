package scenario

import "pagewalk/engine/isa"

// The address space of a program, as on x86-64: constants and variables low,
// the heap above them, the stack at the top growing down. What the driver
// makes (pinned host memory) lies where the target says.
const (
	readOnlyBase = isa.ReadOnlyBase
	globalsBase  = 0x1000_0000
	heapBase     = 0x5555_5600_0000
	stackTop     = 0x7FFF_FFFF_F000
	maxStack     = 8 << 20
	maxMemory    = 128 << 20 // live bytes of the heap, and of any one object
	pageBytes    = 512
)

// areaKind says what a stretch of memory is.
type areaKind uint8

const (
	readOnlyArea areaKind = iota
	globalsArea
	stackArea
	heapArea
	adoptedArea
)

// area is a stretch of the program's memory. A heap block that was freed keeps
// its area without bytes, so that a use after free can be named.
type area struct {
	base, size uint64
	bytes      []byte
	saved      []uint32 // by page: the delta during which it was last set aside
	line       uint32   // of a heap block: where it was allocated
	freed      uint32   // of a heap block: line that freed it, + 1
	kind       areaKind
}

func (a *area) holds(addr, n uint64) bool {
	return addr >= a.base && n <= a.size && addr-a.base <= a.size-n
}

func newArea(kind areaKind, base, size uint64) area {
	a := area{kind: kind, base: base, size: size, bytes: make([]byte, size)}
	a.saved = make([]uint32, (size+pageBytes-1)/pageBytes)
	return a
}

// find gives the area that holds n bytes at addr; nil if none does. Live heap
// blocks only.
func (v *VM) find(addr, n uint64) *area {
	switch {
	case v.stack.holds(addr, n):
		return &v.stack
	case v.globals.holds(addr, n):
		return &v.globals
	case v.hot != nil && v.hot.bytes != nil && v.hot.holds(addr, n):
		return v.hot
	case addr >= heapBase && len(v.heap) > 0 && addr < v.heap[len(v.heap)-1].base+v.heap[len(v.heap)-1].size+1:
		if a := v.block(addr); a != nil && a.freed == 0 && a.holds(addr, n) {
			v.hot = a
			return a
		}
		return nil
	case v.readOnly.holds(addr, n):
		return &v.readOnly
	}
	for i := range v.adopted {
		if a := &v.adopted[i]; a.freed == 0 && a.holds(addr, n) {
			return a
		}
	}
	return nil
}

// block gives the heap block, live or freed, at or below addr.
func (v *VM) block(addr uint64) *area {
	lo, hi := 0, len(v.heap)
	for lo < hi {
		mid := (lo + hi) / 2
		if v.heap[mid].base <= addr {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	if lo == 0 {
		return nil
	}
	return &v.heap[lo-1]
}

// touch sets aside the pages of an area that are about to be written, for the
// delta that is open.
func (v *VM) touch(a *area, offset, n uint64) {
	if !v.recording || n == 0 {
		return
	}
	for p := offset / pageBytes; p <= (offset+n-1)/pageBytes; p++ {
		if a.saved[p] != v.epoch {
			a.saved[p] = v.epoch
			v.strain++
			v.aside.add().keep(a.base+p*pageBytes, a.bytes[p*pageBytes:min((p+1)*pageBytes, a.size)])
		}
	}
}

// load reads a register of a cell; false if that memory is not the program's.
func (v *VM) load(addr uint64, k isa.Cell) (uint64, bool) {
	n := isa.Bytes[k]
	a := v.find(addr, n)
	if a == nil || a.kind == adoptedArea && !v.reaches(addr, n, false) {
		return 0, false
	}
	b := a.bytes[addr-a.base:]
	switch n {
	case 1:
		return isa.Extend(uint64(b[0]), k), true
	case 2:
		return isa.Extend(uint64(b[0])|uint64(b[1])<<8, k), true
	case 4:
		return isa.Extend(uint64(get32(b)), k), true
	}
	return get64(b), true
}

// store writes a register; false if that memory may not be written.
func (v *VM) store(addr uint64, k isa.Cell, x uint64) bool {
	n := isa.Bytes[k]
	a := v.find(addr, n)
	if a == nil || a.kind == readOnlyArea || a.kind == adoptedArea && !v.reaches(addr, n, true) {
		return false
	}
	offset := addr - a.base
	v.touch(a, offset, n)
	b := a.bytes[offset:]
	switch n {
	case 1:
		b[0] = byte(x)
	case 2:
		b[0], b[1] = byte(x), byte(x>>8)
	case 4:
		put32(b, uint32(x))
	default:
		put64(b, x)
	}
	return true
}

// write gives n bytes at addr for writing by the program.
func (v *VM) write(addr, n uint64) ([]byte, bool) {
	if a := v.find(addr, n); a != nil && a.kind == adoptedArea && !v.reaches(addr, n, true) {
		return nil, false
	}
	return v.change(addr, n)
}

// change gives n bytes at addr for writing, whoever can reach them.
func (v *VM) change(addr, n uint64) ([]byte, bool) {
	a := v.find(addr, n)
	if a == nil || a.kind == readOnlyArea {
		return nil, false
	}
	v.touch(a, addr-a.base, n)
	return a.bytes[addr-a.base:][:n:n], true
}

// read gives n bytes at addr for reading.
func (v *VM) read(addr, n uint64) ([]byte, bool) {
	a := v.find(addr, n)
	if a == nil || a.kind == adoptedArea && !v.reaches(addr, n, false) {
		return nil, false
	}
	return a.bytes[addr-a.base:][:n:n], true
}

// text reads a string; false if it does not end inside the program's memory.
func (v *VM) text(addr uint64) (string, bool) {
	a := v.find(addr, 1)
	if a == nil {
		return "", false
	}
	b := a.bytes[addr-a.base:]
	for i, c := range b {
		if c == 0 {
			return string(b[:i]), a.kind != adoptedArea || v.reaches(addr, uint64(i)+1, false)
		}
	}
	return "", false
}

// Bytes gives the n bytes at addr; false if they are not all the program's.
// It is part of target.Memory. What is written there belongs to the delta that
// is open.
func (v *VM) Bytes(addr, n uint64) ([]byte, bool) {
	if n == 0 {
		return nil, v.find(addr, 0) != nil
	}
	if a := v.find(addr, n); a != nil && a.kind == readOnlyArea {
		return a.bytes[addr-a.base:][:n:n], true
	}
	return v.change(addr, n)
}

// Adopt adds host memory that the driver made. It is part of target.Memory.
func (v *VM) Adopt(addr uint64, b []byte) bool {
	n := uint64(len(b))
	if n == 0 || addr+n < addr || v.overlaps(addr, n) {
		return false
	}
	a := area{kind: adoptedArea, base: addr, size: n, bytes: b, saved: make([]uint32, (n+pageBytes-1)/pageBytes)}
	v.arrive(&a)
	v.adopted = append(v.adopted, a)
	v.note(change{kind: adopted, area: a})
	return true
}

// arrive makes the bytes that memory comes with part of the open delta: before,
// it is as good as zero.
func (v *VM) arrive(a *area) {
	if !v.recording {
		return
	}
	for p := range a.saved {
		page := a.bytes[p*pageBytes : min((p+1)*pageBytes, len(a.bytes))]
		if string(page) != string(zeros[:len(page)]) {
			a.saved[p] = v.epoch
			v.aside.add().keep(a.base+uint64(p)*pageBytes, nil)
		}
	}
}

var zeros [pageBytes]byte

// Adopted is how many bytes the target has given to the program and not taken
// back.
func (v *VM) Adopted() (n uint64) {
	for i := range v.adopted {
		n += v.adopted[i].size
	}
	return n
}

func (v *VM) overlaps(addr, n uint64) bool {
	for _, a := range [...]*area{&v.readOnly, &v.globals, &v.stack} {
		if addr < a.base+a.size && a.base < addr+n {
			return true
		}
	}
	for i := range v.adopted {
		if a := &v.adopted[i]; addr < a.base+a.size && a.base < addr+n {
			return true
		}
	}
	return addr < v.regs.HeapNext && addr+n > heapBase
}

// Abandon removes memory that Adopt added. It is part of target.Memory.
func (v *VM) Abandon(addr uint64) {
	for i := range v.adopted {
		if a := v.adopted[i]; a.base == addr {
			v.note(change{kind: abandoned, area: a, index: i})
			v.adopted = append(v.adopted[:i], v.adopted[i+1:]...)
			return
		}
	}
}

// Little-endian access. The compiler makes one load or store of each.

func get32(b []byte) uint32 {
	_ = b[3]
	return uint32(b[0]) | uint32(b[1])<<8 | uint32(b[2])<<16 | uint32(b[3])<<24
}

func get64(b []byte) uint64 {
	_ = b[7]
	return uint64(b[0]) | uint64(b[1])<<8 | uint64(b[2])<<16 | uint64(b[3])<<24 | uint64(b[4])<<32 | uint64(b[5])<<40 | uint64(b[6])<<48 | uint64(b[7])<<56
}

// tail64 reads a word of which the end may be missing; what is missing is zero.
func tail64(b []byte) (x uint64) {
	if len(b) >= 8 {
		return get64(b)
	}
	for k := range b {
		x |= uint64(b[k]) << (8 * k)
	}
	return x
}

func put32(b []byte, x uint32) {
	_ = b[3]
	b[0], b[1], b[2], b[3] = byte(x), byte(x>>8), byte(x>>16), byte(x>>24)
}

func put64(b []byte, x uint64) {
	_ = b[7]
	b[0], b[1], b[2], b[3], b[4], b[5], b[6], b[7] = byte(x), byte(x>>8), byte(x>>16), byte(x>>24), byte(x>>32), byte(x>>40), byte(x>>48), byte(x>>56)
}
