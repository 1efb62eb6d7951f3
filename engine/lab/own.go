package lab

import "pagewalk/engine/target"

// What a program that manages memory of its own does above cudaMalloc.

// grain is what such programs round requests to.
const grain = 512

// pageBytes is the card's large page: what a block is rounded to.
const pageBytes = 2 << 20

func up(n, to uint64) uint64 { return (n + to - 1) / to * to }

// segments takes blocks of 32 MiB, or of what a request needs, and divides
// them. An empty one goes back only when a request would fail otherwise.
type segments struct {
	b   *bench
	all []*shelf
}

const segmentBytes = 32 << 20

func (s *segments) get(bytes uint64) (addr, given uint64, ok bool) {
	n := up(bytes, grain)
	for {
		if addr, ok = s.place(n); ok {
			return addr, n, true
		}
		size := max(segmentBytes, up(n, pageBytes))
		if base := s.b.malloc(size); base != 0 {
			s.all = append(s.all, newShelf(base, size))
			continue
		}
		if size = up(n, pageBytes); size < segmentBytes {
			if base := s.b.malloc(size); base != 0 { // what is left of the card
				s.all = append(s.all, newShelf(base, size))
				continue
			}
		}
		if !s.release() {
			return 0, 0, false
		}
	}
}

// place finds the best hole of all segments.
func (s *segments) place(n uint64) (addr uint64, ok bool) {
	in, best, length := (*shelf)(nil), 0, ^uint64(0)
	for _, x := range s.all {
		if i := x.best(n, nil); i >= 0 && x.parts[i].bytes < length {
			in, best, length = x, i, x.parts[i].bytes
		}
	}
	if in == nil {
		return 0, false
	}
	return in.take(best, n), true
}

// release gives empty segments back and says whether there were any.
func (s *segments) release() (any bool) {
	kept := s.all[:0]
	for _, x := range s.all {
		if x.empty() {
			any = s.b.call(target.CudaFree, x.parts[0].start)
		} else {
			kept = append(kept, x)
		}
	}
	s.all = kept
	return any
}

func (s *segments) put(addr uint64) {
	for _, x := range s.all {
		last := x.parts[len(x.parts)-1]
		if addr >= x.parts[0].start && addr < last.start+last.bytes {
			x.give(addr)
			return
		}
	}
	panic("lab: segments: put: an address of no segment")
}

// classes keeps slabs of equal pieces: four classes to each power of two, so
// that rounding costs a fifth at most. An empty slab goes back at once.
type classes struct {
	b    *bench
	open [64 * 4][]*slab // with room, by class
	home map[uint64]*slab
}

type slab struct {
	base, piece uint64
	class       int
	free        []uint64
	live, room  int
}

// classOf gives the class of a request and its size.
func classOf(bytes uint64) (class int, size uint64) {
	size, step := uint64(grain), uint64(grain)
	for ; size < bytes; class++ {
		if size >= 8*step {
			step *= 2
		}
		size += step
	}
	return class, size
}

// piecesBytes is the size of a slab; a larger piece has a block of its own.
const piecesBytes = 2 << 20

func (c *classes) get(bytes uint64) (addr, given uint64, ok bool) {
	class, size := classOf(bytes)
	if size > piecesBytes/2 {
		size = up(bytes, pageBytes)
		addr = c.b.malloc(size)
		return addr, size, addr != 0
	}
	if len(c.open[class]) == 0 {
		base := c.b.malloc(piecesBytes)
		if base == 0 {
			return 0, 0, false
		}
		s := &slab{base: base, piece: size, class: class, room: int(piecesBytes / size)}
		for i := s.room - 1; i >= 0; i-- {
			s.free = append(s.free, base+uint64(i)*size)
		}
		c.open[class] = append(c.open[class], s)
	}
	s := c.open[class][0]
	addr = s.free[len(s.free)-1]
	s.free, s.live = s.free[:len(s.free)-1], s.live+1
	if len(s.free) == 0 {
		c.open[class] = c.open[class][1:]
	}
	c.home[addr] = s
	return addr, size, true
}

func (c *classes) put(addr uint64) {
	s := c.home[addr]
	if s == nil {
		c.b.call(target.CudaFree, addr)
		return
	}
	delete(c.home, addr)
	if len(s.free) == 0 {
		c.open[s.class] = append(c.open[s.class], s)
	}
	s.free, s.live = append(s.free, addr), s.live-1
	if s.live > 0 {
		return
	}
	for i, x := range c.open[s.class] {
		if x == s {
			c.open[s.class] = append(c.open[s.class][:i:i], c.open[s.class][i+1:]...)
		}
	}
	c.b.call(target.CudaFree, s.base)
}
