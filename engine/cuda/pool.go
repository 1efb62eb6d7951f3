package cuda

import (
	"pagewalk/engine/driver"
	"pagewalk/engine/event"
	"pagewalk/engine/target"
)

// Stream-ordered pools (cudaMallocAsync), as measured on an H200 (driver
// 580.159.04): addresses from a low range of their own, requests rounded to
// 512 bytes, memory in units of 32 MiB that are taken when a block reaches into
// them and given back, beyond the threshold, when a stream is waited for.

// unitBytes is what a pool takes from the driver at a time.
const unitBytes = 32 << 20

// Fields of a pool beside its counters, as PoolSet numbers them.
const (
	poolProcess = poolFields + iota
	poolArena
	poolAccount
	poolOff
	poolEnded
	poolCurrent
	poolMost
)

// setPool is the mutator of PoolSet.
func (c *CUDA) setPool(id uint32, field int, v uint64) {
	before := c.poolField(id, field)
	if before == v {
		return
	}
	c.doSetPool(id, field, v)
	if e := c.rec.Put(event.PoolSet, id); e != nil {
		e.W[0], e.W[1], e.W[2] = uint64(field), before, v
	}
}

func (c *CUDA) poolField(id uint32, field int) uint64 {
	p := c.State.Pools.At(id)
	switch field {
	case poolProcess:
		return uint64(p.Process)
	case poolArena:
		return uint64(p.Arena)
	case poolAccount:
		return uint64(p.Account)
	case poolOff:
		return uint64(p.Off)
	case poolEnded:
		return uint64(p.Ended)
	case poolCurrent:
		return uint64(p.Current)
	case poolMost:
		return p.Most
	}
	return p.Field[field]
}

func (c *CUDA) doSetPool(id uint32, field int, v uint64) {
	p := c.State.Pools.Mut(id)
	switch field {
	case poolProcess:
		p.Process = uint32(v)
	case poolArena:
		p.Arena = uint32(v)
	case poolAccount:
		p.Account = uint16(v)
	case poolOff:
		p.Off = uint8(v)
	case poolEnded:
		p.Ended = uint8(v)
	case poolCurrent:
		p.Current = uint32(v)
	case poolMost:
		p.Most = v
	default:
		p.Field[field] = v
	}
}

// addTo changes a counter and the high-water mark that goes with it.
func (c *CUDA) addTo(id uint32, field, high int, delta int64) {
	v := uint64(int64(c.poolField(id, field)) + delta)
	c.setPool(id, field, v)
	if v > c.poolField(id, high) {
		c.setPool(id, high, v)
	}
}

// DefaultPool gives the process's own pool, which exists, with its addresses,
// from the first question for it.
func (c *CUDA) DefaultPool(process uint16) uint64 {
	id := uint32(process) + 1
	if c.State.Pools.At(id).Process == 0 {
		c.setPool(id, poolProcess, uint64(process)+1)
		c.openPool(process, id)
	}
	return uint64(id)
}

// CurrentPool gives the pool that cudaMallocAsync takes from: the process's own,
// unless the program has set another, which lives still.
func (c *CUDA) CurrentPool(process uint16) uint64 {
	if id := uint64(c.State.Pools.At(uint32(process) + 1).Current); c.pool(process, id) != nil {
		return id
	}
	return c.DefaultPool(process)
}

// UsePool is cudaDeviceSetMemPool.
func (c *CUDA) UsePool(process uint16, device, pool uint64) (target.Code, target.Why) {
	switch {
	case device != 0:
		return target.InvalidValue, target.Why{ID: target.BadArgument, N: [4]uint64{0, device}}
	case c.pool(process, pool) == nil:
		return target.InvalidValue, target.Why{ID: target.BadArgument, N: [4]uint64{1, pool}}
	}
	c.setPool(uint32(c.DefaultPool(process)), poolCurrent, pool)
	return target.Success, target.Why{}
}

// NewPool is cudaMemPoolCreate: memory of the first device, most bytes of it, for
// this process or for such as it gives a file descriptor.
func (c *CUDA) NewPool(process uint16, asked target.Properties, most uint64) (target.Code, target.Why, uint64) {
	if asked.Kind != 1 || asked.Handles > 1 || !asked.OnDevice() {
		return invalid(1, asked.Pack()).parts()
	}
	for id := uint32(Processes + 1); id < Pools; id++ {
		if c.State.Pools.At(id).Process == 0 {
			c.setPool(id, poolProcess, uint64(process)+1)
			c.setPool(id, poolMost, most)
			c.openPool(process, id)
			return target.Success, target.Why{}, uint64(id)
		}
	}
	return target.MemoryAllocation, target.Why{ID: target.LimitAllocations, N: [4]uint64{Pools - Processes - 1}}, 0
}

