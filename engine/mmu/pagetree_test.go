package mmu

import (
	"testing"

	"pagewalk/engine/event"
	"pagewalk/engine/profile"
	"pagewalk/engine/target"
)

// The page-tree cases of the driver's own unit tests (uvm_page_tree_test.c),
// under their names there.

const (
	k64  = 64 << 10
	m1   = 1 << 20
	m2   = 2 << 20
	m512 = 512 << 20
	g256 = 256 << 30
	t128 = 128 << 40
)

// at follows mirror slots from the root.
func (r *rig) at(path ...uint32) uint32 {
	id := r.root(1)
	for _, slot := range path {
		if id = r.child(id, slot); id == 0 {
			return 0
		}
	}
	return id
}

func (r *rig) refs(path ...uint32) uint32 {
	id := r.at(path...)
	if id == 0 {
		return 0
	}
	return r.table(id).Refs
}

func (r *rig) hold(t *testing.T, va, bytes, page uint64) Range {
	t.Helper()
	got, why := r.Get(1, va, bytes, page)
	if why.ID != target.NoReason {
		t.Fatalf("get %X: %s", va, why.ID.Name())
	}
	return got
}

// done puts everything back and expects an empty tree.
func (r *rig) done(t *testing.T, ranges ...Range) {
	t.Helper()
	for _, x := range ranges {
		r.Put(x)
	}
	if r.refs() != 0 || r.Tables() != 1 || r.mem.live != 1 {
		t.Errorf("root count %d, %d tables, %d pieces of memory", r.refs(), r.Tables(), r.mem.live)
	}
	if bad := r.Check(); bad != "" {
		t.Error(bad)
	}
}

// expect compares a range with the table at a path, its first entry and count.
func (r *rig) expect(t *testing.T, got Range, start, count uint32, depth uint8, path ...uint32) {
	t.Helper()
	if got.Table != r.at(path...) || got.Start != start || got.Count != count || r.levelOf(got.Table).Depth != depth {
		t.Errorf("start %d count %d depth %d table %d; want %d, %d, %d, table %d", got.Start, got.Count, r.levelOf(got.Table).Depth, got.Table, start, count, depth, r.at(path...))
	}
}

