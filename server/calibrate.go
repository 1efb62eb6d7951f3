package main

import (
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"pagewalk/engine/explain"
	"pagewalk/engine/machine"
	"pagewalk/engine/native"
	"pagewalk/engine/profile"
	"pagewalk/engine/target"
	"pagewalk/server/calibrate"
)

var calibrateCommand = command{
	name: "calibrate",
	usage: `[--out FILE] [--gpu NAME] [--base NAME] [--against NAME] [--name NAME]

Plain allocations only; a minute at most. With --gpu the simulated machine of
that profile is measured instead of the card of this machine: then the numbers
of the profile must come out. Each probe tells how many samples it has, which
share of them its value predicts, and "inconclusive" where that is too little;
the profile then keeps what --base has.`,
	summary: "measure the GPU of this machine and write a profile",
	example: "pagewalk calibrate --out mine.json && pagewalk run --gpu mine.json scenario.cu",
}

func init() { calibrateCommand.run = runCalibrate }

func runCalibrate(env *environment, args []string) error {
	set := calibrateCommand.flags(env)
	out := set.String("out", "", "a file for the profile, which --gpu FILE reads")
	gpu := set.String("gpu", "", "measure the simulated machine of this profile")
	base := set.String("base", "gh100", "profile whose fields are kept where nothing was measured")
	against := set.String("against", defaultProfile, "profile to show beside what was measured")
	name := set.String("name", "calibrated", "name of the new profile")
	rest, err := parse(set, args)
	if err != nil {
		return err
	}
	if len(rest) != 0 {
		return badUsage("expected no arguments, found %q", rest[0])
	}
	beside, err := loadProfile(*against, nil)
	if err != nil {
		return err
	}
	if profile.Get(*base) == nil {
		return badUsage("--base: found %q, expected one of %s", *base, strings.Join(profileNames(), ", "))
	}
	open := func() (target.Target, error) {
		return native.Open(native.Options{Notes: env.err, Wall: 5 * time.Minute})
	}
	if *gpu != "" {
		p, err := loadProfile(*gpu, nil)
		if err != nil {
			return err
		}
		open = func() (target.Target, error) { return machine.New(p, 0), nil }
	}
	report, err := calibrate.Run(open, func(what string) { fmt.Fprintln(env.err, "measuring: "+what) })
	if err != nil {
		return err
	}
	file := calibrate.NewFile(*name, *base, report)
	if *out != "" {
		if err := writeProfile(*out, file); err != nil {
			return err
		}
	}
	return writeCalibration(env.out, report, beside)
}

func writeProfile(name string, file *calibrate.File) error {
	f, err := os.Create(name)
	if err != nil {
		return usageError{err.Error()}
	}
	err = file.Write(f)
	if e := f.Close(); err == nil {
		err = e
	}
	return err
}

// writeCalibration writes the probes beside what a profile has.
func writeCalibration(out io.Writer, r *calibrate.Report, beside *profile.Profile) error {
	driver := ""
	if r.Driver != "" {
		driver = ", " + r.Driver
	}
	fmt.Fprintf(out, "%s%s, %s: %.1f s\n\n", r.Card, driver, r.Date, r.Seconds)
	t := &table{}
	t.add("probe", "value", "unit", beside.Name, "fit", "of", "verdict", "remark")
	for i := range r.Probes {
		p := &r.Probes[i]
		has := "–"
		if v, ok := calibrate.Of(beside, p.Field); ok {
			has = explain.Commas(v)
		}
		t.add(p.Name, explain.Commas(p.Value), p.Unit, has, fmt.Sprintf("%.0f %%", p.Fit*100), fmt.Sprint(p.Samples), string(p.Verdict), p.Note)
	}
	return t.write(out)
}
