package main

import (
	"fmt"

	"pagewalk/engine/event"
	"pagewalk/engine/explain"
	"pagewalk/engine/lab"
	"pagewalk/engine/machine"
	"pagewalk/engine/scenario"
	"pagewalk/engine/scene"
	"pagewalk/engine/target"
	"pagewalk/engine/timeline"
)

// recording is a scenario that was played to its end on the simulated machine,
// with every transition kept.
type recording struct {
	*loaded
	machine *machine.Machine
	vm      *scenario.VM
	run     *timeline.Run
	scene   *scene.Builder
	lang    explain.Lang
}

// stepBudget is how many instructions a run makes between two looks around.
const stepBudget = 1_000_000

// record loads a scenario and plays it.
func record(env *environment, o scenarioOptions) (*recording, error) {
	l, err := loadScenario(env, o)
	if err != nil {
		return nil, err
	}
	return play(l, o.lang), nil
}

// play records a loaded scenario.
func play(l *loaded, lang explain.Lang) *recording {
	r := &recording{loaded: l, machine: lab.NewMachine(l.profile, l.program, l.seed), vm: scenario.NewVM(l.program, l.seed), lang: lang}
	r.run = timeline.New(r.machine, r.vm, r.vm, l.seed, l.profile.Limits.Events)
	for !r.run.Step(stepBudget) {
	}
	r.scene = scene.NewBuilder(r.run, r.machine, variables{r.vm}, lang)
	return r
}

// variables shows the program's pointers to the pictures.
type variables struct{ vm *scenario.VM }

// Variables are the pointers in scope where the cursor stands.
func (v variables) Variables() []scene.Variable {
	var list []scene.Variable
	v.vm.Pointers(func(name string, value uint64, _ uint32) {
		list = append(list, scene.Variable{Name: name, Value: value})
	})
	return list
}

// CallText is the call as the source has it.
func (v variables) CallText(row *timeline.Row) string { return row.Text }

// process is the one that the current call belongs to.
func (r *recording) process() uint16 {
	if row := r.row(); row != nil {
		return row.Call.Ctx
	}
	return 0
}

// row is the call that the current event belongs to, or nil.
func (r *recording) row() *timeline.Row {
	n := r.run.Cursor()
	if n == 0 {
		return nil
	}
	i := r.run.RowOf(n - 1)
	if i < 0 {
		return nil
	}
	return &r.run.Rows()[i]
}

// sentence says event i, which becomes the current one.
func (r *recording) sentence(i uint32) string {
	r.run.Seek(i)
	s, note := r.scene.Say(i)
	return explain.Join(r.lang, s, note)
}

// samples is the free memory after each call.
func (r *recording) samples() []uint64 {
	rows := r.run.Rows()
	free := make([]uint64, len(rows))
	was := r.run.Cursor()
	var s target.Sample
	for i := range rows {
		r.run.Seek(rows[i].Last)
		r.machine.Sample(&s)
		free[i] = s.Free
	}
	r.run.SeekCount(was)
	return free
}

// output gives the program's own output, stream by stream, in order.
func (r *recording) output(yield func(stream uint8, text string)) {
	for i := range r.run.Len() {
		if e := r.run.Event(i); e.Kind == event.Output {
			yield(uint8(e.W[2]), r.run.Text(uint32(e.W[0])))
		}
	}
}

// ending says in one line what ended a run before the program did; "" if the
// program came to its end.
func ending(l *loaded, s scenario.Status, why target.Why, lang explain.Lang) string {
	switch {
	case s.Why == scenario.Fault || s.Why == scenario.Limit && s.Diagnostic.ID != 0:
		text := l.name + ":" + scenario.Render(l.source, s.Diagnostic, languageCode(lang))
		if s.Diagnostic.ID == scenario.TargetLimit {
			text += "    " + explain.Why(lang, why) + "\n"
		}
		return text
	case why.Ends():
		return fmt.Sprintf("%s: %s\n", l.name, explain.Why(lang, why))
	}
	return ""
}
