// Package trim takes out of a WebAssembly module that Go made what a page never
// uses. It works on the linked module, in three steps.
//
// Stub empties functions: those of the runtime that trace, profile, debug the
// scheduler or print crashes, which never.go lists with reasons, and the
// compiler's comparisons of structures that nothing compares. A function that
// is called after all stops the instance, and the page makes a new one, as it
// does after any crash; a panic that is recovered works as before. The runtime's
// list is a judgement, checked by runs with many collections; the rest follows
// from what the module calls.
//
// Lines clears tables. The linker gives every function two that map places in
// the code to source files and lines, and a name, for nothing but the text of a
// traceback. They are found by the layout of runtime/symtab.go (magic number
// 0xfffffff1, Go 1.20 on) and overwritten; of an emptied function all tables are.
//
// Join writes the data section anew with few long segments: the linker's tens
// of thousands of short ones cost more than the zeros between them.
//
// Together they take a quarter off what goes over the wire. Where the layout is
// not what this package knows, the module is left alone and ok is false.
package trim

import (
	"bytes"
	"encoding/binary"
)

// magic begins the table of functions: version, then zeros, quantum 1, pointer
// size 8.
var magic = []byte{0xf1, 0xff, 0xff, 0xff, 0, 0, 1, 8}

// Lines overwrites the line tables in place, and all tables of the functions
// that are emptied, and gives how many bytes they had.
func Lines(module []byte, emptied []bool) (removed int, ok bool) {
	m, ok := load(module)
	if !ok {
		return 0, false
	}
	t, ok := m.functions()
	if !ok || emptied != nil && len(emptied) != t.count {
		return 0, false
	}
	return t.clear(emptied), true
}

// image is the data section as it lies in memory; where says for each byte
// where it stands in the module, 0 = nowhere (a stretch of zeros that the
// linker left out).
type image struct {
	module []byte
	memory []byte
	where  []int32
}

// load reads the data section.
func load(module []byte) (*image, bool) {
	section, ok := section(module, data)
	if !ok {
		return nil, false
	}
	m := &image{module: module}
	return m, m.segments(section.body)
}

// segments copies each active segment to its place: flags 0, i32.const place,
// end, length, bytes.
func (m *image) segments(at int) bool {
	count, k := binary.Uvarint(m.module[at:])
	at += k
	for range count {
		if m.module[at] != 0 || m.module[at+1] != 0x41 {
			return false
		}
		place, k := signed(m.module[at+2:])
		at += 3 + k
		n, k := binary.Uvarint(m.module[at:])
		at += k
		end := place + int(n)
		if end > len(m.memory) {
			m.memory = append(m.memory, make([]byte, end-len(m.memory))...)
			m.where = append(m.where, make([]int32, end-len(m.where))...)
		}
		copy(m.memory[place:], m.module[at:at+int(n)])
		for i := range int(n) {
			m.where[place+i] = int32(at + i)
		}
		at += int(n)
	}
	return true
}

// signed reads a signed LEB128 number.
func signed(b []byte) (n, length int) {
	shift := 0
	for {
		c := b[length]
		length++
		n |= int(c&0x7f) << shift
		shift += 7
		if c < 0x80 {
			if c&0x40 != 0 {
				n -= 1 << shift
			}
			return n, length
		}
	}
}

// tables are the runtime's tables of functions.
type tables struct {
	*image
	count   int    // functions
	names   [2]int // where the names of functions begin and end
	numbers int    // place of the table of numbers (pctab)
	funcs   int    // place of the functions (pclntab)
	keep    []bool
}

// functions finds the tables: the header holds, after eight bytes, the number
// of functions and files, a base, and the offsets of names, units, files,
// numbers and functions.
func (m *image) functions() (*tables, bool) {
	start := bytes.Index(m.memory, magic)
	if start < 0 || bytes.Contains(m.memory[start+1:], magic) {
		return nil, false
	}
	word := func(i int) int { return int(binary.LittleEndian.Uint64(m.memory[start+8+8*i:])) }
	t := &tables{image: m, count: word(0), numbers: start + word(6), funcs: start + word(7)}
	t.names = [2]int{start + word(3), start + word(6)} // names, units, files
	if t.numbers <= start || t.funcs <= t.numbers || t.funcs >= len(m.memory) || t.count <= 0 || t.count > 1<<20 {
		return nil, false
	}
	t.keep = make([]bool, t.funcs-t.numbers)
	return t, true
}

