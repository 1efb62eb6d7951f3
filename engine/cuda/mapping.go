package cuda

import (
	"pagewalk/engine/event"
	"pagewalk/engine/target"
)

// Mappings: memory under reserved addresses. They are found through a derived
// table by every 2 MiB page that they cover.

func (c *CUDA) newMapping(m event.MappingInfo) uint32 {
	m.ID, m.Fresh = c.State.Head.At(0).Mappings.Next()
	c.addMapping(m)
	if e := c.rec.Put(event.MappingNew, m.ID); e != nil {
		m.Put(e)
	}
	return m.ID
}

func (c *CUDA) endMapping(id uint32) {
	x := c.State.Mappings.Get(id)
	m := event.MappingInfo{
		ID: id, Address: x.Address, Bytes: x.Bytes, Handle: x.Handle, Object: x.Object,
		Process: x.Process - 1, Rights: uint8(x.Rights),
	}
	c.removeMapping(m)
	if e := c.rec.Put(event.MappingFree, id); e != nil {
		m.Put(e)
	}
}

func (c *CUDA) addMapping(m event.MappingInfo) {
	c.State.Mappings.Grow(int(m.ID) + 1)
	c.State.Head.Mut(0).Mappings.Take(m.ID, c.State.Mappings.At(m.ID).Next, m.Fresh)
	c.State.Mappings.Set(m.ID, Mapping{
		Address: m.Address, Bytes: m.Bytes, Handle: m.Handle, Object: m.Object,
		Process: m.Process + 1, Rights: Rights(m.Rights),
	})
	c.countMapping(m.Handle, 1)
	for at := m.Address; at < m.Address+m.Bytes; at += Granularity {
		c.pages.put(at|c.tag(m.Process), m.ID)
	}
}

func (c *CUDA) removeMapping(m event.MappingInfo) {
	for at := m.Address; at < m.Address+m.Bytes; at += Granularity {
		c.pages.remove(at | c.tag(m.Process))
	}
	c.countMapping(m.Handle, -1)
	c.State.Mappings.Set(m.ID, Mapping{Next: c.State.Head.Mut(0).Mappings.Give(m.ID, m.Fresh)})
}

// countMapping keeps the number of a handle's mappings; a unit of a pool has none.
func (c *CUDA) countMapping(handle uint32, by int32) {
	if handle != 0 {
		c.State.Handles.Mut(handle).Mappings += uint32(by)
	}
}

func (c *CUDA) fillMappings(put func(uint64, uint32)) {
	for id := uint32(1); id <= c.State.Head.At(0).Mappings.High; id++ {
		if x := c.State.Mappings.At(id); x.Process != 0 {
			for at := x.Address; at < x.Address+x.Bytes; at += Granularity {
				put(at|c.tag(x.Process-1), id)
			}
		}
	}
}

// mappingOver gives the mapping that covers an address, or 0.
func (c *CUDA) mappingOver(process uint16, addr uint64) uint32 {
	return c.pages.find(addr&^(Granularity-1) | c.tag(process))
}

// Reach says how many of n bytes from an address lie, without a gap, in mapped
// handles with at least the rights r.
func (c *CUDA) Reach(process uint16, addr, n uint64, r Rights) uint64 {
	got := uint64(0)
	for got < n {
		x := c.State.Mappings.At(c.mappingOver(process, addr+got))
		if x.Handle == 0 || x.Rights&r != r { // nothing, or a unit of a pool
			break
		}
		got = x.Address + x.Bytes - addr
	}
	return min(got, n)
}

// Mapped gives the mapping of a handle that covers an address; zeros if none does.
func (c *CUDA) Mapped(process uint16, addr uint64) (start, bytes uint64, r Rights) {
	if x := c.State.Mappings.At(c.mappingOver(process, addr)); x.Handle != 0 {
		return x.Address, x.Bytes, x.Rights
	}
	return 0, 0, 0
}

// setRights is the mutator of MappingSet.
func (c *CUDA) setRights(id uint32, r Rights) {
	x := c.State.Mappings.Mut(id)
	before := x.Rights
	x.Rights = r
	if e := c.rec.Put(event.MappingSet, id); e != nil {
		e.W[0], e.W[1] = uint64(before), uint64(r)
	}
}

// eachMapping calls do for every mapping that lies in a stretch, in order of
// address. It does nothing and gives false if the stretch would cut a mapping in
// two, and, where gaps may lie between mappings only, if it begins or ends in one.
func (c *CUDA) eachMapping(process uint16, addr, bytes uint64, gapsAtEnds bool, do func(id uint32)) bool {
	var ids []uint32
	for at := addr; at < addr+bytes; {
		id := c.mappingOver(process, at)
		x := c.State.Mappings.At(id)
		switch {
		case id != 0 && (x.Handle == 0 || x.Address != at || at+x.Bytes > addr+bytes): // a unit of a pool, or cut in two
			return false
		case id != 0:
			ids = append(ids, id)
			at += x.Bytes
		case gapsAtEnds || at != addr && at+Granularity < addr+bytes:
			at += Granularity
		default:
			return false
		}
	}
	for _, id := range ids {
		do(id)
	}
	return true
}

