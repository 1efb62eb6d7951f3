package driver

import "pagewalk/engine/event"

// The lazy driver's cache: freed blocks that keep their memory and their
// mapping, on one list with the newest first. A request of exactly the same
// size takes the newest block of that size.

// cachePut keeps an object that the program freed.
func (d *Driver) cachePut(id uint32, va uint64) {
	c := event.CacheInfo{Object: id, Bytes: d.State.Objects.At(id).Bytes, VA: va}
	d.cacheLink(c, 0)
	d.State.Head.Mut(0).Puts++
	if e := d.rec.Put(event.CachePut, id); e != nil {
		c.Put(e)
	}
}

// cacheTake removes an object from the cache, for reuse or for good.
func (d *Driver) cacheTake(id uint32, reused bool) {
	o := d.State.Objects.Get(id)
	c := event.CacheInfo{Object: id, Bytes: o.Bytes, VA: o.VA, Reused: reused}
	d.cacheUnlink(c)
	d.countTake(reused, 1)
	if e := d.rec.Put(event.CacheTake, id); e != nil {
		e.Prev = o.Prev
		c.Put(e)
	}
}

func (d *Driver) countTake(reused bool, by uint32) {
	head := d.State.Head.Mut(0)
	if reused {
		head.Hits += by
	} else {
		head.Trims += by
	}
}

// cacheFind gives the newest cached object of exactly this size in the space.
func (d *Driver) cacheFind(space uint16, bytes uint64) uint32 {
	for id := d.State.Head.At(0).CacheNewest; id != 0; id = d.State.Objects.At(id).Next {
		if o := d.State.Objects.At(id); o.Bytes == bytes && o.Space == space {
			return id
		}
	}
	return 0
}

// cacheLink puts the object behind prev on the list; 0 = in front.
func (d *Driver) cacheLink(c event.CacheInfo, prev uint32) {
	head := d.State.Head.Mut(0)
	o := d.State.Objects.Mut(c.Object)
	o.Cached, o.VA, o.Prev = 1, c.VA, prev
	if prev == 0 {
		o.Next, head.CacheNewest = head.CacheNewest, c.Object
	} else {
		before := d.State.Objects.Mut(prev)
		o.Next, before.Next = before.Next, c.Object
	}
	if o.Next == 0 {
		head.CacheOldest = c.Object
	} else {
		d.State.Objects.Mut(o.Next).Prev = c.Object
	}
	head.CachedBytes += c.Bytes
	head.LiveBytes -= c.Bytes
}

func (d *Driver) cacheUnlink(c event.CacheInfo) {
	head := d.State.Head.Mut(0)
	o := d.State.Objects.Mut(c.Object)
	if o.Prev == 0 {
		head.CacheNewest = o.Next
	} else {
		d.State.Objects.Mut(o.Prev).Next = o.Next
	}
	if o.Next == 0 {
		head.CacheOldest = o.Prev
	} else {
		d.State.Objects.Mut(o.Next).Prev = o.Prev
	}
	o.Cached, o.VA, o.Prev, o.Next = 0, 0, 0, 0
	head.CachedBytes -= c.Bytes
	head.LiveBytes += c.Bytes
}
