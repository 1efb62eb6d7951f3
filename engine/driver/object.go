package driver

import "pagewalk/engine/event"

// The mutators of objects and their runs.

// newObject makes an object that RM's client holds.
func (d *Driver) newObject(bytes uint64, class Class, space uint16) uint32 {
	o := event.ObjectInfo{Bytes: bytes, Class: uint8(class), Space: space}
	o.ID, o.Fresh = d.State.Head.At(0).Objects.Next()
	d.addObject(o)
	if e := d.rec.Put(event.ObjectNew, o.ID); e != nil {
		o.Put(e)
	}
	return o.ID
}

func (d *Driver) addObject(o event.ObjectInfo) {
	head := d.State.Head.Mut(0)
	d.State.Objects.Grow(int(o.ID) + 1)
	head.Objects.Take(o.ID, d.State.Objects.At(o.ID).Next, o.Fresh)
	d.State.Objects.Set(o.ID, Object{Bytes: o.Bytes, Class: Class(o.Class), Space: o.Space, Holders: 1})
	head.LiveBytes += o.Bytes
	head.Live++
}

func (d *Driver) unaddObject(o event.ObjectInfo) {
	head := d.State.Head.Mut(0)
	head.LiveBytes -= o.Bytes
	head.Live--
	d.State.Objects.Set(o.ID, Object{Next: head.Objects.Give(o.ID, o.Fresh)})
}

// endObject removes an object that nobody holds and that has no runs.
func (d *Driver) endObject(id uint32) {
	c := d.State.Objects.Get(id)
	if c.Holders != 0 || c.Runs != 0 || c.Cached != 0 {
		panic("driver: end object: it is still held, backed or cached")
	}
	o := event.ObjectInfo{ID: id, Bytes: c.Bytes, Class: uint8(c.Class), Space: c.Space}
	d.removeObject(o)
	if e := d.rec.Put(event.ObjectFree, id); e != nil {
		o.Put(e)
	}
}

func (d *Driver) removeObject(o event.ObjectInfo) {
	o.Fresh = false
	d.unaddObject(o)
}

func (d *Driver) unremoveObject(o event.ObjectInfo) {
	o.Fresh = false
	d.addObject(o)
	d.State.Objects.Mut(o.ID).Holders = 0
}

// hold changes the number of holders by delta.
func (d *Driver) hold(id uint32, delta int32) {
	before := d.State.Objects.At(id).Holders
	after := uint32(int32(before) + delta)
	d.State.Objects.Mut(id).Holders = after
	if e := d.rec.Put(event.ObjectRef, id); e != nil {
		e.W[0] = uint64(before) | uint64(after)<<32
	}
}

// addRun appends a run to the object.
func (d *Driver) addRun(object, first, pages, chunk uint32) {
	r := event.ObjectRunInfo{Object: object, First: first, Pages: pages, Chunk: chunk, Added: true}
	r.Run, r.Fresh = d.State.Head.At(0).Runs.Next()
	d.linkRun(r)
	if e := d.rec.Put(event.ObjectRun, object); e != nil {
		r.Put(e)
	}
}

func (d *Driver) linkRun(r event.ObjectRunInfo) {
	d.State.Runs.Grow(int(r.Run) + 1)
	d.State.Head.Mut(0).Runs.Take(r.Run, d.State.Runs.At(r.Run).Next, r.Fresh)
	d.State.Runs.Set(r.Run, Run{First: r.First, Pages: r.Pages, Chunk: r.Chunk})
	o := d.State.Objects.Mut(r.Object)
	if o.Runs == 0 {
		o.Runs = r.Run
	} else {
		d.State.Runs.Mut(o.Tail).Next = r.Run
	}
	o.Tail = r.Run
}

// unlinkTail undoes linkRun.
func (d *Driver) unlinkTail(r event.ObjectRunInfo) {
	o := d.State.Objects.Mut(r.Object)
	before := uint32(0)
	for n := o.Runs; n != r.Run; n = d.State.Runs.At(n).Next {
		before = n
	}
	o.Tail = before
	if before == 0 {
		o.Runs = 0
	} else {
		d.State.Runs.Mut(before).Next = 0
	}
	d.State.Runs.Set(r.Run, Run{Next: d.State.Head.Mut(0).Runs.Give(r.Run, r.Fresh)})
}

// dropRun removes the object's first run.
func (d *Driver) dropRun(object uint32) Run {
	id := d.State.Objects.At(object).Runs
	run := d.State.Runs.Get(id)
	r := event.ObjectRunInfo{Object: object, Run: id, First: run.First, Pages: run.Pages, Chunk: run.Chunk}
	d.unlinkHead(r)
	if e := d.rec.Put(event.ObjectRun, object); e != nil {
		r.Put(e)
	}
	return run
}

func (d *Driver) unlinkHead(r event.ObjectRunInfo) {
	o := d.State.Objects.Mut(r.Object)
	o.Runs = d.State.Runs.At(r.Run).Next
	if o.Runs == 0 {
		o.Tail = 0
	}
	d.State.Runs.Set(r.Run, Run{Next: d.State.Head.Mut(0).Runs.Give(r.Run, false)})
}

// linkHead undoes unlinkHead.
func (d *Driver) linkHead(r event.ObjectRunInfo) {
	d.State.Head.Mut(0).Runs.Take(r.Run, d.State.Runs.At(r.Run).Next, false)
	o := d.State.Objects.Mut(r.Object)
	d.State.Runs.Set(r.Run, Run{First: r.First, Pages: r.Pages, Chunk: r.Chunk, Next: o.Runs})
	o.Runs = r.Run
	if o.Tail == 0 {
		o.Tail = r.Run
	}
}
