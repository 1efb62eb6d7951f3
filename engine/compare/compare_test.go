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
		{"another offset", func(r *Row) { r.Ioctls = append([]target.Ioctl{}, block...); r.Ioctls[0].Offset = 4096 }, Offsets, Clearing, false},
		{"no trips", func(r *Row) { r.Ioctls = nil }, Ioctls, OtherTrips, true},
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
