package mmu

import (
	"pagewalk/engine/event"
	"pagewalk/engine/profile"
	"pagewalk/engine/state"
	"pagewalk/engine/target"
)

// TableMem is the memory of one table.
type TableMem struct {
	Address uint64 // physical
	Handle  uint32 // whatever its owner wants to see again
}

// TableMemory gives memory for page tables. It may evict, and so come back
// into this layer, before it answers.
type TableMemory interface {
	AllocTable(bytes uint32) (TableMem, target.Why)
	FreeTable(TableMem)
}

// Invalidator drops cached translations.
type Invalidator interface{ Invalidate(*Inval) }

// MMU is the page-table layer of one GPU.
type MMU struct {
	State *State
	p     *profile.Profile
	rec   *event.Recorder
	mem   TableMemory
	inv   Invalidator
	codec *codec
	batch batch
	rungs []rung
	near  near
	upper upper
	step  Step // the read that a visitor sees
	hot   hot
	stamp stamp
	skip  int // invalidations to leave out

	places map[uint64]uint32 // tables by address, for TableWord
	placed uint32            // the era that it is of

	poison uint64 // physical address of 4 KiB whose reads come back damaged, 0 = none
}

// New wires a layer without any address space.
func New(p *profile.Profile, rec *event.Recorder, mem TableMemory, inv Invalidator) *MMU {
	m := &MMU{State: newState(), p: p, rec: rec, mem: mem, inv: inv, codec: newCodec(p.MMU.Format)}
	m.build()
	m.Poison(p.MMU.Poison)
	return m
}

// Columns adds the layer's columns to a set.
func (m *MMU) Columns(set *state.Set) { m.State.Columns(set) }

// Format is the format of the tables.
func (m *MMU) Format() *Format { return m.codec.f }

// NewSpace makes the root table of an address space.
func (m *MMU) NewSpace(space uint16) target.Why {
	if space >= spaces {
		return target.Why{ID: target.BadArgument, N: [4]uint64{0, uint64(space)}}
	}
	if m.root(space) != 0 {
		panic("mmu: new space: it exists")
	}
	mem, why := m.alloc(0)
	if why.ID != target.NoReason {
		return why
	}
	m.newTable(mem, place{space: space})
	return target.Why{}
}

// FreeSpace gives back every table of an address space, whoever holds it, with
// one invalidation at the root's depth.
func (m *MMU) FreeSpace(space uint16) {
	root := m.root(space)
	if root == 0 {
		return
	}
	m.Begin(space)
	m.raze(root)
	m.batch.everything(0, true)
	m.End()
}

// raze frees a table with all below it, children first.
func (m *MMU) raze(id uint32) {
	l := m.levelOf(id)
	for slot := range l.Entries() * l.pointers {
		if c := m.child(id, slot); c != 0 {
			m.raze(c)
		}
	}
	m.clearWords(id, 0, l.Entries()*l.words)
	m.setRefs(id, 0)
	m.dropTable(id)
}

// PDB is the page-directory base of a space: the physical address of its root
// table; 0 if there is no such space.
func (m *MMU) PDB(space uint16) uint64 {
	if root := m.root(space); root != 0 {
		return m.table(root).Address
	}
	return 0
}

// Tables is the number of tables in use.
func (m *MMU) Tables() uint32 { return m.State.Head.At(0).Live }

func (m *MMU) root(space uint16) uint32 {
	if space >= spaces {
		return 0
	}
	return m.State.Spaces.At(uint32(space)).Root
}

func (m *MMU) table(id uint32) *Table { return m.State.Tables[classOf(id)].At(rowOf(id)) }

func (m *MMU) levelOf(id uint32) *level { return &m.codec.levels[m.table(id).Level] }

// child gives the id in a slot of a table's mirror.
func (m *MMU) child(id, slot uint32) uint32 {
	if !m.codec.classes[classOf(id)].directory {
		return 0
	}
	return m.State.Mirror.Get(rowOf(id)*m.codec.mirrorSlots + slot)
}

// wordAt gives the place of a table's first word in its pool.
func (m *MMU) wordAt(id uint32) uint32 { return rowOf(id) * m.codec.classes[classOf(id)].words }

// raw reads entry index of a table.
func (m *MMU) raw(id, index uint32) Raw {
	l := m.levelOf(id)
	words := &m.State.Words[classOf(id)]
	at := m.wordAt(id) + index*l.words
	if l.words == 2 {
		return Raw{words.Get(at), words.Get(at + 1)}
	}
	return Raw{words.Get(at)}
}

// alloc gets memory for a table of a level, within the limit of the profile.
func (m *MMU) alloc(lv uint8) (TableMem, target.Why) {
	if limit := m.p.Limits.Tables; limit != 0 && m.Tables() >= limit {
		return TableMem{}, target.Why{ID: target.LimitTables, N: [4]uint64{uint64(limit)}}
	}
	return m.mem.AllocTable(m.codec.levels[lv].TableBytes)
}
