package machine

import (
	"pagewalk/engine/cuda"
	"pagewalk/engine/state"
	"pagewalk/engine/va"
)

// Logical is the hash of what a program could tell apart: which addresses are
// allocated, to which physical memory they lead, how many bytes are free, and
// what the memory holds. Orders of lists, the clock, finished scrubs and the
// last error are left out: a refused call may move those, and nothing else.
func (m *Machine) Logical() uint64 {
	free, total := m.Driver.Memory()
	if !m.Profile.PMM.OwnsAll {
		free += m.PMM.FreeBytes() // idle roots of the manager are in nobody's use
	}
	h := state.Mix(free, total)
	for p := range uint16(cuda.Processes) {
		if m.CUDA.Process(p).Alive == 0 {
			continue
		}
		h = state.Mix(h, uint64(p))
		m.CUDA.EachBlock(p, func(x *cuda.Extent) { h = m.logicalBlock(h, x) })
		m.CUDA.EachPiece(p, func(addr uint64, x *cuda.Piece) {
			h = state.Mix(state.Mix(h, addr), uint64(x.Len)<<32|uint64(x.Asked))
		})
	}
	m.VA.EachBlock(func(b *va.Block) {
		h = state.Mix(state.Mix(h, b.Base), uint64(b.Space)<<32|uint64(b.Policy))
		for i := range b.CPU {
			h = state.Mix(state.Mix(h, b.CPU[i]), b.GPU[i]^b.Remote[i]<<1)
		}
	})
	m.VA.EachMem(func(id uint32, x *va.Mem) { h = state.Mix(state.Mix(h, uint64(id)), state.Mix(x.VA, x.Bytes)) })
	return h
}

// logicalBlock adds a block: its place, its size, its memory and the contents.
func (m *Machine) logicalBlock(h uint64, x *cuda.Extent) uint64 {
	h = state.Mix(state.Mix(h, x.Start), x.Bytes<<8|uint64(x.Kind))
	h = state.Mix(h, x.Asked)
	if x.Object == 0 {
		return h
	}
	m.Driver.EachRun(x.Object, func(pa, bytes uint64) bool {
		h = state.Mix(state.Mix(h, pa), bytes)
		h = state.Mix(h, m.DRAM.HashOf(pa, bytes))
		return true
	})
	return h
}
