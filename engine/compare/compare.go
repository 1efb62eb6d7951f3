package compare

import (
	"pagewalk/engine/order"
	"pagewalk/engine/target"
)

// Column is one thing that rows are compared by.
type Column uint8

const (
	Calls     Column = iota // both runs make the call
	Errors                  // CUDA's answer
	Values                  // numbers that calls give
	Addresses               // of blocks, relative
	Free                    // memory after the call
	Ioctls                  // names, order, lengths, addresses
	Offsets                 // physical, of RM_ALLOC
	Times                   // within a factor of two
	Columns
)

var columnNames = [Columns]string{"calls", "errors", "values", "addresses", "free_bytes", "ioctls", "physical_offsets", "times"}

// Name is the column's name in reports.
func (c Column) Name() string { return columnNames[c] }

// Judged says whether a difference in the column is a finding: what the calls
// determine.
func (c Column) Judged() bool { return c < Offsets }

// Tally counts the pairs of one column.
type Tally struct {
	Same, Compared int
	First          int // the first pair that differs; -1 = none
}

// Difference is a pair that differs in a column.
type Difference struct {
	Pair   int // index into Report.Pairs
	Column Column
	A, B   uint64 // the two values, where the column has one
	Rule   Rule
}

// Report is the whole comparison.
type Report struct {
	Pairs       []Pair
	Tallies     [Columns]Tally
	Differences []Difference
	Ratio       uint64 // median of B's time by A's, in thousandths; 0 = nothing to compare
}

// Agrees says whether the runs agree in everything that is judged.
func (r *Report) Agrees() bool {
	for c := range Columns {
		if t := &r.Tallies[c]; c.Judged() && t.Same != t.Compared {
			return false
		}
	}
	return true
}

// comparer is a comparison under way.
type comparer struct {
	a, b   *Run
	report *Report
	pair   int
	from   [2]Places
	shift  int64 // B's free memory less A's, by other processes, as far as it is known
	ratios []uint64

	found     bool // memory, by a call of both
	elsewhere bool // … and the first did not begin at the same place
}

// Compare aligns two runs and compares each pair.
func Compare(a, b *Run) *Report {
	r := &Report{Pairs: Align(a, b)}
	for c := range r.Tallies {
		r.Tallies[c].First = -1
	}
	c := &comparer{a: a, b: b, report: r}
	if a.Start != 0 && b.Start != 0 {
		c.shift = int64(b.Start) - int64(a.Start) // cards of different sizes
	}
	for i, p := range r.Pairs {
		c.pair = i
		if p.A < 0 || p.B < 0 {
			c.note(Calls, false, 0, 0, Missing)
			continue
		}
		c.note(Calls, true, 0, 0, Unexplained)
		c.rows(&a.Rows[p.A], &b.Rows[p.B])
	}
	if len(c.ratios) > 0 {
		all := c.ratios
		order.Stable(len(all), func(i, j int) bool { return all[i] < all[j] }, func(i, j int) { all[i], all[j] = all[j], all[i] })
		r.Ratio = c.ratios[len(c.ratios)/2]
	}
	return r
}

// note counts one comparison and keeps it if it is a difference.
func (c *comparer) note(column Column, same bool, a, b uint64, rule Rule) {
	t := &c.report.Tallies[column]
	t.Compared++
	if same {
		t.Same++
		return
	}
	if t.First < 0 {
		t.First = c.pair
	}
	c.report.Differences = append(c.report.Differences, Difference{c.pair, column, a, b, rule})
}

func (c *comparer) rows(a, b *Row) {
	if a.Unable != b.Unable {
		c.note(Errors, false, uint64(a.Code), uint64(b.Code), NotThere)
		return
	}
	c.note(Errors, a.Code == b.Code, uint64(a.Code), uint64(b.Code), ruleOfError(a, b))
	c.results(a, b)
	c.freeBytes(a, b)
	c.ioctls(a, b)
	c.times(a, b)
	for side, r := range []*Row{a, b} {
		if _, all := Gives(r); all {
			c.from[side].Forget(r.Call.Ctx)
		}
	}
}

