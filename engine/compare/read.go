package compare

import (
	"strconv"
	"strings"

	"pagewalk/engine/target"
)

// Read reads a run from the text in which a page hands it over: a line a row,
// fields separated by tabs.
//
//	call  ctx  line  flags  code  ps  free  out,out  arg,arg…  trip;trip…
//
// The call is by name; flags has n for a null place and u for a call that the
// target could not do. A trip is name,length,address,offset,ps,flags with f for
// failed and o for another thread's. The first line is
//
//	name  measured (1 or 0)  free bytes before the first call
//
// bad is what cannot be read, with its line; nil run then.
func Read(text string) (run *Run, bad string) {
	head, rest, _ := strings.Cut(text, "\n")
	fields := strings.Split(head, "\t")
	if len(fields) != 3 {
		return nil, "line 1: expected name, measured, free bytes"
	}
	r := reader{line: 1}
	run = &Run{Name: fields[0], Measured: fields[1] == "1", Start: r.number(fields[2])}
	for text := range strings.SplitSeq(rest, "\n") {
		if r.line++; text != "" && r.bad == "" {
			run.Rows = append(run.Rows, r.row(strings.Split(text, "\t")))
		}
	}
	if r.bad != "" {
		return nil, r.bad
	}
	return run, ""
}

// reader reads fields and keeps the first complaint.
type reader struct {
	line int
	bad  string
}

func (r *reader) complain(what string) {
	if r.bad == "" {
		r.bad = "line " + strconv.Itoa(r.line) + ": " + what
	}
}

func (r *reader) number(s string) uint64 {
	n, err := strconv.ParseUint(s, 10, 64)
	if err != nil {
		r.complain("found " + strconv.Quote(s) + ", expected a number")
	}
	return n
}

// numbers fills a list from numbers with commas between.
func (r *reader) numbers(s string, list []uint64) {
	if s == "" {
		return
	}
	i := 0
	for part := range strings.SplitSeq(s, ",") {
		if i == len(list) {
			r.complain("too many numbers")
			return
		}
		list[i] = r.number(part)
		i++
	}
}

func (r *reader) row(f []string) (row Row) {
	if len(f) != 10 {
		r.complain("expected 10 fields")
		return row
	}
	row.Call.Op = r.op(f[0])
	row.Call.Ctx, row.Call.Line = uint16(r.number(f[1])), uint32(r.number(f[2]))
	row.Call.Null, row.Unable = strings.Contains(f[3], "n"), strings.Contains(f[3], "u")
	row.Code = target.Code(r.number(f[4]))
	row.PS, row.Free = r.number(f[5]), r.number(f[6])
	r.numbers(f[7], row.Out[:])
	r.numbers(f[8], row.Call.Arg[:])
	if f[9] != "" {
		for trip := range strings.SplitSeq(f[9], ";") {
			row.Ioctls = append(row.Ioctls, r.trip(strings.Split(trip, ",")))
		}
	}
	return row
}

func (r *reader) op(name string) target.Op {
	for op := range target.Ops {
		if name != "" && target.Ops[op].Name == name {
			return target.Op(op)
		}
	}
	r.complain("no call is named " + strconv.Quote(name))
	return target.NoOp
}

func (r *reader) trip(f []string) (t target.Ioctl) {
	if len(f) != 6 {
		r.complain("expected 6 fields of a trip")
		return t
	}
	for n := target.RMAlloc; n <= target.OtherIoctl; n++ {
		if n.Short() == f[0] {
			t.Name = n
		}
	}
	if t.Name == 0 {
		r.complain("no trip is named " + strconv.Quote(f[0]))
	}
	t.Length, t.VA, t.Offset, t.PS = r.number(f[1]), r.number(f[2]), r.number(f[3]), r.number(f[4])
	t.Failed, t.Foreign = strings.Contains(f[5], "f"), strings.Contains(f[5], "o")
	return t
}
