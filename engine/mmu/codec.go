package mmu

import (
	"slices"

	"pagewalk/engine/profile"
)

// codec is a format made ready for the walker: shifts and masks in place of
// lists of fields. It holds nothing that the format does not say.
type codec struct {
	f           *Format
	levels      []level
	classes     []class // the pools, by ascending size
	mirrorSlots uint32  // cells of one mirror row
}

// class is what the tables of one pool have in common.
type class struct {
	words     uint32 // 8-byte words of a table
	directory bool
}

// level is one level, made ready.
type level struct {
	*profile.Level
	number   int    // place in the format
	mask     uint64 // of the index after shifting by Lo
	words    uint32 // 8-byte words of an entry
	class    uint8
	rowWords uint32       // words of a table in its pool
	size     uint64       // bytes that an entry covers
	span     uint64       // bytes that a table covers
	below    [2]*level    // where the pointers lead
	pointers uint32       // pointers of an entry: 0, 1 or 2
	leafMask uint64       // with leafMask 0 no entry is a leaf
	leafBits uint64       //
	inv      [2]uint64    // an entry without any of these bits leads nowhere
	dirMask  uint64       // what a directory entry must show besides
	dirBits  uint64       //
	half     [2][2]uint64 // a pointer is there if one of these bits is set
	leaf     leafCodec
	limits   *leafCodec // flags of a directory that hold for all below; nil = it has none
}

// leafCodec reads a leaf's address and flags quickly.
type leafCodec struct {
	apertureLo   uint8
	apertureMask uint64
	apertures    [4]Aperture
	address      [4][2]piece // by aperture
	near         [256]Flags  // flags of the low byte
	far          []farFlag   // flags elsewhere
	rest         uint64      // bits of all fields but the address
}

type piece struct {
	mask        uint64
	right, left uint8
}

type farFlag struct {
	bit  uint8
	flag Flags
}

func newCodec(f *Format) *codec {
	c := &codec{f: f, levels: make([]level, len(f.Levels))}
	for i := range f.Levels {
		c.addClass(classFor(&f.Levels[i]))
	}
	for i := range f.Levels {
		l := &c.levels[i]
		*l = level{Level: &f.Levels[i], number: i, mask: uint64(f.Levels[i].Entries()) - 1, words: uint32(f.Levels[i].EntryBytes) / 8, pointers: uint32(len(f.Levels[i].Next))}
		for n, k := range c.classes {
			if k == classFor(l.Level) {
				l.class = uint8(n)
			}
		}
		l.rowWords, l.size, l.span = l.TableBytes/8, l.Bytes(), uint64(l.Entries())<<l.Lo
		for i, next := range l.Next {
			l.below[i] = &c.levels[next]
		}
		c.mirrorSlots = max(c.mirrorSlots, l.Entries()*l.pointers)
		l.patterns()
		if l.Directory != nil {
			l.halves()
		}
		if l.Leaf != nil {
			l.leaf.prepare(f, l.Leaf)
		}
	}
	return c
}

// classFor gives the pool that the tables of a level belong to.
func classFor(l *profile.Level) class {
	return class{words: l.TableBytes / 8, directory: len(l.Next) != 0}
}

// addClass keeps the list of pools ascending by size, directories first, and
// without repetition. Directories are of one size in every format, so that a
// row of the mirror belongs to each.
func (c *codec) addClass(k class) {
	at := 0
	for at < len(c.classes) && (c.classes[at].words < k.words || c.classes[at].words == k.words && c.classes[at].directory && !k.directory) {
		at++
	}
	if at < len(c.classes) && c.classes[at] == k {
		return
	}
	for _, other := range c.classes {
		if other.directory && k.directory {
			panic("mmu: codec: directories of two sizes")
		}
	}
	c.classes = slices.Insert(c.classes, at, k)
}

func (l *level) patterns() {
	for i := range l.States {
		s := &l.States[i]
		switch s.Is {
		case profile.Leaf:
			l.leafMask, l.leafBits = s.Mask[0], s.Bits[0]
		case profile.Invalid:
			l.inv = s.Mask
		case profile.Directory:
			l.dirMask, l.dirBits = s.Mask[0], s.Bits[0]
		}
	}
}

