package machine

import (
	"pagewalk/engine/driver"
	"pagewalk/engine/order"
	"pagewalk/engine/target"
)

// doDefrag is a textbook name: compaction, as courses describe it. The driver
// has none. Where the manager owns the card (textbook), live blocks move to
// lower free places, small ones from the top down and then blocks of several
// roots from the bottom up; where it does not, all there is to do is to give
// idle roots back to the PMA.
func doDefrag(m *Machine, _ *target.Call, r *target.Result) target.Progress {
	if !m.Profile.PMM.OwnsAll {
		m.PMM.ReleaseFreeRoots()
		r.Out[1] = m.largestHole()
		return target.Done
	}
	all := m.movable()
	for i := len(all) - 1; i >= 0; i-- {
		if all[i].Bytes <= 2<<20 {
			r.Out[0] += m.lower(all[i])
		}
	}
	for _, b := range all {
		if b.Bytes > 2<<20 {
			r.Out[0] += m.lower(b)
		}
	}
	m.Clock.Advance(m.copyTime(true, r.Out[0]))
	r.Out[1] = m.largestHole()
	return target.Done
}

// movable lists the mapped blocks of the card's memory in order of address.
func (m *Machine) movable() []driver.Mapped {
	all := m.Driver.MappedBlocks(nil)
	order.Stable(len(all), func(i, j int) bool { return all[i].Physical>>12 < all[j].Physical>>12 }, func(i, j int) { all[i], all[j] = all[j], all[i] })
	return all
}

// lower moves a block to a lower place if there is one, and says how many
// bytes were copied.
func (m *Machine) lower(b driver.Mapped) uint64 {
	to, ok := m.Driver.LowerPlace(b)
	if !ok {
		return 0
	}
	if why := m.DRAM.Move(to.Physical, b.Physical, b.Bytes); why.ID != target.NoReason {
		m.Driver.DropPlace(to)
		return 0
	}
	m.Driver.Relocate(b, to)
	return b.Bytes
}
