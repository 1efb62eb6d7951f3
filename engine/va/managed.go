package va

import (
	"pagewalk/engine/event"
	"pagewalk/engine/target"
)

// NewManaged makes a managed range: addresses and nothing else. Memory comes
// when somebody touches it.
func (v *VA) NewManaged(space uint16, base, bytes uint64) {
	v.Create(space, base, (bytes+pageBytes-1)&^(pageBytes-1), Managed)
}

// FreeManaged ends a managed range with all its blocks: mappings, chunks,
// pages of the host.
func (v *VA) FreeManaged(space uint16, base uint64) {
	id := v.Find(space, base)
	r := *v.At(id)
	v.below.MMU.Begin(space)
	for at := r.Base; at < r.Base+r.Bytes; at = (at>>windowBits + 1) << windowBits {
		block := v.FindBlock(space, at)
		if block == 0 {
			continue
		}
		b := v.State.Blocks.At(block)
		v.unmapRange(space, b.Base, uint64(b.Pages)*pageBytes)
		for v.State.Blocks.At(block).Chunks != 0 {
			c, _ := v.letGo(Owner(block))
			if why := v.below.PMM.Free(c); why.ID != target.NoReason {
				panic("va: free managed: a chunk cannot be freed")
			}
		}
		v.endBlock(block)
	}
	v.below.MMU.End()
	v.Free(id)
}

// AllManaged says whether every window of a stretch has managed memory.
func (v *VA) AllManaged(space uint16, va, bytes uint64) bool {
	if bytes == 0 || va+bytes < va {
		return false
	}
	for at := va; at < va+bytes; {
		id := v.ManagedRange(space, at)
		if id == 0 {
			return false
		}
		at = v.At(id).Base + v.At(id).Bytes
	}
	return true
}

// eachBlock makes sure that the blocks of a stretch exist and visits them with
// the pages that the stretch covers. It says whether all of it is managed.
func (v *VA) eachBlock(space uint16, va, bytes uint64, visit func(id uint32, pages Mask) target.Why) target.Why {
	if !v.AllManaged(space, va, bytes) {
		return refusedRange(va)
	}
	for at := va; at < va+bytes; {
		id := v.BlockAt(space, at)
		b := v.State.Blocks.At(id)
		end := min(va+bytes, b.Base+uint64(b.Pages)*pageBytes)
		var pages Mask
		first := uint32((at - b.Base) / pageBytes)
		pages.Add(first, uint32((end-b.Base+pageBytes-1)/pageBytes)-first)
		if why := visit(id, pages); why.ID != target.NoReason {
			return why
		}
		if at = end; at < va+bytes && v.ManagedRange(space, at) == 0 {
			return refusedRange(at)
		}
	}
	return target.Why{}
}

// Prefetch is cudaMemPrefetchAsync: pages go where they will be needed, without
// faults. A card without room is not an error: what does not fit stays.
func (v *VA) Prefetch(space uint16, va, bytes uint64, to uint8) target.Why {
	return v.eachBlock(space, va, bytes, func(id uint32, pages Mask) target.Why {
		b := v.State.Blocks.At(id)
		copies := b.Policy&ReadMostly != 0
		if why := v.restore(id, pages, ByCall); why.ID != target.NoReason {
			return why
		}
		b = v.State.Blocks.At(id)
		if to == CPU {
			return v.toCPU(id, pages.Minus(b.CPU), ByCall, copies)
		}
		why := v.toGPU(id, pages.Minus(b.GPU), ByCall, copies)
		if why.ID == target.NoRoom || why.ID == target.RulePinned {
			return target.Why{}
		}
		return why
	})
}

