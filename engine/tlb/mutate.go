package tlb

import (
	"math/bits"

	"pagewalk/engine/event"
)

// put is the mutator of TLBFill. It finds out the place of the way.
func (t *TLB) put(c *cache, i *event.TLBFillInfo, set, way uint32) {
	i.Place = uint8(placeIn(t.State.Order[c.number].Get(set)^identity, way))
	t.set(c, i, set)
	if e := t.rec.Put(event.TLBFill, i.Entry); e != nil {
		i.Put(e)
	}
}

// set writes the pages of a TLBFill and makes the entry the newest.
func (t *TLB) set(c *cache, i *event.TLBFillInfo, set uint32) {
	c.mark(i.Entry)
	tag := t.State.Tags[c.number].Mut(i.Entry)
	tag.Span, tag.Space = i.Span, i.Space
	tag.Mask |= uint16((1<<i.N - 1) << i.First)
	pages := t.State.Pages[c.number].MutRange(i.Entry*c.Pages+uint32(i.First), uint32(i.N))
	value := i.Value
	for j := range pages {
		pages[j] = value
		value += i.Step
	}
	order := t.State.Order[c.number].Mut(set)
	*order = front(*order^identity, uint32(i.Place)) ^ identity
	if i.Fresh {
		t.State.Head.Mut(uint32(c.number)).Entries[i.Span&15-1]++
	}
}

// unset is set backwards.
func (t *TLB) unset(c *cache, i *event.TLBFillInfo) {
	if i.Fresh {
		t.State.Head.Mut(uint32(c.number)).Entries[i.Span&15-1]--
	}
	order := t.State.Order[c.number].Mut(i.Entry / c.Ways)
	*order = behind(*order^identity, uint32(i.Place)) ^ identity
	clear(t.State.Pages[c.number].MutRange(i.Entry*c.Pages+uint32(i.First), uint32(i.N)))
	tag := t.State.Tags[c.number].Mut(i.Entry)
	if tag.Mask &^= uint16((1<<i.N - 1) << i.First); tag.Mask == 0 {
		*tag = Tag{}
	}
}

// order is the mutator of TLBOrder.
func (t *TLB) order(c *cache, set uint32, old, now uint64) {
	t.State.Order[c.number&(maxLevels-1)].Set(set, now)
	if e := t.rec.Put(event.TLBOrder, set); e != nil {
		event.TLBOrderInfo{Set: set, Level: uint8(c.number), Old: old, New: now}.Put(e)
	}
}

// evict drops the pages of an entry that mask names, in runs of neighbours
// whose translations form one sequence.
func (t *TLB) evict(c *cache, entry uint32, mask uint16) {
	for mask != 0 {
		first := uint32(bits.TrailingZeros16(mask))
		pages := t.State.Pages[c.number].Slice(entry*c.Pages, c.Pages)
		n, step := uint32(1), uint64(0)
		for first+n < c.Pages && mask>>(first+n)&1 != 0 {
			d := pages[first+n] - pages[first+n-1]
			if n == 1 {
				step = d
			} else if d != step {
				break
			}
			n++
		}
		t.drop(c, entry, first, n, pages[first], step)
		mask &^= uint16((1<<n - 1) << first)
	}
}

// drop is the mutator of TLBDrop.
func (t *TLB) drop(c *cache, entry, first, n uint32, value, step uint64) {
	tag := t.State.Tags[c.number].At(entry)
	var i event.TLBDropInfo
	i.Entry, i.Level, i.Span, i.Space = entry, uint8(c.number), tag.Span, tag.Space
	i.First, i.N, i.Value, i.Step = uint8(first), uint8(n), value, step
	t.take(c, &i)
	if e := t.rec.Put(event.TLBDrop, entry); e != nil {
		i.Put(e)
	}
}

// take removes the pages of a TLBDrop; an entry without pages is empty.
func (t *TLB) take(c *cache, i *event.TLBDropInfo) {
	clear(t.State.Pages[c.number].MutRange(i.Entry*c.Pages+uint32(i.First), uint32(i.N)))
	tag := t.State.Tags[c.number].Mut(i.Entry)
	tag.Mask &^= uint16((1<<i.N - 1) << i.First)
	if tag.Mask == 0 {
		t.State.Head.Mut(uint32(c.number)).Entries[i.Span&15-1]--
		*tag = Tag{}
	}
}

// giveBack is take backwards.
func (t *TLB) giveBack(c *cache, i *event.TLBDropInfo) {
	t.reach(c, i.Entry/c.Entries())
	c.mark(i.Entry)
	tag := t.State.Tags[c.number].Mut(i.Entry)
	if tag.Mask == 0 {
		t.State.Head.Mut(uint32(c.number)).Entries[i.Span&15-1]++
		tag.Span, tag.Space = i.Span, i.Space
	}
	tag.Mask |= uint16((1<<i.N - 1) << i.First)
	pages := t.State.Pages[c.number].MutRange(i.Entry*c.Pages+uint32(i.First), uint32(i.N))
	value := i.Value
	for j := range pages {
		pages[j] = value
		value += i.Step
	}
}

// Apply makes the transition of a recorded event again.
func (t *TLB) Apply(e *event.Event) {
	switch e.Kind {
	case event.TLBFill:
		i := event.TLBFillOf(e)
		c := &t.levels[i.Level]
		t.reach(c, i.Entry/c.Entries())
		t.set(c, &i, i.Entry/c.Ways)
	case event.TLBOrder:
		i := event.TLBOrderOf(e)
		t.State.Order[i.Level].Set(i.Set, i.New)
	case event.TLBDrop:
		i := event.TLBDropOf(e)
		t.take(&t.levels[i.Level], &i)
	}
}

// Revert undoes the transition of an event.
func (t *TLB) Revert(e *event.Event) {
	switch e.Kind {
	case event.TLBFill:
		i := event.TLBFillOf(e)
		t.unset(&t.levels[i.Level], &i)
	case event.TLBOrder:
		i := event.TLBOrderOf(e)
		t.State.Order[i.Level].Set(i.Set, i.Old)
	case event.TLBDrop:
		i := event.TLBDropOf(e)
		t.giveBack(&t.levels[i.Level], &i)
	}
}
