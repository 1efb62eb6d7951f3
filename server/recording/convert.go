package recording

import "pagewalk/engine/target"

var (
	opByName    = map[string]target.Op{}
	ioctlByName = map[string]target.IoctlName{}
	whyByName   = map[string]target.WhyID{}
)

func init() {
	for op := range target.Ops {
		if name := target.Ops[op].Name; name != "" {
			opByName[name] = target.Op(op)
		}
	}
	for n := target.RMAlloc; n <= target.OtherIoctl; n++ {
		ioctlByName[n.Short()] = n
	}
	for id := target.NoReason + 1; id.Name() != "unknown"; id++ {
		whyByName[id.Name()] = id
	}
}

// Op is the call of a row.
func (r *Row) Op() target.Op { return opByName[r.Call] }

// Target gives a row's call as a target is asked it.
func (r *Row) Target() target.Call {
	c := target.Call{Op: r.Op(), Ctx: r.Ctx, Line: r.Line, Null: r.Null}
	copy(c.Arg[:], r.Args)
	return c
}

// Result gives a row's answer as a target gives it.
func (r *Row) Result() target.Result {
	t := target.Result{Code: r.Code, Begin: r.Begin, End: r.Begin + r.PS, Printed: r.Prints}
	copy(t.Out[:], r.Out)
	if r.Why != nil {
		t.Why = target.Why{ID: whyByName[r.Why.ID], Row: r.Why.Row}
		copy(t.Why.N[:], r.Why.N)
	}
	for _, i := range r.Ioctls {
		t.Ioctls = append(t.Ioctls, target.Ioctl{Name: ioctlByName[i.Name], Length: i.Length, VA: i.VA, Offset: i.Offset, Failed: i.Failed, Foreign: i.Foreign, PS: i.PS})
	}
	return t
}

// newRow makes the row of a call and its answer.
func newRow(number int, c *target.Call, r *target.Result, progress target.Progress) *Row {
	row := &Row{
		Row: number, Line: c.Line, Call: target.Ops[c.Op].Name, Ctx: c.Ctx, Args: short(c.Arg[:]), Null: c.Null, Text: c.Text, Unable: progress == target.Unable,
		Error: r.Code.Name(), Code: r.Code, Out: short(r.Out[:]), Begin: r.Begin, PS: r.End - r.Begin,
	}
	if c.Kernel != nil {
		row.Text, row.Packed = c.Kernel.Name, []byte(c.Packed)
	}
	row.Prints = append(row.Prints, r.Printed...)
	if r.Why.ID != target.NoReason {
		row.Why = &Why{ID: r.Why.ID.Name(), N: short(r.Why.N[:]), Row: r.Why.Row}
	}
	for _, i := range r.Ioctls {
		row.Ioctls = append(row.Ioctls, Ioctl{Name: i.Name.Short(), Length: i.Length, VA: i.VA, Offset: i.Offset, Failed: i.Failed, Foreign: i.Foreign, PS: i.PS})
	}
	return row
}

// RowOf makes the row of a call that was answered elsewhere.
func RowOf(number int, c *target.Call, r *target.Result, free uint64) *Row {
	row := newRow(number, c, r, target.Done)
	row.Free = free
	return row
}

// short copies a list without its trailing zeros.
func short(list []uint64) []uint64 {
	for len(list) > 0 && list[len(list)-1] == 0 {
		list = list[:len(list)-1]
	}
	return append([]uint64{}, list...)
}
