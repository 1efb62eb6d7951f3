package mmu

import (
	"pagewalk/engine/profile"
	"pagewalk/engine/target"
)

// Split replaces the page that maps va by pages of a smaller size under the
// same entry: 2M by 64K or 4K, 512M by 2M. The order is the driver's
// (uvm_va_block.c): fill the lower table, which nobody can reach yet; make the
// entry invalid and invalidate the old page, with a membar; write the directory
// entry and invalidate again. At no moment do two sizes map one address.
func (m *MMU) Split(space uint16, va, page uint64) target.Why {
	leaf, fault := m.Walk(space, va, Read|Kernel, nil)
	lv, ok := m.codec.f.LevelOf(page)
	if fault.Type != NoFault || leaf.Sparse || !ok || !m.leadsTo(leaf.Level, uint8(lv)) {
		return target.Why{ID: target.RuleMapped, N: [4]uint64{va, leaf.Bytes}}
	}
	base := va &^ (leaf.Bytes - 1)
	parent := Range{leaf.Table, leaf.Index, 1, leaf.Bytes}
	m.Begin(space)
	defer m.End()
	child, why := m.AllocTable(parent, page)
	if why.ID != target.NoReason {
		return why
	}
	e := Decode(m.codec.f, int(leaf.Level), leaf.Raw)
	m.copies(child.Table, &m.codec.levels[lv], e)
	l := &m.codec.levels[leaf.Level]
	m.writeEntry(parent.Table, parent.Start, Raw{})
	m.now(base, leaf.Bytes, l.Depth, page, true)
	m.Enter(parent)
	m.setRefs(parent.Table, m.table(parent.Table).Refs-1)
	m.now(base, leaf.Bytes, l.Depth, page, false)
	return target.Why{}
}

// leadsTo says whether a directory of one level may point to tables of
// another.
func (m *MMU) leadsTo(from, to uint8) bool {
	for _, next := range m.codec.levels[from].Next {
		if next == to {
			return true
		}
	}
	return false
}

// copies fills a whole table with leaves that say what e says of the large
// page.
func (m *MMU) copies(id uint32, l *level, e Entry) {
	word := func(i uint64) uint64 {
		small := e
		small.Half[0].Address += i << l.Lo
		w, ok := Encode(m.codec.f, l.number, &small)
		if !ok {
			panic("mmu: split: a part of the page cannot be encoded")
		}
		return w[0]
	}
	n := l.Entries()
	first := word(0)
	step := word(1) - first
	if word(uint64(n)-1) != first+uint64(n-1)*step {
		panic("mmu: split: the parts of the page are no sequence")
	}
	m.writeRun(id, 0, n, uint8(l.words), first, step)
}

// Merge replaces the pages that map the aligned range of a larger page by that
// page. It undoes Split: the pages are those of the tables right under the
// larger page's entry, which 4K are for 2M but not for 64K. Everything in it must be mapped, to consecutive memory on its own
// alignment, with the same rights. The directory entry is cleared and
// everything below it invalidated, with a membar; then the large page is
// written and invalidated once more.
func (m *MMU) Merge(space uint16, va, page uint64) target.Why {
	lv, ok := m.codec.f.LevelOf(page)
	if !ok || va&(page-1) != 0 || m.root(space) == 0 {
		return target.Why{ID: target.BadArgument, N: [4]uint64{2, page}}
	}
	id := m.find(space, va, uint8(lv))
	l := &m.codec.levels[lv]
	if m.table(id).Level != uint8(lv) {
		return target.Why{ID: target.RuleTableMissing, N: [4]uint64{uint64(lv), va}}
	}
	first, at, same := m.consecutive(space, va, page, uint8(lv))
	if !same {
		return target.Why{ID: target.RuleMapped, N: [4]uint64{at, page}}
	}
	index := uint32(va >> l.Lo & l.mask)
	m.Begin(space)
	m.writeEntry(id, index, Raw{})
	m.now(va, page, l.Depth, m.codec.levels[first.Level].Bytes(), true)
	m.setRefs(id, m.table(id).Refs+1)
	for slot := index * l.pointers; slot < (index+1)*l.pointers; slot++ {
		if c := m.child(id, slot); c != 0 {
			m.clearWords(c, 0, m.levelOf(c).Entries()*m.levelOf(c).words)
			m.setRefs(c, 0)
			m.dropTable(c)
		}
	}
	e := Decode(m.codec.f, int(first.Level), first.Raw)
	w, ok := Encode(m.codec.f, lv, &e)
	if !ok {
		panic("mmu: merge: the large page cannot be encoded")
	}
	m.writeEntry(id, index, w)
	m.now(va, page, l.Depth, page, false)
	m.End()
	return target.Why{}
}

// consecutive walks a range page by page: it gives the first page, and whether
// all follow it in memory with the same rights and are mapped by tables right
// under the level's entry; if not, where that ends. Tables that somebody holds
// besides what is mapped stand in the way.
func (m *MMU) consecutive(space uint16, va, bytes uint64, level uint8) (first Leaf, at uint64, same bool) {
	for at = va; at-va < bytes; {
		leaf, fault := m.Walk(space, at, Read|Kernel, nil)
		if fault.Type != NoFault || leaf.Sparse || !m.leadsTo(level, leaf.Level) {
			return first, at, false
		}
		if at == va {
			first = leaf
		}
		what := Decode(m.codec.f, int(leaf.Level), leaf.Raw)
		want := Decode(m.codec.f, int(first.Level), first.Raw)
		what.Half[0].Address, want.Half[0].Address = 0, 0
		if leaf.Physical != first.Physical+(at-va) || what != want || first.Physical&(bytes-1) != 0 {
			return first, at, false
		}
		at += leaf.Bytes
	}
	return first, at, m.onlyMapped(space, va, bytes)
}

// onlyMapped says whether the tables under an entry are held by nothing but
// what they map.
func (m *MMU) onlyMapped(space uint16, va, bytes uint64) bool {
	lv, _ := m.codec.f.LevelOf(bytes)
	id := m.find(space, va, uint8(lv))
	l := &m.codec.levels[lv]
	index := uint32(va >> l.Lo & l.mask)
	for slot := index * l.pointers; slot < (index+1)*l.pointers; slot++ {
		c := m.child(id, slot)
		if c == 0 {
			continue
		}
		held, cl := uint32(0), m.levelOf(c)
		for i := range cl.Entries() {
			if stateOf(cl.Level, m.raw(c, i)) == profile.Leaf {
				held++
			}
		}
		if cl.pointers != 0 && held != cl.Entries() || m.table(c).Refs != held {
			return false
		}
	}
	return true
}

// now sends the invalidation of one range at once, ahead of the batch.
func (m *MMU) now(va, bytes uint64, depth uint8, granule uint64, membar bool) {
	i := &m.batch.sent[0]
	*i = Inval{Space: m.batch.space, VA: va, Bytes: bytes, Depth: depth, Granule: granule, Membar: membar}
	m.send(i)
}
