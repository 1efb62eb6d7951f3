package cuda

import "pagewalk/engine/target"

// How a pool shrinks and ends: idle units go back at a trim, at a
// synchronisation and at its destruction; attributes say how much it keeps.

// trimPool gives back idle units, the highest first, until the pool holds no
// more than keep bytes.
func (c *CUDA) trimPool(process uint16, id uint32, keep uint64) {
	arena := c.State.Arenas.At(c.State.Pools.At(id).Arena)
	for u := arena.Start + c.extentOfUnits(arena); u > arena.Start; {
		if c.poolField(id, poolReserved) <= keep {
			return
		}
		u -= unitBytes
		if m := c.mappingOver(process, u); m != 0 && c.idle(arena, u) {
			c.dropUnit(process, id, m)
		}
	}
}

// Relieve is told by the driver how many bytes are missing for a request. If the
// process's pools can make up for them, they give back all that they do not use,
// whatever their thresholds, and the request is made once more (measured on an
// H200, driver 580.159.04; what happens if they cannot was not).
func (c *CUDA) Relieve(process uint16, missing uint64) bool {
	pools := func(visit func(id uint32)) {
		for id := uint32(1); id < Pools; id++ {
			if p := c.State.Pools.At(id); p.Process == uint32(process)+1 && p.Arena != 0 {
				visit(id)
			}
		}
	}
	idle := uint64(0)
	pools(func(id uint32) {
		arena := c.State.Arenas.At(c.State.Pools.At(id).Arena)
		for u := arena.Start; u < arena.Start+c.extentOfUnits(arena); u += unitBytes {
			if c.mappingOver(process, u) != 0 && c.idle(arena, u) {
				idle += unitBytes
			}
		}
	})
	if idle < missing {
		return false
	}
	pools(func(id uint32) { c.trimPool(process, id, 0) })
	return true
}

// extentOfUnits is how far an arena of a pool has ever been used: up to the end
// of the last unit with memory.
func (c *CUDA) extentOfUnits(arena *Arena) (bytes uint64) {
	for id := uint32(1); id <= c.State.Head.At(0).Mappings.High; id++ {
		m := c.State.Mappings.At(id)
		if m.Process == arena.Process+1 && m.Handle == 0 && m.Address >= arena.Start && m.Address < arena.Start+arena.Bytes {
			bytes = max(bytes, m.Address+m.Bytes-arena.Start)
		}
	}
	return bytes
}

// idle says whether a unit lies in one hole.
func (c *CUDA) idle(arena *Arena, unit uint64) bool {
	for id := arena.First; id != 0; id = c.State.Extents.At(id).Next {
		if x := c.State.Extents.At(id); unit < x.Start+x.Bytes {
			return x.Kind == Hole && unit+unitBytes <= x.Start+x.Bytes
		}
	}
	return false
}

// TrimPool is cudaMemPoolTrimTo.
func (c *CUDA) TrimPool(process uint16, pool, keep uint64) (target.Code, target.Why) {
	p := c.pool(process, pool)
	if p == nil {
		return target.InvalidValue, target.Why{ID: target.BadArgument, N: [4]uint64{0, pool}}
	}
	if p.Arena != 0 {
		c.trimPool(process, uint32(pool), keep)
	}
	return target.Success, target.Why{}
}

// EndPool is cudaMemPoolDestroy. Blocks that live keep the pool's memory: they can
// be freed as ever, and the pool goes when a stream is waited for after the last
// of them (measured on an H200, driver 580.159.04).
func (c *CUDA) EndPool(process uint16, pool uint64) (target.Code, target.Why) {
	p := c.pool(process, pool)
	if p == nil || pool <= Processes {
		return target.InvalidValue, target.Why{ID: target.BadArgument, N: [4]uint64{0, pool}}
	}
	if c.lends(p.Arena) {
		c.setPool(uint32(pool), poolThreshold, 0)
		c.setPool(uint32(pool), poolEnded, 1)
	} else {
		c.closePool(process, uint32(pool))
	}
	return target.Success, target.Why{}
}