func (c *CUDA) pool(process uint16, id uint64) *Pool {
	if id == 0 || id >= Pools {
		return nil
	}
	if p := c.State.Pools.At(uint32(id)); p.Process == uint32(process)+1 && p.Ended == 0 {
		return p
	}
	return nil
}

// MallocAsync is cudaMallocAsync and cudaMallocFromPoolAsync.
func (c *CUDA) MallocAsync(process uint16, asked, pool, stream uint64) (target.Code, target.Why, uint64) {
	p := c.pool(process, pool)
	switch {
	case p == nil:
		return invalid(1, pool).parts()
	case !c.streamLives(process, stream):
		return target.InvalidResourceHandle, target.Why{ID: target.BadArgument, N: [4]uint64{2, stream}}, 0
	case asked == 0:
		return target.Success, target.Why{}, 0
	case asked > c.p.Memory.Bytes:
		return target.MemoryAllocation, target.Why{ID: target.SizeOverflow, N: [4]uint64{asked, c.p.Memory.Bytes}}, 0
	}
	id := uint32(pool)
	c.openAccounts(process)
	n := (asked + Granule - 1) &^ (Granule - 1)
	arena := c.State.Pools.At(id).Arena
	part, at := c.poolPlace(process, arena, n, uint16(stream)+1)
	if at == 0 {
		return target.MemoryAllocation, target.Why{ID: target.NoRoom, N: [4]uint64{asked}}, 0
	}
	if why := c.backUnits(process, id, at, n); why.ID != target.NoReason {
		return target.MemoryAllocation, why, 0
	}
	if part == 0 {
		part = c.settleIdle(arena, at)
	}
	c.clock.Advance(c.p.Cost.PoolHit)
	c.takeTurn(id, stream)
	c.poolTake(part, n, asked)
	c.addTo(id, poolUsed, poolUsedHigh, int64(asked))
	return target.Success, target.Why{}, at
}

// openPool reserves the pool's addresses, as soon as somebody knows the pool: a
// stretch of twice the card, in grains of an arena (measured on an H200, driver
// 580.159.04, as is what follows).
func (c *CUDA) openPool(process uint16, id uint32) {
	grain := c.p.Runtime.ArenaBytes
	bytes := (2*c.p.Memory.Bytes + grain - 1) &^ (grain - 1)
	at, above := c.lowGap(process, bytes, unitBytes)
	a := c.makeArena(event.ArenaInfo{Start: at, Bytes: bytes, Process: process, Use: uint8(OfPool), Above: above})
	c.setPool(id, poolArena, uint64(a))
	c.below.Driver.OpenPool(process, at, bytes)
}

// openAccounts makes what all pools of a process have in common, at the first
// block from any of them.
func (c *CUDA) openAccounts(process uint16) {
	id := uint32(process) + 1
	if c.State.Pools.At(id).Account != 0 {
		return
	}
	at := c.nextLow(process)
	c.setPool(id, poolAccount, 1)
	c.below.Driver.PoolAccounts(at)
	c.clock.Advance(c.p.Cost.PoolFirst)
}

// backUnits gets memory for every unit that a block reaches into: all of it
// first, then the mappings. If there is not enough, what was got goes back.
func (c *CUDA) backUnits(process uint16, id uint32, at, n uint64) target.Why {
	base := c.State.Arenas.At(c.State.Pools.At(id).Arena).Start
	var units []poolUnit
	var why target.Why
	p := c.State.Pools.At(id)
	room := (p.Most+unitBytes-1)/unitBytes*unitBytes - p.Field[poolReserved]
	for u := at - (at-base)%unitBytes; u < at+n && why.ID == target.NoReason; u += unitBytes {
		if c.mappingOver(process, u) != 0 {
			continue
		}
		if p.Most != 0 && uint64(len(units))*unitBytes >= room {
			why = target.Why{ID: target.NoRoom, N: [4]uint64{n, room, room, p.Most}}
			break
		}
		var got driver.Granted
		if got, why = c.below.Driver.AllocUnit(process, unitBytes); why.ID == target.NoReason {
			units = append(units, poolUnit{at: u, object: got.Object})
		}
	}
	for i := range units {
		u := &units[i]
		if why.ID == target.NoReason {
			why = c.below.Driver.MapUnit(process, u.at, unitBytes, u.object)
		}
		if why.ID != target.NoReason {
			continue
		}
		u.mapping = c.newMapping(event.MappingInfo{Address: u.at, Bytes: unitBytes, Object: u.object, Process: process, Rights: uint8(ReadWrite)})
		c.addTo(id, poolReserved, poolReservedHigh, unitBytes)
	}
	if why.ID != target.NoReason {
		c.returnUnits(process, id, units)
	}
	return why
}

// poolUnit is a unit on its way into a pool.
type poolUnit struct {
	at      uint64
	object  uint32
	mapping uint32 // 0 = not mapped yet
}

