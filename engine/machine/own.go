package machine

import "pagewalk/engine/pma"

// Idle lets the time pass until ps, in which nobody calls: freed memory is
// cleared meanwhile.
func (m *Machine) Idle(ps uint64) { m.Clock.AdvanceTo(ps) }

// ReleaseLocal gives the context's memory for the threads of kernels back to the
// card and says how many bytes that were: 0 if it is gone already.
func (m *Machine) ReleaseLocal(process uint16) uint64 {
	page, pages, ok := m.CUDA.DropLocal(process)
	if !ok {
		return 0
	}
	m.PMA.Free(pma.Run{First: pma.Frame(page) * 32, N: uint32(pages * 32)})
	return uint64(pages) << 21
}
