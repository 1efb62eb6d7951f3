package main

import (
	"context"
	"errors"
	"io"
	"strings"
	"time"

	"pagewalk/engine/explain"
	"pagewalk/engine/native"
	"pagewalk/engine/scenario"
	"pagewalk/engine/target"
	recorded "pagewalk/server/recording"
	"pagewalk/server/site"
)

// nativeRuns gives what plays a program on this machine's GPU and records it;
// nil where there is none, so that pages do not offer it. A card is opened and
// given back once, to know.
func nativeRuns() site.NativeRun {
	t, err := native.Open(native.Options{})
	if err != nil {
		return nil
	}
	t.Stop()
	return recordNative
}

// pageLimits bound a run that a page asks for.
var pageLimits = native.Options{Calls: 100_000, Wall: time.Minute}

// recordNative plays a program on the card and writes rows as they are answered.
// What was reached is kept if the run is cut short; it is when nobody listens
// any more.
func recordNative(ctx context.Context, name, source string, out io.Writer) error {
	env := &environment{in: strings.NewReader(""), out: io.Discard, err: io.Discard}
	l, err := compileScenario(env, name, []byte(source), scenarioOptions{})
	if err != nil {
		return err
	}
	t, err := native.Open(pageLimits)
	if err != nil {
		return err
	}
	if k, ok := t.(interface{ Kill() }); ok {
		defer context.AfterFunc(ctx, k.Kill)()
	}
	w, err := recorded.NewWriter(out, false, runHeader(t, l))
	if err != nil {
		t.Stop()
		return err
	}
	r := recorded.NewRecorder(t, w)
	outcome := scenario.RunOn(r, l.program, scenario.RunOptions{Seed: l.seed, Slice: stepBudget})
	if why := outcome.Why; why.ID != target.NoReason && len(outcome.Rows) == 0 {
		return errors.New(explain.Why(explain.EN, why))
	}
	if err := r.Err(); err != nil {
		return err
	}
	return w.Close()
}
