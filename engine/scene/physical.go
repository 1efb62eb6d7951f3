package scene

import (
	"pagewalk/engine/event"
	"pagewalk/engine/pma"
)

// windowPages is how many pages the closer look shows: three rows of sixteen.
const windowPages = 48

// physical fills the pane of the card's memory.
func (b *Builder) physical(m *Moment) {
	p := &m.Physical
	c := b.card
	c.look(b.owned)
	p.Asked = b.asked[PanePhysical]
	p.Pages, p.Whole, p.Legend = uint32(len(c.cells)), c.cells, c.legend()
	p.Free, _ = b.m.Driver.Memory()
	p.Largest = c.largest
	p.Now = event.None
	if b.event != nil {
		if page, ok := c.pageOfEvent(b.event); ok {
			p.Now = page
		}
		p.Callout = c.callout(b.lang, b.event)
	}
	focus := b.focus(p.Now)
	p.First, p.Count = window(focus, p.Pages)
	if focus < p.Pages {
		p.HasRoot = true
		p.Root = c.tree(b.lang, focus, b.event)
		b.frames(&p.Frames, focus)
	}
	b.machine(&p.Machine)
	b.chunkLists(p)
}

// maxFocusScan bounds how far back the last event of physical memory is sought.
const maxFocusScan = 20_000

// focus is the page worth a closer look: the one that changed now; the one
// behind the block that the event is about; the one that the entry just written
// points to; the one that an ioctl of this row got; the one that the walked
// address leads to; the one that changed last; or the first that the context
// leaves.
func (b *Builder) focus(now uint32) uint32 {
	if now != event.None {
		return now
	}
	if page, ok := b.pageOfBlock(); ok {
		return page
	}
	if b.event != nil && b.event.Kind == event.EntryRun {
		if page, ok := b.leafPage(); ok {
			return page
		}
	}
	for i := len(b.trips.events) - 1; b.row != nil && i >= 0; i-- {
		if t := &b.row.Ioctls[i]; b.trips.events[i] <= b.index && t.Offset != 0 && !t.Failed {
			return pageOfAddress(t.Offset)
		}
	}
	if page, ok := b.leafPage(); ok {
		return page
	}
	n := b.run.Cursor()
	for i := n; i > 0 && n-i < maxFocusScan; i-- {
		if page, ok := b.card.pageOfEvent(b.run.Event(i - 1)); ok {
			return page
		}
	}
	return b.m.Profile.Memory.ContextPages
}

// window places the closer look: rows of sixteen, the focus in the second.
func window(focus, pages uint32) (first, count uint32) {
	count = min(windowPages, pages)
	if row := focus &^ 7; row > 16 {
		first = row - 16
	}
	if first+count > pages {
		first = pages - count
	}
	return first, count
}

// pageOfAddress is the 2 MiB page of a physical address.
func pageOfAddress(a uint64) uint32 { return uint32(a / pma.PageBytes) }
