package simt

import "pagewalk/engine/target"

// The blocks of a grid are dealt to the processors in turn, each gets as many
// as fit there together, and when one is through the next of the grid takes its
// place: so much is documented (CUDA C++ Programming Guide, hardware
// multithreading). In which order is not; here a block goes to the processor
// that has the fewest, the next one in turn among equals.

// maxWarps is how many warps are resident at most, on all processors together.
// A large card has room for more; each takes some KiB of the simulation.
const maxWarps = 1536

// block is one block of the grid that is resident on a processor.
type block struct {
	number  uint64    // in the grid
	at      [3]uint32 // its coordinates
	sm      uint16
	shared  []byte
	warps   []warp
	present int // the warp whose turn is next
}

// grid is which blocks are resident, and what is left to begin.
type grid struct {
	count uint64 // blocks
	next  uint64 // the first that has not begun

	slots   []block  // of the blocks that are resident; kept from one launch to the next
	running []uint16 // slots whose block can go on, in order
	waiting []uint16 // slots whose block waits for pages
	present int      // of running

	load []uint16 // blocks on each processor
	last int      // the processor that was dealt to last
}

// occupancy is how many blocks of the launch a processor holds together, and how
// many processors have any.
func (x *Launch) occupancy() (blocks, processors uint64) {
	p := &x.p.SM
	warps := (x.shape.Threads() + lanes - 1) / lanes
	blocks = min(uint64(p.Blocks), uint64(p.Threads)/(warps*lanes))
	if n := x.sharedBytes(); n > 0 {
		blocks = min(blocks, uint64(p.Shared)/n)
	}
	return max(blocks, 1), min(x.grid.count, max(uint64(x.p.TLB.SMs), 1))
}

func (x *Launch) sharedBytes() uint64 {
	return uint64((x.kernel.Static+15)&^15 + x.shape.Shared)
}

// settle deals the first blocks out.
func (x *Launch) settle() {
	g := &x.grid
	g.count, g.next, g.present, g.last = x.shape.Blocks(), 0, 0, -1
	perSM, processors := x.occupancy()
	warps := int(x.shape.Threads()+lanes-1) / lanes
	n := int(min(g.count, perSM*processors, uint64(max(maxWarps/warps, 1))))
	for len(g.slots) < n {
		g.slots = append(g.slots, block{})
	}
	g.running, g.waiting = g.running[:0], g.waiting[:0]
	g.load = append(g.load[:0], make([]uint16, processors)...)
	for i := range n {
		b := &g.slots[i]
		for len(b.warps) < warps {
			b.warps = append(b.warps, warp{})
		}
		b.warps = b.warps[:warps]
		b.shared = append(b.shared[:0], make([]byte, x.sharedBytes())...)
		x.enter(b)
		g.running = append(g.running, uint16(i))
	}
	x.block = &g.slots[0]
}

// enter brings every thread of the next block of the grid to the start of the
// kernel.
func (x *Launch) enter(b *block) {
	g, size := &x.grid, x.shape.Grid
	b.number = g.next
	b.sm = g.deal()
	b.at = [3]uint32{uint32(b.number % uint64(size[0])), uint32(b.number / uint64(size[0]) % uint64(size[1])), uint32(b.number / uint64(size[0]) / uint64(size[1]))}
	g.next++
	clear(b.shared)
	threads := x.shape.Threads()
	for i := range b.warps {
		b.warps[i].begin(x, i, uint32(1<<min(threads-uint64(i)*lanes, lanes)-1))
	}
	b.present = 0
}

// deal chooses the processor of a block.
func (g *grid) deal() uint16 {
	best := -1
	for i := range g.load {
		sm := (g.last + 1 + i) % len(g.load)
		if best < 0 || g.load[sm] < g.load[best] {
			best = sm
		}
	}
	g.load[best]++
	g.last = best
	return uint16(best)
}

// leave has the next block of the grid take the place of one that is through.
// The kernel ends with the last.
func (x *Launch) leave(b *block) {
	g := &x.grid
	g.load[b.sm]--
	if g.next < g.count {
		x.enter(b)
		return
	}
	g.running = append(g.running[:g.present], g.running[g.present+1:]...)
	g.present--
	x.ended = len(g.running)+len(g.waiting) == 0
}

// suspend takes the present block out of those that have turns, until its pages
// are there. Those that wait keep the order of their slots.
func (x *Launch) suspend() {
	g := &x.grid
	slot := g.running[g.present]
	g.waiting = append(g.waiting, slot)
	for i := len(g.waiting) - 1; i > 0 && g.waiting[i-1] > slot; i-- {
		g.waiting[i-1], g.waiting[i] = slot, g.waiting[i-1]
	}
	g.running = append(g.running[:g.present], g.running[g.present+1:]...)
	g.present--
}

// next makes the next block the present one. When all that are left wait for
// pages, these are brought.
func (x *Launch) next() {
	g := &x.grid
	if len(g.running) == 0 && len(g.waiting) > 0 && x.Fault.ID == target.NoReason {
		x.replay()
	}
	if len(g.running) > 0 {
		g.present = (g.present + 1) % len(g.running)
		x.block = &g.slots[g.running[g.present]]
	}
}

// advance gives the turn to the next warp that can go on; false if none can.
func (b *block) advance() bool {
	for range b.warps {
		if b.present = (b.present + 1) % len(b.warps); b.warps[b.present].runnable() {
			return true
		}
	}
	return false
}

// release opens the barrier that threads wait at; false if none does.
func (b *block) release() (any bool) {
	for i := range b.warps {
		any = b.warps[i].release() || any
	}
	b.present = len(b.warps) - 1
	return any && b.advance()
}

// parked says whether a warp waits for a page.
func (b *block) parked() bool {
	for i := range b.warps {
		if b.warps[i].parked {
			return true
		}
	}
	return false
}