// lends says whether the program holds a block of a pool.
func (c *CUDA) lends(arena uint32) bool {
	for x := c.State.Arenas.At(arena).First; x != 0; x = c.State.Extents.At(x).Next {
		if c.State.Extents.At(x).Kind == PoolBlock {
			return true
		}
	}
	return false
}

// closePool gives back whatever a pool holds.
func (c *CUDA) closePool(process uint16, id uint32) {
	if arena := c.State.Pools.At(id).Arena; arena != 0 {
		for x := c.State.Arenas.At(arena).First; x != 0; {
			switch at := c.State.Extents.At(x); at.Kind {
			case PoolBlock:
				c.addTo(id, poolUsed, poolUsedHigh, -int64(at.Asked))
				x = c.poolGive(x)
			case PoolWait:
				x = c.poolGive(x)
			}
			x = c.State.Extents.At(x).Next
		}
		c.trimPool(process, id, 0)
		base := c.State.Arenas.At(arena).Start
		c.below.Driver.ClosePool(process, base)
		c.freeArena(arena)
		c.setPool(id, poolArena, 0)
	}
	c.dropTurns(func(t *Turn) bool { return uint32(t.Pool) == id })
	for f := range poolFields {
		c.setPool(id, f, 0)
	}
	for _, f := range [...]int{poolOff, poolEnded, poolCurrent, poolMost} {
		c.setPool(id, f, 0)
	}
	c.setPool(id, poolProcess, 0)
}

func (c *CUDA) dropPools(process uint16) {
	for id := uint32(1); id < Pools; id++ {
		if c.State.Pools.At(id).Process == uint32(process)+1 {
			c.closePool(process, id)
		}
	}
	c.setPool(uint32(process)+1, poolAccount, 0)
}

// Attributes of a pool (driver_types.h).
const (
	attrThreshold    = 4
	attrReserved     = 5
	attrReservedHigh = 6
	attrUsed         = 7
	attrUsedHigh     = 8
)

// poolAttribute gives the counter that an attribute names.
func poolAttribute(attr uint64) (field int, known bool) {
	switch attr {
	case attrThreshold:
		return poolThreshold, true
	case attrReserved:
		return poolReserved, true
	case attrReservedHigh:
		return poolReservedHigh, true
	case attrUsed:
		return poolUsed, true
	case attrUsedHigh:
		return poolUsedHigh, true
	}
	return 0, false
}

// PoolAttribute is cudaMemPoolGetAttribute.
func (c *CUDA) PoolAttribute(process uint16, pool, attr uint64) (target.Code, target.Why, uint64) {
	p := c.pool(process, pool)
	field, known := poolAttribute(attr)
	switch {
	case p == nil:
		return invalid(0, pool).parts()
	case attr >= 1 && attr <= 3: // the three permissions to reuse
		return target.Success, target.Why{}, 1 &^ uint64(p.Off>>attr)
	case !known:
		return invalid(1, attr).parts()
	}
	return target.Success, target.Why{}, p.Field[field]
}

// SetPoolAttribute is cudaMemPoolSetAttribute: the threshold, or a high-water
// mark back to the present value.
func (c *CUDA) SetPoolAttribute(process uint16, pool, attr, v uint64) (target.Code, target.Why) {
	p := c.pool(process, pool)
	field, known := poolAttribute(attr)
	switch {
	case p == nil:
		return target.InvalidValue, target.Why{ID: target.BadArgument, N: [4]uint64{0, pool}}
	case attr >= 1 && attr <= 3:
		bit := uint64(1) << attr
		off := uint64(p.Off) | bit
		if v != 0 {
			off &^= bit
		}
		c.setPool(uint32(pool), poolOff, off)
		return target.Success, target.Why{}
	case !known || attr == attrReserved || attr == attrUsed || attr != attrThreshold && v != 0:
		return target.InvalidValue, target.Why{ID: target.BadArgument, N: [4]uint64{1, attr}}
	}
	switch attr {
	case attrReservedHigh:
		v = p.Field[poolReserved]
	case attrUsedHigh:
		v = p.Field[poolUsed]
	}
	c.setPool(uint32(pool), field, v)
	return target.Success, target.Why{}
}
