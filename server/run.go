package main

import (
	"bufio"
	"flag"
	"io"
	"strconv"
	"strings"

	"pagewalk/engine/explain"
	"pagewalk/engine/scenario"
	"pagewalk/engine/target"
)

var runCommand = command{
	name: "run",
	usage: `[--gpu NAME] [--set KEY=VALUE]… [--seed N] [--target sim|native|recorded:FILE] [--record FILE] [--events] [--format text|csv|json] [--lang en|zh] FILE.cu

A row is one call that reaches the machine. Rows are counted from 0, as in
the points ROW.ORDINAL of links. As text, what the program prints comes first,
then the table; as csv and json, what it prints goes to standard error, so that
standard output is nothing but rows. With --events every transition follows its
row: an indented sentence (text), an object with "event" (json), or a comment
line that begins with # (csv).

The status is 0 if the program ran to its end, whatever CUDA answered; 1 if a
fault, a limit or an assertion ended it, or there is no card for --target
native; 2 if the arguments or the program are wrong.`,
	summary: "play a scenario",
	example: "pagewalk run --gpu h200-r580 --events scenario.cu",
}

func init() { runCommand.run = runRun }

// runOptions are the flags of run.
type runOptions struct {
	scenarioOptions
	format, target, record string
	events                 bool
}

func runRun(env *environment, args []string) error {
	set := runCommand.flags(env)
	o := runOptions{}
	set.StringVar(&o.format, "format", "text", "text, csv or json")
	set.StringVar(&o.target, "target", "sim", "sim, native (a real GPU) or recorded:FILE")
	set.StringVar(&o.record, "record", "", "a file for the rows, to be played again with --target recorded:FILE; .gz is packed")
	set.BoolVar(&o.events, "events", false, "every transition follows its row")
	if err := o.parse(set, args); err != nil {
		return err
	}
	if err := checkFormat(o.format, "text", "csv", "json"); err != nil {
		return err
	}
	if o.events && (o.target != "sim" || o.record != "") {
		return badUsage("--events: only the simulated machine has transitions; leave out --target and --record")
	}
	l, err := loadScenario(env, o.scenarioOptions)
	if err != nil {
		return err
	}
	t, err := openRunTarget(env, l, &o)
	if err != nil {
		return err
	}
	out := bufio.NewWriterSize(env.out, 1<<16)
	w := newRowWriter(out, env, l, &o)
	var end string
	if o.events {
		end = runRecorded(l, &o, w)
	} else {
		w.on(t.Info())
		end = runStraight(t, l, &o, w)
	}
	if err := t.finish(); err != nil {
		return err
	}
	w.broken = end != ""
	if err := w.end(); err != nil {
		return err
	}
	if err := out.Flush(); err != nil {
		return err
	}
	if end != "" {
		io.WriteString(env.err, end)
		return errSilent
	}
	return nil
}

// parse reads the flags that every command has which plays a scenario, and the
// one file name.
func (o *scenarioOptions) parse(set *flag.FlagSet, args []string) error {
	set.StringVar(&o.gpu, "gpu", "", "profile (default what the program's first line says, else "+defaultProfile+")")
	set.Var(&o.settings, "set", "KEY=VALUE, a setting of the profile; may be repeated")
	set.Uint64Var(&o.seed, "seed", 0, "seed of everything random")
	lang := set.String("lang", "en", "en or zh")
	rest, err := parse(set, args)
	if err != nil {
		return err
	}
	set.Visit(func(f *flag.Flag) { o.seeded = o.seeded || f.Name == "seed" })
	if o.lang, err = parseLang(*lang); err != nil {
		return err
	}
	if len(rest) != 1 {
		return badUsage("expected one scenario file, or - for standard input; found %d", len(rest))
	}
	o.file = rest[0]
	return nil
}

// runStraight plays without keeping transitions; rows are written as they come.
func runStraight(t target.Target, l *loaded, o *runOptions, w *rowWriter) (end string) {
	n := 0
	var bound target.Why // of the call that ended the run
	out := scenario.RunOn(t, l.program, scenario.RunOptions{
		Seed: l.seed, Slice: stepBudget, Output: func(stream uint8, text []byte) { w.printed(stream, string(text)) },
		Row: func(r *scenario.Row) {
			w.row(&resultRow{number: n, call: &r.Call, code: r.Code, why: r.Why, out: r.Out, begin: r.Begin, end: r.End, ioctls: r.Ioctls, free: r.Sample.Free, text: r.Text})
			if n++; r.Why.Ends() {
				bound = r.Why
			}
		},
	})
	w.exit = out.Status.ExitCode
	if !out.Why.Ends() {
		out.Why = bound
	}
	return ending(l, out.Status, out.Why, o.lang)
}

// runRecorded plays with every transition kept, and writes each after its row.
func runRecorded(l *loaded, o *runOptions, w *rowWriter) (end string) {
	r := play(l, o.lang)
	r.output(w.printed)
	free := r.samples()
	rows := r.run.Rows()
	for i := range rows {
		x := &rows[i]
		w.row(&resultRow{number: i, call: &x.Call, code: x.Code, why: x.Why, out: x.Out, begin: x.Begin, end: x.End, ioctls: x.Ioctls, free: free[i], text: x.Text})
		last := r.run.Len()
		if i+1 < len(rows) {
			last = rows[i+1].First
		}
		for e := x.First; e < last; e++ {
			w.event(r, e)
		}
	}
	w.exit = r.run.Status().ExitCode
	return ending(l, r.run.Status(), r.run.Why(), o.lang)
}

// resultRow is one call with its answer, whoever gave it.
type resultRow struct {
	number     int
	call       *target.Call
	code       target.Code
	why        target.Why
	out        [2]uint64
	begin, end uint64
	ioctls     []target.Ioctl
	free       uint64
	text       string
}

// value is the pointer or number that the call gave, as text; pointers in
// hexadecimal.
func (r *resultRow) value() string {
	if r.code != target.Success {
		return ""
	}
	switch words := target.Ops[r.call.Op].Out; {
	case words == "":
		return ""
	case strings.Contains(words, "pointer") || strings.HasPrefix(words, "address") || words == "context" || words == "handle" || words == "mem" || words == "stream" || words == "event" || words == "pool":
		return "0x" + strings.ReplaceAll(explain.Hex(r.out[0])[2:], " ", "")
	case r.call.Op == target.PwChase:
		return thousandths(r.out[0])
	case r.call.Op == target.CudaEventElapsedTime:
		return elapsed(int64(r.out[0]))
	}
	return decimal(r.out[0])
}

// elapsed writes picoseconds in milliseconds, as cudaEventElapsedTime gives them.
func elapsed(ps int64) string {
	return strconv.FormatFloat(float64(ps)/1e9, 'f', 6, 64) + " ms"
}
