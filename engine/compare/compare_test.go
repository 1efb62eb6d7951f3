package compare

import (
	"testing"

	"pagewalk/engine/target"
)

func malloc(n, at uint64) Row {
	return Row{Call: target.Call{Op: target.CudaMalloc, Arg: [8]uint64{n}}, Out: [2]uint64{at}, PS: 1000, Free: 1 << 30}
}

func free(at uint64) Row {
	return Row{Call: target.Call{Op: target.CudaFree, Arg: [8]uint64{at}}, PS: 1000, Free: 1 << 30}
}

const base, other = 0x7f00_0000_0000, 0x7fa0_0000_0000

func TestAlign(t *testing.T) {
	a := &Run{Rows: []Row{malloc(1, base), malloc(2, base+512), free(base), malloc(3, base)}}
	tests := []struct {
		name string
		b    []Row
		want []Pair
	}{
		{"equal", []Row{malloc(1, other), malloc(2, other), free(other), malloc(3, other)}, []Pair{{0, 0}, {1, 1}, {2, 2}, {3, 3}}},
		{"one missing", []Row{malloc(1, other), free(other), malloc(3, other)}, []Pair{{0, 0}, {1, -1}, {2, 1}, {3, 2}}},
		{"one more", []Row{malloc(1, other), malloc(9, other), malloc(2, other), free(other), malloc(3, other)}, []Pair{{0, 0}, {-1, 1}, {1, 2}, {2, 3}, {3, 4}}},
		{"cut short", []Row{malloc(1, other)}, []Pair{{0, 0}, {1, -1}, {2, -1}, {3, -1}}},
		{"nothing alike", []Row{malloc(7, other), malloc(8, other)}, []Pair{{0, -1}, {1, -1}, {2, -1}, {3, -1}, {-1, 0}, {-1, 1}}},
		{"nothing", nil, []Pair{{0, -1}, {1, -1}, {2, -1}, {3, -1}}},
	}
	for _, x := range tests {
		t.Run(x.name, func(t *testing.T) {
			got := Align(a, &Run{Rows: x.b})
			if len(got) != len(x.want) {
				t.Fatalf("got %v, want %v", got, x.want)
			}
			for i := range got {
				if got[i] != x.want[i] {
					t.Fatalf("got %v, want %v", got, x.want)
				}
			}
		})
	}
}

func TestDifferences(t *testing.T) {
	block := []target.Ioctl{{Name: target.RMAlloc, Length: 2 << 20, Offset: 64}, {Name: target.MapExternal, Length: 2 << 20, VA: base}}
	tests := []struct {
		name   string
		change func(r *Row)
		column Column
		rule   Rule
		judged bool
	}{
		{"another error", func(r *Row) { r.Code = target.MemoryAllocation }, Errors, Refused, true},
		{"another address", func(r *Row) { r.Out[0] += 4096 }, Addresses, Layout, true},
		{"another amount", func(r *Row) { r.Free -= 2 << 20 }, Free, OtherSize, true},
		{"another offset", func(r *Row) { r.Ioctls = append([]target.Ioctl{}, block...); r.Ioctls[0].Offset = 4096 }, Offsets, FirstPage, false},
		{"no trips", func(r *Row) { r.Ioctls = nil }, Ioctls, Slab, true},
		{"mapped already", func(r *Row) { r.Ioctls = block[:1] }, Ioctls, Reused, true},
		{"another trip", func(r *Row) { r.Ioctls = append([]target.Ioctl{{Name: target.FBGetInfo}}, block...) }, Ioctls, OtherTrips, true},
		{"another order", func(r *Row) { r.Ioctls = []target.Ioctl{block[1], block[0]} }, Ioctls, Order, true},
		{"another duration", func(r *Row) { r.PS *= 3 }, Times, Duration, false},
		{"cannot", func(r *Row) { r.Unable, r.Code = true, target.NotSupported }, Errors, NotThere, true},
		{"a foreign trip", func(r *Row) {
			r.Ioctls = append(append([]target.Ioctl{}, block...), target.Ioctl{Name: target.OtherRM, Foreign: true})
		}, Columns, Unexplained, false},
	}
	for _, x := range tests {
		t.Run(x.name, func(t *testing.T) {
			a := &Run{Rows: []Row{malloc(1, base), malloc(2<<20, base+1<<21), malloc(5, base+512)}}
			a.Rows[1].Ioctls = block
			b := &Run{Rows: append([]Row{}, a.Rows...)}
			if r := Compare(a, b); len(r.Differences) != 0 || !r.Agrees() || r.Ratio == 0 {
				t.Fatalf("equal runs differ: %+v", r.Differences)
			}
			x.change(&b.Rows[1])
			r := Compare(a, b)
			if x.column == Columns {
				if len(r.Differences) != 0 {
					t.Fatalf("differences %+v", r.Differences)
				}
				return
			}
			d := r.Differences[0]
			if d.Column != x.column || d.Rule != x.rule || d.Pair != 1 || r.Tallies[x.column].First != 1 || r.Agrees() == x.judged {
				t.Errorf("got %s by %s at %d, agrees %v", d.Column.Name(), d.Rule.Name(), d.Pair, r.Agrees())
			}
		})
	}
}

