package va

import (
	"pagewalk/engine/event"
	"pagewalk/engine/target"
)

// Access counters (uvm_gpu_access_counters.c): the GPU counts its accesses to
// memory of the host, region by region, and notifies the driver when a region
// has reached the threshold; the driver then brings the region to the card. Off
// by default, as in the driver on systems that are not coherent. A region is a
// block here; the counts are the GPU's own and no part of the state.

// RemoteAccess counts an access of the GPU to a page that is mapped for it in
// the host's memory.
func (v *VA) RemoteAccess(space uint16, va uint64) target.Why {
	m := &v.below.Profile.Managed
	id := v.FindBlock(space, va)
	if !m.AccessCounters || id == 0 {
		return target.Why{}
	}
	if v.counts == nil {
		v.counts = map[uint32]uint32{}
	}
	if v.counts[id]++; v.counts[id] < m.AccessThreshold {
		return target.Why{}
	}
	n := v.counts[id]
	delete(v.counts, id)
	b := v.State.Blocks.At(id)
	if b.Policy&PreferCPU != 0 || m.ForceSysmem {
		return target.Why{}
	}
	page := uint32((va - b.Base) / pageBytes)
	if v.pinned(id, page) {
		return target.Why{}
	}
	v.below.Clock.Advance(v.below.Profile.Cost.GPUFault)
	if e := v.rec.Put(event.AccessNotice, id); e != nil {
		e.W[0], e.W[1] = uint64(n), va
	}
	was := v.rec.Because(v.rec.Last())
	var one Mask
	one.Add(page, 1)
	v.turn(id, one, b.Remote, GPU)
	why := v.toGPU(id, v.State.Blocks.At(id).Remote, ByCounter, false)
	v.rec.Cause = was
	if why.ID == target.NoRoom || why.ID == target.RulePinned { // it stays where it is
		return target.Why{}
	}
	return why
}
