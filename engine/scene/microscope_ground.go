package scene

import (
	"pagewalk/engine/mmu"
	"pagewalk/engine/profile"
)

// groundOf says where an example lies: its root, and the frame that it maps.
// These are the places of the reference's golden walks.
var grounds = [...]struct {
	format      *profile.Format
	root, frame uint64
}{
	{profile.FormatV3, 0x2_0000_0000, 0x1F_4020_0000},
	{profile.FormatV3Blackwell, 0x2_0000_0000, 0x1F_4020_0000},
	{nil, 0x1_0000_0000, 0x2_3456_7000},
}

// listed is memory with the tables of an example: one table for each level,
// one after the other, with the entries of one address in them.
type listed struct {
	mmu.Listed
	root  uint64
	va    uint64
	table []uint64 // by level
}

// ground makes the tables of an example for one address, down to a leaf at a
// level. With both, the directory above points to an empty table of big pages
// too.
func ground(f *profile.Format, leaf int, both bool, va uint64) *listed {
	at := grounds[len(grounds)-1]
	for _, g := range grounds[:len(grounds)-1] {
		if g.format == f {
			at = g
		}
	}
	g := &listed{root: at.root, va: va}
	next := at.root
	for i := range f.Levels {
		g.table = append(g.table, next)
		next += (uint64(f.Levels[i].TableBytes) + 0xfff) &^ 0xfff
	}
	for i := range f.Levels {
		if f.Levels[i].Depth < f.Levels[leaf].Depth {
			e := g.directory(f, i, leaf, both)
			g.put(f, i, &e)
		}
	}
	page := f.Levels[leaf].Bytes()
	e := mmu.Entry{State: profile.Leaf, Kind: f.Kind}
	e.Half[0] = mmu.Half{Aperture: f.Home, Address: max(at.frame&^(page-1), page), Flags: f.LeafFlags}
	e.Half[1].Aperture = profile.NoAperture
	g.put(f, leaf, &e)
	if both {
		g.Put(g.entry(f, leaf-1), 0)
	}
	return g
}

// directory is the entry of a level that leads on towards the leaf.
func (g *listed) directory(f *profile.Format, level, leaf int, both bool) (e mmu.Entry) {
	e.State = profile.Directory
	e.Half[0].Aperture, e.Half[1].Aperture = profile.NoAperture, profile.NoAperture
	for i, below := range f.Levels[level].Next {
		on := int(below) == leaf || f.Levels[below].Depth < f.Levels[leaf].Depth || f.Levels[below].Depth == f.Levels[leaf].Depth && both
		if on {
			e.Half[i] = mmu.Half{Aperture: f.Home, Address: g.table[below], Flags: f.DirectoryFlags}
		}
	}
	return e
}

// entry is the physical address of the entry of the address at a level.
func (g *listed) entry(f *profile.Format, level int) uint64 {
	l := &f.Levels[level]
	return g.table[level] + (g.va>>l.Lo&(uint64(l.Entries())-1))*uint64(l.EntryBytes)
}

// put encodes an entry into its place.
func (g *listed) put(f *profile.Format, level int, e *mmu.Entry) {
	raw, ok := mmu.Encode(f, level, e)
	if !ok {
		panic("scene: microscope: the example does not fit its format")
	}
	g.write(f, level, raw)
}

func (g *listed) write(f *profile.Format, level int, raw mmu.Raw) {
	at := g.entry(f, level)
	g.Put(at, raw[0])
	if f.Levels[level].EntryBytes == 16 {
		g.Put(at+8, raw[1])
	}
}

// edit replaces entries; it says whether any was.
func (g *listed) edit(f *profile.Format, edits []Edit) (edited bool) {
	for _, e := range edits {
		for i := range f.Levels {
			if f.Levels[i].Name == e.Level {
				g.write(f, i, e.Raw)
				edited = true
			}
		}
	}
	return edited
}
