package simt

import (
	"math/bits"

	"pagewalk/engine/event"
	"pagewalk/engine/isa"
	"pagewalk/engine/target"
)

const sectorBytes = 32

// request is what one instruction of a group asks of global memory.
type request struct {
	access Access
	bytes  uint64 // of each lane
	lanes  int
	lane   [lanes]uint8
	va     [lanes]uint64
	in     isa.Instr

	upper row // the second eight bytes of a value of 16

	// Of an atomic: what goes in, by lane.
	value, expected row

	sectors int
	sector  [lanes]uint64 // addresses / 32, ascending
	mask    [lanes]uint32 // bytes of each that are written
	data    [lanes * sectorBytes]byte
	page    Page
	pages   int
	cost    uint32 // tenths of a cycle
}

func (q *request) begin(a Access, n uint64, in isa.Instr) {
	q.access, q.bytes, q.in, q.lanes, q.sectors = a, n, in, 0, 0
}

func (q *request) add(l uint8, va uint64) {
	q.lane[q.lanes], q.va[q.lanes] = l, va
	q.lanes++
}

// coalesce lists the sectors, each once, in order of address. A lane's bytes
// are aligned, so they lie in one sector.
func (q *request) coalesce() {
	q.sectors = 0
	for i := range q.lanes {
		s := q.va[i] / sectorBytes
		at := q.sectors
		for at > 0 && q.sector[at-1] > s {
			at--
		}
		if at > 0 && q.sector[at-1] == s {
			continue
		}
		copy(q.sector[at+1:q.sectors+1], q.sector[at:q.sectors])
		q.sector[at] = s
		q.sectors++
	}
}

// find gives the number of a sector, beginning to look where the lane before
// found its own.
func (q *request) find(s uint64, from int) int {
	for q.sector[from] < s {
		from++
	}
	for q.sector[from] > s {
		from--
	}
	return from
}

// global makes the request: its sectors are translated page by page, and
// moved. A fault stops the kernel at the first lane that has it; what lanes
// before it stored stays, as on a card.
func (x *Launch) global(w *warp, q *request, r *row) {
	if q.sectors == 0 {
		q.coalesce()
	}
	q.pages, q.cost = 0, x.latency()
	e := x.announce(w, q)
	was := x.rec.Because(x.rec.Last())
	for i := 0; i < q.sectors; {
		j, why := x.sectorsOfPage(q, i)
		if why.ID == target.NoReason {
			why = x.transfer(q, r, i, j)
		}
		if why.ID != target.NoReason {
			x.stopAt(w, q, why, q.sector[i])
			break
		}
		i = j
	}
	x.rec.Cause = was
	c := &x.Count
	c.Requests++
	c.Sectors += uint64(q.sectors)
	c.Pages += uint64(q.pages)
	cycles := uint64(q.cost)/10 + uint64(q.sectors)
	c.Latency += cycles
	w.cycles += cycles
	if e != nil {
		event.AddPages(e, uint32(q.pages))
	}
}

func (x *Launch) latency() uint32 { return uint32(x.p.Cost.LoadCycles) }

// sectorsOfPage translates the page of sector i and gives the number of the
// first sector that lies on another one.
func (x *Launch) sectorsOfPage(q *request, i int) (j int, why target.Why) {
	q.page, why = x.memory.Translate(x.sm(), q.sector[i]*sectorBytes, q.access)
	if why.ID != target.NoReason {
		return i, why
	}
	p := &q.page
	q.pages++
	q.cost += p.Cost
	switch {
	case p.Serviced:
		x.Count.Faults++
		fallthrough
	case p.Level == Walked:
		x.Count.Walks++
	default:
		x.Count.Hits[p.Level&3]++
	}
	end := p.VA + p.Bytes
	for j = i + 1; j < q.sectors && q.sector[j]*sectorBytes < end; j++ {
	}
	return j, target.Why{}
}

// transfer moves the sectors i to j, which lie on one page.
func (x *Launch) transfer(q *request, r *row, i, j int) target.Why {
	if q.access != Write {
		for k := i; k < j; k++ {
			x.memory.Load(&q.page, q.sector[k]*sectorBytes, q.bytesOf(k, k+1))
		}
	}
	for k := i; k < j; k++ {
		q.mask[k] = 0
	}
	at := i
	for n := range q.lanes {
		s := q.va[n] / sectorBytes
		if s < q.sector[i] || s > q.sector[j-1] {
			continue
		}
		at = q.find(s, at)
		q.exchange(n, at, r)
	}
	if q.access == Read {
		return target.Why{}
	}
	return x.storeSectors(q, i, j)
}

func (q *request) bytesOf(i, j int) []byte { return q.data[i*sectorBytes : j*sectorBytes] }

// take gives a lane the bytes that it reads.
func (q *request) take(l uint8, b []byte, r *row) {
	r[l&31] = get(b[:min(len(b), 8)])
	if len(b) == 16 {
		q.upper[l&31] = get(b[8:])
	}
}

// exchange moves the bytes of one lane between its value and the sector.
func (q *request) exchange(n, at int, r *row) {
	offset := q.va[n] % sectorBytes
	b := q.data[uint64(at)*sectorBytes+offset:][:q.bytes]
	l := q.lane[n]
	switch q.access {
	case Read:
		q.take(l, b, r)
		return
	case Write:
		put(b[:min(q.bytes, 8)], r[l&31])
		put(b[min(q.bytes, 8):], q.upper[l&31])
	case Atomic:
		old := get(b)
		put(b, q.combine(l, old))
		r[l&31] = old
	}
	q.mask[at] |= uint32(1<<q.bytes-1) << offset
}

// storeSectors writes what changed, sectors that follow each other at once.
func (x *Launch) storeSectors(q *request, i, j int) target.Why {
	for i < j {
		k := i + 1
		if q.mask[i] == 1<<32-1 {
			for k < j && q.mask[k] == 1<<32-1 && q.sector[k] == q.sector[k-1]+1 {
				k++
			}
			if why := x.memory.Store(&q.page, q.sector[i]*sectorBytes, q.bytesOf(i, k)); why.ID != target.NoReason {
				return why
			}
			i = k
			continue
		}
		for m := q.mask[i]; m != 0; {
			first := bits.TrailingZeros32(m)
			n := bits.TrailingZeros32(^(m >> first))
			if why := x.memory.Store(&q.page, q.sector[i]*sectorBytes+uint64(first), q.bytesOf(i, k)[first:first+n]); why.ID != target.NoReason {
				return why
			}
			m &^= uint32(1<<n-1) << first
		}
		i = k
	}
	return target.Why{}
}

// announce leaves the event of the request; what the request brings about
// follows it and is caused by it.
func (x *Launch) announce(w *warp, q *request) *event.Event {
	e := x.rec.Put(event.WarpAccess, x.warpNumber(w))
	if e != nil {
		event.WarpAccessInfo{
			Warp: e.Subject, First: q.sector[0] * sectorBytes, Last: q.sector[q.sectors-1] * sectorBytes, Mask: w.g.mask, Access: uint8(q.access),
			Bytes: uint8(q.bytes), Sectors: uint8(q.sectors), SM: x.sm(), Line: x.kernel.Program.Line(w.g.pc - 1), Lane: q.va[0],
		}.Put(e)
	}
	return e
}
