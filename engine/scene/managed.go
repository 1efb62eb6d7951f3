package scene

import (
	"pagewalk/engine/event"
	"pagewalk/engine/mmu"
	"pagewalk/engine/profile"
	"pagewalk/engine/state"
	"pagewalk/engine/va"
)

// maxBlocks is how many blocks the picture of residency shows.
const maxBlocks = 64

const pageOfBlock = 4096

// residency keeps where the pages of each block are; only blocks written since
// the last look are counted again.
type residency struct {
	va     *va.VA
	watch  *state.Watch
	shares []Share // by block
	total  Share
}

func newResidency(v *va.VA) *residency {
	return &residency{va: v, watch: state.NewWatch(&v.State.Blocks)}
}

// look brings the shares up to date.
func (r *residency) look() {
	blocks := &r.va.State.Blocks
	for len(r.shares) < blocks.Len() {
		r.shares = append(r.shares, Share{})
	}
	r.watch.Each(func(first, n uint32) {
		for id := first; id < min(first+n, uint32(len(r.shares))); id++ {
			r.total = r.total.minus(r.shares[id])
			r.shares[id] = Share{}
			if int(id) < blocks.Len() {
				r.shares[id] = shareOf(blocks.At(id))
			}
			r.total = r.total.plus(r.shares[id])
		}
	})
}

func shareOf(b *va.Block) Share {
	if b.Pages == 0 {
		return Share{}
	}
	return Share{uint32(b.Pages), b.GPU.Count(), b.CPU.Count(), b.CPU.And(b.GPU).Count(), b.Remote.Count()}
}

func (s Share) plus(o Share) Share {
	return Share{s.Pages + o.Pages, s.GPU + o.GPU, s.CPU + o.CPU, s.Both + o.Both, s.Remote + o.Remote}
}

func (s Share) minus(o Share) Share {
	return Share{s.Pages - o.Pages, s.GPU - o.GPU, s.CPU - o.CPU, s.Both - o.Both, s.Remote - o.Remote}
}

// managed fills residency, the inside of a block and the faults of the call.
func (b *Builder) managed(m *Moment) {
	if m.Ever&EverManaged == 0 {
		return
	}
	b.resident.look()
	g := &m.Managed
	g.Total = b.resident.total
	id := b.blockShown()
	b.windows(g, id)
	if id != 0 {
		b.block(&g.Block, id)
	}
	b.faults(g)
}

// blockOfEvent is the managed block that an event is about, or 0.
func blockOfEvent(e *event.Event) uint32 {
	switch e.Kind {
	case event.BlockNew, event.BlockPages, event.BlockPolicy, event.ManagedFault, event.Scribble, event.Thrashing, event.PageThrash, event.BlockRetry, event.AccessNotice:
		return e.Subject
	case event.ChunkHeld:
		if e.Subject != va.Owner(0) && e.Subject&va.Owner(0) != 0 {
			return e.Subject &^ va.Owner(0)
		}
	}
	return 0
}

// blockShown is the block of the event, of what brought it about, or the last
// one that an event was about; 0 if there is none.
func (b *Builder) blockShown() uint32 {
	blocks := &b.m.VA.State.Blocks
	alive := func(id uint32) bool { return id != 0 && int(id) < blocks.Len() && blocks.At(id).Pages != 0 }
	for _, i := range b.chain {
		if id := blockOfEvent(b.run.Event(i)); alive(id) {
			return id
		}
	}
	n := b.run.Cursor()
	for i := n; i > 0 && n-i < maxFocusScan; i-- {
		if id := blockOfEvent(b.run.Event(i - 1)); alive(id) {
			return id
		}
	}
	return 0
}

// pageOfBlock is the page of the card behind the block that the event is about.
func (b *Builder) pageOfBlock() (page uint32, ok bool) {
	if b.event == nil {
		return 0, false
	}
	id := blockOfEvent(b.event)
	if id == 0 || int(id) >= b.m.VA.State.Blocks.Len() || b.m.VA.State.Blocks.At(id).Pages == 0 {
		return 0, false
	}
	b.m.VA.EachChunk(id, func(c, _ uint32) { page, ok = pageOfAddress(b.m.PMM.Address(c)), true })
	return page, ok
}

