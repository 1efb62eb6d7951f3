package driver

import "pagewalk/engine/state"

// Object is a memory object of the resource manager (RM): some bytes of
// physical memory and the number of those who hold it. RM's client holds it
// once, UVM's mapping once more; the memory goes back when the last lets go.
type Object struct {
	Bytes   uint64 // rounded
	VA      uint64 // while cached: where it is still mapped
	Runs    uint32 // first node of its list of runs, in order of address
	Tail    uint32 // last node
	Next    uint32 // cache list, newest first; pool link of a free node
	Prev    uint32
	Holders uint32
	Space   uint16
	Class   Class
	Cached  uint8
	_       [3]uint64
}

// Class says what kind of memory an object is.
type Class uint8

const (
	NoObject     Class = iota
	Vidmem             // NV01_MEMORY_LOCAL_USER
	SystemMemory       // NV01_MEMORY_SYSTEM_OS_DESCRIPTOR
)

// Run is a piece of an object that is contiguous in physical memory, counted
// in pages of 4 KiB.
type Run struct {
	First, Pages uint32
	Chunk        uint32 // the PMM chunk it came from (textbook), or 0
	Next         uint32
}

// Head holds what is single: pools of ids, the cache, and sums in bytes.
type Head struct {
	Objects, Runs state.Pool
	CacheNewest   uint32
	CacheOldest   uint32
	LiveBytes     uint64 // of objects in use
	CachedBytes   uint64
	Hits, Puts    uint32
	Trims         uint32
	Live          uint32
	_             uint64
}

// State is the layer's state.
type State struct {
	Head    state.Column[Head]
	Objects state.Column[Object]
	Runs    state.Column[Run]
}

func newState() *State {
	return &State{Head: state.New[Head](1), Objects: state.New[Object](1), Runs: state.New[Run](1)}
}

// Columns adds the layer's columns to a set.
func (d *Driver) Columns(set *state.Set) {
	set.Add(&d.State.Head, &d.State.Objects, &d.State.Runs)
}
