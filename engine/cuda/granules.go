package cuda

// granuleIndex finds the piece that begins at an address. Addresses are looked
// up by stretches of 32 KiB, so that neighbours share a line of the processor's
// cache and a program that frees in order of address stays in it. Like
// addressIndex it is derived.
type granuleIndex struct {
	stretch addressIndex // stretch number + 1 by first address
	cells   [][stretchCells]uint32
	used    []uint8  // cells in use
	free    []uint32 // stretches to use again
	stale   bool
	fill    func(put func(addr uint64, id uint32))
}

const (
	stretchCells = 64
	stretchBytes = stretchCells * Granule
)

func (x *granuleIndex) reset() {
	x.stretch.reset(8)
	x.cells, x.used, x.free = x.cells[:0], x.used[:0], x.free[:0]
}

func cellOf(addr uint64) uint64 { return addr / Granule % stretchCells }

func keyOf(addr uint64) uint64 { return addr / stretchBytes * Granule }

func (x *granuleIndex) put(addr uint64, id uint32) {
	if x.stale {
		return
	}
	n := x.stretch.find(keyOf(addr))
	if n == 0 {
		n = x.claim()
		x.stretch.put(keyOf(addr), n)
	}
	x.cells[n-1][cellOf(addr)] = id
	x.used[n-1]++
}

func (x *granuleIndex) claim() uint32 {
	if last := len(x.free) - 1; last >= 0 {
		n := x.free[last]
		x.free = x.free[:last]
		return n
	}
	x.cells, x.used = append(x.cells, [stretchCells]uint32{}), append(x.used, 0)
	return uint32(len(x.cells))
}

func (x *granuleIndex) find(addr uint64) uint32 {
	if x.stale {
		x.stale = false
		x.reset()
		x.fill(x.put)
	}
	n := x.stretch.find(keyOf(addr))
	if n == 0 || addr%Granule != 0 {
		return 0
	}
	return x.cells[n-1][cellOf(addr)]
}

func (x *granuleIndex) remove(addr uint64) {
	if x.stale {
		return
	}
	n := x.stretch.find(keyOf(addr))
	x.cells[n-1][cellOf(addr)] = 0
	if x.used[n-1]--; x.used[n-1] == 0 {
		x.stretch.remove(keyOf(addr))
		x.free = append(x.free, n)
	}
}