var pageTree = []struct {
	name   string
	format *Format
	run    func(t *testing.T, r *rig)
}{
	{"allocate_root", profile.FormatV2, func(t *testing.T, r *rig) { r.done(t) }},
	{"alloc_64k_memory", profile.FormatV2, func(t *testing.T, r *rig) {
		a := r.hold(t, 0, k64, k64)
		r.expect(t, a, 0, 1, 4, 0, 0, 0, 0)
		for n := range 5 {
			if c := r.refs([]uint32{0, 0, 0, 0}[:n]...); c != 1 {
				t.Errorf("depth %d: count %d", n, c)
			}
		}
		r.done(t, a)
	}},
	{"alloc_adjacent_64k_memory", profile.FormatV2, func(t *testing.T, r *rig) {
		b := r.hold(t, k64, k64, k64)
		a := r.hold(t, 0, k64, k64)
		r.expect(t, b, 1, 1, 4, 0, 0, 0, 0)
		r.expect(t, a, 0, 1, 4, 0, 0, 0, 0)
		r.done(t, a, b)
	}},
	{"alloc_adjacent_pde_64k_memory", profile.FormatV2, func(t *testing.T, r *rig) {
		a, b := r.hold(t, 0, k64, k64), r.hold(t, m2, k64, k64)
		r.expect(t, a, 0, 1, 4, 0, 0, 0, 0)
		r.expect(t, b, 0, 1, 4, 0, 0, 0, 2)
		r.done(t, a, b)
	}},
	{"alloc_nearby_pde_64k_memory", profile.FormatV2, func(t *testing.T, r *rig) {
		a, b := r.hold(t, 3*m2, k64, k64), r.hold(t, m2, k64, k64)
		r.expect(t, a, 0, 1, 4, 0, 0, 0, 6)
		r.expect(t, b, 0, 1, 4, 0, 0, 0, 2)
		r.done(t, a, b)
	}},
	{"allocate_then_free_all_16_64k", profile.FormatV2, func(t *testing.T, r *rig) {
		all := sixteen(t, r, m512)
		if c := r.refs(0, 0, 1); c != 16 {
			t.Errorf("count %d", c)
		}
		r.done(t, all...)
	}},
	{"allocate_then_free_8_8_64k", profile.FormatV2, func(t *testing.T, r *rig) {
		all := sixteen(t, r, t128+g256+248*m2)
		if a, b := r.refs(1, 1, 0), r.refs(1, 1, 1); a != 8 || b != 8 {
			t.Errorf("counts %d, %d", a, b)
		}
		r.done(t, all...)
	}},
	{"get_single_page_2m", profile.FormatV2, func(t *testing.T, r *rig) {
		a := r.hold(t, 34983*m2, m2, m2)
		if a.Count != 1 || r.levelOf(a.Table).Depth != 3 {
			t.Errorf("%+v", a)
		}
		r.done(t, a)
	}},
	{"get_entire_table_4k", profile.FormatV2, func(t *testing.T, r *rig) {
		a := r.hold(t, 1<<47, m2, 4096)
		r.expect(t, a, 0, 512, 4, 1, 0, 0, 1)
		if r.refs() != 1 {
			t.Errorf("root count %d", r.refs())
		}
		r.done(t, a)
	}},
	{"split_4k_from_2m", profile.FormatV2, func(t *testing.T, r *rig) {
		a, b := r.hold(t, 1<<48, m2, m2), r.hold(t, 1<<48+m2, m2, m2)
		r.expect(t, a, 0, 1, 3, 2, 0, 0)
		r.Put(a)
		c := r.hold(t, 1<<48, k64, 4096)
		r.expect(t, c, 0, 16, 4, 2, 0, 0, 1)
		d := r.hold(t, 1<<48+k64, m2-k64, k64)
		r.expect(t, d, 1, 31, 4, 2, 0, 0, 0)
		r.done(t, b, c, d)
	}},
	{"get_512mb_range", profile.FormatV2, func(t *testing.T, r *rig) {
		a := r.hold(t, m512, m512, m2)
		r.expect(t, a, 0, 256, 3, 0, 0, 1)
		r.done(t, a)
	}},
	{"get_two_free_apart", profile.FormatV2, func(t *testing.T, r *rig) {
		a := r.hold(t, m1, m1, 4096)
		r.expect(t, a, 256, 256, 4, 0, 0, 0, 1)
		b := r.hold(t, 0, m1, 4096)
		r.expect(t, b, 0, 256, 4, 0, 0, 0, 1)
		if c := r.refs(0, 0, 0, 1); c != 512 {
			t.Errorf("count %d", c)
		}
		r.Put(a)
		if c := r.refs(0, 0, 0, 1); c != 256 {
			t.Errorf("count %d", c)
		}
		r.done(t, b)
	}},
	{"get_overlapping_dual_pdes", profile.FormatV2, func(t *testing.T, r *rig) {
		a, b := r.hold(t, m1, m1, 4096), r.hold(t, m1, m1, k64)
		r.expect(t, a, 256, 256, 4, 0, 0, 0, 1)
		r.expect(t, b, 16, 16, 4, 0, 0, 0, 0)
		r.Put(b)
		r.expect(t, a, 256, 256, 4, 0, 0, 0, 1)
		if c := r.refs(0, 0, 0, 1); c != 256 {
			t.Errorf("count %d", c)
		}
		r.done(t, a)
	}},
	{"split_and_free", profile.FormatV2, func(t *testing.T, r *rig) {
		a := r.hold(t, 0, 45*m2, m2)
		r.expect(t, a, 0, 45, 3, 0, 0, 0)
		at := uint32(0)
		for n := uint32(1); n <= 9; n++ {
			r.Put(Range{a.Table, at, n, m2})
			at += n
		}
		r.done(t)
	}},
	{"fast_split_normal", profile.FormatV2, func(t *testing.T, r *rig) {
		p, small, big := fastSplit(t, r)
		r.Put(p)
		if r.refs(0, 0, 0) != 2 {
			t.Errorf("parent count %d", r.refs(0, 0, 0))
		}
		r.Put(small)
		if r.at(0, 0, 0, 1) != 0 {
			t.Error("the 4K table is still there")
		}
		r.done(t, big)
	}},
	{"fast_split_double_backoff", profile.FormatV2, func(t *testing.T, r *rig) {
		p, small, big := fastSplit(t, r)
		again, _ := r.AllocTable(p, k64)
		if again.Table != big.Table || r.refs(0, 0, 0, 0) != 64 || r.refs(0, 0, 0) != 3 {
			t.Errorf("table %d and %d, counts %d and %d", again.Table, big.Table, r.refs(0, 0, 0, 0), r.refs(0, 0, 0))
		}
		r.done(t, p, small, big, again)
	}},
	{"alloc_512m_memory", profile.FormatV2Ampere, func(t *testing.T, r *rig) {
		a := r.hold(t, 0, m512, m512)
		r.expect(t, a, 0, 1, 2, 0, 0)
		if r.refs() != 1 || r.refs(0) != 1 || r.refs(0, 0) != 1 {
			t.Error("counts")
		}
		r.done(t, a)
	}},
	{"alloc_adjacent_512m_memory", profile.FormatV2Ampere, func(t *testing.T, r *rig) {
		b, a := r.hold(t, m512, m512, m512), r.hold(t, 0, m512, m512)
		r.expect(t, b, 1, 1, 2, 0, 0)
		r.expect(t, a, 0, 1, 2, 0, 0)
		r.done(t, a, b)
	}},
	{"get_single_page_512m", profile.FormatV2Ampere, func(t *testing.T, r *rig) {
		a := r.hold(t, 3*m512, m512, m512)
		r.expect(t, a, 3, 1, 2, 0, 0)
		r.done(t, a)
	}},
	{"get_entire_table_512m", profile.FormatV2Ampere, func(t *testing.T, r *rig) {
		a := r.hold(t, 1<<48, 512*m512, m512)
		r.expect(t, a, 0, 512, 2, 2, 0)
		r.done(t, a)
	}},
	{"split_2m_from_512m", profile.FormatV2Ampere, func(t *testing.T, r *rig) {
		a, b := r.hold(t, 1<<48, m512, m512), r.hold(t, 1<<48+m512, m512, m512)
		r.Put(a)
		c := r.hold(t, 1<<48, m512, m2)
		r.expect(t, c, 0, 256, 3, 2, 0, 0)
		r.done(t, b, c)
	}},
	{"get_2gb_range", profile.FormatV2Ampere, func(t *testing.T, r *rig) {
		a := r.hold(t, 2<<30, 2<<30, m512)
		r.expect(t, a, 4, 4, 2, 0, 0)
		r.done(t, a)
	}},
	{"alloc_64k_memory_57b_va", profile.FormatV3, func(t *testing.T, r *rig) {
		a := r.hold(t, 1<<56, k64, k64)
		r.expect(t, a, 0, 1, 5, 1, 0, 0, 0, 0)
		for n := range 6 {
			if c := r.refs([]uint32{1, 0, 0, 0, 0}[:n]...); c != 1 {
				t.Errorf("depth %d: count %d", n, c)
			}
		}
		r.done(t, a)
	}},
	{"alloc_256g_memory", profile.FormatV3Blackwell, func(t *testing.T, r *rig) {
		a := r.hold(t, 0, g256, g256)
		r.expect(t, a, 0, 1, 2, 0, 0)
		r.done(t, a)
	}},
	{"alloc_adjacent_256g_memory", profile.FormatV3Blackwell, func(t *testing.T, r *rig) {
		b, a := r.hold(t, g256, g256, g256), r.hold(t, 0, g256, g256)
		r.expect(t, b, 1, 1, 2, 0, 0)
		r.expect(t, a, 0, 1, 2, 0, 0)
		r.done(t, a, b)
	}},
	{"get_single_page_256g", profile.FormatV3Blackwell, func(t *testing.T, r *rig) {
		a := r.hold(t, 3*g256, g256, g256)
		r.expect(t, a, 3, 1, 2, 0, 0)
		r.done(t, a)
	}},
	{"get_entire_table_256g", profile.FormatV3Blackwell, func(t *testing.T, r *rig) {
		a := r.hold(t, 1<<48, 512*g256, g256)
		r.expect(t, a, 0, 512, 2, 0, 2)
		r.done(t, a)
	}},
	{"split_512m_from_256g", profile.FormatV3Blackwell, func(t *testing.T, r *rig) {
		a, b := r.hold(t, 1<<48, g256, g256), r.hold(t, 1<<48+g256, g256, g256)
		r.Put(a)
		c := r.hold(t, 1<<48, g256, m512)
		r.expect(t, c, 0, 512, 3, 0, 2, 0)
		r.done(t, b, c)
	}},
	{"get_1tb_range", profile.FormatV3Blackwell, func(t *testing.T, r *rig) {
		a := r.hold(t, 1<<40, 1<<40, g256)
		r.expect(t, a, 4, 4, 2, 0, 0)
		r.done(t, a)
	}},
}

