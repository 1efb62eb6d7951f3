package machine

import (
	"pagewalk/engine/cuda"
	"pagewalk/engine/driver"
	"pagewalk/engine/pma"
	"pagewalk/engine/pmm"
	"pagewalk/engine/va"
)

// ledger sums up who has the card's memory and says what is wrong: a frame that
// two have, one that is taken and nobody has, a chunk whose owner does not know
// of it.
func ledger(m *Machine) string {
	has := make([]uint8, m.PMA.Frames())
	take := func(first, n uint32) {
		for f := first; f < first+n; f++ {
			has[f]++
		}
	}
	if pages := m.Profile.Memory.ContextPages; pages > 0 {
		take(0, (pages-1)*pma.PageFrames-m.Profile.Memory.ContextSlackFrames)
		take((pages-1)*pma.PageFrames, pma.PageFrames)
	}
	for page := m.Profile.Memory.ContextPages; page < m.PMM.Roots(); page++ {
		if m.PMM.Node(m.PMM.Root(page)).State != pmm.PMAOwned {
			take(page*pma.PageFrames, pma.PageFrames)
		}
	}
	s := m.Driver.State
	for id := uint32(1); id <= s.Head.At(0).Objects.High; id++ {
		if s.Objects.At(id).Class != driver.Vidmem {
			continue
		}
		for r := s.Objects.At(id).Runs; r != 0; r = s.Runs.At(r).Next {
			if run := s.Runs.At(r); run.Chunk == 0 {
				take(run.First>>4, run.Pages>>4)
			} else if n := m.PMM.Node(run.Chunk); n.State != pmm.Allocated || n.Block != id {
				return "the chunk of an object is not the object's"
			}
		}
	}
	contexts := uint32(0) // frames that the contexts of further processes have
	for p := uint16(1); p < cuda.Processes; p++ {
		if m.CUDA.Process(p).Held != 0 && m.Profile.Memory.ContextPages > 0 {
			contexts += m.Profile.Memory.ContextPages*pma.PageFrames - m.Profile.Memory.ContextSlackFrames
		}
	}
	for f, owners := range has {
		bits := m.PMA.Bits(uint32(f))
		if bits&pma.Blacklist != 0 {
			owners++
		}
		switch taken := bits&(pma.AllocPin|pma.AllocUnpin) != 0; {
		case owners > 1:
			return "a frame has two owners"
		case owners == 1 && !taken:
			return "a frame has an owner and is free"
		case owners == 0 && taken:
			contexts--
		}
	}
	if contexts != 0 {
		return "frames are taken and nobody has them"
	}
	return chunkLedger(m)
}

// chunkLedger sees that each chunk of a managed block is held by that block, and
// by nobody else.
func chunkLedger(m *Machine) (broken string) {
	holder := map[pmm.ChunkID]uint32{}
	for id := uint32(1); id <= m.VA.State.Head.At(0).Blocks.High; id++ {
		m.VA.EachChunk(id, func(c pmm.ChunkID, _ uint32) {
			if holder[c] != 0 {
				broken = "a chunk is held by two blocks"
			}
			holder[c] = id
			if m.PMM.Node(c).Block != va.Owner(id) {
				broken = "a block holds a chunk that is not its own"
			}
		})
	}
	for page := range m.PMM.Roots() {
		m.PMM.Walk(m.PMM.Root(page), func(c pmm.ChunkID, _ int, n *pmm.Node) {
			if n.State == pmm.Allocated && n.Block&ownedByBlock != 0 && holder[c] != n.Block&^ownedByBlock {
				broken = "a chunk belongs to a block that does not hold it"
			}
		})
	}
	return broken
}