// SetAccess is cuMemSetAccess: here the page-table entries are written. whose says
// for which device the rights are.
func (c *CUDA) SetAccess(process uint16, addr, bytes uint64, r Rights, whose target.Properties) (target.Code, target.Why, uint64) {
	switch {
	case !whose.Null && (whose.Place == 2 || whose.Place == 3): // the host's
		return unsupported(2, whose.Pack()).parts()
	case !whose.OnDevice() || r != NoAccess && r != ReadOnly && r != ReadWrite:
		return invalid(2, uint64(r)).parts()
	case !grainy(bytes) || addr%Granularity != 0 || !c.reservedWhole(process, addr, bytes):
		return invalid(1, bytes).parts()
	}
	var why target.Why
	covered := c.eachMapping(process, addr, bytes, false, func(id uint32) {
		if why.ID == target.NoReason {
			why = c.allow(process, id, r)
		}
	})
	if !covered {
		return invalid(0, addr).parts()
	}
	if why.ID != target.NoReason {
		return target.MemoryAllocation, why, 0
	}
	return target.Success, target.Why{}, 0
}

// allow gives one mapping its rights.
func (c *CUDA) allow(process uint16, id uint32, r Rights) target.Why {
	x := c.State.Mappings.Get(id)
	if x.Rights == r {
		return target.Why{}
	}
	d := c.below.Driver
	if x.Rights != NoAccess {
		d.Unmap(process, x.Address)
	}
	if r != NoAccess {
		if why := d.CreateRange(process, x.Address, x.Bytes); why.ID != target.NoReason {
			return why
		}
		if why := d.MapWith(process, x.Address, x.Bytes, x.Object, r == ReadOnly); why.ID != target.NoReason {
			d.DropRange(process, x.Address)
			c.setRights(id, NoAccess)
			c.allow(process, id, x.Rights) // as it was
			return why
		}
	}
	c.setRights(id, r)
	return target.Why{}
}

// GetAccess is cuMemGetAccess. Of other memory than mapped handles it says that
// nobody has been given rights.
func (c *CUDA) GetAccess(process uint16, addr uint64, whose target.Properties) (target.Code, target.Why, uint64) {
	switch {
	case whose.Null:
		return invalid(1, 0).parts()
	case whose.Place == 0 || whose.Place == 1 && whose.ID != 0:
		return target.InvalidDevice, target.Why{ID: target.BadArgument, N: [4]uint64{1, uint64(whose.ID)}}, 0
	}
	if c.Locate(process, addr).Holds(addr) {
		return target.Success, target.Why{}, uint64(NoAccess)
	}
	id := c.mappingOver(process, addr)
	if c.State.Mappings.At(id).Handle == 0 { // nothing, or a unit of a pool
		return invalid(0, addr).parts()
	}
	return target.Success, target.Why{}, uint64(c.State.Mappings.At(id).Rights)
}

// UnmapHandles is cuMemUnmap: every mapping of the stretch is removed, and a
// handle that was released goes with its last one. Gaps do not matter, and
// reserved addresses without any memory may be unmapped, too; a mapping that
// would be cut in two does (measured on an H200, driver 580.159.04, against the
// manual of the driver API).
func (c *CUDA) UnmapHandles(process uint16, addr, bytes uint64) (target.Code, target.Why, uint64) {
	c.clock.Advance(c.p.Cost.Reserve)
	if bytes>>63 != 0 { // a negative length is none
		return target.Success, target.Why{}, 0
	}
	p := c.Locate(process, addr)
	if bytes == 0 || addr%Granularity != 0 || p.Kind != Reserved {
		return invalid(1, bytes).parts()
	}
	if !c.mappedWithin(process, p.Start, p.Bytes) { // nothing to do, however far it reaches
		return target.Success, target.Why{}, 0
	}
	if !c.reservedWhole(process, addr, bytes) {
		return invalid(1, bytes).parts()
	}
	first := true
	covered := c.eachMapping(process, addr, bytes, true, func(id uint32) {
		if !first {
			c.clock.Advance(c.p.Cost.Reserve)
		}
		first = false
		x := c.State.Mappings.Get(id)
		if x.Rights != NoAccess {
			c.below.Driver.Unmap(process, x.Address)
		}
		c.endMapping(id)
		if h := c.State.Handles.At(x.Handle); h.Released != 0 && h.Mappings == 0 {
			c.freeHandle(process, x.Handle)
		}
	})
	if !covered {
		return invalid(0, addr).parts()
	}
	return target.Success, target.Why{}, 0
}

// dropMappings removes every mapping and handle of a process, as the end of a
// context does.
func (c *CUDA) dropMappings(process uint16) {
	for id := uint32(1); id <= c.State.Head.At(0).Mappings.High; id++ {
		x := c.State.Mappings.Get(id)
		if x.Process != process+1 || x.Handle == 0 { // a unit of a pool goes with the pool
			continue
		}
		if x.Rights != NoAccess {
			c.below.Driver.Unmap(process, x.Address)
		}
		c.endMapping(id)
	}
	for id := uint32(1); id <= c.State.Head.At(0).Handles.High; id++ {
		if c.State.Handles.At(id).Process == uint32(process)+1 {
			c.freeHandle(process, id)
		}
	}
}
