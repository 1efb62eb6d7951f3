package scene

// mechanisms writes the pictures of single mechanisms: the rest of the head,
// and their views.
func (e *encoder) mechanisms(m *Moment) {
	f, s, g := &m.Physical.Frames, &m.Physical.Machine, &m.Managed
	e.put(ViewHead, uint64(m.Ever),
		uint64(f.First), uint64(f.NowFirst), uint64(f.NowCount),
		uint64(f.Free), uint64(f.FreePages), uint64(f.Clearing), uint64(f.Queued), uint64(f.Total),
		word(s.Moved), uint64(s.From), uint64(s.To), uint64(s.Rule), uint64(s.N), signed(m.Physical.Victim))
	t, b := &g.Total, &g.Block
	e.put(ViewHead, g.Bytes, uint64(t.Pages), uint64(t.GPU), uint64(t.CPU), uint64(t.Both), uint64(t.Remote),
		uint64(g.First), uint64(g.Blocks),
		word(b.Has), b.Base, uint64(b.Policy), uint64(len(b.Pages)),
		uint64(b.NowFirst), uint64(b.NowCount), uint64(b.From), uint64(b.To), uint64(b.Reason),
		uint64(g.FaultsFirst), uint64(g.FaultsAll), uint64(g.BatchesAll), uint64(g.Buffered))
	e.packed(ViewFrames, f.Bits)
	for _, n := range s.Count {
		e.put(ViewStates, uint64(n))
	}
	for i := range m.Physical.Lists {
		e.chunkList(&m.Physical.Lists[i])
	}
	e.managed(g)
}

// packed writes bytes, eight to a word.
func (e *encoder) packed(v View, list []uint8) {
	for i := 0; i < len(list); i += 8 {
		var w uint64
		for j, c := range list[i:min(i+8, len(list))] {
			w |= uint64(c) << (8 * j)
		}
		e.put(v, w)
	}
}

func (e *encoder) chunkList(l *ChunkList) {
	e.put(ViewChunkLists, uint64(l.List), word(l.Kernel), word(l.Zero), l.Bytes, uint64(l.Count), uint64(l.Before), word(l.Now),
		uint64(l.Tail), uint64(len(l.Chunks)))
	for _, c := range l.Chunks {
		e.put(ViewListed, c.Address, word(c.Now))
	}
}

func (e *encoder) managed(g *Managed) {
	for i := range g.Shown {
		b := &g.Shown[i]
		e.put(ViewBlocks, b.Base, e.text(b.Name), uint64(b.Share.Pages), uint64(b.Share.GPU), uint64(b.Share.CPU), uint64(b.Share.Both), uint64(b.Share.Remote),
			word(b.Touched), word(b.Current), word(b.Now))
	}
	e.packed(ViewBlockPages, g.Block.Pages)
	for _, c := range g.Block.Chunks {
		e.put(ViewBlockChunks, uint64(c.First), uint64(c.Pages), c.Address, word(c.Now))
	}
	for _, f := range g.Faults {
		e.put(ViewFaults, f.Address, uint64(f.Page), word(f.GPU), word(f.Write), uint64(f.Moves), uint64(f.Already), uint64(f.State), uint64(f.Faults), uint64(f.Batch))
	}
	for i := range g.Batches {
		b := &g.Batches[i]
		e.put(ViewBatches, uint64(b.Number), uint64(b.Interrupt), uint64(b.Packets), uint64(b.Pages), uint64(b.Blocks), uint64(b.Duplicates), uint64(b.Left),
			uint64(b.Replays), uint64(b.Dropped), uint64(b.Done), uint64(b.Again), uint64(b.State))
	}
}
