package tlb

import "pagewalk/engine/event"

// put is the mutator of TLBFill. It finds out the place of the way.
func (t *TLB) put(c *cache, set, way uint32, span uint64, space uint16, r *run, asked, fresh bool) {
	order := c.orders.Mut(set)
	place := placeIn(*order^identity, way)
	*order = front(*order^identity, place) ^ identity
	entry := set*c.Ways + way
	t.hold(c, entry, span, space, r)
	if e := t.rec.Put(event.TLBFill, entry); e != nil {
		i := event.TLBFillInfo{
			Entry: entry, Level: uint8(c.number), Span: span, Space: space, First: uint8(r.first), N: uint8(r.n),
			Value: r.value, Step: r.step, Asked: asked, Fresh: fresh, Place: uint8(place),
		}
		i.Put(e)
	}
}

// refill makes the transition of a TLBFill again.
func (t *TLB) refill(c *cache, i *event.TLBFillInfo) {
	order := c.orders.Mut(c.setOf(i.Entry))
	*order = front(*order^identity, uint32(i.Place)) ^ identity
	t.hold(c, i.Entry, i.Span, i.Space, &run{uint32(i.First), uint32(i.N), i.Value, i.Step})
}

// unfill is refill backwards.
func (t *TLB) unfill(c *cache, i *event.TLBFillInfo) {
	r := run{first: uint32(i.First), n: uint32(i.N)}
	t.lose(c, i.Entry, r.mask())
	order := c.orders.Mut(c.setOf(i.Entry))
	*order = behind(*order^identity, uint32(i.Place)) ^ identity
}

// order is the mutator of TLBOrder.
func (t *TLB) order(c *cache, set uint32, old, now uint64) {
	c.orders.Set(set, now)
	if e := t.rec.Put(event.TLBOrder, set); e != nil {
		event.TLBOrderInfo{Set: set, Level: uint8(c.number), Old: old, New: now}.Put(e)
	}
}

// evict drops the pages of an entry that mask names, in runs of neighbours
// whose translations form one sequence.
func (t *TLB) evict(c *cache, entry uint32, mask uint16) {
	if mask == 0 {
		return
	}
	tag := *c.tags.At(entry)
	if t.rec.Log == nil {
		t.lose(c, entry, mask)
		return
	}
	g := group{apart: tag.Apart != 0, value: tag.Value, step: tag.Step}
	if g.apart {
		copy(g.all[:], c.words.Slice(entry*c.Pages, c.Pages))
	}
	for mask != 0 {
		r := g.run(mask)
		mask &^= r.mask()
		t.drop(c, &event.TLBDropInfo{
			Entry: entry, Level: uint8(c.number), Span: tag.Span, Space: tag.Space,
			First: uint8(r.first), N: uint8(r.n), Value: r.value, Step: r.step,
		}, r.mask())
	}
}

// drop is the mutator of TLBDrop.
func (t *TLB) drop(c *cache, i *event.TLBDropInfo, pages uint16) {
	t.lose(c, i.Entry, pages)
	if e := t.rec.Put(event.TLBDrop, i.Entry); e != nil {
		i.Put(e)
	}
}

// undrop is drop backwards.
func (t *TLB) undrop(c *cache, i *event.TLBDropInfo) {
	t.hold(c, i.Entry, i.Span, i.Space, &run{uint32(i.First), uint32(i.N), i.Value, i.Step})
}

// Apply makes the transition of a recorded event again.
func (t *TLB) Apply(e *event.Event) {
	switch e.Kind {
	case event.TLBFill:
		i := event.TLBFillOf(e)
		c := &t.caches[i.Level]
		t.reach(c, i.Entry/c.entries())
		t.refill(c, &i)
	case event.TLBOrder:
		i := event.TLBOrderOf(e)
		t.State.Order[i.Level].Set(i.Set, i.New)
	case event.TLBDrop:
		i := event.TLBDropOf(e)
		r := run{first: uint32(i.First), n: uint32(i.N)}
		t.lose(&t.caches[i.Level], i.Entry, r.mask())
	}
}

// Revert undoes the transition of an event.
func (t *TLB) Revert(e *event.Event) {
	switch e.Kind {
	case event.TLBFill:
		i := event.TLBFillOf(e)
		t.unfill(&t.caches[i.Level], &i)
	case event.TLBOrder:
		i := event.TLBOrderOf(e)
		t.State.Order[i.Level].Set(i.Set, i.Old)
	case event.TLBDrop:
		i := event.TLBDropOf(e)
		c := &t.caches[i.Level]
		t.reach(c, i.Entry/c.entries())
		t.undrop(c, &i)
	}
}
