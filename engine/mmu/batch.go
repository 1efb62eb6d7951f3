package mmu

import (
	"math/bits"

	"pagewalk/engine/profile"
)

// maxRanges is how many ranges a batch keeps before it asks for everything
// instead (UVM_TLB_BATCH_MAX_ENTRIES).
const maxRanges = 4

// Inval asks for cached translations to be dropped: those of one address space
// (or of all), in a range (or everywhere), whose entry stands at a depth (or
// below).
type Inval struct {
	Space     uint16
	AllSpaces bool
	VA, Bytes uint64 // Bytes 0: every address
	Depth     uint8  // shallowest depth whose cached entries go; 0 = all
	Code      uint8  // the level code of the command: 1 = page tables only, up to the root
	Granule   uint64 // smallest page size concerned
	Membar    bool   // accesses through the old translation must finish first
}

// Window is the range that the hardware drops: a power of two that holds the
// asked range, its base aligned down. A window of all addresses gives 0, 0.
func (i *Inval) Window() (base, bytes uint64) {
	if i.Bytes == 0 {
		return 0, 0
	}
	last := i.VA + i.Bytes - 1
	log := max(bits.Len64(i.VA^last), 12)
	if log >= 64 {
		return 0, 0
	}
	return i.VA >> log << log, 1 << log
}

// batch gathers what has to be invalidated, so that one act on the tables ends
// in one command.
type batch struct {
	nesting int
	space   uint16
	outer   [maxNesting]uint16 // spaces of the batches around
	n       int
	ranges  [maxRanges]Inval
	all     bool
	depth   uint8 // shallowest of the whole batch
	membar  bool
	freed   []TableMem
	sent    [maxRanges]Inval // the commands under way
}

// maxNesting bounds how deep batches nest: making a table may evict a block,
// whose unmapping opens a batch of another space.
const maxNesting = 16

// Begin opens a batch: invalidations wait for End. Batches nest; what has
// gathered is sent when the outermost ends or the space changes.
func (m *MMU) Begin(space uint16) {
	b := &m.batch
	if b.nesting == maxNesting {
		panic("mmu: begin: batches nest too deep")
	}
	if b.nesting > 0 && b.space != space {
		m.flush()
	}
	b.outer[b.nesting] = b.space
	b.nesting++
	b.space = space
}

// End closes a batch, sends its invalidations and then gives back the memory
// of the tables it freed.
func (m *MMU) End() {
	b := &m.batch
	b.nesting--
	outer := b.outer[b.nesting]
	if b.nesting == 0 || outer != b.space {
		m.flush()
	}
	b.space = outer
}

// rangeAt adds a range of pages whose entries, the largest ones, stand at the
// given depth.
func (b *batch) rangeAt(va, bytes uint64, depth uint8, granule uint64, membar bool) {
	if b.n == 0 && !b.all || depth < b.depth {
		b.depth = depth
	}
	b.membar = b.membar || membar
	if b.all {
		return
	}
	if b.n == maxRanges {
		b.all, b.n = true, 0
		return
	}
	r := &b.ranges[b.n]
	r.VA, r.Bytes, r.Depth, r.Granule = va, bytes, depth, granule
	b.n++
}

// everything asks for all addresses at a depth.
func (b *batch) everything(depth uint8, membar bool) {
	if b.n == 0 && !b.all || depth < b.depth {
		b.depth = depth
	}
	b.membar = b.membar || membar
	b.all, b.n = true, 0
}

// flush sends the commands: one for everything, or one a range with the membar
// on the last.
func (m *MMU) flush() {
	b := &m.batch
	n := b.n
	copy(b.sent[:n], b.ranges[:n])
	if b.all {
		n = 1
		b.sent[0] = Inval{Depth: b.depth}
	}
	membar, space := b.membar, b.space
	b.n, b.all, b.depth, b.membar = 0, false, 0, false
	for i := range n {
		b.sent[i].Space = space
		b.sent[i].Membar = membar && i == n-1
		m.send(&b.sent[i])
	}
	m.giveBack()
}

func (m *MMU) send(i *Inval) {
	i.Code = m.codec.f.Depth() + 1 - i.Depth
	if m.skip > 0 {
		m.skip--
		return
	}
	if f := m.p.MMU.Forget; f == profile.ForgetAll || f == profile.ForgetUnmap && i.Membar {
		return
	}
	if m.inv != nil {
		m.inv.Invalidate(i)
	}
}

// SkipInvalidations leaves out the next n commands: a broken driver, for the
// lesson that shows what a stale translation is. The profile's Forget does so
// from the start.
func (m *MMU) SkipInvalidations(n int) { m.skip = n }

// giveBack frees the memory of dropped tables. Its owner may come back in, so
// the list is taken piece by piece.
func (m *MMU) giveBack() {
	for len(m.batch.freed) > 0 {
		last := len(m.batch.freed) - 1
		mem := m.batch.freed[last]
		m.batch.freed = m.batch.freed[:last]
		m.mem.FreeTable(mem)
	}
}