func sixteen(t *testing.T, r *rig, from uint64) (all []Range) {
	for i := range uint64(16) {
		all = append(all, r.hold(t, from+i*m2, k64, k64))
	}
	return all
}

func fastSplit(t *testing.T, r *rig) (parent, small, big Range) {
	parent = r.hold(t, 0, m2, m2)
	small, _ = r.AllocTable(parent, 4096)
	if small.Count != 512 || r.refs(0, 0, 0) != 2 || r.at(0, 0, 0, 1) != small.Table {
		t.Errorf("4K child: %+v, parent count %d", small, r.refs(0, 0, 0))
	}
	big, _ = r.AllocTable(parent, k64)
	if big.Count != 32 || r.refs(0, 0, 0) != 3 || r.at(0, 0, 0, 0) != big.Table {
		t.Errorf("64K child: %+v, parent count %d", big, r.refs(0, 0, 0))
	}
	return parent, small, big
}

func TestPageTree(t *testing.T) {
	for _, c := range pageTree {
		t.Run(c.name, func(t *testing.T) { c.run(t, newRig(c.format, false)) })
	}
}

func TestPageSizesOfFormats(t *testing.T) {
	for _, c := range []struct {
		f    *Format
		want []uint64
	}{
		{profile.FormatV2, []uint64{4096, k64, m2}},
		{profile.FormatV2Ampere, []uint64{4096, k64, m2, m512}},
		{profile.FormatV3, []uint64{4096, k64, m2, m512}},
		{profile.FormatV3Blackwell, []uint64{4096, k64, m2, m512, g256}},
		{profile.FormatV3Integrated, []uint64{4096, k64, m2}},
		{profile.FormatTextbook5, []uint64{4096, m2, 1 << 30}},
		{profile.FormatX86, []uint64{4096, m2, 1 << 30}},
		{profile.FormatV1, []uint64{4096, k64}},
		{profile.FormatV1Wide, []uint64{4096, 128 << 10}},
	} {
		got := c.f.PageSizes()
		if len(got) != len(c.want) {
			t.Fatalf("%s: %v", c.f.Name, got)
		}
		for i := range got {
			if got[i] != c.want[i] {
				t.Errorf("%s: %v", c.f.Name, got)
			}
		}
	}
}

