package cuda

import (
	"pagewalk/engine/driver"
	"pagewalk/engine/event"
	"pagewalk/engine/mmu"
	"pagewalk/engine/profile"
	"pagewalk/engine/target"
)

// The context's own memory: what the library has mapped in a process before the
// program's first call. Measured on an H200, driver 580.159.04: the lengths, and
// what is memory of the card, from the trips of a context's creation
// (hardware/h200-r580/ioctl.csv); the addresses from those of 70 resets; that
// loads and stores succeed there, and where they end, with kernels that make
// them.
//
// The library takes the addresses by the rules that serve cudaMalloc, part by
// part in the order of the table: so a fresh process has an arena of 32 MiB,
// below it one of 96, below that one of 416, and the holes at their ends are
// where cudaMalloc begins. After a reset the parts are placed anew, around
// whatever has outlived it (recorded with reservations: every address).
//
// Left out: 6 MiB at 0x204000000 for the channels, of which some part answers,
// and the page of dynamic parallelism, which takes stores but no loads. The
// card's arenas begin 32 MiB lower in some processes, where a heap of the host is
// in the way.

// part is a piece of the context's own memory.
type part struct {
	bytes uint64
	at    uint64 // the address, where it is always the same; 0 = it has a place in an arena
	what  partKind
}

type partKind uint8

const (
	onCard   partKind = iota
	wide              // memory of the card with 32 MiB of addresses to itself
	inHost            // memory of the host, in 64 KiB pages here
	odd               // memory of the host whose length is no multiple of 64 KiB
	unmapped          // nothing that could be reached
)

const mib = 1 << 20

var parts = [...]part{
	{6 * mib, 0x2_0000_0000, onCard},
	{2 * mib, 0, wide},
	{2 * mib, 0, wide},
	{2 * mib, 0, onCard},
	{2 * mib, 0x2_0060_0000, onCard},
	{56 * mib, 0x2_0080_0000, inHost}, // the channels' commands
	{2 * mib, 0x2_0460_0000, inHost},
	{2 * mib, 0x2_0480_0000, inHost},
	{2 * mib, 0, onCard},
	{2 * mib, 0x2_04A0_0000, inHost}, // semaphores
	{2 * mib, 0, onCard},
	{2 * mib, 0, inHost},
	{2 * mib, 0, inHost},
	{2 * mib, 0x2_04C0_0000, onCard},
	{2 * mib, 0x2_04E0_0000, onCard},
	{2 * mib, 0, inHost},
	{2 * mib, 0, onCard},
	{4096, 0, unmapped}, // dynamic parallelism
	{2 * mib, 0x2_0500_0000, inHost},
	{2 * mib, 0x2_0520_0000, onCard},
	{2 * mib, 0, onCard},
	{2 * mib, 0, onCard},
	{2 * mib, 0, inHost},
	{2 * mib, 0, onCard},
	{2 * mib, 0, inHost},
	{0x5EB000, 0, odd},
	{70 * mib, 0, onCard},
	{2 * mib, 0, onCard},
	{414 * mib, 0, onCard}, // local memory of the threads
}

// ownAbove is how far the arenas reach above the first address that cudaMalloc
// gives in a fresh process: the end of the lowest one, and two more.
const ownAbove = (2 + 96 + 32) * mib

// wideBase is where the first arenas of the wide parts lie.
const wideBase = 1 << 40

// Where the context's own memory lies on the card, as Process.Held says it: the
// number of its first page of 2 MiB, plus one. The parts lie there one behind the
// other, from the third page on (recorded: in this order, with two gaps of 8 and
// 2 MiB, which here are at the end). Scattered memory is held, but not mapped.
const (
	firstOwnPage = 2
	scattered    = 1 << 31
)

// furnished says whether contexts have memory of their own: where the library is
// the one that was measured, on page tables that have pages of all its sizes.
// With the tables of another machine it is left out.
func (c *CUDA) furnished() bool {
	for _, page := range [...]uint64{4 << 10, 64 << 10, 2 * mib} {
		if _, ok := c.p.MMU.Format.LevelOf(page); !ok {
			return false
		}
	}
	return c.p.Runtime.ContextBytes != 0
}

