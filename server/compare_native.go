package main

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"pagewalk/engine/explain"
	"pagewalk/engine/native"
	"pagewalk/engine/scenario"
	"pagewalk/engine/target"
	recorded "pagewalk/server/recording"
)

// nativeRuns gives what plays a program on this machine's GPU and records it;
// nil where there is none, so that pages do not offer it. A card is opened and
// given back once, to know.
func nativeRuns() func(name, source string) ([]byte, error) {
	t, err := native.Open(native.Options{})
	if err != nil {
		return nil
	}
	t.Stop()
	return recordNative
}

// recordNative plays a program on the card. What was reached is kept if the run
// is cut short.
func recordNative(name, source string) ([]byte, error) {
	env := &environment{in: strings.NewReader(""), out: io.Discard, err: io.Discard}
	l, err := compileScenario(env, name, []byte(source), scenarioOptions{})
	if err != nil {
		return nil, err
	}
	t, err := native.Open(native.Options{})
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	w, err := recorded.NewWriter(&out, false, runHeader(t, l))
	if err != nil {
		t.Stop()
		return nil, err
	}
	r := recorded.NewRecorder(t, w)
	outcome := scenario.RunOn(r, l.program, scenario.RunOptions{Seed: l.seed, Slice: stepBudget})
	if why := outcome.Why; why.ID != target.NoReason && len(outcome.Rows) == 0 {
		return nil, fmt.Errorf("%s", explain.Why(explain.EN, why))
	}
	if err := r.Err(); err != nil {
		return nil, err
	}
	err = w.Close()
	return out.Bytes(), err
}