// op is what an invalidation must look like.
type op struct {
	depth  uint8
	membar bool
}

func (r *rig) ops(t *testing.T, what string, want ...op) {
	t.Helper()
	got := r.inv.got
	r.inv.got = nil
	if len(got) != len(want) {
		t.Fatalf("%s: %d operations, want %d", what, len(got), len(want))
	}
	for i, o := range want {
		if got[i].Depth != o.depth || got[i].Membar != o.membar || got[i].Bytes != 0 {
			t.Errorf("%s: depth %d membar %v range %d, want depth %d membar %v", what, got[i].Depth, got[i].Membar, got[i].Bytes, o.depth, o.membar)
		}
	}
}

// test_tlb_invalidates_gmmu_v2 and _v3: what get and put invalidate.
func TestInvalidatesOfGetAndPut(t *testing.T) {
	for _, c := range []struct {
		f       *Format
		extents []uint64 // from the coverage of PDE0's entry up
	}{
		{profile.FormatV2, []uint64{m2, m512, g256, t128}},
		{profile.FormatV3, []uint64{m2, m512, g256, t128, 512 * t128}},
	} {
		r := newRig(c.f, false)
		r.inv.got = nil
		leaf := c.f.Depth()
		pde0 := leaf - 1
		for range 2 {
			a := r.hold(t, 0, 4096, 4096)
			r.ops(t, "first get", op{0, false})
			r.Put(a)
			r.ops(t, "put", op{0, true})
		}
		a := r.hold(t, 0, 4096, 4096)
		r.ops(t, "hold A", op{0, false})
		x := r.hold(t, m2-4096, 4096, 4096)
		r.ops(t, "same table")
		r.Put(x)
		r.ops(t, "put in the same table")
		x = r.hold(t, 0, k64, k64)
		r.ops(t, "64K beside", op{pde0, false})
		r.Put(x)
		r.ops(t, "put 64K", op{pde0, true})
		b := r.hold(t, 0, k64, k64)
		r.ops(t, "hold B", op{pde0, false})
		var others []Range
		for i, extent := range c.extents[1:] {
			others = append(others, r.hold(t, extent, 4096, 4096))
			r.ops(t, "hold further", op{pde0 - 1 - uint8(i), false})
		}
		for i := len(others) - 1; i >= 0; i-- {
			r.Put(others[i])
			r.ops(t, "put further", op{pde0 - 1 - uint8(i), true})
		}
		r.Put(a)
		r.ops(t, "put A", op{pde0, true})
		r.Put(b)
		r.ops(t, "put B", op{0, true})
		r.done(t)
	}
}