func (c *CUDA) returnUnits(process uint16, id uint32, units []poolUnit) {
	for i := range units {
		if u := &units[i]; u.mapping != 0 {
			c.dropUnit(process, id, u.mapping)
		} else {
			c.below.Driver.Free(u.object)
		}
	}
}

// dropUnit gives a unit back.
func (c *CUDA) dropUnit(process uint16, id, mapping uint32) {
	m := c.State.Mappings.Get(mapping)
	c.below.Driver.UnmapUnit(process, m.Address, m.Bytes, m.Object)
	c.below.Driver.Free(m.Object)
	c.endMapping(mapping)
	c.addTo(id, poolReserved, poolReservedHigh, -unitBytes)
}

// FreeAsync is cudaFreeAsync: the block waits until its stream has come that
// far. Memory of cudaMalloc waits too, and the first time opens the pool that it
// is no part of.
func (c *CUDA) FreeAsync(process uint16, addr, stream uint64, r *target.Result) {
	if addr == 0 {
		return
	}
	if !c.streamLives(process, stream) {
		r.Code, r.Why = target.InvalidResourceHandle, target.Why{ID: target.BadArgument, N: [4]uint64{1, stream}}
		return
	}
	x := c.poolBlock(process, addr)
	switch {
	case c.waits(process, addr): // told as a success, and nothing happens (measured)
		c.clock.Advance(c.p.Cost.PoolHit)
	case x != 0:
		c.takeTurn(c.poolOf(c.State.Extents.At(x).Arena), stream)
		c.clock.Advance(c.p.Cost.PoolHit)
		c.waitBlock(process, x, uint16(stream)+1)
	case c.ordinary(process, addr) && c.p.Runtime.Slabs:
		c.DefaultPool(process)
		c.openAccounts(process)
		c.clock.Advance(c.p.Cost.PoolHit)
		c.takeTurn(uint32(process)+1, stream)
		c.await(process, addr, uint16(stream))
	default:
		c.Free(process, addr, false, r)
	}
}

// ordinary says whether live memory of cudaMalloc begins at an address.
func (c *CUDA) ordinary(process uint16, addr uint64) bool {
	if addr>>56 != 0 {
		return false
	}
	if piece := c.pieceAt(process, addr); piece != 0 {
		return c.slabKind(piece) == DeviceSlab
	}
	id := c.blocks.find(addr | c.tag(process))
	return id != 0 && c.State.Extents.At(id).Kind == Block
}

// poolBlock gives the live pool block that begins at an address, or 0.
func (c *CUDA) poolBlock(process uint16, addr uint64) uint32 {
	if addr>>56 != 0 {
		return 0
	}
	x := c.blocks.find(addr | c.tag(process))
	if x == 0 || c.State.Extents.At(x).Kind != PoolBlock {
		return 0
	}
	return x
}

// waitBlock makes a block wait for its stream.
func (c *CUDA) waitBlock(process uint16, x uint32, stream uint16) {
	at := c.State.Extents.Get(x)
	c.addTo(c.poolOf(at.Arena), poolUsed, poolUsedHigh, -int64(at.Asked))
	c.poolWait(x, stream)
}

// poolOf gives the pool whose addresses an arena is.
func (c *CUDA) poolOf(arena uint32) uint32 {
	for id := uint32(1); id < Pools; id++ {
		if p := c.State.Pools.At(id); p.Process != 0 && p.Arena == arena {
			return id
		}
	}
	panic("cuda: pool: an arena of pools has no pool")
}

// Arrived says that somebody has waited for everything issued to a stream so
// far: what it freed becomes holes, its process's pools shrink to their
// thresholds, and memory of cudaMalloc goes back. stream 0xFFFF means all; the
// legacy stream stands for those that it waits for.
func (c *CUDA) Arrived(process uint16, stream uint16) {
	all := c.State.Head.At(0).Marks
	c.settlePools(process, stream, all)
	if stream == allStreams || stream <= legacyStream {
		c.freeAllWaiting(process, stream == allStreams)
		return
	}
	c.freeWaiting(process, stream, all)
}

// settlePools is what Arrived means for pools, up to a mark.
func (c *CUDA) settlePools(process, stream uint16, mark uint32) {
	for id := uint32(1); id < Pools; id++ {
		p := c.State.Pools.At(id)
		if p.Process != uint32(process)+1 || p.Arena == 0 {
			continue
		}
		arena := p.Arena
		for tag := c.nextWaiting(arena, 0); tag != 0; tag = c.nextWaiting(arena, tag) {
			aside := c.State.Streams.At(uint32(tag)-1).Aside != 0
			if stream == allStreams || tag == stream+1 || stream <= legacyStream && !aside {
				c.settle(arena, tag, mark)
			}
		}
		c.trimPool(process, id, c.State.Pools.At(id).Field[poolThreshold])
		if c.State.Pools.At(id).Ended != 0 && !c.lends(arena) {
			c.closePool(process, id)
		}
	}
}

const allStreams = 0xFFFF
