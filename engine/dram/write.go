package dram

import "pagewalk/engine/target"

// Write copies b to memory from a physical address on. Nothing is written if
// the contents would pass the limit.
func (d *DRAM) Write(pa uint64, b []byte) target.Why {
	if len(b) == 0 {
		return target.Why{}
	}
	if why := d.inside(pa, uint64(len(b))); why.ID != target.NoReason {
		return why
	}
	if why := d.room(d.unstored(pa, uint64(len(b)))); why.ID != target.NoReason {
		return why
	}
	for len(b) > 0 {
		n := min(pageBytes-int(pa%pageBytes), len(b))
		d.writePage(pa, b[:n])
		pa, b = pa+uint64(n), b[n:]
	}
	return target.Why{}
}

// unstored counts the pages of a range that have no bytes of their own.
func (d *DRAM) unstored(pa, bytes uint64) (n uint64) {
	for page := pa / pageBytes; page <= (pa+bytes-1)/pageBytes; page++ {
		if d.At(page*pageBytes).Kind != Stored {
			n++
		}
	}
	return n
}

// writePage writes bytes inside one page.
func (d *DRAM) writePage(pa uint64, b []byte) {
	page := uint32(pa / pageBytes)
	if len(b) == pageBytes {
		if v, same := uniform(b); same {
			d.fillSmall(page, 1, Cell{Kind: Filled, Value: v})
			d.join(page / bigPages)
			return
		}
	}
	first := uint32(pa%pageBytes) / 8
	last := uint32(pa%pageBytes+uint64(len(b))-1) / 8
	var diff [pageWords]uint64
	changed := false
	at := pa
	for w := first; w <= last; w++ {
		old := d.Word(uint64(page)*pageBytes + uint64(w)*8)
		word := old
		for {
			shift := at & 7 * 8
			word = word&^(0xFF<<shift) | uint64(b[at-pa])<<shift
			at++
			if at&7 == 0 || at-pa == uint64(len(b)) {
				break
			}
		}
		diff[w] = old ^ word
		changed = changed || old != word
	}
	if changed {
		d.change(page, d.materialise(page), first, diff[first:last+1])
	} else if d.At(pa).Kind == Untouched {
		d.materialise(page) // zeros were written: no longer untouched
	}
}

// uniform says whether a page is one 64-bit value repeated.
func uniform(b []byte) (v uint64, same bool) {
	for i := range 8 {
		v |= uint64(b[i]) << (8 * i)
	}
	for i := 8; i < len(b); i++ {
		if b[i] != b[i-8] {
			return 0, false
		}
	}
	return v, true
}

// Fill writes a 64-bit value, lowest byte at addresses divisible by 8, over
// bytes from a physical address on.
func (d *DRAM) Fill(pa, bytes uint64, value uint64) target.Why {
	if bytes == 0 {
		return target.Why{}
	}
	if why := d.inside(pa, bytes); why.ID != target.NoReason {
		return why
	}
	if why := d.room(2); why.ID != target.NoReason { // the two ends may be parts of pages
		return why
	}
	end := pa + bytes
	if head := min(end, (pa+pageBytes-1)&^(pageBytes-1)); head > pa {
		d.part(pa, head, value)
		pa = head
	}
	if whole := end &^ (pageBytes - 1); whole > pa {
		d.fillPages(uint32(pa/pageBytes), uint32((whole-pa)/pageBytes), Cell{Kind: Filled, Value: value})
		pa = whole
	}
	if end > pa {
		d.part(pa, end, value)
	}
	return target.Why{}
}

// part fills a part of one page.
func (d *DRAM) part(pa, end, value uint64) {
	if c := d.At(pa); c.Kind == Filled && c.Value == value {
		return
	}
	var b [pageBytes]byte
	for a := pa; a < end; a++ {
		b[a-pa] = byte(value >> (a & 7 * 8))
	}
	d.writePage(pa, b[:end-pa])
}

// Forget makes whole pages untouched again, as when their frames are given
// back.
func (d *DRAM) Forget(pa, bytes uint64) {
	if bytes != 0 {
		d.fillPages(uint32(pa/pageBytes), uint32(bytes/pageBytes), Cell{})
	}
}

// fillPages makes n whole pages hold what c says.
func (d *DRAM) fillPages(page, n uint32, c Cell) {
	for n > 0 {
		big := page / bigPages
		if page%bigPages == 0 && n >= bigPages {
			if k := d.fillBig(big, n/bigPages, c); k > 0 {
				page, n = page+k*bigPages, n-k*bigPages
				continue
			}
		}
		k := min(bigPages-page%bigPages, n)
		d.fillSmall(page, k, c)
		d.join(big)
		page, n = page+k, n-k
	}
}

// fillBig fills as many whole 2 MiB as hold the same now; none if the first is
// split.
func (d *DRAM) fillBig(big, n uint32, c Cell) (k uint32) {
	d.State.Big.Grow(int(big + n))
	old := d.State.Big.Get(big)
	if old.Kind == Split {
		return 0
	}
	for k = 1; k < n && d.State.Big.Get(big+k) == old; k++ {
	}
	if old != c {
		d.fill(big, k, true, old, c)
	}
	return k
}

// fillSmall fills n pages of one 2 MiB.
func (d *DRAM) fillSmall(page, n uint32, c Cell) {
	big := page / bigPages
	d.State.Big.Grow(int(big) + 1)
	if cell := d.State.Big.Get(big); cell.Kind != Split {
		if cell == c {
			return
		}
		d.split(big)
	}
	row := d.State.Big.Get(big).Row * bigPages
	for i := page % bigPages; n > 0; {
		old := d.State.Pages.Get(row + i)
		k := uint32(1)
		if old.Kind == Stored {
			d.unstore(big*bigPages+i, c)
		} else {
			for k < n && d.State.Pages.Get(row+i+k) == old {
				k++
			}
			if old != c {
				d.fill(big*bigPages+i, k, false, old, c)
			}
		}
		i, n = i+k, n-k
	}
}

// join makes 512 pages that say the same one cell again.
func (d *DRAM) join(big uint32) {
	cell := d.State.Big.Get(big)
	if cell.Kind != Split {
		return
	}
	pages := d.State.Pages.Slice(cell.Row*bigPages, bigPages)
	if pages[0].Kind == Stored {
		return
	}
	for i := range pages {
		if pages[i] != pages[0] {
			return
		}
	}
	d.merge(big, pages[0])
}