// test_tlb_batch_invalidates: up to four ranges are asked for one by one, more
// become one command for everything at the shallowest depth.
func TestInvalidatesOfBatch(t *testing.T) {
	for _, f := range []*Format{profile.FormatV2, profile.FormatV2Ampere, profile.FormatV3, profile.FormatV3Blackwell} {
		sizes := f.PageSizes()
		for i, small := range sizes {
			for _, large := range sizes[i:] {
				for _, count := range []uint64{1, 2, 3, 5, 7, 32} {
					for n := 1; n <= 9; n++ {
						batchCase(t, f, small, large, count*large, n)
					}
				}
			}
		}
	}
}

func batchCase(t *testing.T, f *Format, small, large, size uint64, n int) {
	t.Helper()
	r := newRig(f, false)
	depthOf := func(page uint64) uint8 { lv, _ := f.LevelOf(page); return f.Levels[lv].Depth }
	r.Begin(1)
	shallowest := uint8(0xFF)
	for j := range n {
		page := small
		if j%2 == 1 {
			page = large
		}
		r.batch.rangeAt(uint64(j)*2*size, size, depthOf(page), small, false)
		shallowest = min(shallowest, depthOf(page))
	}
	r.End()
	if n > 4 {
		if len(r.inv.got) != 1 || r.inv.got[0].Bytes != 0 || r.inv.got[0].Depth != shallowest || r.inv.got[0].Membar {
			t.Fatalf("%d ranges: %+v", n, r.inv.got)
		}
		return
	}
	if len(r.inv.got) != n {
		t.Fatalf("%d ranges: %d operations", n, len(r.inv.got))
	}
	for j, i := range r.inv.got {
		page := small
		if j%2 == 1 {
			page = large
		}
		if i.VA != uint64(j)*2*size || i.Bytes != size || i.Granule != small || i.Depth != depthOf(page) || i.Membar {
			t.Fatalf("range %d: %+v", j, i)
		}
	}
}

// Range vectors: what one map writes and invalidates, page size by page size.
func TestRangeVectors(t *testing.T) {
	for _, f := range []*Format{profile.FormatV2, profile.FormatV2Ampere, profile.FormatV3, profile.FormatV3Blackwell} {
		for _, p := range f.PageSizes() {
			lv, _ := f.LevelOf(p)
			l := newCodec(f).levels[lv]
			c := l.span
			n := c / p
			for _, o := range []uint64{0, 1, n / 2, n - 1} {
				vector(t, f, o*p, p, []uint64{1})
				if o != 0 {
					vector(t, f, c+o*p, c, []uint64{n - o, o})
				}
			}
			vector(t, f, c-p, 2*p, []uint64{1, 1})
			vector(t, f, c-2*p, c+4*p, []uint64{2, n, 2})
		}
	}
}

