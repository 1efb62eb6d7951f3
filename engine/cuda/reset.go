package cuda

import (
	"strings"

	"pagewalk/engine/order"
	"pagewalk/engine/target"
)

// cudaDeviceReset, as measured on an H200, driver 580.159.04, in 95 resets of
// empty contexts and of such with blocks, slabs, pinned memory, kernels with
// variables, streams, pools and mapped handles. It makes 206 trips, the same in
// all of them, and more for what the program holds:
//
//   - a stream's range group goes among the context's own, and what the streams
//     took on the card after it;
//   - the program's variables go after the host memory of printf;
//   - pools shrink as if every stream had been waited for;
//   - at the end blocks, slabs and pinned memory go, the newest first.
//
// Pools and their blocks, reservations, handles and mappings of cuMemMap outlive
// the reset with all that they hold (recorded: they can be used and freed
// afterwards), although the manual says that everything goes. The address space
// itself is left only where nothing of that kind is mapped.

// Reset is cudaDeviceReset: the context goes, and is made anew. After a sticky
// error the device stays out of reach for the process, and another reset does
// nothing.
func (c *CUDA) Reset(process uint16) {
	p := c.Process(process)
	if p.Sticky == uint32(target.DevicesUnavailable) {
		return
	}
	dead, held := p.Sticky != 0, p.Held
	if c.furnished() {
		c.takeDown(process)
	} else {
		c.clock.Advance(c.p.Cost.Reset)
		c.dropAll(process)
	}
	c.endContext(process)
	c.NewProcess(process, held)
	if dead {
		c.setDead(process)
	}
}

// dropAll is the reset of a textbook: everything goes, nobody sees how.
func (c *CUDA) dropAll(process uint16) {
	c.dropPieces(process)
	c.below.Driver.TrimSpace(process)
	c.dropMappings(process)
	c.dropExtents(process)
	c.dropPools(process)
	c.dropStreams(process)
}

// The trips of a reset, each a letter: F and f RM_FREE, slow and fast; u and U
// trips of UVM, O and o other trips of RM; v UVM_FREE of the next part of the
// context's own memory. m, p, s, b and e are acts on what the program holds.
var trips = "vfvfFoFoFoFovfvfvoFFm" + "vfvofOvfOvfOvfvvfvfvoF" + "uuuuuupus" + "vfvfOvfFo" +
	"UUUUUUUU" + strings.Repeat("FFFof", 8) + "FFFo" + strings.Repeat("UUUU"+"FFofFFofFFofFFof"+"FFo", 2) +
	"UUUU" + "FFofFFofFFofFFof" + "voFvofFvFvfvfvfvfvofvoFvfvfv" + "beo"

// freed is the order in which the parts go: numbers of parts.
var freed = [...]uint8{1, 2, 26, 27, 25, 24, 22, 23, 20, 21, 17, 18, 12, 11, 10, 8, 3, 5, 4, 28, 0, 19, 13, 14, 7, 6, 16, 15, 9}

// What the trips take, in picoseconds: means of one recorded reset
// (hardware/h200-r580/ioctl.csv). What is left of Cost.Reset is the library's.
const (
	slowFree = 486_000_000
	fastFree = 26_000_000
	group    = 1_200_000
	channel  = 1_152_000_000
	control  = 304_000_000
	fastTrip = 8_000_000
	partGoes = 42_000_000
)

// takeDown makes the trips of a reset.
func (c *CUDA) takeDown(process uint16) {
	d, start, next := c.below.Driver, c.clock.Now(), 0
	for _, letter := range []byte(trips) {
		switch letter {
		case 'F':
			d.Other(target.RMFree, slowFree)
		case 'f':
			d.Other(target.RMFree, fastFree)
		case 'u':
			d.Other(target.OtherUVM, group)
		case 'U':
			d.Other(target.OtherUVM, channel)
		case 'O':
			d.Other(target.OtherRM, control)
		case 'o':
			d.Other(target.OtherRM, fastTrip)
		case 'v':
			c.freePart(process, int(freed[next]))
			next++
		default:
			c.takeDownProgram(process, letter)
		}
	}
	if spent := c.clock.Now() - start; spent < c.p.Cost.Reset {
		c.clock.Advance(c.p.Cost.Reset - spent)
	}
}

func (c *CUDA) freePart(process uint16, i int) {
	at, _ := c.partAt(process, i)
	c.below.Driver.FreeOwn(at, parts[i].bytes, partGoes, func() { c.dropPart(process, i) })
}

