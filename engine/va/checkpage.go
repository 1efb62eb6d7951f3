package va

import (
	"pagewalk/engine/mmu"
	"pagewalk/engine/profile"
)

// checkPage compares the entry of a page with where the page is.
func (v *VA) checkPage(b *Block, page uint32, where uint8, pa uint64) string {
	discarded := b.Discard.Has(page)
	leaf, fault := v.below.MMU.Walk(b.Space, b.Base+uint64(page)*pageBytes, mmu.Read, nil)
	mapped := fault.Type == mmu.NoFault
	switch {
	case discarded && where == 0:
		return "va: bytes are discarded that are nowhere"
	case where == RemoteGPU:
		return "va: a page is mapped in the host's memory and is not there"
	case mapped != (where&(OnGPU|RemoteGPU) != 0 && !discarded):
		return "va: a page is mapped and not there, or there and not mapped"
	case !mapped:
		return ""
	case where&OnGPU != 0 && (leaf.Aperture != profile.Vid || leaf.Physical != pa):
		return "va: a page is not where its entry leads"
	case where&OnGPU == 0 && leaf.Aperture == profile.Vid:
		return "va: a page of the host is mapped as the card's"
	case (leaf.Flags&profile.ReadOnly != 0) != (where == OnCPU|OnGPU):
		return "va: a page in two places can be written, or one in one place cannot"
	}
	return ""
}
