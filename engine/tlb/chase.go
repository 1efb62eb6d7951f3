package tlb

import (
	"pagewalk/engine/event"
	"pagewalk/engine/mmu"
	"pagewalk/engine/profile"
)

// identityWalk maps every address to one page, as an experiment does that maps
// the same physical page again and again: only translation differs.
type identityWalk struct {
	page  uint64
	level uint8
	reads uint8
}

// WalkInto finds the page, wherever.
func (w *identityWalk) WalkInto(leaf *mmu.Leaf, fault *mmu.Fault, _ uint16, va uint64, _ mmu.Access, _ mmu.Visitor) {
	*leaf = mmu.Leaf{Physical: va & (w.page - 1), Bytes: w.page, Level: w.level, Reads: w.reads}
	fault.Type = mmu.NoFault
}

// Beside gives the neighbours: they are mapped too, to the same page.
func (w *identityWalk) Beside(_ *mmu.Leaf, out []mmu.Neighbour) (mapped uint32, step uint64, even bool) {
	return 1<<len(out) - 1, 0, true
}

// WalkFrom finds the page from anywhere.
func (w *identityWalk) WalkFrom(leaf *mmu.Leaf, fault *mmu.Fault, space uint16, va uint64, a mmu.Access, v mmu.Visitor, _ mmu.Start) {
	w.WalkInto(leaf, fault, space, va, a, v)
}

// Line finds nothing: no reads are shown.
func (w *identityWalk) Line(*mmu.Step, []uint64) (there uint32) { return 0 }

// Chase is a pointer chase over mappings of one page at a constant stride:
// dependent loads in one random cyclic order, each stop on a cache line of its
// own.
type Chase struct {
	t      *TLB
	walk   identityWalk
	stride uint64
	order  []uint32 // the stop that follows each
}

// NewChase gives a chase of so many stops on an empty hierarchy. ok is false
// when the format has no pages of that size.
func NewChase(p *profile.Profile, page, stride uint64, stops uint32) (*Chase, bool) {
	lv, ok := p.MMU.Format.LevelOf(page)
	if !ok || stops == 0 || stride < page {
		return nil, false
	}
	c := &Chase{t: New(p, &event.Recorder{}), stride: stride, order: make([]uint32, stops)}
	c.walk = identityWalk{page, uint8(lv), p.MMU.Format.Levels[lv].Depth + 1}
	for i := range c.order {
		c.order[i] = uint32(i)
	}
	x := uint64(stops)*0x9E3779B97F4A7C15 ^ stride | 1
	for i := len(c.order) - 1; i > 0; i-- {
		x ^= x << 13
		x ^= x >> 7
		x ^= x << 17
		j := x >> 11 % uint64(i) // never itself: the order is one cycle
		c.order[i], c.order[j] = c.order[j], c.order[i]
	}
	return c, true
}

// Lap makes one lap on a processor and gives the average cost of a load in
// hundredths of a cycle.
func (c *Chase) Lap(sm uint16) uint64 {
	total, at := uint64(0), uint32(0)
	for range c.order {
		_, cost, _ := c.t.TranslateOn(sm, 0, chaseBase+uint64(at)*c.stride, mmu.Read, &c.walk, nil)
		total += uint64(cost)
		at = c.order[at]
	}
	n := uint64(len(c.order))
	p := c.t.p
	return uint64(p.TLB.Load(uint32(n), uint32(p.Cost.LoadCycles)))*10 + (total*10+n/2)/n
}

// chaseBase is where the mappings begin: aligned to every span.
const chaseBase = 1 << 45

// Steady is the average of a lap after two laps to warm up.
func (c *Chase) Steady(sm uint16) uint64 {
	c.Lap(sm)
	c.Lap(sm)
	return c.Lap(sm)
}

// Sharing is the experiment that tells who shares what: on fresh mappings, a
// first lap of a processor with nobody before it; on fresh mappings again, one
// lap of processor 0, then the first and the second lap of the processor.
func Sharing(p *profile.Profile, page, stride uint64, stops uint32, sm uint16) (cold, after, own uint64, ok bool) {
	alone, ok := NewChase(p, page, stride, stops)
	if !ok {
		return 0, 0, 0, false
	}
	cold = alone.Lap(sm)
	second, _ := NewChase(p, page, stride, stops)
	second.Lap(0)
	return cold, second.Lap(sm), second.Lap(sm), true
}