// HeldAt gives the value of Held for a context's memory of n pages, in one run
// from a page on or in several. Where it has too few for the parts, they are not
// mapped either.
func HeldAt(page, n uint32, whole bool) uint32 {
	need := uint32(firstOwnPage)
	for i := range parts {
		if parts[i].what <= wide {
			need += uint32(parts[i].bytes / (2 * mib))
		}
	}
	if !whole || n < need {
		return scattered
	}
	return page + 1
}

// furnish places and maps the context's own memory.
func (c *CUDA) furnish(process uint16, held uint32) target.Why {
	page := uint64(held-1+firstOwnPage) * (2 * mib)
	for i := range parts {
		p := &parts[i]
		at := p.at
		if at == 0 {
			at = c.placePart(process, i)
		}
		why := c.mapPart(process, p, at, page, held)
		if why.ID != target.NoReason {
			for ; i >= 0; i-- {
				c.dropPart(process, i)
			}
			return why
		}
		if p.what <= wide {
			page += p.bytes
		}
	}
	return target.Why{}
}

// placePart gives part i its addresses.
func (c *CUDA) placePart(process uint16, i int) uint64 {
	p := &parts[i]
	span, align := (p.bytes+2*mib-1)&^(2*mib-1), uint64(2*mib)
	if p.what == wide {
		span, align = c.p.Runtime.ArenaBytes, c.p.Runtime.ArenaBytes
	}
	hole, at := c.find(process, span, align)
	if hole == 0 {
		if p.what == wide {
			c.wideArena(process, span)
		} else {
			c.newArena(process, span, OfContext)
		}
		hole, at = c.find(process, span, align)
	}
	c.takeExtent(c.cutTo(hole, at), span, uint64(i)+1, Context, 0)
	return at
}

// wideArena makes an arena for a wide part where no other has room.
func (c *CUDA) wideArena(process uint16, bytes uint64) {
	for at := uint64(wideBase); ; at += bytes {
		if above, free := c.vacant(process, at, bytes); free {
			c.makeArena(event.ArenaInfo{Start: at, Bytes: bytes, Process: process, Use: uint8(OfContext), Above: above})
			return
		}
	}
}

func (c *CUDA) mapPart(process uint16, p *part, at, physical uint64, held uint32) target.Why {
	page, a := uint64(2*mib), mmu.Attr{}
	switch p.what {
	case unmapped:
		return target.Why{}
	case inHost:
		page = 64 << 10
	case odd:
		page = 4 << 10
	default:
		if held&scattered != 0 {
			return target.Why{}
		}
	}
	if p.what > wide {
		physical, a.Aperture = driver.HostPhysical(at), profile.SysCoherent
	}
	c.below.MMU.Begin(process)
	why := c.below.MMU.Map(process, at, physical, p.bytes, page, a)
	c.below.MMU.End()
	return why
}

// partAt gives the addresses of part i, and its extent, 0 where they are always
// the same. There is none while the part has no place.
func (c *CUDA) partAt(process uint16, i int) (at uint64, extent uint32) {
	if parts[i].at != 0 {
		return parts[i].at, 0
	}
	for id := uint32(1); id <= c.State.Head.At(0).Extents.High; id++ {
		x := c.State.Extents.At(id)
		if x.Kind == Context && x.Object == 0 && x.Asked == uint64(i)+1 && c.State.Arenas.At(x.Arena).Process == process {
			return x.Start, id
		}
	}
	return 0, 0
}

// EachOwn visits the addresses of the context's own memory.
func (c *CUDA) EachOwn(process uint16, visit func(at, bytes uint64)) {
	if !c.furnished() {
		return
	}
	for i := range parts {
		if at, _ := c.partAt(process, i); at != 0 {
			visit(at, parts[i].bytes)
		}
	}
}

// dropPart takes part i away, as far as it is there.
func (c *CUDA) dropPart(process uint16, i int) {
	at, extent := c.partAt(process, i)
	if at == 0 {
		return
	}
	if _, fault := c.below.MMU.Walk(process, at, mmu.Read, nil); fault.Type == mmu.NoFault {
		if why := c.below.MMU.Unmap(process, at, parts[i].bytes); why.ID != target.NoReason {
			panic("cuda: drop part: it cannot be unmapped")
		}
	}
	if extent != 0 {
		c.giveBack(extent)
	}
}
