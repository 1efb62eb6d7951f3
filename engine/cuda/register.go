package cuda

import (
	"pagewalk/engine/event"
	"pagewalk/engine/target"
	"pagewalk/engine/va"
)

// Memory of the host that the program has already and makes known to the card.
// What counts is bytes: two registrations may share a page, but not a byte, and
// an address just beside one is memory that nobody registered (measured on an
// H200, driver 580.159.04). Pages are pinned and mapped once, at their own
// addresses, and let go when no registration reaches into their range. The trips
// are those of cudaMallocHost (the driver's reference says so; they were not
// recorded).

// registerFlags are the flags that cudaHostRegister takes for ordinary memory:
// portable, mapped, read-only; memory of a device (4) it would be refused for.
const registerFlags = 1 | 2 | 8

// registration gives the first registration that has one of n bytes from an
// address, or 0.
func (c *CUDA) registration(process uint16, addr, n uint64) uint32 {
	for id := uint32(1); id < Registrations; id++ {
		if r := c.State.Registrations.At(id); r.Process == uint32(process)+1 && addr < r.Start+r.Bytes && addr+n > r.Start {
			return id
		}
	}
	return 0
}

// setRegistration is the mutator of RegistrationSet.
func (c *CUDA) setRegistration(id uint32, r Registration) {
	before := c.State.Registrations.Get(id)
	c.State.Registrations.Set(id, r)
	if e := c.rec.Put(event.RegistrationSet, id); e != nil {
		e.W = [5]uint64{before.Start | r.Start, before.Bytes | r.Bytes, uint64(before.Process), uint64(r.Process)}
	}
}

// registrationOf is what an event leaves in its slot.
func registrationOf(e *event.Event, process uint64) Registration {
	if process == 0 {
		return Registration{}
	}
	return Registration{Start: e.W[0], Bytes: e.W[1], Process: uint32(process)}
}

// RegisterHost is cudaHostRegister.
func (c *CUDA) RegisterHost(process uint16, addr, bytes, flags uint64) (target.Code, target.Why) {
	from, to := addr&^(hostPage-1), (addr+bytes+hostPage-1)&^(hostPage-1)
	switch {
	case addr>>47 != 0: // no address of a process
		return target.NotSupported, target.Why{ID: target.BadArgument, N: [4]uint64{0, addr}}
	case addr == 0 || bytes == 0 || to <= from || to>>47 != 0:
		return target.InvalidValue, target.Why{ID: target.BadArgument, N: [4]uint64{1, bytes}}
	case flags&^registerFlags != 0:
		return target.InvalidValue, target.Why{ID: target.BadArgument, N: [4]uint64{2, flags}}
	case c.registration(process, addr, bytes) != 0:
		return target.HostAlreadyRegistered, target.Why{ID: target.BadArgument, N: [4]uint64{0, addr}}
	}
	slot := uint32(1)
	for ; slot < Registrations && c.State.Registrations.At(slot).Process != 0; slot++ {
	}
	if slot == Registrations {
		return target.MemoryAllocation, target.Why{ID: target.LimitAllocations, N: [4]uint64{Registrations - 1}}
	}
	for at := from; at < to; {
		id := c.below.VA.Overlap(process, at, to-at)
		end := to
		if id != 0 {
			r := c.below.VA.At(id)
			if c.registration(process, r.Base, r.Bytes) == 0 {
				c.letGo(process, from, to)
				return target.InvalidValue, target.Why{ID: target.BadArgument, N: [4]uint64{0, addr}}
			}
			if end = r.Base; r.Base <= at {
				at = r.Base + r.Bytes
				continue
			}
		}
		if why := c.below.Driver.AllocHost(process, at, end-at, va.Host); why.ID != target.NoReason {
			c.letGo(process, from, to)
			return target.MemoryAllocation, why
		}
		at = end
	}
	c.setRegistration(slot, Registration{Start: addr, Bytes: bytes, Process: uint32(process) + 1})
	return target.Success, target.Why{}
}

// UnregisterHost is cudaHostUnregister. Memory that CUDA knows otherwise, or by
// another start, is refused as a bad argument.
func (c *CUDA) UnregisterHost(process uint16, addr uint64) (target.Code, target.Why) {
	id := c.registration(process, addr, 1)
	r := c.State.Registrations.Get(id)
	why := target.Why{ID: target.NotAPointer, N: [4]uint64{addr}}
	switch {
	case addr == 0 || id != 0 && r.Start != addr || c.Locate(process, addr).Holds(addr):
		return target.InvalidValue, why
	case id == 0:
		return target.HostNotRegistered, why
	}
	c.setRegistration(id, Registration{})
	c.letGo(process, r.Start&^(hostPage-1), (r.Start+r.Bytes+hostPage-1)&^(hostPage-1))
	return target.Success, target.Why{}
}

// letGo unpins the ranges of a stretch that no registration reaches into.
func (c *CUDA) letGo(process uint16, from, to uint64) {
	for at := from; at < to; at += hostPage {
		id := c.below.VA.Overlap(process, at, hostPage)
		if id == 0 {
			continue
		}
		if r := c.below.VA.At(id); r.Type == va.Host && !c.Locate(process, at).Known && c.registration(process, r.Base, r.Bytes) == 0 {
			c.below.Driver.FreeHost(process, r.Base)
		}
	}
}

// Registered gives the registered memory around an address.
func (c *CUDA) Registered(process uint16, addr uint64) (p Place, ok bool) {
	id := c.registration(process, addr, 1)
	if id == 0 {
		return p, false
	}
	r := c.State.Registrations.At(id)
	return Place{Known: true, Live: true, Start: r.Start, Bytes: r.Bytes, Asked: r.Bytes, Kind: Host}, true
}

// unregisterAll lets go of what a process has registered.
func (c *CUDA) unregisterAll(process uint16) {
	for id := uint32(1); id < Registrations; id++ {
		if r := c.State.Registrations.At(id); r.Process == uint32(process)+1 {
			c.UnregisterHost(process, r.Start)
		}
	}
}