// vector maps one range, looks at every entry, and unmaps it. want is the
// number of entries in each table.
func vector(t *testing.T, f *Format, va, bytes uint64, want []uint64) {
	t.Helper()
	total := uint64(0)
	for _, n := range want {
		total += n
	}
	page := bytes / total
	lv, _ := f.LevelOf(page)
	r := newRig(f, true)
	first := r.hold(t, va, page, page) // the tables' own invalidations come here
	last := r.hold(t, va+bytes-page, page, page)
	middle := r.hold(t, va+bytes/2&^(page-1), page, page)
	r.inv.got = nil
	from := r.log.Len()
	if why := r.Map(1, va, 0, bytes, page, Attr{Aperture: sys}); why.ID != target.NoReason {
		t.Fatalf("%s %X+%X: %s", f.Name, va, bytes, why.ID.Name())
	}
	if len(r.inv.got) != 1 || r.inv.got[0].Depth != f.Levels[lv].Depth || r.inv.got[0].Membar || r.inv.got[0].Bytes != bytes {
		t.Fatalf("%s: map invalidates %+v", f.Name, r.inv.got)
	}
	var runs []uint64
	for i := from; i < r.log.Len(); i++ {
		if e := r.log.At(i); e.Kind == event.EntryRun {
			runs = append(runs, uint64(event.EntryRunOf(e).N))
		}
	}
	if len(runs) != len(want) {
		t.Fatalf("%s page %X at %X: runs %v, want %v", f.Name, page, va, runs, want)
	}
	for i := range runs {
		if runs[i] != want[i] {
			t.Fatalf("%s page %X at %X: runs %v, want %v", f.Name, page, va, runs, want)
		}
	}
	for i := range total {
		leaf, fault := r.Walk(1, va+i*page, Read, nil)
		if fault.Type != NoFault || leaf.Physical != i*page || leaf.Bytes != page {
			t.Fatalf("%s: page %d is at %X", f.Name, i, leaf.Physical)
		}
	}
	r.inv.got = nil
	r.Unmap(1, va, bytes)
	if len(r.inv.got) != 1 || r.inv.got[0].Depth != f.Levels[lv].Depth || !r.inv.got[0].Membar {
		t.Fatalf("%s: unmap invalidates %+v", f.Name, r.inv.got)
	}
	r.done(t, first, last, middle)
}

// shrink and get_upper, page size by page size.
func TestShrinkAndUpper(t *testing.T) {
	for _, f := range []*Format{profile.FormatV2Ampere, profile.FormatV3Blackwell} {
		for _, p := range f.PageSizes() {
			lv, _ := f.LevelOf(p)
			entries := uint64(f.Levels[lv].Entries())
			for n := uint64(1); n <= 3; n++ {
				for _, start := range []uint64{0, 1, entries - n} {
					for m := uint32(0); m <= uint32(n); m++ {
						r := newRig(f, false)
						a := r.Shrink(r.hold(t, start*p, n*p, p), m)
						if a.Count != m || a.Start != uint32(start) || m == 0 && r.Tables() != 1 || m > 0 && r.table(a.Table).Refs != m {
							t.Fatalf("%s: shrunk to %d: %+v", f.Name, m, a)
						}
						if m > 0 {
							r.done(t, a)
						}
						if m == 0 {
							continue
						}
						r = newRig(f, false)
						a = r.hold(t, start*p, n*p, p)
						u := r.Upper(a, m)
						if u.Start != a.Start+uint32(n)-m || r.table(a.Table).Refs != uint32(n)+m {
							t.Fatalf("%s: upper %d: %+v", f.Name, m, u)
						}
						r.Put(a)
						if r.table(u.Table).Refs != m {
							t.Fatalf("%s: the upper hold went with the lower", f.Name)
						}
						r.done(t, u)
					}
				}
			}
		}
	}
}
