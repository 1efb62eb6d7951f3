package scene

import (
	"strconv"

	"pagewalk/engine/event"
	"pagewalk/engine/explain"
	"pagewalk/engine/pmm"
)

// tree draws one root with the chunks that it is split into: one row for each
// split on the way to the chunk that matters, or to the first split child.
func (c *card) tree(l explain.Lang, page uint32, now *event.Event) ChunkTree {
	m := c.pmm
	root := m.Root(page)
	n := m.Node(root)
	t := ChunkTree{Page: page, Address: n.Address(), Title: wordRoot.in(l, num(page)), State: pmm.StateName(n.State)}
	if n.State == pmm.PMAOwned {
		if c.cells[page] != c.free && c.cells[page] != CellClearing {
			t.State = wordNotSplit.in(l)
		}
	} else {
		t.State += " · " + n.Type().String()
	}
	focus := uint64(0)
	first, count := changedChunks(now)
	if first != 0 && m.Exists(first) {
		focus = m.Address(first)
	}
	t.Rows = append(t.Rows, c.row(l, root, 1, page, first, count))
	for id := root; ; {
		child, k := m.Children(id)
		if child == 0 {
			return t
		}
		t.Rows = append(t.Rows, c.row(l, child, k, page, first, count))
		if id = c.next(child, k, focus); id == 0 {
			return t
		}
	}
}

// next is the split child on the way to focus, or else the first split one.
func (c *card) next(child pmm.ChunkID, k uint32, focus uint64) pmm.ChunkID {
	var split pmm.ChunkID
	for i := range k {
		n := c.pmm.Node(child + i)
		if n.State != pmm.IsSplit {
			continue
		}
		if focus >= n.Address() && focus < n.Address()+uint64(n.Bytes()) {
			return child + i
		}
		if split == 0 {
			split = child + i
		}
	}
	return split
}

// row draws k consecutive chunks. changed and count are those that the current
// event is about.
func (c *card) row(l explain.Lang, child pmm.ChunkID, k, page uint32, changed pmm.ChunkID, count uint32) ChunkRow {
	size := uint64(c.pmm.Node(child).Bytes())
	at := c.pmm.Address(child) - uint64(page)<<21
	row := ChunkRow{Bytes: size, First: uint32(at / size), Count: k, Cells: make([]ChunkCell, k)}
	if k > 1 {
		row.Label = wordChildCount.in(l, num(k), explain.Bytes(size))
	}
	for i := range row.Cells {
		id := child + uint32(i)
		n := c.pmm.Node(id)
		row.Cells[i] = ChunkCell{State: n.State, Kernel: n.Type() == pmm.Kernel, Cached: c.keeps(n), Now: id >= changed && id < changed+count}
	}
	return row
}

// keeps says whether the chunk belongs to a block that a lazy driver keeps.
// The driver's objects name their chunks as owners do.
func (c *card) keeps(n *pmm.Node) bool {
	if n.State != pmm.Allocated || n.Block == 0 || !c.p.PMM.OwnsAll {
		return false
	}
	objects := &c.driver.State.Objects
	return int(n.Block) < objects.Len() && objects.At(n.Block).Cached != 0
}

// changedChunks are the chunks that an event changes.
func changedChunks(e *event.Event) (first, n uint32) {
	if e == nil {
		return 0, 0
	}
	switch e.Kind {
	case event.ChunkState:
		return e.Subject, 1
	case event.ChunkRun:
		return e.Subject, event.ChunkOf(e).N
	case event.ChunkSplit, event.ChunkMerge, event.RootList, event.Evicting:
		return e.Subject, 1
	}
	return 0, 0
}

func num(n uint32) string { return strconv.FormatUint(uint64(n), 10) }

// callout says in a few words what changed in physical memory: who, from what
// to what, by which rule.
func (c *card) callout(l explain.Lang, e *event.Event) string {
	switch e.Kind {
	case event.ChunkState, event.ChunkRun:
		i := event.ChunkOf(e)
		return c.named(l, i.Chunk, i.N) + " " + moved(l, i.From, i.To)
	case event.ChunkSplit:
		return c.named(l, e.Subject, 1) + " " + moved(l, event.SplitOf(e).State, pmm.IsSplit)
	case event.ChunkMerge:
		return c.named(l, e.Subject, 1) + " " + moved(l, pmm.IsSplit, event.MergeOf(e).State)
	case event.FrameRun:
		i := event.FrameRunOf(e)
		first, last := i.First/32, (i.First+i.N-1)/32
		name := wordPage.in(l, num(first))
		if last != first {
			name = wordPages.in(l, num(first), num(last))
		}
		return name + " " + frameWord(l, i.From) + " → " + frameWord(l, i.To)
	}
	return ""
}

func moved(l explain.Lang, from, to uint8) string {
	s := pmm.StateName(from) + " → " + pmm.StateName(to)
	if rule := pmm.Rule(from, to); rule != 0 {
		s += " " + wordRule.in(l, num(uint32(rule)))
	}
	return s
}

// named gives chunks as the tree numbers them: by their place in the row.
func (c *card) named(l explain.Lang, id pmm.ChunkID, n uint32) string {
	root := c.pmm.Root(0)
	if id < c.pmm.Root(c.pmm.Roots()) {
		if n > 1 {
			return wordRoots.in(l, num(id-root), num(id-root+n-1))
		}
		return wordRootShort.in(l, num(id-root))
	}
	at := uint32(0)
	if c.pmm.Exists(id) {
		at = (c.pmm.Node(id).Address256 << 8 & (pmm.MaxSize - 1)) / c.pmm.Node(id).Bytes()
	}
	if n > 1 {
		return wordChildren.in(l, num(at), num(at+n-1))
	}
	return wordChild.in(l, num(at))
}

// frameWord says what the bits of a frame mean.
func frameWord(l explain.Lang, bits uint8) string {
	switch {
	case bits&0x40 != 0:
		return wordBlocked.in(l)
	case bits&3 != 0:
		return wordTaken.in(l)
	case bits&8 != 0:
		return wordClearing.in(l)
	}
	return wordFree.in(l)
}
