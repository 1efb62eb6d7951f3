package machine

import (
	"math/bits"

	"pagewalk/engine/mmu"
	"pagewalk/engine/target"
)

// The calls inside the kernel driver that hold entries of a page tree
// (uvm_mmu.c), as its own tests make them: on a tree that maps nothing else.

// treeSpace is that tree's place among the address spaces.
const treeSpace uint16 = 254

// A program keeps a range as one number: table, first entry, how many, and the
// page's size as a power of two.
func packRange(r mmu.Range) uint64 {
	return uint64(r.Table) | uint64(r.Start)<<32 | uint64(r.Count)<<42 | uint64(bits.TrailingZeros64(r.Page))<<56
}

func unpackRange(x uint64) mmu.Range {
	return mmu.Range{Table: uint32(x), Start: uint32(x >> 32 & 1023), Count: uint32(x >> 42 & 1023), Page: 1 << (x >> 56 & 63)}
}

func doTreeGet(m *Machine, c *target.Call, r *target.Result) target.Progress {
	page, start, size := c.Arg[1], c.Arg[2], c.Arg[3]
	if m.MMU.PDB(treeSpace) == 0 {
		if why := m.MMU.NewSpace(treeSpace); why.ID != target.NoReason {
			return status(r, why)
		}
	}
	if !m.inOneTable(page, start, size) {
		return status(r, badArgument(3, size))
	}
	got, why := m.MMU.Get(treeSpace, start, size, page)
	r.Out[0] = packRange(got)
	return status(r, why)
}

// inOneTable says whether pages of a size lie in the entries of one table.
func (m *Machine) inOneTable(page, start, size uint64) bool {
	f := m.MMU.Format()
	lv, ok := f.LevelOf(page)
	if !ok || size == 0 || start+size < start || (start+size-1)>>f.VABits != 0 {
		return false
	}
	covers := page * uint64(f.Levels[lv].Entries())
	return start/covers == (start+size-1)/covers
}

// held reads a program's number of a range that the tree holds.
func (m *Machine) held(x uint64) (mmu.Range, target.Why) {
	g := unpackRange(x)
	if x == 0 || !m.MMU.Holds(treeSpace, g) {
		return g, target.Why{ID: target.NotAPointer, N: [4]uint64{x}}
	}
	return g, target.Why{}
}

func doTreePut(m *Machine, c *target.Call, r *target.Result) target.Progress {
	g, why := m.held(c.Arg[1])
	if why.ID == target.NoReason {
		m.MMU.Put(g)
	}
	return status(r, why)
}

func doTreeTable(m *Machine, c *target.Call, r *target.Result) target.Progress {
	g, why := m.held(c.Arg[3])
	if why.ID == target.NoReason {
		var got mmu.Range
		got, why = m.MMU.AllocTable(g, c.Arg[1])
		r.Out[0] = packRange(got)
	}
	return status(r, why)
}
