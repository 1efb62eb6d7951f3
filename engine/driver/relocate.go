package driver

import (
	"pagewalk/engine/mmu"
	"pagewalk/engine/pmm"
	"pagewalk/engine/target"
	"pagewalk/engine/va"
)

// Compaction, as courses describe it: a block of memory moves to another place
// and its mapping follows. The real driver has nothing of the kind. Only on
// profiles whose manager owns the card.

// Mapped is a block in one piece, mapped whole at one address.
type Mapped struct {
	Object   uint32
	Space    uint16
	VA       uint64
	Bytes    uint64
	Physical uint64
}

// MappedBlocks appends every block that could be moved.
func (d *Driver) MappedBlocks(out []Mapped) []Mapped {
	d.below.VA.Each(func(_ uint32, r *va.Range) {
		if r.Type != va.External || r.Object == 0 {
			return
		}
		o := d.State.Objects.At(r.Object)
		run := d.State.Runs.At(o.Runs)
		if o.Class != Vidmem || o.Holders != 2 || o.Bytes != r.Bytes || o.Runs != o.Tail || run.Chunk == 0 {
			return
		}
		out = append(out, Mapped{r.Object, r.Space, r.Base, r.Bytes, uint64(run.First) << 12})
	})
	return out
}

// Place is memory taken for a block that is about to move.
type Place struct {
	Chunk    pmm.ChunkID
	Bytes    uint64
	Physical uint64
}

// LowerPlace takes memory for a block below where it lies; ok is false, and
// nothing has changed, if there is none.
func (d *Driver) LowerPlace(b Mapped) (p Place, ok bool) {
	chunk, why := d.chunkFor(b.Bytes)
	if why.ID != target.NoReason {
		return Place{}, false
	}
	p = Place{chunk, b.Bytes, d.below.PMM.Address(chunk)}
	if p.Physical > b.Physical {
		d.DropPlace(p)
		return Place{}, false
	}
	return p, true
}

// DropPlace gives up a place that was taken.
func (d *Driver) DropPlace(p Place) {
	d.giveMemory(Run{First: uint32(p.Physical >> 12), Pages: uint32(p.Bytes >> 12), Chunk: p.Chunk}, true)
}

// Relocate makes a block lie in its new place: its tables are rewritten, its
// old memory goes back.
func (d *Driver) Relocate(b Mapped, to Place) {
	if b.Bytes > rootBytes {
		d.must(d.below.PMM.UnpinRoots(to.Chunk, uint32(b.Bytes/rootBytes), b.Object))
	} else {
		d.must(d.below.PMM.Unpin(to.Chunk, b.Object))
	}
	leaf, _ := d.below.MMU.Walk(b.Space, b.VA, mmu.Read, nil)
	d.below.MMU.Begin(b.Space)
	d.must(d.below.MMU.Unmap(b.Space, b.VA, b.Bytes))
	old := d.dropRun(b.Object)
	d.addRun(b.Object, uint32(to.Physical>>12), uint32(to.Bytes>>12), to.Chunk)
	d.must(d.below.MMU.Map(b.Space, b.VA, to.Physical, b.Bytes, leaf.Bytes, mmu.Attr{Flags: leaf.Flags}))
	d.below.MMU.End()
	d.giveMemory(old, true)
}

// must panics: what was possible a moment ago has failed.
func (d *Driver) must(why target.Why) {
	if why.ID != target.NoReason {
		panic("driver: what was possible has failed: " + why.ID.Name())
	}
}
