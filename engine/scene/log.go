package scene

import (
	"errors"

	"pagewalk/engine/event"
	"pagewalk/engine/explain"
	"pagewalk/engine/lab"
	"pagewalk/engine/scenario"
	"pagewalk/engine/timeline"
)

// maxLogEvents bounds a shipped log: a page should not fetch more than it would
// take to fetch the engine itself.
const maxLogEvents = 5000

// LessonLog runs a program and gives its log: a full frame from before the
// first event, with the list of all events, the score and the summary, and
// then one frame of patches for each event. A page steps through it without an
// engine. sets are KEY=VALUE lines.
//
// Errors: the program does not compile, the profile or a setting is unknown,
// or the run is too long to be shipped.
func LessonLog(source, profileName, sets string, seed uint64, lang explain.Lang) ([]byte, error) {
	program, diagnostics := scenario.Compile([]byte(source), scenario.Options{})
	if program == nil {
		return nil, errors.New("lesson log: " + diagnostics[0].Text("en"))
	}
	p, bad := profileFor(profileName, program, sets)
	if bad != "" {
		return nil, errors.New("lesson log: " + bad)
	}
	m := lab.NewMachine(p, program, seed)
	vm := scenario.NewVM(program, seed)
	run := timeline.New(m, vm, vm, seed, p.Limits.Events)
	for !run.Step(logBudget) {
		if run.Len() > maxLogEvents {
			return nil, errors.New("lesson log: the run has more than 5,000 events")
		}
	}
	return NewBuilder(run, m, variablesOf(vm), lang).Log(), nil
}

const logBudget = 10_000

// Log writes the whole run as frames.
func (b *Builder) Log() []byte {
	b.run.Seek(event.None)
	var w Writer
	var log []byte
	w.Begin(0)
	b.WriteMoment(&w)
	b.WriteSummary(&w)
	b.WriteScore(&w)
	b.WriteEvents(&w, 0, b.run.Len())
	w.NewTexts(b.Sender.Texts)
	log = append(log, w.End()...)
	for n := uint32(1); b.run.Move(timeline.UnitEvent, true); n++ {
		w.Begin(n)
		b.WriteMoment(&w)
		w.NewTexts(b.Sender.Texts)
		log = append(log, w.End()...)
	}
	return log
}
