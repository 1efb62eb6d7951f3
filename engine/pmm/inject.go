package pmm

import "pagewalk/engine/event"

// Point is a place where an error can be injected, as the driver's tests do.
type Point uint32

// The injection points.
const (
	PointAlloc Point = iota // an allocation finds no memory
	PointSplit              // the last child of the last split of a Split
	PointEvict              // a root evicted for the PMA (inject_pma_evict_error)
	points
)

// InjectError makes the nth act from now at a point fail; 0 disarms it.
func (m *PMM) InjectError(p Point, n uint32) { m.setInject(p, n) }

// inject counts one act at a point and says whether it is to fail.
func (m *PMM) inject(p Point) bool {
	return m.State.Inject.Get(uint32(p)) != 0 && m.countDown(p)
}

func (m *PMM) countDown(p Point) bool {
	left := m.State.Inject.Get(uint32(p))
	m.setInject(p, left-1)
	return left == 1
}

// setInject is the mutator of InjectError.
func (m *PMM) setInject(p Point, n uint32) {
	i := event.InjectInfo{Point: uint32(p), From: m.State.Inject.Get(uint32(p)), To: n}
	m.State.Inject.Set(i.Point, i.To)
	if e := m.rec.Put(event.InjectError, i.Point); e != nil {
		i.Put(e)
	}
}
