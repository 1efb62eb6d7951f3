package va

import "pagewalk/engine/target"

// Discard is cudaMemDiscardBatchAsync of one stretch (UVM_DISCARD with its flag
// UNMAP; which flag the library sets is an assumption): the bytes are worth
// nothing from now on. Pages on the card stay there without a mapping, and a
// block of which nothing else is there goes to the list that is searched for
// victims before the used ones; evicting it copies nothing. The next touch of a
// page, or a prefetch, makes it an ordinary page again.
func (v *VA) Discard(space uint16, va, bytes uint64) target.Why {
	return v.eachBlock(space, va, bytes, func(id uint32, pages Mask) target.Why {
		b := v.State.Blocks.At(id)
		pages = pages.And(b.GPU.Or(b.CPU)).Minus(b.Discard)
		if why := v.unmapPages(id, pages.And(b.GPU.Or(b.Remote))); why.ID != target.NoReason {
			v.sendHome(id)
		}
		v.setPages(id, pages.And(v.State.Blocks.At(id).Remote), OnCPU, ByDiscard) // mapped no more
		v.markPages(id, pages, true, ByDiscard)
		v.markRoots(id)
		return target.Why{}
	})
}

// restore makes discarded pages ordinary ones: those on the card are mapped
// again.
func (v *VA) restore(id uint32, pages Mask, reason uint8) target.Why {
	b := v.State.Blocks.At(id)
	if pages = pages.And(b.Discard); pages.Empty() {
		return target.Why{}
	}
	v.markPages(id, pages, false, reason)
	why := v.mapPages(id, pages.And(v.State.Blocks.At(id).GPU))
	if why.ID != target.NoReason {
		v.sendHome(id)
	}
	v.markRoots(id)
	return why
}

// markPages says of pages that their bytes are worth nothing, or are again.
func (v *VA) markPages(id uint32, pages Mask, discard bool, reason uint8) {
	pages.Runs(func(first, n uint32) {
		for at := first; at < first+n; {
			b := v.State.Blocks.At(id)
			k, to := b.Alike(at, first+n-at), b.Where(at)
			var run Mask
			run.Add(at, k)
			if discard {
				to |= Discarded
			}
			v.setPages(id, run, to, reason)
			at += k
		}
	})
}