// windows lists the windows of 2 MiB of all managed ranges of the process, or
// those around the block that is shown.
func (b *Builder) windows(g *Managed, shown uint32) {
	current, at := b.m.VA.State.Blocks.Get(shown), uint32(0)
	b.eachManaged(func(r *va.Range, first, n uint32) {
		g.Bytes += r.Bytes
		if shown != 0 && current.Base-r.Base < r.Bytes {
			at = first + uint32(current.Base>>21-r.Base>>21)
		}
		g.Blocks = first + n
	})
	g.First = min(at-min(at, maxBlocks/4), g.Blocks-min(g.Blocks, maxBlocks))
	last := min(g.First+maxBlocks, g.Blocks)
	b.eachManaged(func(r *va.Range, first, n uint32) {
		for i := max(first, g.First); i < min(first+n, last); i++ {
			base := max(r.Base, (r.Base>>21+uint64(i-first))<<21)
			g.Shown = append(g.Shown, b.window(r, base, shown))
		}
	})
}

// hasManaged says whether the process has managed memory.
func (b *Builder) hasManaged() (has bool) {
	b.eachManaged(func(*va.Range, uint32, uint32) { has = true })
	return has
}

// eachManaged visits the managed ranges of the process with the number of
// windows before each and in it.
func (b *Builder) eachManaged(visit func(r *va.Range, first, n uint32)) {
	first := uint32(0)
	b.m.VA.Each(func(_ uint32, r *va.Range) {
		if r.Type != va.Managed || r.Space != b.process {
			return
		}
		n := uint32((r.Base+r.Bytes-1)>>21 - r.Base>>21 + 1)
		visit(r, first, n)
		first += n
	})
}

func (b *Builder) window(r *va.Range, base uint64, shown uint32) BlockShare {
	w := BlockShare{Base: base}
	if base == r.Base {
		for _, v := range b.variables {
			if v.Value == base {
				w.Name = v.Name
				break
			}
		}
	}
	end := min(r.Base+r.Bytes, (base>>21+1)<<21)
	w.Share.Pages = uint32((end - base) / pageOfBlock)
	if id := b.m.VA.FindBlock(r.Space, base); id != 0 {
		w.Share, w.Touched, w.Current = b.resident.shares[id], true, id == shown
		w.Now = b.event != nil && blockOfEvent(b.event) == id
	}
	return w
}

// block fills the inside of a block: where each page is, by what entry the GPU
// reaches it, and the chunks behind it.
func (b *Builder) block(d *Block, id uint32) {
	v := b.m.VA
	k := v.State.Blocks.Get(id)
	d.Has, d.Base, d.Policy = true, k.Base, k.Policy
	d.Pages = make([]uint8, k.Pages)
	for page := range d.Pages {
		d.Pages[page] = k.Where(uint32(page))
	}
	b.entriesOf(d, &k)
	held := uint32(0)
	if b.event != nil && b.event.Kind == event.ChunkHeld {
		held = event.HeldOf(b.event).Chunk
	}
	v.EachChunk(id, func(c, first uint32) {
		n := b.m.PMM.Node(c)
		d.Chunks = append(d.Chunks, BlockChunk{First: first, Pages: n.Bytes() / pageOfBlock, Address: n.Address(), Now: c == held})
	})
	if b.event != nil && b.event.Kind == event.BlockPages && b.event.Subject == id {
		i := event.PagesOf(b.event)
		d.NowFirst, d.NowCount, d.From, d.To, d.Reason = uint32(i.First), uint32(i.N), i.From, i.To, i.Reason
	}
}

// entriesOf walks the block and notes the size of the entry of each page.
func (b *Builder) entriesOf(d *Block, k *va.Block) {
	for page := uint32(0); page < uint32(len(d.Pages)); {
		at := k.Base + uint64(page)*pageOfBlock
		leaf, fault := b.m.MMU.Walk(k.Space, at, mmu.Read, nil)
		if fault.Type != mmu.NoFault || leaf.Bytes == 0 {
			page++
			continue
		}
		bits := uint8(PageEntry4K)
		switch {
		case leaf.Bytes >= 2<<20:
			bits = PageEntry2M
		case leaf.Bytes > pageOfBlock:
			bits = PageEntry64K
		}
		if leaf.Flags&profile.ReadOnly != 0 {
			bits |= PageReadOnly
		}
		end := min(uint32((at&^(leaf.Bytes-1)+leaf.Bytes-k.Base)/pageOfBlock), uint32(len(d.Pages)))
		for ; page < end; page++ {
			d.Pages[page] |= bits
		}
	}
}
