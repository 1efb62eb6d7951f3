package tlb

import (
	"math/bits"

	"pagewalk/engine/event"
	"pagewalk/engine/mmu"
)

// Invalidate drops cached translations as a command of the driver says: of its
// address space (or all), inside the power-of-two window that holds its range
// (or everywhere), whose entry stands at its depth or below. A textbook
// hierarchy is emptied whatever the command says. The drops are events of
// their own, caused by the command's.
func (t *TLB) Invalidate(i *mmu.Inval) {
	window, bytes := i.Window()
	info := event.TLBInvalidateInfo{
		Space: i.Space, AllSpaces: i.AllSpaces, Window: window, Bytes: bytes, Depth: i.Depth, Code: i.Code,
		Membar: i.Membar, VA: i.VA, Asked: i.Bytes,
	}
	if e := t.rec.Put(event.TLBInvalidate, uint32(i.Space)); e != nil {
		info.Put(e)
	}
	was := t.rec.Because(t.rec.Last())
	for i := range t.levels {
		t.sweep(&t.levels[i], &info)
	}
	if c := t.directories; c != nil {
		if t.p.TLB.FlushAll {
			t.sweepDirectories(c, 0, true, 0, 0, 0)
		} else {
			t.sweepDirectories(c, info.Space, info.AllSpaces, info.Window, info.Bytes, info.Depth)
		}
	}
	t.rec.Cause = was
}

// sweep drops what a command covers from one level.
func (t *TLB) sweep(c *cache, i *event.TLBInvalidateInfo) {
	for j := range t.sizes {
		s := &t.sizes[j]
		left := t.State.Head.At(uint32(c.number)).Entries[s.code-1]
		if left == 0 || s.depth < i.Depth && !t.p.TLB.FlushAll {
			continue
		}
		if t.p.TLB.FlushAll || i.Bytes == 0 || i.AllSpaces || i.Bytes>>c.shift(s) > uint64(c.Sets) {
			t.sweepAll(c, s, i, left)
			continue
		}
		sh := c.shift(s)
		for va := i.Window >> sh << sh; va <= i.Window+(i.Bytes-1); va += 1 << sh {
			for instance := range c.reached {
				if entry, found := c.find(instance, s, i.Space, va); found {
					t.evict(c, entry, t.covered(c, s, entry, i))
				}
			}
			if va+1<<sh < va {
				break
			}
		}
	}
}

// sweepAll looks at every entry of one page size.
func (t *TLB) sweepAll(c *cache, s *size, i *event.TLBInvalidateInfo, left uint32) {
	tags := c.tags.Slice(0, c.reached*c.entries())
	for word := range c.filled {
		for bitmap := c.filled[word]; bitmap != 0; bitmap &= bitmap - 1 {
			entry := uint32(word*64 + bits.TrailingZeros64(bitmap))
			tag := &tags[entry]
			if tag.Span == 0 {
				c.filled[word] &^= 1 << (entry % 64)
			}
			if tag.Span&15 != uint64(s.code) {
				continue
			}
			if t.p.TLB.FlushAll || i.AllSpaces || tag.Space == i.Space {
				t.evict(c, entry, t.covered(c, s, entry, i))
			}
			if left--; left == 0 {
				return
			}
		}
	}
}

// covered gives the pages of an entry that lie in the window.
func (t *TLB) covered(c *cache, s *size, entry uint32, i *event.TLBInvalidateInfo) uint16 {
	tag := c.tags.At(entry)
	if t.p.TLB.FlushAll || i.Bytes == 0 {
		return tag.Mask
	}
	base := tag.Span &^ 15
	mask := uint16(0)
	for page := range c.Pages {
		first := base + uint64(page)<<s.lo
		if first <= i.Window+(i.Bytes-1) && first+(1<<s.lo-1) >= i.Window {
			mask |= 1 << page
		}
	}
	return mask & tag.Mask
}