func (t *tables) u32(at int) int { return int(binary.LittleEndian.Uint32(t.memory[at:])) }

// fields of a function's record, in bytes from its start (runtime2.go, _func).
const (
	fieldName  = 4
	fieldSP    = 16
	fieldFile  = 20
	fieldLine  = 24
	fieldCount = 28 // number of further tables
	fieldUnit  = 32
	fieldStart = 36 // line at which the function starts
	fixed      = 44

	fieldData = 43 // one byte: number of pointers to data, after the tables

	// stackMap is the one further table that is used: which words of a frame
	// are pointers. The others say where a thread may be stopped by a signal,
	// which a browser never does, and what a traceback prints (internal/abi,
	// PCDATA_UnsafePoint, _InlTreeIndex, _ArgLiveIndex).
	stackMap = 1
)

// printed are the data of a function that only a traceback reads: what was
// inlined, and its arguments (internal/abi, FUNCDATA_InlTree, _ArgInfo,
// _ArgLiveInfo).
var printed = [...]int{3, 5, 6}

// clear overwrites what only the two line tables of any function use, and says
// so in the functions' records: table 0 is "none".
func (t *tables) clear(emptied []bool) (removed int) {
	gone := func(i int) bool { return emptied != nil && emptied[i] }
	for i := range t.count {
		if f := t.record(i); !gone(i) {
			t.mark(t.u32(f + fieldSP))
			if t.u32(f+fieldCount) > stackMap {
				t.mark(t.u32(f + fixed + 4*stackMap))
			}
		}
	}
	for i := range t.count {
		f := t.record(i)
		fields := []int{fieldFile, fieldLine}
		if gone(i) {
			fields = append(fields, fieldSP)
		}
		for k := range t.u32(f + fieldCount) {
			if k != stackMap || gone(i) {
				fields = append(fields, fixed+4*k)
			}
		}
		for _, field := range fields {
			removed += t.wipe(t.u32(f + field))
			t.fill(f+field, 4, 0)
		}
		for _, field := range [...]int{fieldName, fieldUnit, fieldStart} {
			t.fill(f+field, 4, 0)
		}
		t.clearData(f, gone(i))
	}
	return removed + t.clearNames()
}

// clearData says in a record that there are no data, or none of those that are
// printed: all ones are "none".
func (t *tables) clearData(f int, all bool) {
	first := f + fixed + 4*t.u32(f+fieldCount)
	count := int(t.memory[f+fieldData])
	if all {
		t.fill(first, 4*count, 0xff)
		return
	}
	for _, k := range printed {
		if k < count {
			t.fill(first+4*k, 4, 0xff)
		}
	}
}

// clearNames overwrites the names of functions and files. A name at offset 0 is
// empty, and so is each of them now.
func (t *tables) clearNames() (removed int) {
	for at := t.names[0]; at < t.names[1]; at++ {
		if w := t.where[at]; w != 0 && t.module[w] != 0 {
			t.module[w] = 0
			removed++
		}
	}
	return removed
}

// record is the place of function i: the table of functions begins with pairs
// of (entry, offset).
func (t *tables) record(i int) int { return t.funcs + t.u32(t.funcs+8*i+4) }

// extent is the length of the number table at an offset: pairs of varints up
// to a zero value that is not the first.
func (t *tables) extent(offset int) int {
	at := t.numbers + offset
	for first := true; ; first = false {
		value, k := binary.Uvarint(t.memory[at:])
		at += k
		if value == 0 && !first {
			return at - t.numbers - offset
		}
		_, k = binary.Uvarint(t.memory[at:])
		at += k
	}
}

func (t *tables) mark(offset int) {
	if offset == 0 {
		return
	}
	for i := range t.extent(offset) {
		t.keep[offset+i] = true
	}
}

func (t *tables) wipe(offset int) (removed int) {
	if offset == 0 || t.memory[t.numbers+offset] == 0 && t.memory[t.numbers+offset+1] == 0 {
		return 0
	}
	n := t.extent(offset)
	for i := range n {
		if at := t.numbers + offset + i; !t.keep[offset+i] && t.where[at] != 0 {
			t.module[t.where[at]] = 0
			removed++
		}
	}
	return removed
}

// fill overwrites bytes in the module only: the memory is still being read.
func (t *tables) fill(at, n int, value byte) {
	for i := at; i < at+n; i++ {
		if t.where[i] != 0 {
			t.module[t.where[i]] = value
		}
	}
}
