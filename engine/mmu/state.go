package mmu

import "pagewalk/engine/state"

// maxClasses is the number of table sizes that one format may have.
const maxClasses = 4

// spaces is the number of address spaces.
const spaces = 256

// A table's id holds its pool in the low two bits and its row there above
// them. Row 0 of every pool is nobody, so id 0 means "no table".
func idOf(class uint8, row uint32) uint32 { return row<<2 | uint32(class) }
func classOf(id uint32) uint8             { return uint8(id & 3) }
func rowOf(id uint32) uint32              { return id >> 2 }

// State is everything that the layer remembers. Contents of tables are pools
// of rows by table size (4 KiB, and 256 bytes for tables of 64K pages), with a
// pool of their own for directories. A directory has a mirror besides, the
// same row of Mirror: the ids of its children, as the driver keeps them in host
// memory.
type State struct {
	Head   state.Column[Head]
	Spaces state.Column[Space]
	Tables [maxClasses]state.Column[Table]
	Words  [maxClasses]state.Column[uint64]
	Mirror state.Column[uint32]
}

// Head says which rows are free.
type Head struct {
	Rows [maxClasses]state.Pool
	Live uint32 // tables in use
	Pad  [7]uint32
}

// Space is one address space: the table its walk begins at.
type Space struct {
	Root uint32
}

// Table is one page table or directory. A freed one is all zero but Parent,
// the next freed row of its pool.
type Table struct {
	Address uint64 // physical
	VA      uint64 // first address that it covers
	Handle  uint32 // of the memory it occupies, for giving it back
	Parent  uint32
	Slot    uint32 // place in the parent's mirror
	Refs    uint32 // entries held, and child tables
	Space   uint16
	Level   uint8
	Live    uint8
	Pad     [7]uint32
}

func newState() *State {
	s := &State{Head: state.New[Head](1), Spaces: state.New[Space](spaces), Mirror: state.New[uint32](1)}
	for c := range s.Tables {
		s.Tables[c] = state.New[Table](1)
		s.Words[c] = state.New[uint64](1)
	}
	return s
}

// Columns adds the layer's columns to a set.
func (s *State) Columns(set *state.Set) {
	set.Add(&s.Head, &s.Spaces)
	for c := range s.Tables {
		set.Add(&s.Tables[c], &s.Words[c])
	}
	set.Add(&s.Mirror)
}
