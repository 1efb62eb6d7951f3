package driver

import "pagewalk/engine/event"

// Apply makes the transition of e.
func (d *Driver) Apply(e *event.Event) {
	switch e.Kind {
	case event.ObjectNew:
		d.addObject(event.ObjectOf(e))
	case event.ObjectFree:
		d.removeObject(event.ObjectOf(e))
	case event.ObjectRef:
		d.State.Objects.Mut(e.Subject).Holders = uint32(e.W[0] >> 32)
	case event.ObjectRun:
		if r := event.ObjectRunOf(e); r.Added {
			d.linkRun(r)
		} else {
			d.unlinkHead(r)
		}
	case event.CachePut:
		d.cacheLink(event.CacheOf(e), 0)
		d.State.Head.Mut(0).Puts++
	case event.CacheTake:
		c := event.CacheOf(e)
		d.cacheUnlink(c)
		d.countTake(c.Reused, 1)
	}
}

// Revert undoes the transition of e.
func (d *Driver) Revert(e *event.Event) {
	switch e.Kind {
	case event.ObjectNew:
		d.unaddObject(event.ObjectOf(e))
	case event.ObjectFree:
		d.unremoveObject(event.ObjectOf(e))
	case event.ObjectRef:
		d.State.Objects.Mut(e.Subject).Holders = uint32(e.W[0])
	case event.ObjectRun:
		if r := event.ObjectRunOf(e); r.Added {
			d.unlinkTail(r)
		} else {
			d.linkHead(r)
		}
	case event.CachePut:
		d.cacheUnlink(event.CacheOf(e))
		d.State.Head.Mut(0).Puts--
	case event.CacheTake:
		c := event.CacheOf(e)
		d.countTake(c.Reused, ^uint32(0))
		d.cacheLink(c, e.Prev)
	}
}
