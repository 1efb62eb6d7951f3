package lab

import "pagewalk/engine/target"

// granules is one range of addresses that grows by mapping memory of 2 MiB at a
// time where it is needed, as PyTorch's expandable segments do. What lies
// together need not be together on the card, and a granule in which nothing
// lives can move to where something is wanted.
type granules struct {
	b      *bench
	base   uint64
	shelf  *shelf
	handle map[uint64]uint64 // by address of the granule
}

func newGranules(b *bench) *granules {
	size := up(4*b.m.Profile.Memory.Bytes, pageBytes)
	b.call(target.CuMemAddressReserve, size, 0, 0)
	base := b.result.Out[0]
	return &granules{b: b, base: base, shelf: newShelf(base, size), handle: map[uint64]uint64{}}
}

func (g *granules) get(bytes uint64) (addr, given uint64, ok bool) {
	n := up(bytes, grain)
	i := g.shelf.best(n, func(p *part) bool { return g.mapped(p.start, n) })
	if i < 0 {
		i = g.lowest(n)
	}
	start := g.shelf.parts[i].start
	if !g.back(start, n) {
		return 0, 0, false
	}
	return g.shelf.take(i, n), n, true
}

// lowest is the first hole that is long enough: addresses are plenty.
func (g *granules) lowest(n uint64) int {
	for i := range g.shelf.parts {
		if p := &g.shelf.parts[i]; !p.live && p.bytes >= n {
			return i
		}
	}
	panic("lab: granules: no addresses left")
}

// mapped says whether there is memory under all of a stretch.
func (g *granules) mapped(start, n uint64) bool {
	for at := start &^ (pageBytes - 1); at < start+n; at += pageBytes {
		if g.handle[at] == 0 {
			return false
		}
	}
	return true
}

// back maps what a stretch lacks. Where the card is full, granules without a
// live byte are taken from elsewhere.
func (g *granules) back(start, n uint64) bool {
	for at := start &^ (pageBytes - 1); at < start+n; at += pageBytes {
		if g.handle[at] != 0 {
			continue
		}
		if !g.b.call(target.CuMemCreate, pageBytes) {
			if !g.reclaim(start, n) || !g.b.call(target.CuMemCreate, pageBytes) {
				return false
			}
		}
		h := g.b.result.Out[0]
		g.b.call(target.CuMemMap, at, pageBytes, 0, h)
		if !g.b.call(target.CuMemSetAccess, at, pageBytes, 3) {
			panic("lab: granules: a mapped granule cannot be opened")
		}
		g.handle[at] = h
	}
	return true
}

// reclaim unmaps every granule in which nothing lives, but for those of the
// stretch that is being backed, and says whether there was one.
func (g *granules) reclaim(start, n uint64) (any bool) {
	for i := range g.shelf.parts {
		p := &g.shelf.parts[i]
		if p.live {
			continue
		}
		for at := up(p.start, pageBytes); at+pageBytes <= p.start+p.bytes; at += pageBytes {
			if h := g.handle[at]; h != 0 && (at+pageBytes <= start || at >= start+n) {
				g.b.call(target.CuMemUnmap, at, pageBytes)
				any = g.b.call(target.CuMemRelease, h)
				delete(g.handle, at)
			}
		}
		if len(g.handle) == 0 {
			break
		}
	}
	return any
}

func (g *granules) put(addr uint64) { g.shelf.give(addr) }
