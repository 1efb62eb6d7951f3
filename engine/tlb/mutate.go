package tlb

import (
	"math/bits"

	"pagewalk/engine/event"
)

// fillOf is what one fill changes.
type fillOf struct {
	entry    uint32
	span     uint64
	space    uint16
	page     uint32
	fresh    bool // the entry was empty
	value    uint64
	old, now uint64 // order of the set
}

// put is the mutator of TLBFill.
func (t *TLB) put(c *cache, f *fillOf) {
	t.set(c, f)
	if e := t.rec.Put(event.TLBFill, f.entry); e != nil {
		event.TLBFillInfo{
			Entry: f.entry, Level: uint8(c.number), Span: f.span, Space: f.space, Page: uint8(f.page), Fresh: f.fresh,
			Value: f.value, Old: f.old, New: f.now,
		}.Put(e)
	}
}

func (t *TLB) set(c *cache, f *fillOf) {
	t.reach(c, f.entry/c.Entries())
	tag := t.State.Tags[c.number].Mut(f.entry)
	tag.Span, tag.Space = f.span, f.space
	tag.Mask |= 1 << f.page
	t.State.Pages[c.number].Set(f.entry*c.Pages+f.page, f.value)
	t.State.Order[c.number].Set(f.entry/c.Ways, f.now)
	if f.fresh {
		t.State.Head.Mut(uint32(c.number)).Entries[f.span&15-1]++
	}
}

func (t *TLB) unset(c *cache, f *fillOf) {
	if f.fresh {
		t.State.Head.Mut(uint32(c.number)).Entries[f.span&15-1]--
	}
	t.State.Order[c.number].Set(f.entry/c.Ways, f.old)
	t.State.Pages[c.number].Set(f.entry*c.Pages+f.page, 0)
	tag := t.State.Tags[c.number].Mut(f.entry)
	if tag.Mask &^= 1 << f.page; tag.Mask == 0 {
		tag.Span, tag.Space = 0, 0
	}
}

// order is the mutator of TLBOrder.
func (t *TLB) order(c *cache, set uint32, old, now uint64) {
	t.State.Order[c.number].Set(set, now)
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
	tag := t.State.Tags[c.number].Get(entry)
	i := event.TLBDropInfo{
		Entry: entry, Level: uint8(c.number), Span: tag.Span, Space: tag.Space, First: uint8(first), N: uint8(n), Value: value, Step: step,
	}
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
		t.set(&t.levels[i.Level], fillFrom(&i))
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
		t.unset(&t.levels[i.Level], fillFrom(&i))
	case event.TLBOrder:
		i := event.TLBOrderOf(e)
		t.State.Order[i.Level].Set(i.Set, i.Old)
	case event.TLBDrop:
		i := event.TLBDropOf(e)
		t.giveBack(&t.levels[i.Level], &i)
	}
}

func fillFrom(i *event.TLBFillInfo) *fillOf {
	return &fillOf{
		entry: i.Entry, span: i.Span, space: i.Space, page: uint32(i.Page), fresh: i.Fresh, value: i.Value, old: i.Old, now: i.New,
	}
}
