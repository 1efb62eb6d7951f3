package cuda

// granuleIndex finds the live piece that begins at a granule of a slab. The
// slab is known wherever a piece is made or freed, so putting and removing are
// plain stores. A slab has a row of stretches, each of 64 granules and claimed
// when the first piece begins there: neighbours share a line of the processor's
// cache, and a slab cut into few large pieces costs little. Like addressIndex
// it is derived.
type granuleIndex struct {
	rows  [][slabStretches]uint32 // by slab: stretch number + 1
	cells [][stretchCells]uint32
	free  []uint32 // stretches to use again
	stale bool
	fill  func(put func(slab, granule, id uint32))
}

const (
	stretchCells  = 64
	slabStretches = slabGranules / stretchCells
)

func (x *granuleIndex) reset() {
	x.rows, x.cells, x.free = x.rows[:0], x.cells[:0], x.free[:0]
}

func (x *granuleIndex) put(slab, granule, id uint32) {
	if x.stale {
		return
	}
	for slab >= uint32(len(x.rows)) {
		x.rows = append(x.rows, [slabStretches]uint32{})
	}
	n := &x.rows[slab][granule/stretchCells]
	if *n == 0 {
		*n = x.claim()
	}
	x.cells[*n-1][granule%stretchCells] = id
}

func (x *granuleIndex) claim() uint32 {
	if last := len(x.free) - 1; last >= 0 {
		n := x.free[last]
		x.free = x.free[:last]
		return n
	}
	x.cells = append(x.cells, [stretchCells]uint32{})
	return uint32(len(x.cells))
}

// find gives the piece that begins at an address inside a slab, or 0.
func (x *granuleIndex) find(slab uint32, addr uint64) uint32 {
	if x.stale {
		x.stale = false
		x.reset()
		x.fill(x.put)
	}
	if slab >= uint32(len(x.rows)) || addr%Granule != 0 {
		return 0
	}
	granule := uint32(addr % SlabBytes / Granule)
	n := x.rows[slab][granule/stretchCells]
	if n == 0 {
		return 0
	}
	return x.cells[n-1][granule%stretchCells]
}

// remove forgets the piece that begins at a granule.
func (x *granuleIndex) remove(slab, granule uint32) {
	if x.stale {
		return
	}
	x.cells[x.rows[slab][granule/stretchCells]-1][granule%stretchCells] = 0
}

// drop gives back the stretches of a slab, in which no piece is left.
func (x *granuleIndex) drop(slab uint32) {
	if x.stale || slab >= uint32(len(x.rows)) {
		return
	}
	for i, n := range x.rows[slab] {
		if n != 0 {
			x.free = append(x.free, n)
			x.rows[slab][i] = 0
		}
	}
}
