package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"strconv"

	"pagewalk/engine/explain"
	"pagewalk/engine/machine"
	"pagewalk/engine/target"
)

var replayCommand = command{
	name: "replay", usage: "[--gpu NAME] [--set KEY=VALUE] [--target sim|native|recorded:FILE] [--follow] [--format csv|json] OPS.csv",
	summary: "play a list of allocations and frees",
	example: "pagewalk replay --gpu h200-r580 ops.csv",
}

func init() { replayCommand.run = runReplay }

func runReplay(env *environment, args []string) error {
	set := replayCommand.flags(env)
	gpu := set.String("gpu", defaultProfile, "profile")
	format := set.String("format", "csv", "csv or json")
	targetName := set.String("target", "sim", "sim, native (a real GPU) or recorded:FILE")
	following := set.Bool("follow", false, "the operations are recorded rows: after each, physical memory and clock are made those of the card")
	var settings repeated
	set.Var(&settings, "set", "KEY=VALUE, a setting of the profile; may be repeated")
	rest, err := parse(set, args)
	if err != nil {
		return err
	}
	if len(rest) != 1 {
		return badUsage("expected one file of operations, or - for standard input; found %d", len(rest))
	}
	if err := checkFormat(*format, "csv", "json"); err != nil {
		return err
	}
	p, err := loadProfile(*gpu, settings)
	if err != nil {
		return err
	}
	data, err := readInput(env, rest[0])
	if err != nil {
		return err
	}
	ops, err := parseOps(data, rest[0])
	if err != nil {
		return err
	}
	if *following && *targetName != "sim" {
		return badUsage("--follow: only the simulated machine can follow, expected --target sim")
	}
	t, err := openTarget(env, *targetName, p, nil, 0)
	if err != nil {
		return err
	}
	out := bufio.NewWriterSize(env.out, 1<<16)
	defer out.Flush()
	if why := t.Start(0, nil); why.ID != target.NoReason {
		return fmt.Errorf("start: %s", explain.Why(explain.EN, why))
	}
	defer t.Stop()
	if *following {
		truths, err := parseTruths(data, rest[0])
		if err != nil {
			return err
		}
		return follow(env, t.(*machine.Machine), ops, truths, newReplayWriter(out, *format))
	}
	w := newReplayWriter(out, *format)
	if t.Info().Kind == "native" {
		w.begins()
	}
	return replay(t, ops, w)
}

// replay plays ops on a target. After each one the free memory is asked for,
// as the recorded programs did; that question is not part of the rows.
func replay(t target.Target, ops []op, w *replayWriter) error {
	live := map[string]uint64{}
	var query, r target.Result
	for i := range ops {
		o := &ops[i]
		c := o.call(live)
		t.Do(&c, &r)
		address := o.address(&c, &r, live)
		t.Do(&target.Call{Op: target.CuMemGetInfo}, &query)
		if err := w.row(o, &r, address, query.Out[0]); err != nil {
			return err
		}
		if r.Why.Ends() {
			return fmt.Errorf("line %d: %s", o.line, r.Why.ID.Name())
		}
	}
	return w.end()
}

// call is the operation as a call; live holds the addresses of what is allocated.
func (o *op) call(live map[string]uint64) target.Call {
	c := target.Call{Op: target.CuMemAlloc, Line: uint32(o.line)}
	c.Arg[0] = o.size
	if o.free {
		c.Op = target.CuMemFree
		c.Arg[0] = live[o.id]
		delete(live, o.id)
	}
	return c
}

// address is the address that an answered operation is about.
func (o *op) address(c *target.Call, r *target.Result, live map[string]uint64) uint64 {
	if o.free {
		return c.Arg[0]
	}
	if r.Code == target.Success {
		live[o.id] = r.Out[0]
	}
	return r.Out[0]
}

// replayWriter writes rows as CSV or as a JSON list.
type replayWriter struct {
	w     *bufio.Writer
	json  bool
	begin bool // with a last column that says when the call began
	rows  int
	first uint64 // the first address that a call gave; ioctls are relative to it
	line  []byte
}