// results compares what the calls gave.
func (c *comparer) results(a, b *Row) {
	op := a.Call.Op
	if a.Code != target.Success || b.Code != target.Success || target.Ops[op].Out == "" || handle(op) {
		return
	}
	switch {
	case pointer(op):
		x, y := c.from[0].place(a.Call.Ctx, a.Out[0]), c.from[1].place(a.Call.Ctx, b.Out[0])
		c.note(Addresses, x == y, a.Out[0], b.Out[0], Layout)
	case op == target.CudaMemGetInfo || op == target.CuMemGetInfo || op == target.PwNvidiaSmi:
		// The column of the free memory says it.
	case op == target.PwChase || op == target.CudaEventElapsedTime:
		c.note(Times, alike(a.Out[0], b.Out[0]), a.Out[0], b.Out[0], Duration)
	default:
		c.note(Values, a.Out == b.Out, a.Out[0], b.Out[0], Unexplained)
	}
}

// freeBytes compares the free memory, less what is known to be another
// process's.
func (c *comparer) freeBytes(a, b *Row) {
	if a.Free == 0 || b.Free == 0 {
		return
	}
	d := int64(b.Free) - int64(a.Free)
	if d == c.shift {
		c.note(Free, true, a.Free, b.Free, Unexplained)
		return
	}
	c.note(Free, false, a.Free, b.Free, ruleOfFree(a, b))
	c.shift = d // told once
}

// ioctls compares the trips of the calling thread, and where memory was found.
func (c *comparer) ioctls(a, b *Row) {
	x, y := c.own(a.Ioctls), c.own(b.Ioctls)
	same := len(x) == len(y)
	for i := 0; same && i < len(x); i++ {
		same = c.trip(a.Call.Ctx, &x[i], &y[i], ownMemory(a, x, i))
	}
	c.note(Ioctls, same, uint64(len(x)), uint64(len(y)), ruleOfIoctls(a, b, x, y))
	if !same {
		return
	}
	for i := range x {
		if x[i].Name == target.RMAlloc && !x[i].Failed {
			c.offset(x[i].Offset, y[i].Offset)
		}
	}
}

// offset compares where memory was found. Runs whose first memory begins
// elsewhere differ for that reason; others by how far the clearing had got.
func (c *comparer) offset(a, b uint64) {
	if !c.found {
		c.found, c.elsewhere = true, a != b
	}
	rule := Clearing
	if c.elsewhere {
		rule = FirstPage
	}
	c.note(Offsets, a == b, a, b, rule)
}

// ownMemory says whether a trip frees a part of the context's own memory: one
// that no call of the program has registered. The host's mappings decide where
// it lies.
func ownMemory(r *Row, list []target.Ioctl, i int) bool {
	_, all := Gives(r)
	return all && list[i].Name == target.UVMFree && (i == 0 || list[i-1].Name != target.UnregisterVidmem)
}

func (c *comparer) trip(ctx uint16, x, y *target.Ioctl, own bool) bool {
	if x.Name != y.Name || x.Failed != y.Failed || x.Name.HasLength() && x.Length != y.Length {
		return false
	}
	return own || !x.Name.HasVA() || c.from[0].place(ctx, x.VA) == c.from[1].place(ctx, y.VA)
}

// own leaves out what other threads did and, where one of the runs is simulated,
// the trips that no model has: those without a name of their own.
func (c *comparer) own(list []target.Ioctl) (kept []target.Ioctl) {
	both := c.a.Measured && c.b.Measured
	for i := range list {
		if named := list[i].Name < target.OtherRM; !list[i].Foreign && (named || both) {
			kept = append(kept, list[i])
		}
	}
	return kept
}

func (c *comparer) times(a, b *Row) {
	if a.PS == 0 || b.PS == 0 {
		return
	}
	c.ratios = append(c.ratios, b.PS/(a.PS/1000+1))
	rule := Duration
	if c.pair == 0 {
		rule = FirstCall
	}
	c.note(Times, alike(a.PS, b.PS), a.PS, b.PS, rule)
}

// alike says whether two durations are within a factor of two.
func alike(a, b uint64) bool { return a/2 <= b && b/2 <= a }