// A start of address space that was drawn elsewhere is no difference.
func TestRelative(t *testing.T) {
	a := &Run{Rows: []Row{malloc(1, base), malloc(2, base-1<<25), malloc(3, 0x302000000)}}
	b := &Run{Rows: []Row{malloc(1, other), malloc(2, other-1<<25), malloc(3, 0x302000000)}}
	if r := Compare(a, b); len(r.Differences) != 0 {
		t.Errorf("%+v", r.Differences)
	}
	b.Rows[2].Out[0] += 512
	if r := Compare(a, b); len(r.Differences) != 1 {
		t.Errorf("%+v", r.Differences)
	}
}

// A distance in the free memory that stays is told once.
func TestShift(t *testing.T) {
	a := &Run{Rows: []Row{malloc(1, base), malloc(2, base+512), free(base), free(base + 512)}}
	b := &Run{Rows: append([]Row{}, a.Rows...)}
	for i := 2; i < 4; i++ {
		b.Rows[i].Free -= 1 << 20
	}
	r := Compare(a, b)
	if len(r.Differences) != 1 || r.Differences[0].Rule != KeptFree || r.Differences[0].Pair != 2 {
		t.Errorf("%+v", r.Differences)
	}
}

// Where memory is found differs by the clearing, once both runs have found some
// at the same place.
func TestClearing(t *testing.T) {
	take := func(at uint64, offset uint64) Row {
		r := malloc(2<<20, at)
		r.Ioctls = []target.Ioctl{{Name: target.RMAlloc, Length: 2 << 20, Offset: offset}}
		return r
	}
	a := &Run{Rows: []Row{take(base, 64), take(base+2<<20, 128)}}
	b := &Run{Rows: []Row{take(other, 64), take(other+2<<20, 4096)}}
	if r := Compare(a, b); len(r.Differences) != 1 || r.Differences[0].Rule != Clearing || !r.Agrees() {
		t.Errorf("%+v", r.Differences)
	}
}

// A driver that keeps what is freed spares the unmapping.
func TestKeptBlock(t *testing.T) {
	a := &Run{Rows: []Row{malloc(2<<20, base), free(base)}}
	b := &Run{Rows: []Row{malloc(2<<20, other), free(other)}}
	a.Rows[1].Ioctls = []target.Ioctl{{Name: target.RMFree}}
	b.Rows[1].Ioctls = []target.Ioctl{{Name: target.UnregisterVidmem}, {Name: target.UVMFree, Length: 2 << 20, VA: other}, {Name: target.RMFree}}
	if r := Compare(a, b); len(r.Differences) != 1 || r.Differences[0].Rule != KeptFree {
		t.Errorf("%+v", r.Differences)
	}
}

// Cards of different sizes do not differ in every row.
func TestOtherSizeOfCard(t *testing.T) {
	a := &Run{Start: 1 << 31, Rows: []Row{malloc(1, base)}}
	b := &Run{Start: 1 << 30, Rows: []Row{malloc(1, other)}}
	a.Rows[0].Free, b.Rows[0].Free = 1<<31-4096, 1<<30-4096
	if r := Compare(a, b); len(r.Differences) != 0 {
		t.Errorf("%+v", r.Differences)
	}
}

// What a page hands over reads as what it was.
func TestRead(t *testing.T) {
	run, bad := Read("NVIDIA H200\t1\t99\n" +
		"cudaMalloc\t0\t7\t\t0\t1000\t98\t139637976727552\t2097152\tRM_ALLOC,2097152,0,64,5,;UVM_MAP_EXTERNAL_ALLOCATION,2097152,139637976727552,0,6,fo\n" +
		"cudaFree\t1\t8\tnu\t1\t2\t0\t\t18446744073709551615\t\n")
	if bad != "" || run.Name != "NVIDIA H200" || !run.Measured || run.Start != 99 || len(run.Rows) != 2 {
		t.Fatalf("%+v, %s", run, bad)
	}
	r := &run.Rows[0]
	if r.Call.Op != target.CudaMalloc || r.Call.Line != 7 || r.Call.Arg[0] != 2<<20 || r.Out[0] != 0x7f00_0000_0000 || r.PS != 1000 || r.Free != 98 || len(r.Ioctls) != 2 {
		t.Errorf("%+v", r)
	}
	if x := r.Ioctls[1]; x.Name != target.MapExternal || x.VA != base || !x.Failed || !x.Foreign || x.PS != 6 {
		t.Errorf("%+v", x)
	}
	if r := &run.Rows[1]; !r.Unable || !r.Call.Null || r.Call.Ctx != 1 || r.Code != 1 || r.Call.Arg[0] != 1<<64-1 {
		t.Errorf("%+v", r)
	}
	for text, want := range map[string]string{
		"":                    "line 1: expected name, measured, free bytes",
		"a\t1\tx":             `line 1: found "x", expected a number`,
		"a\t1\t2\ncudaMalloc": "line 2: expected 10 fields",
		"a\t1\t2\n\nnoCall\t0\t0\t\t0\t0\t0\t\t\t":           `line 3: no call is named "noCall"`,
		"a\t1\t2\ncudaFree\t0\t0\t\t0\t0\t0\t1,2,3\t\t":      "line 2: too many numbers",
		"a\t1\t2\ncudaFree\t0\t0\t\t0\t0\t0\t\t\tX,1,2,3,4,": `line 2: no trip is named "X"`,
	} {
		if run, bad := Read(text); run != nil || bad != want {
			t.Errorf("%q: %q, want %q", text, bad, want)
		}
	}
}
