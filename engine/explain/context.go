package explain

import (
	"pagewalk/engine/profile"
	"pagewalk/engine/target"
)

// Context answers what the numbers of an event mean on this machine and in
// this run. Every answer may be the zero value, "not known"; the sentence then
// says less. Answers should not depend on where the reader stands, so that an
// event reads the same from everywhere; where an implementation looks at the
// present state (the place of a chunk), it answers "not known" if that state
// no longer fits.
type Context interface {
	// Profile is the machine as data. It is never nil.
	Profile() *profile.Profile
	// Row tells of a call of the program.
	Row(row uint32) Row
	// Chunk tells where a chunk lies.
	Chunk(id uint32) Chunk
	// Table tells which page table it is.
	Table(id uint32) Table
	// Name is the program's variable that holds an address, or "".
	Name(address uint64) string
	// Text is a text that the program printed or noted, by its index.
	Text(index uint32) string
}

// Row is a call as the program wrote it, and the reason for its answer.
type Row struct {
	Text string // "cudaMalloc(&a, 4096)"; "" = the name of Op stands for it
	Op   target.Op
	Why  target.Why
}

// Chunk is the place of a chunk in the tree of its root.
type Chunk struct {
	Known  bool
	Page   uint32 // its root: number of the 2 MiB page
	IsRoot bool
	Index  uint32 // among its siblings
	Bytes  uint64
}

// Table is a page table: its level in the format, root first, and the first
// address that it covers.
type Table struct {
	Known bool
	Level int
	VA    uint64
}

// Bare is a Context that knows the machine and nothing of the run.
type Bare struct{ Machine *profile.Profile }

// Profile is the machine as data.
func (b Bare) Profile() *profile.Profile { return b.Machine }

// Row knows nothing.
func (Bare) Row(uint32) Row { return Row{} }

// Chunk knows nothing.
func (Bare) Chunk(uint32) Chunk { return Chunk{} }

// Table knows nothing.
func (Bare) Table(uint32) Table { return Table{} }

// Name knows nothing.
func (Bare) Name(uint64) string { return "" }

// Text knows nothing.
func (Bare) Text(uint32) string { return "" }
