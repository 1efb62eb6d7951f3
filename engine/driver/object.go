package driver

import "pagewalk/engine/event"

// The mutators of objects and their runs. Ids come from stacks of given back
// ids with a high-water mark, so that undo gives them back exactly as they came.

// newObject makes an object that RM's client holds.
func (d *Driver) newObject(bytes uint64, class Class, space uint16) uint32 {
	head := d.State.Head.At(0)
	o := event.ObjectInfo{ID: head.FreeObject, Bytes: bytes, Class: uint8(class), Space: space}
	if o.ID == 0 {
		o.ID, o.Fresh = head.HighObject+1, true
	}
	d.addObject(o)
	if e := d.rec.Put(event.ObjectNew, o.ID); e != nil {
		o.Put(e)
	}
	return o.ID
}

func (d *Driver) addObject(o event.ObjectInfo) {
	head := d.State.Head.Mut(0)
	if o.Fresh {
		head.HighObject = o.ID
		d.State.Objects.Grow(int(o.ID) + 1)
	} else {
		head.FreeObject = d.State.Objects.At(o.ID).Next
	}
	d.State.Objects.Set(o.ID, Object{Bytes: o.Bytes, Class: Class(o.Class), Space: o.Space, Holders: 1})
	head.LiveBytes += o.Bytes
	head.Live++
}

func (d *Driver) unaddObject(o event.ObjectInfo) {
	head := d.State.Head.Mut(0)
	head.LiveBytes -= o.Bytes
	head.Live--
	if o.Fresh {
		d.State.Objects.Set(o.ID, Object{})
		head.HighObject = o.ID - 1
		return
	}
	d.State.Objects.Set(o.ID, Object{Next: head.FreeObject})
	head.FreeObject = o.ID
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
	head := d.State.Head.At(0)
	r := event.ObjectRunInfo{Object: object, Run: head.FreeRun, First: first, Pages: pages, Chunk: chunk, Added: true}
	if r.Run == 0 {
		r.Run, r.Fresh = head.HighRun+1, true
	}
	d.linkRun(r)
	if e := d.rec.Put(event.ObjectRun, object); e != nil {
		r.Put(e)
	}
}

func (d *Driver) linkRun(r event.ObjectRunInfo) {
	head := d.State.Head.Mut(0)
	if r.Fresh {
		head.HighRun = r.Run
		d.State.Runs.Grow(int(r.Run) + 1)
	} else {
		head.FreeRun = d.State.Runs.At(r.Run).Next
	}
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
	head := d.State.Head.Mut(0)
	if r.Fresh {
		d.State.Runs.Set(r.Run, Run{})
		head.HighRun = r.Run - 1
		return
	}
	d.State.Runs.Set(r.Run, Run{Next: head.FreeRun})
	head.FreeRun = r.Run
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
	head := d.State.Head.Mut(0)
	d.State.Runs.Set(r.Run, Run{Next: head.FreeRun})
	head.FreeRun = r.Run
}

// linkHead undoes unlinkHead.
func (d *Driver) linkHead(r event.ObjectRunInfo) {
	head := d.State.Head.Mut(0)
	head.FreeRun = d.State.Runs.At(r.Run).Next
	o := d.State.Objects.Mut(r.Object)
	d.State.Runs.Set(r.Run, Run{First: r.First, Pages: r.Pages, Chunk: r.Chunk, Next: o.Runs})
	o.Runs = r.Run
	if o.Tail == 0 {
		o.Tail = r.Run
	}
}
