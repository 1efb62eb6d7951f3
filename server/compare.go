package main

import (
	"slices"
	"strings"

	"pagewalk/engine/compare"
	"pagewalk/engine/explain"
	"pagewalk/engine/machine"
	"pagewalk/engine/profile"
	"pagewalk/engine/scenario"
	"pagewalk/engine/target"
	recorded "pagewalk/server/recording"
)

var compareCommand = command{
	name: "compare",
	usage: `[--gpu NAME] [--set KEY=VALUE]… [--scenario FILE.cu] [--strict] [--format text|json] [--lang en|zh] A B

A and B are recorded runs, or sim or native: then the program of --scenario is
played, or, without it, the program of the recorded run on the other side.
Beside a run on a real card sim is that card, whatever machine the program's
first line names; --gpu chooses another.

Calls, errors, values, addresses, free memory and ioctls are judged; physical
offsets and times are not determined by the calls, and are reported. With
--strict the status is 1 if the runs part in anything that is judged.`,
	summary: "put two runs side by side and explain where they part",
	example: "pagewalk compare sim lessons/recordings/slab-pinning.jsonl.gz",
}

func init() { compareCommand.run = runCompare }

// comparison is the two runs and what to do with them.
type comparison struct {
	scenarioOptions
	format string
	strict bool
	report *compare.Report
	runs   [2]*compare.Run
}

func runCompare(env *environment, args []string) error {
	set := compareCommand.flags(env)
	c := &comparison{}
	set.StringVar(&c.gpu, "gpu", "", "profile of sim (default the card of the other side, else what the program's first line says, else "+defaultProfile+")")
	set.Var(&c.settings, "set", "KEY=VALUE, a setting of the profile; may be repeated")
	set.StringVar(&c.file, "scenario", "", "the program that sim or native plays")
	set.StringVar(&c.format, "format", "text", "text or json")
	set.BoolVar(&c.strict, "strict", false, "status 1 if the runs part in anything that is judged")
	lang := set.String("lang", "en", "en or zh")
	rest, err := parse(set, args)
	if err != nil {
		return err
	}
	if c.lang, err = parseLang(*lang); err != nil {
		return err
	}
	if len(rest) != 2 {
		return badUsage("expected two runs, found %d arguments", len(rest))
	}
	if err := checkFormat(c.format, "text", "json"); err != nil {
		return err
	}
	if err := c.load(env, rest); err != nil {
		return err
	}
	c.report = compare.Compare(c.runs[0], c.runs[1])
	if c.format == "json" {
		err = c.writeJSON(env.out)
	} else {
		err = c.writeText(env.out)
	}
	if err == nil && c.strict && !c.report.Agrees() {
		return errSilent
	}
	return err
}

// played says whether a side is to be played rather than read.
func played(name string) bool { return name == "sim" || name == "native" }

// load reads the recorded sides first, because they may bring the program.
func (c *comparison) load(env *environment, names []string) error {
	var program *recorded.Header
	for i, name := range names {
		if played(name) {
			continue
		}
		f, err := readRecording(env, name)
		if err != nil {
			return err
		}
		c.runs[i] = f.Run()
		program = &f.Header
	}
	for i, name := range names {
		if !played(name) {
			continue
		}
		l, err := c.program(env, program, cardOf(program, names[1-i]))
		if err != nil {
			return err
		}
		if c.runs[i], err = playRun(env, name, l, program != nil || names[1-i] == "native"); err != nil {
			return err
		}
	}
	return nil
}

// cardOf is the profile of the machine that the other side ran on: of a real
// card the measured profile that is named after it. "" where the other side is
// simulated by the program's own choice, too.
func cardOf(h *recorded.Header, other string) string {
	card := ""
	switch {
	case other == "native":
		return defaultProfile
	case h == nil:
		return ""
	case h.Profile != "" && profile.Get(h.Profile) != nil:
		return h.Profile
	case h.Kind == "native":
		card = h.Card
	default:
		return ""
	}
	for _, p := range profile.List() {
		if model, _, _ := strings.Cut(p.Title, " "); p.Kind == profile.Measured && slices.Contains(strings.Fields(card), model) {
			return p.Name
		}
	}
	return defaultProfile
}

// program is what sim and native play.
func (c *comparison) program(env *environment, h *recorded.Header, card string) (*loaded, error) {
	o := c.scenarioOptions
	o.card = card
	switch {
	case c.file != "":
		return loadScenario(env, o)
	case h == nil:
		return nil, badUsage("sim and native need a program: expected --scenario FILE.cu")
	case h.Program == "":
		return nil, badUsage("the recorded run has no program, expected --scenario FILE.cu")
	}
	return compileScenario(env, h.Name, []byte(h.Program), o)
}

// playRun plays a program and keeps its rows. watched says that the other run
// was asked for its free memory after each call.
func playRun(env *environment, name string, l *loaded, watched bool) (*compare.Run, error) {
	t, err := openTarget(env, name, l.profile, l.program, l.seed)
	if err != nil {
		return nil, err
	}
	info := t.Info()
	run := &compare.Run{Name: info.Name, Measured: name == "native"}
	if m, ok := t.(*machine.Machine); ok {
		m.Watched = watched
	}
	var before target.Sample
	if t.Sample(&before) {
		run.Start = before.Free
	}
	scenario.RunOn(t, l.program, scenario.RunOptions{Seed: l.seed, Slice: stepBudget, Row: func(r *scenario.Row) {
		run.Rows = append(run.Rows, compare.Row{
			Call: r.Call, Unable: r.Progress == target.Unable, Code: r.Code, Why: r.Why.ID, Out: r.Out, PS: r.End - r.Begin, Free: r.Sample.Free, Ioctls: r.Ioctls,
		})
	}})
	return run, nil
}

// rowOf is the row of a pair on side 0 or 1; nil where it is missing.
func (c *comparison) rowOf(pair, side int) *compare.Row {
	p := c.report.Pairs[pair]
	i := [2]int{p.A, p.B}[side]
	if i < 0 {
		return nil
	}
	return &c.runs[side].Rows[i]
}

// shown is a difference's value for people.
func (c *comparison) shown(d *compare.Difference, side int) string {
	return explain.CompareValue(d, c.rowOf(d.Pair, side), [2]uint64{d.A, d.B}[side])
}
