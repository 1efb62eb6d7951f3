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
	"pagewalk/web/i18n"
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
		return toldProblem(err)
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
		return toldError{explain.Why(explain.EN, why), explain.Why(explain.ZH, why)}
	}
	if err := r.Err(); err != nil {
		return err
	}
	return w.Close()
}

// toldError is an error in the page's two languages.
type toldError both

func (e toldError) Error() string { return e[0] }

// In gives it in one of them.
func (e toldError) In(l i18n.Lang) string {
	if l == i18n.Zh {
		return e[1]
	}
	return e[0]
}

// toldProblem gives what is wrong with a card in both languages: in English as
// the target says it, with its particulars.
func toldProblem(err error) error {
	var p *native.Problem
	if !errors.As(err, &p) || problems[p.Kind] == "" {
		return err
	}
	return toldError{p.Text, problems[p.Kind]}
}

var problems = map[native.ProblemKind]string{
	native.NotBuilt:      "这个程序编译时没有带上真实显卡的部分。",
	native.NoLibrary:     "打不开 libcuda，这台机器上没有 NVIDIA 驱动。",
	native.MissingSymbol: "驱动的库里缺少每个驱动都有的函数。",
	native.DriverTooOld:  "驱动太旧，至少要支持 CUDA 11.2。",
	native.NoDevice:      "NVIDIA 驱动在，但没有找到它能用的 GPU。",
	native.NoMemory:      "显卡上没有足够的显存来建立上下文。",
	native.ChildLost:     "持有显卡的进程结束了。",
	native.NoManagement:  "打不开 NVML，或者它不认识这块显卡。",
	native.NoCompiler:    "打不开 NVRTC，核函数无法编译。",
	native.Refused:       "驱动一开始就拒绝了。",
}