// halves finds for each pointer the bits that say it is there: its aperture
// field, or, in a format without one, what makes the entry valid.
func (l *level) halves() {
	l.half[0] = l.inv
	for i := range l.Directory.Fields {
		fd := &l.Directory.Fields[i]
		if fd.Role != profile.RoleAperture {
			continue
		}
		var w Raw
		put(&w, fd, 1<<fd.Width()-1)
		l.half[fd.Half] = w
	}
	for i := range l.Directory.Fields {
		if l.Directory.Fields[i].Flag&(profile.ReadOnly|profile.Privileged) != 0 {
			l.limits = new(leafCodec)
			l.limits.prepare(&Format{}, l.Directory)
			return
		}
	}
}

func (c *leafCodec) prepare(f *Format, l *profile.Layout) {
	for i := range c.apertures {
		c.apertures[i] = f.Home
	}
	for i := range l.Fields {
		fd := &l.Fields[i]
		if fd.Role != profile.RoleAddress {
			var w Raw
			put(&w, fd, 1<<fd.Width()-1)
			c.rest |= w[0]
		}
		switch fd.Role {
		case profile.RoleAperture:
			c.apertureLo, c.apertureMask = fd.Lo, 1<<fd.Width()-1
			for code := range c.apertures {
				c.apertures[code] = apertureOf(fd, uint64(code))
			}
		case profile.RoleAddress:
			c.addAddress(fd)
		case profile.RoleFlag:
			c.addFlag(fd.Lo, fd.Flag, fd.Invert)
		case profile.RoleBits:
			for _, b := range fd.Bits {
				c.addFlag(fd.Lo+b.Bit, b.Flag, false)
			}
		}
	}
}

func (c *leafCodec) addAddress(fd *profile.Field) {
	p := piece{mask: 1<<fd.Width() - 1, right: fd.Lo, left: fd.Shift}
	for a := range c.address {
		if !fd.When.Has(Aperture(a)) {
			continue
		}
		at := 0
		if c.address[a][0].mask != 0 {
			at = 1
		}
		c.address[a][at] = p
	}
}

func (c *leafCodec) addFlag(bit uint8, flag Flags, invert bool) {
	if bit >= 8 {
		if invert {
			panic("mmu: codec: an inverted flag outside the low byte")
		}
		c.far = append(c.far, farFlag{bit, flag})
		return
	}
	for b := range c.near {
		if (b>>bit&1 != 0) != invert {
			c.near[b] |= flag
		}
	}
}

// aperture, physical and flags read the three parts of a leaf that an access
// needs.
func (c *leafCodec) aperture(low uint64) Aperture {
	return c.apertures[low>>(c.apertureLo&63)&c.apertureMask&3]
}

func (c *leafCodec) physical(low uint64, a Aperture) uint64 {
	p, q := &c.address[a&3][0], &c.address[a&3][1]
	pa := low >> (p.right & 63) & p.mask << (p.left & 63)
	if q.mask != 0 {
		pa |= low >> (q.right & 63) & q.mask << (q.left & 63)
	}
	return pa
}

// place puts a physical address into the bits of its fields; fits says whether
// the fields hold all of it.
func (c *leafCodec) place(pa uint64, a Aperture) uint64 {
	p, q := &c.address[a&3][0], &c.address[a&3][1]
	low := pa >> (p.left & 63) & p.mask << (p.right & 63)
	if q.mask != 0 {
		low |= pa >> (q.left & 63) & q.mask << (q.right & 63)
	}
	return low
}

func (c *leafCodec) fits(pa uint64, a Aperture) bool {
	return int(a) < len(c.address) && c.physical(c.place(pa, a), a) == pa
}

func (c *leafCodec) flags(low uint64) Flags {
	f := c.near[low&0xFF]
	for _, b := range c.far {
		if low>>b.bit&1 != 0 {
			f |= b.flag
		}
	}
	return f
}
