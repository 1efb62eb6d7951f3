package va

import (
	"pagewalk/engine/event"
	"pagewalk/engine/pmm"
	"pagewalk/engine/target"
)

// Processors of a fault.
const (
	CPU uint8 = iota
	GPU
)

// GPUFault is an access of the GPU that faults alone: a batch of one packet, and
// of those that wait already. handled is false if the address is not managed.
// After it the access can be made again. One that cannot be served is cancelled.
func (v *VA) GPUFault(p Packet) (handled bool, why target.Why) {
	if v.BlockAt(p.Space, p.Address) == 0 {
		return false, target.Why{}
	}
	v.Fault(p)
	if why = v.ServiceFaults(); why.ID != target.NoReason {
		v.cancel(p.Address)
	}
	return true, why
}

// serveBlock services the faults of one batch on one block, in order of
// address: those whose page is there by now need nothing; the others move, or
// are reached where they are.
func (v *VA) serveBlock(id uint32, faults []Packet) target.Why {
	var far, copied, moved served
	b := v.State.Blocks.At(id)
	for i := range faults {
		p := &faults[i]
		page := uint32((p.Address - b.Base) / pageBytes)
		switch {
		case b.gpuMay(page, p.Write) || far.pages.Has(page) || moved.pages.Has(page) || copied.pages.Has(page):
		case b.Discard.Has(page):
			v.serving(id, p.Write, false)
			why := v.revive(id, p.Address, page, GPU, p.Write)
			v.serving(id, p.Write, true)
			if why.ID != target.NoReason {
				return why
			}
		case v.staysRemote(b, page) || v.pinned(id, page) && b.Where(page)&OnGPU == 0:
			far.add(page, p)
		case b.Policy&ReadMostly != 0 && !p.Write:
			copied.add(page, p)
		default:
			moved.add(page, p)
		}
		b = v.State.Blocks.At(id)
	}
	if why := v.reach(id, &far); why.ID != target.NoReason {
		return why
	}
	if why := v.bring(id, &copied, true); why.ID != target.NoReason {
		return why
	}
	return v.bring(id, &moved, false)
}

// served is pages of a block whose faults are served alike.
type served struct {
	pages Mask
	first *Packet
	write bool
}

func (s *served) add(page uint32, p *Packet) {
	if s.first == nil {
		s.first = p
	}
	s.pages.Add(page, 1)
	s.write = s.write || p.Write
}

// reach maps pages for the GPU where they are, in the host's memory.
func (v *VA) reach(id uint32, s *served) target.Why {
	if s.first == nil {
		return target.Why{}
	}
	v.serving(id, s.write, false)
	n := s.pages.Count()
	was := v.fault(id, s.first.Address, s.pages, GPU, s.write, n, v.State.Blocks.At(id).GPU.Count())
	v.makeCPU(id, s.pages)
	why := v.mapRemote(id, s.pages)
	v.rec.Cause = was
	v.serving(id, s.write, true)
	return why
}

// bring moves pages to the card, or copies them there, with what comes along.
func (v *VA) bring(id uint32, s *served, copies bool) target.Why {
	if s.first == nil {
		return target.Why{}
	}
	v.serving(id, s.write, false)
	b := v.State.Blocks.At(id)
	pages := v.moves(id, s.pages, b.GPU, GPU)
	was := v.fault(id, s.first.Address, s.pages, GPU, s.write, pages.Count(), b.GPU.Or(pages).Count())
	v.turn(id, s.pages, pages, GPU)
	why := v.toGPU(id, pages, ByFault, copies)
	v.rec.Cause = was
	v.serving(id, s.write, true)
	return why
}

// serving tells who keeps count of misses.
func (v *VA) serving(id uint32, write, done bool) {
	if v.below.Serving != nil {
		v.below.Serving(id, write, done)
	}
}

// gpuMay says whether the GPU reaches a page without a fault.
func (b *Block) gpuMay(page uint32, write bool) bool {
	where := b.full(page)
	if where&Discarded != 0 {
		return false
	}
	return where&RemoteGPU != 0 || where&OnGPU != 0 && (!write || where&OnCPU == 0)
}

// GPUMay says whether the GPU reaches a managed address without a fault.
func (v *VA) GPUMay(space uint16, va uint64, write bool) bool {
	id := v.FindBlock(space, va)
	if id == 0 {
		return false
	}
	b := v.State.Blocks.At(id)
	return b.gpuMay(uint32((va-b.Base)/pageBytes), write)
}

// staysRemote says whether the GPU is to reach a page where it is, in the
// host's memory: it has been told to stay there, or that the GPU will come
// (block_select_processor_residency).
func (v *VA) staysRemote(b *Block, page uint32) bool {
	where := b.Where(page)
	return (b.Policy&PreferCPU != 0 || v.below.Profile.Managed.ForceSysmem) && where&OnGPU == 0 || b.Policy&AccessedByGPU != 0 && where == OnCPU
}

// makeCPU makes pages that are nowhere yet the host's.
func (v *VA) makeCPU(id uint32, pages Mask) {
	b := v.State.Blocks.At(id)
	v.setPages(id, pages.Minus(b.CPU).Minus(b.GPU), OnCPU, ByFault)
}

