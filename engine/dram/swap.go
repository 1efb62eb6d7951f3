package dram

import "pagewalk/engine/event"

// The mutators. Each one changes the State and leaves one event; Apply calls
// the same step from the event.

// fill is the mutator of DRAMFill.
func (d *DRAM) fill(page, n uint32, big bool, old, c Cell) {
	i := event.DRAMFillInfo{Page: page, N: n, Big: big, Old: uint8(old.Kind), New: uint8(c.Kind), OldValue: old.Value, NewValue: c.Value}
	d.set(&i, c)
	if e := d.rec.Put(event.DRAMFill, page); e != nil {
		i.Put(e)
	}
}

// set writes one cell over the run of a DRAMFill.
func (d *DRAM) set(i *event.DRAMFillInfo, c Cell) {
	if i.Big {
		d.State.Big.Grow(int(i.Page + i.N))
		for j := range i.N {
			d.State.Big.Set(i.Page+j, c)
		}
		return
	}
	row := d.State.Big.Get(i.Page/bigPages).Row*bigPages + i.Page%bigPages
	for j := range i.N {
		d.State.Pages.Set(row+j, c)
	}
}

// materialise gives a page bytes of its own, holding what it held, and gives
// its row.
func (d *DRAM) materialise(page uint32) uint32 {
	big := page / bigPages
	d.State.Big.Grow(int(big) + 1)
	if d.State.Big.Get(big).Kind != Split {
		d.split(big)
	}
	old := d.At(uint64(page) * pageBytes)
	if old.Kind == Stored {
		return old.Row
	}
	h := d.State.Head.At(0)
	row, fresh := h.PageFree, false
	if row == 0 {
		row, fresh = h.PageHigh+1, true
	}
	d.swap(&event.PageSwapInfo{Page: page, Fresh: fresh, Old: uint8(old.Kind), OldValue: old.Value, New: uint8(Stored), NewRow: row})
	return row
}

// unstore takes a page's own bytes away: they are changed to the new value
// first, so that taking the row back finds it as materialise would leave it.
func (d *DRAM) unstore(page uint32, c Cell) {
	old := d.At(uint64(page) * pageBytes)
	words := d.State.Words.Slice(old.Row*pageWords, pageWords)
	var diff [pageWords]uint64
	for i := range diff {
		diff[i] = words[i] ^ c.Value
	}
	d.change(page, old.Row, 0, diff[:])
	d.swap(&event.PageSwapInfo{Page: page, Old: uint8(Stored), OldRow: old.Row, New: uint8(c.Kind), NewValue: c.Value})
}

// split cuts 2 MiB into 512 pages that hold the same.
func (d *DRAM) split(big uint32) {
	old := d.State.Big.Get(big)
	h := d.State.Head.At(0)
	row, fresh := h.LeafFree, false
	if row == 0 {
		row, fresh = h.LeafHigh+1, true
	}
	d.swap(&event.PageSwapInfo{Page: big, Big: true, Fresh: fresh, Old: uint8(old.Kind), OldValue: old.Value, New: uint8(Split), NewRow: row})
}

// merge is split backwards: 512 pages hold what c says.
func (d *DRAM) merge(big uint32, c Cell) {
	d.swap(&event.PageSwapInfo{Page: big, Big: true, Old: uint8(Split), OldRow: d.State.Big.Get(big).Row, New: uint8(c.Kind), NewValue: c.Value})
}

// swap is the mutator of PageSwap.
func (d *DRAM) swap(i *event.PageSwapInfo) {
	d.forward(i)
	if e := d.rec.Put(event.PageSwap, i.Page); e != nil {
		i.Put(e)
	}
}

func (d *DRAM) forward(i *event.PageSwapInfo) {
	old := Cell{Kind: Kind(i.Old), Value: i.OldValue, Row: i.OldRow}
	c := Cell{Kind: Kind(i.New), Value: i.NewValue, Row: i.NewRow}
	d.exchange(i.Page, i.Big, i.Fresh, old, c)
}

func (d *DRAM) backward(i *event.PageSwapInfo) {
	old := Cell{Kind: Kind(i.Old), Value: i.OldValue, Row: i.OldRow}
	c := Cell{Kind: Kind(i.New), Value: i.NewValue, Row: i.NewRow}
	d.exchange(i.Page, i.Big, i.Fresh, c, old)
}