func newReplayWriter(w io.Writer, format string) *replayWriter {
	r := &replayWriter{w: bufio.NewWriter(w), json: format == "json"}
	if r.json {
		r.w.WriteString("[")
	}
	return r
}

// header is the first line of a CSV.
func (w *replayWriter) header() {
	w.w.WriteString("op,id,size,error,address,free_bytes,us,ioctls")
	if w.begin {
		w.w.WriteString(",begin_us")
	}
	w.w.WriteString("\n")
}

// begins adds the column begin_us: on a real GPU the time between the calls
// decides where memory lies, and --follow can use it.
func (w *replayWriter) begins() { w.begin = true }

func (w *replayWriter) row(o *op, r *target.Result, address, free uint64) error {
	if w.first == 0 && !o.free && r.Code == target.Success {
		w.first = address
	}
	if r.Code != target.Success && !o.free {
		address = 0
	}
	defer func() { w.rows++ }()
	if w.json {
		return w.object(o, r, address, free)
	}
	if w.rows == 0 {
		w.header()
	}
	b := append(w.line[:0], o.name()...)
	b = append(append(append(b, ','), o.id...), ',')
	if !o.free {
		b = strconv.AppendUint(b, o.size, 10)
	}
	b = append(append(append(b, ','), r.Code.DriverName()...), ',')
	b = append(strconv.AppendUint(b, address, 10), ',')
	b = append(strconv.AppendUint(b, free, 10), ',')
	b = append(appendMicros(b, r.End-r.Begin), ',')
	b = appendIoctls(b, r.Ioctls, w.first)
	if w.begin {
		b = appendMicros(append(b, ','), r.Begin)
	}
	w.line = append(b, '\n')
	_, err := w.w.Write(w.line)
	return err
}

// replayRow is a row as JSON.
type replayRow struct {
	Op     string  `json:"op"`
	ID     string  `json:"id"`
	Size   *uint64 `json:"size,omitempty"`
	Error  string  `json:"error"`
	Addr   uint64  `json:"address"`
	Free   uint64  `json:"free_bytes"`
	Micros float64 `json:"us"`
	Ioctls string  `json:"ioctls"`
	Begin  float64 `json:"begin_us,omitempty"`
}

func (w *replayWriter) object(o *op, r *target.Result, address, free uint64) error {
	row := replayRow{
		Op: o.name(), ID: o.id, Error: r.Code.DriverName(), Addr: address, Free: free,
		Micros: float64(r.End-r.Begin) / 1e6, Ioctls: string(appendIoctls(nil, r.Ioctls, w.first)),
	}
	if !o.free {
		row.Size = &o.size
	}
	if w.begin {
		row.Begin = float64(r.Begin) / 1e6
	}
	data, err := json.Marshal(row)
	if err != nil {
		return err
	}
	if w.rows > 0 {
		w.w.WriteString(",")
	}
	w.w.WriteString("\n")
	_, err = w.w.Write(data)
	return err
}

func (w *replayWriter) end() error {
	switch {
	case w.json:
		w.w.WriteString("\n]\n")
	case w.rows == 0:
		w.header()
	}
	return w.w.Flush()
}

// appendMicros writes picoseconds as microseconds with two decimals.
func appendMicros(b []byte, ps uint64) []byte {
	hundredths := (ps + 5_000) / 10_000
	b = strconv.AppendUint(b, hundredths/100, 10)
	return append(b, '.', byte('0'+hundredths/10%10), byte('0'+hundredths%10))
}

// appendIoctls writes trips as NAME(length)@offset or NAME(length)@va:relative,
// separated by semicolons.
func appendIoctls(b []byte, list []target.Ioctl, first uint64) []byte {
	for i, x := range list {
		if i > 0 {
			b = append(b, ';')
		}
		b = append(b, x.Name.Short()...)
		if x.Name.HasLength() {
			b = append(strconv.AppendUint(append(b, '('), x.Length, 10), ')')
		}
		switch {
		case x.Failed:
			b = append(b, "=fail"...)
		case x.Name == target.RMAlloc:
			b = strconv.AppendUint(append(b, '@'), x.Offset, 10)
		case x.Name.HasVA():
			b = strconv.AppendInt(append(b, "@va:"...), int64(x.VA-first), 10)
		}
	}
	return b
}
