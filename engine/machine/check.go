package machine

import (
	"pagewalk/engine/cuda"
	"pagewalk/engine/driver"
	"pagewalk/engine/mmu"
	"pagewalk/engine/profile"
	"pagewalk/engine/target"
	"pagewalk/engine/va"
)

// check says whether the layers agree with one another: every block that the
// runtime holds is mapped, page by page, to the memory of its object.
func (m *Machine) check() (broken string) {
	s := m.CUDA.State
	for id := uint32(1); id <= s.Head.At(0).Extents.High; id++ {
		x := s.Extents.At(id)
		if x.Kind != cuda.Block && x.Kind != cuda.SlabOf && x.Kind != cuda.Cached && x.Kind != cuda.Module {
			continue
		}
		space := s.Arenas.At(x.Arena).Process
		if broken := m.checkMapping(space, x); broken != "" {
			return broken
		}
	}
	m.VA.Each(func(_ uint32, r *va.Range) {
		if !r.Type.OfHost() {
			return
		}
		for _, off := range []uint64{0, r.Bytes - 4096} {
			leaf, fault := m.MMU.Walk(r.Space, r.Base+off, mmu.Write, nil)
			if fault.Type != mmu.NoFault || leaf.Aperture == profile.Vid || leaf.Physical != driver.HostPhysical(r.Base)+off {
				broken = "machine: pinned memory is not mapped to the host"
			}
		}
	})
	return broken
}

// checkMapping compares the tables with the object at the first and last page
// of every run.
func (m *Machine) checkMapping(space uint16, x *cuda.Extent) (broken string) {
	at := x.Start
	m.Driver.EachRun(x.Object, func(pa, bytes uint64) bool {
		for _, off := range []uint64{0, bytes - 4096} {
			if got, why := m.translate(space, at+off); why.ID != target.NoReason || got != pa+off {
				broken = "machine: a block is not mapped to the memory of its object"
				return false
			}
		}
		at += bytes
		return true
	})
	if broken == "" && at != x.Start+x.Bytes {
		broken = "machine: a block and its object differ in size"
	}
	return broken
}
