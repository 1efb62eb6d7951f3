package site

import (
	"strconv"
	"sync"

	"pagewalk/engine/explain"
	"pagewalk/engine/machine"
	"pagewalk/engine/profile"
	"pagewalk/engine/scenario"
	"pagewalk/engine/scene"
	"pagewalk/engine/timeline"
	"pagewalk/lessons"
	"pagewalk/web/i18n"
	"pagewalk/web/pages"
)

// played is what a page says of a run without showing the machine: every
// transition in one sentence, and where a question is decided.
type played struct {
	transitions []pages.Transition
	points      []string // ROW.ORDINAL of each transition
	kinds       []string // pmm.split
}

// runs keeps what was played; the programs are those of the lessons, so there
// are few.
var runs sync.Map

// play runs a program of a lesson on a profile, once for each language.
func play(p *lessons.Program, profileName string, l i18n.Lang) *played {
	key := p.ID + " " + profileName + " " + string(l)
	if found, ok := runs.Load(key); ok {
		return found.(*played)
	}
	found, _ := runs.LoadOrStore(key, record(p, profileName, l))
	return found.(*played)
}

// record plays the program. A program of ours that does not compile, or a
// profile that is not there, is told by the tests of the lessons; a page then
// simply has no list.
func record(p *lessons.Program, profileName string, l i18n.Lang) *played {
	program, _ := scenario.Compile([]byte(p.Source), scenario.Options{})
	spec := profile.Get(profileName)
	if program == nil || spec == nil {
		return &played{}
	}
	lang := explain.EN
	if l == i18n.Zh {
		lang = explain.ZH
	}
	m := machine.New(spec, lessons.Seed)
	vm := scenario.NewVM(program, lessons.Seed)
	run := timeline.New(m, vm, vm, lessons.Seed, spec.Limits.Events)
	for !run.Step(100_000) {
	}
	return list(run, scene.NewBuilder(run, m, pointers{vm}, lang))
}

// layerClass names the pane of an event as the style sheet does.
var layerClass = [...]string{"rt", "dr", "tr", "ph"}

func list(run *timeline.Run, b *scene.Builder) *played {
	var p played
	for i := range run.Len() {
		run.Seek(i)
		e, point := run.Event(i), run.PointOf(i)
		sentence, _ := b.Say(i)
		p.transitions = append(p.transitions, pages.Transition{
			Line: int(run.LineAt(i)), Layer: layerClass[scene.PaneOf(e.Kind)], Sentence: sentence,
		})
		p.points = append(p.points, strconv.Itoa(int(point.Row))+"."+strconv.Itoa(int(point.Ordinal)))
		p.kinds = append(p.kinds, e.Kind.String())
	}
	return &p
}

// decides gives the point of the first event of a kind on a line, "" if the
// run has none.
func (p *played) decides(e lessons.Event) string {
	for i, t := range p.transitions {
		if t.Line == e.Line && p.kinds[i] == e.Kind {
			return p.points[i]
		}
	}
	return ""
}

// pointers shows the program's pointers to the sentences.
type pointers struct{ vm *scenario.VM }

// Variables lists the pointers in scope where the cursor stands.
func (p pointers) Variables() []scene.Variable {
	var list []scene.Variable
	p.vm.Pointers(func(name string, value uint64, _ uint32) {
		list = append(list, scene.Variable{Name: name, Value: value})
	})
	return list
}