// moves is what comes in with faulting pages. A textbook moves whole blocks.
// Pages that are there but may not be written come alone: their copies go.
func (v *VA) moves(id uint32, faulted, there Mask, processor uint8) Mask {
	b := v.State.Blocks.At(id)
	if faulted.Minus(there).Empty() {
		return faulted
	}
	if v.below.Profile.Managed.WholeBlocks {
		var all Mask
		all.Add(0, uint32(b.Pages))
		return all.Minus(there).Or(faulted)
	}
	if other := PreferCPU; b.Policy&(PreferCPU|PreferGPU) != 0 {
		if processor == CPU {
			other = PreferGPU
		}
		if b.Policy&other != 0 {
			return faulted // no prefetch to where pages are not meant to be
		}
		if there.Empty() && b.CPU.Or(b.GPU).Empty() {
			var all Mask
			all.Add(0, uint32(b.Pages))
			return all
		}
	}
	m := &v.below.Profile.Managed
	if !m.Prefetch || faulted.Count() < m.MinFaults {
		return faulted
	}
	return prefetch(b, faulted, there, m.Threshold).Minus(v.thrashing(id)).Minus(b.Discard).Or(faulted)
}

// revive services a fault on a page whose bytes were discarded: it is an
// ordinary page again, where it is.
func (v *VA) revive(id uint32, va uint64, page uint32, processor uint8, write bool) target.Why {
	var one Mask
	one.Add(page, 1)
	was := v.fault(id, va, one, processor, write, 0, v.State.Blocks.At(id).GPU.Count())
	why := v.restore(id, one, ByFault)
	v.rec.Cause = was
	return why
}

// fault leaves the ManagedFault event and makes it the cause of what follows.
func (v *VA) fault(id uint32, va uint64, pages Mask, processor uint8, write bool, moves, there uint32) (was uint32) {
	if e := v.rec.Put(event.ManagedFault, id); e != nil {
		f := event.ManagedFaultInfo{
			Block: id, Address: va, Page: uint16((va - v.State.Blocks.At(id).Base) / pageBytes), Processor: processor, Write: write,
			Moves: moves, There: there, Faults: pages.Count(),
		}
		f.Put(e)
	}
	return v.rec.Because(v.rec.Last())
}

// CPUFault services the host's touching bytes at managed addresses, fault by
// fault, until all of them can be reached.
func (v *VA) CPUFault(space uint16, va, bytes uint64, write bool) target.Why {
	for at := va &^ (pageBytes - 1); at < va+bytes; at += pageBytes {
		id := v.BlockAt(space, at)
		if id == 0 {
			return refusedRange(at)
		}
		b := v.State.Blocks.At(id)
		page := uint32((at - b.Base) / pageBytes)
		if v.cpuMay(b, page, write) {
			continue
		}
		v.below.Clock.Advance(v.below.Profile.Cost.CPUFault)
		if b.Discard.Has(page) {
			if why := v.revive(id, max(at, va), page, CPU, write); why.ID != target.NoReason {
				return why
			}
			at -= pageBytes // and again: now it may be the host's or the card's
			continue
		}
		var one Mask
		one.Add(page, 1)
		pages := v.moves(id, one, b.CPU, CPU)
		copies := b.Policy&ReadMostly != 0 && !write
		was := v.fault(id, max(at, va), one, CPU, write, pages.Count(), b.CPU.Or(pages).Count())
		v.turn(id, one, pages, CPU)
		why := v.toCPU(id, pages, ByFault, copies)
		v.rec.Cause = was
		if why.ID != target.NoReason {
			return why
		}
	}
	return target.Why{}
}

// cpuMay says whether the host reaches a page without a fault.
func (v *VA) cpuMay(b *Block, page uint32, write bool) bool {
	where := b.full(page)
	if where&Discarded != 0 {
		return false
	}
	return where&OnCPU != 0 && (!write || where&OnGPU == 0)
}

// HostMay says whether the host reaches bytes at an address without a fault;
// true for addresses that are not managed.
func (v *VA) HostMay(space uint16, va, bytes uint64, write bool) bool {
	if space >= Spaces || v.State.Spaces.At(uint32(space)).Managed == 0 {
		return true
	}
	for at := va; at < va+bytes; at = at&^(pageBytes-1) + pageBytes {
		id := v.FindBlock(space, at)
		if id == 0 {
			if v.ManagedRange(space, at) != 0 {
				return false
			}
			continue
		}
		if b := v.State.Blocks.At(id); !v.cpuMay(b, uint32((at-b.Base)/pageBytes), write) {
			return false
		}
	}
	return true
}

// EvictChunks moves everything that a block has under a root to the host and
// lets go of those chunks (uvm_va_block_evict_chunks).
func (v *VA) EvictChunks(id uint32, root pmm.ChunkID) target.Why {
	var pages Mask
	v.eachHeld(v.State.Blocks.At(id).Chunks, func(c pmm.ChunkID, first uint32) {
		if v.below.PMM.RootOf(c) == root {
			pages.Add(first, v.below.PMM.Node(c).Bytes()/pageBytes)
		}
	})
	b := v.State.Blocks.At(id)
	if why := v.toCPU(id, pages.And(b.GPU), ByEviction, false); why.ID != target.NoReason {
		return why
	}
	var keep []Held
	for v.State.Blocks.At(id).Chunks != 0 {
		c, page := v.letGo(Owner(id))
		if v.below.PMM.RootOf(c) != root {
			keep = append(keep, Held{Chunk: c, Page: page})
			continue
		}
		if why := v.below.PMM.MarkEvicted(c); why.ID != target.NoReason {
			panic("va: evict: a chunk cannot be marked: " + why.ID.Name())
		}
	}
	for i := len(keep) - 1; i >= 0; i-- {
		v.hold(Owner(id), keep[i].Chunk, keep[i].Page)
	}
	return target.Why{}
}