// takeDownProgram does what a reset does to the program's things.
func (c *CUDA) takeDownProgram(process uint16, act byte) {
	switch act {
	case 'm':
		c.goneOf(process, func(x *Extent) bool { return x.Kind == Module })
	case 'p':
		c.Arrived(process, allStreams)
	case 's':
		streams, _ := c.countStreams(process)
		for range streams {
			c.below.Driver.Other(target.OtherUVM, group)
		}
		c.dropStreams(process)
		c.goneOf(process, func(x *Extent) bool { return x.Kind == Context && x.Object != 0 })
	case 'b':
		c.dropPieces(process)
		c.below.Driver.TrimSpace(process)
		c.unregisterAll(process)
		c.goneOf(process, func(x *Extent) bool {
			return x.Kind == Block || x.Kind == SlabOf || x.Kind == Host || x.Kind == HostSlab || x.Kind == Managed
		})
	case 'e':
		if c.below.VA.State.Spaces.At(uint32(process)).Ranges == 0 {
			c.below.Driver.Other(target.OtherUVM, group)
		}
	}
}

// goneOf gives back what a process holds of some sort, the newest first.
func (c *CUDA) goneOf(process uint16, of func(x *Extent) bool) {
	var ids []uint32
	for id := uint32(1); id <= c.State.Head.At(0).Extents.High; id++ {
		if x := c.State.Extents.At(id); x.Kind > Hole && of(x) && c.State.Arenas.At(x.Arena).Process == process {
			ids = append(ids, id)
		}
	}
	age := func(i int) uint32 { return c.State.Extents.At(ids[i]).Age }
	order.Stable(len(ids), func(i, j int) bool { return age(i) > age(j) }, func(i, j int) { ids[i], ids[j] = ids[j], ids[i] })
	for _, id := range ids {
		c.gone(process, id)
	}
}

// gone gives back one extent of a context that is taken down.
func (c *CUDA) gone(process uint16, id uint32) {
	x, d := c.State.Extents.Get(id), c.below.Driver
	switch x.Kind {
	case Host, HostSlab:
		d.FreeHost(process, x.Start)
	case Managed:
		d.FreeManaged(process, x.Start)
	default:
		if x.Kind == Block || x.Kind == SlabOf {
			d.Unregister()
		}
		d.Unmap(process, x.Start)
		d.Free(x.Object)
	}
	c.giveBack(id)
}

// EachPinned visits the beginnings of a process's pinned memory.
func (c *CUDA) EachPinned(process uint16, visit func(addr uint64)) {
	for id := uint32(1); id <= c.State.Head.At(0).Extents.High; id++ {
		x := c.State.Extents.At(id)
		if x.Kind != Host && x.Kind != HostSlab || c.State.Arenas.At(x.Arena).Process != process {
			continue
		}
		if x.Kind == Host {
			visit(x.Start)
			continue
		}
		for p := c.State.Slabs.At(x.Slab).First; p != 0; p = c.State.Pieces.At(p).Above {
			if c.State.Pieces.At(p).Live != 0 {
				visit(c.address(c.State.Pieces.At(p)))
			}
		}
	}
}

// dropPieces frees every piece of the process's slabs, and the slabs.
func (c *CUDA) dropPieces(process uint16) {
	for slab := uint32(1); slab <= c.State.Head.At(0).Slabs.High; slab++ {
		s := c.State.Slabs.At(slab)
		if s.Process != uint32(process)+1 {
			continue
		}
		for id := s.First; id != 0; {
			above := c.State.Pieces.At(id).Above
			if c.State.Pieces.At(id).Live != 0 {
				if above != 0 && c.State.Pieces.At(above).Live == 0 { // it will be absorbed
					above = c.State.Pieces.At(above).Above
				}
				c.giveHole(id)
			}
			id = above
		}
		c.freeSlab(slab)
	}
}

// dropExtents gives back whatever the process's arenas hold.
func (c *CUDA) dropExtents(process uint16) {
	c.unregisterAll(process)
	for id := uint32(1); id <= c.State.Head.At(0).Extents.High; id++ {
		x := c.State.Extents.Get(id)
		if x.Kind <= Hole || c.State.Arenas.At(x.Arena).Process != process {
			continue
		}
		switch x.Kind {
		case Host, HostSlab:
			c.below.Driver.FreeHost(process, x.Start)
		case Managed:
			c.below.Driver.DropManaged(process, x.Start)
		case Block, SlabOf, Module, Context:
			c.below.Driver.Discard(process, x.Start)
		}
		c.giveBack(id)
	}
}