// exchange makes a cell that is from be to, taking the row that to needs and
// giving back the row that from had.
func (d *DRAM) exchange(page uint32, big, fresh bool, from, to Cell) {
	if big {
		d.State.Big.Grow(int(page) + 1)
		if to.Kind == Split {
			d.takeLeaf(to.Row, fresh, from)
		} else {
			d.giveLeaf(from.Row, fresh)
		}
		d.State.Big.Set(page, to)
		return
	}
	if to.Kind == Stored {
		d.takePage(to.Row, fresh, from.Value)
	} else {
		d.givePage(from.Row, fresh)
	}
	d.State.Pages.Set(d.State.Big.Get(page/bigPages).Row*bigPages+page%bigPages, to)
}

func (d *DRAM) takeLeaf(row uint32, fresh bool, fill Cell) {
	h := d.State.Head.Mut(0)
	if fresh {
		h.LeafHigh = row
		d.State.Pages.Grow(int(row+1) * bigPages)
	} else {
		h.LeafFree = d.State.Pages.Get(row * bigPages).Row
	}
	pages := d.State.Pages.MutRange(row*bigPages, bigPages)
	for i := range pages {
		pages[i] = fill
	}
}

func (d *DRAM) giveLeaf(row uint32, fresh bool) {
	h := d.State.Head.Mut(0)
	clear(d.State.Pages.MutRange(row*bigPages, bigPages))
	if fresh {
		h.LeafHigh = row - 1
		return
	}
	d.State.Pages.Mut(row * bigPages).Row = h.LeafFree
	h.LeafFree = row
}

func (d *DRAM) takePage(row uint32, fresh bool, value uint64) {
	h := d.State.Head.Mut(0)
	if fresh {
		h.PageHigh = row
		d.State.Words.Grow(int(row+1) * pageWords)
	} else {
		h.PageFree = uint32(d.State.Words.Get(row * pageWords))
	}
	h.Stored++
	words := d.State.Words.MutRange(row*pageWords, pageWords)
	for i := range words {
		words[i] = value
	}
}

func (d *DRAM) givePage(row uint32, fresh bool) {
	h := d.State.Head.Mut(0)
	h.Stored--
	words := d.State.Words.MutRange(row*pageWords, pageWords)
	clear(words)
	if fresh {
		h.PageHigh = row - 1
		return
	}
	words[0] = uint64(h.PageFree)
	h.PageFree = row
}

// change is the mutator of DRAMStore: the differences are laid over the words
// of a stored page from first on.
func (d *DRAM) change(page, row, first uint32, diff []uint64) {
	for len(diff) > 0 && diff[0] == 0 {
		first, diff = first+1, diff[1:]
	}
	for len(diff) > 0 && diff[len(diff)-1] == 0 {
		diff = diff[:len(diff)-1]
	}
	if len(diff) == 0 {
		return
	}
	words := d.State.Words.MutRange(row*pageWords+first, uint32(len(diff)))
	for i := range words {
		words[i] ^= diff[i]
	}
	e := d.rec.Put(event.DRAMStore, page)
	if e == nil {
		return
	}
	s := event.DRAMStoreInfo{Page: page, Row: row, First: uint16(first), N: uint16(len(diff))}
	if len(diff) <= len(s.Inline) {
		copy(s.Inline[:], diff)
	} else {
		s.Aside = d.rec.Aside.Put(diff)
	}
	s.Put(e)
}

// overlay makes or undoes the change of a DRAMStore: both are the same.
func (d *DRAM) overlay(s *event.DRAMStoreInfo) {
	words := d.State.Words.MutRange(s.Row*pageWords+uint32(s.First), uint32(s.N))
	for i := range words {
		if int(s.N) <= len(s.Inline) {
			words[i] ^= s.Inline[i]
		} else {
			words[i] ^= d.rec.Aside.At(s.Aside + uint64(i))
		}
	}
}

// Apply makes the transition of a recorded event again.
func (d *DRAM) Apply(e *event.Event) {
	switch e.Kind {
	case event.PageSwap:
		i := event.PageSwapOf(e)
		d.forward(&i)
	case event.DRAMFill:
		i := event.DRAMFillOf(e)
		d.set(&i, Cell{Kind: Kind(i.New), Value: i.NewValue})
	case event.DRAMStore:
		s := event.DRAMStoreOf(e)
		d.overlay(&s)
	}
}

// Revert undoes the transition of an event.
func (d *DRAM) Revert(e *event.Event) {
	switch e.Kind {
	case event.PageSwap:
		i := event.PageSwapOf(e)
		d.backward(&i)
	case event.DRAMFill:
		i := event.DRAMFillOf(e)
		d.set(&i, Cell{Kind: Kind(i.Old), Value: i.OldValue})
	case event.DRAMStore:
		s := event.DRAMStoreOf(e)
		d.overlay(&s)
	}
}