// applyManaged and revertManaged do for these events what Apply and Revert do.
func (v *VA) applyManaged(e *event.Event) {
	switch e.Kind {
	case event.MemNew:
		m := event.MemOf(e)
		v.addMem(&m)
	case event.MemFree:
		m := event.MemOf(e)
		v.dropMem(&m)
	case event.MemMapped:
		v.State.Mems.Mut(e.Subject).VA = e.W[1]
	case event.ChunkHeld:
		v.replayHeld(event.HeldOf(e), true)
	case event.BlockNew:
		b := event.BlockOf(e)
		v.addBlock(&b)
	case event.BlockFree:
		b := event.BlockOf(e)
		v.dropBlock(&b)
	case event.BlockPages:
		p := event.PagesOf(e)
		v.putPages(&p, p.To)
	case event.BlockPolicy:
		v.State.Blocks.Mut(e.Subject).Policy = uint32(e.W[0] >> 32)
	case event.Scribble:
		v.State.Blocks.Mut(e.Subject).Scribble = pattern(e.W[2], e.W[3])
	case event.Thrashing:
		v.doTaker(e.Subject, takerOf(e.W[0], e.W[1]), takerOf(e.W[2], e.W[3]), e.W[4] != 0)
	case event.PageThrash:
		v.doTrack(e.Subject, uint32(uint16(e.W[0])), uint32(e.W[0]>>16), trackOf(e.W[3], e.W[2]>>32))
	}
}

func (v *VA) revertManaged(e *event.Event) {
	switch e.Kind {
	case event.MemNew:
		m := event.MemOf(e)
		v.dropMem(&m)
	case event.MemFree:
		m := event.MemOf(e)
		v.addMem(&m)
	case event.MemMapped:
		v.State.Mems.Mut(e.Subject).VA = e.W[0]
	case event.ChunkHeld:
		v.replayHeld(event.HeldOf(e), false)
	case event.BlockNew:
		b := event.BlockOf(e)
		v.dropBlock(&b)
	case event.BlockFree:
		b := event.BlockOf(e)
		v.addBlock(&b)
	case event.BlockPages:
		p := event.PagesOf(e)
		v.putPages(&p, p.From)
	case event.BlockPolicy:
		v.State.Blocks.Mut(e.Subject).Policy = uint32(e.W[0])
	case event.Scribble:
		v.State.Blocks.Mut(e.Subject).Scribble = pattern(e.W[0], e.W[1])
	case event.Thrashing:
		v.doTaker(e.Subject, takerOf(e.W[2], e.W[3]), takerOf(e.W[0], e.W[1]), e.W[4] != 0)
	case event.PageThrash:
		v.doTrack(e.Subject, uint32(uint16(e.W[0])), uint32(e.W[0]>>16), trackOf(e.W[1], e.W[2]))
	}
}

// replayHeld takes hold of a chunk or lets go of it, forward or back.
func (v *VA) replayHeld(h event.HeldInfo, forward bool) {
	if h.Taken == forward {
		v.push(&h)
	} else {
		v.pop(&h)
	}
}

// checkManaged walks mems and blocks and gives the first broken invariant.
func (v *VA) checkManaged() string {
	var managed [Spaces]uint32
	v.Each(func(_ uint32, r *Range) {
		if r.Type == Managed {
			managed[r.Space]++
		}
	})
	for s := range uint32(Spaces) {
		if v.State.Spaces.At(s).Managed != managed[s] {
			return "va: a space counts its managed ranges wrongly"
		}
	}
	for id := uint32(1); id <= v.State.Head.At(0).Blocks.High; id++ {
		if b := v.State.Blocks.At(id); b.Pages != 0 {
			if broken := v.checkBlock(id, b); broken != "" {
				return broken
			}
		}
	}
	broken := ""
	v.EachMem(func(id uint32, m *Mem) {
		n := uint32(0)
		v.eachHeld(m.First, func(uint32, uint32) { n++ })
		if !m.Sysmem() && n != m.Chunks || m.Sysmem() && n != 0 {
			broken = "va: a mem does not hold as many chunks as it says"
		}
	})
	return broken
}

// checkBlock: a page on the card has a chunk, a mapped page is where its entry
// leads, what is in two places may only be read.
func (v *VA) checkBlock(id uint32, b *Block) string {
	if v.FindBlock(b.Space, b.Base) != id || v.ManagedRange(b.Space, b.Base) != b.Range {
		return "va: a block cannot be found, or its range is gone"
	}
	for page := range uint32(b.Pages) {
		where := b.Where(page)
		pa, chunk := v.chunkOf(id, page)
		if where&OnGPU != 0 && chunk == 0 {
			return "va: a page is on the card and has no chunk"
		}
		if broken := v.checkPage(b, page, where, pa); broken != "" {
			return broken
		}
	}
	return ""
}
