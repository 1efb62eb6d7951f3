package lessons

import (
	"embed"
	"encoding/json"
	"fmt"
	"io/fs"
	"path"
	"strings"
	"sync"

	"pagewalk/web/i18n"
)

//go:embed */*
var files embed.FS

// Lesson is one lesson, read whole.
type Lesson struct {
	Entry
	Idea      i18n.Text  `json:"idea"`
	Programs  []Program  `json:"programs"`
	Questions []Question `json:"questions"`
	Changes   []Goal     `json:"changes"` // goals that begin with a program of the lesson
	Goals     []Goal     `json:"goals"`
	Claims    []Claim    `json:"claims"`

	text [2][]Block // by language, in the order of i18n.All
}

// Program is a scenario of the lesson and the machine it is first shown on.
type Program struct {
	ID      string    `json:"id"`
	File    string    `json:"file"`
	Profile string    `json:"profile"`
	Title   i18n.Text `json:"title"`
	Source  string    `json:"-"`
}

// Lines are the source lines without the last line break.
func (p *Program) Lines() []string {
	return strings.Split(strings.TrimRight(p.Source, "\n"), "\n")
}

// Seed is the seed of every run that the site ships or shows first.
const Seed = 1

// LogName is the logical name of the program's shipped log on a profile.
func (p *Program) LogName(profile string, l i18n.Lang) string {
	return "log/" + p.ID + "." + profile + "." + string(l) + ".bin"
}

// Question is a prediction.
type Question struct {
	ID      string      `json:"id"`
	Kind    string      `json:"kind"` // number, choice
	Program string      `json:"program"`
	Profile string      `json:"profile"`
	Ask     i18n.Text   `json:"ask"`
	Options []i18n.Text `json:"options"` // of a choice
	Unit    string      `json:"unit"`    // of a number
	Answer  int64       `json:"answer"`  // the number, or the index of the option
	Event   Event       `json:"event"`   // where the run decides it; not shown before the answer
	Decides string      `json:"decides"` // the condition that the run must satisfy
	Why     i18n.Text   `json:"why"`     // what decides it, said after the answer
}

// Event names the first event of a kind that a line of the program causes.
type Event struct {
	Line int    `json:"line"`
	Kind string `json:"kind"`
}

// Goal is something to make: a condition that the learner's own program meets.
type Goal struct {
	ID      string    `json:"id"`
	Profile string    `json:"profile"`
	Program string    `json:"program"` // what a learner begins with; "" is an empty page
	Ask     i18n.Text `json:"ask"`
	Meets   string    `json:"meets"`
	Hint    i18n.Text `json:"hint"`

	Solution       string `json:"solution"` // a program that meets it, for the check; it is never shown
	SolutionSource string `json:"-"`
}

// Starter is what a learner begins a goal with that names no program.
var Starter = Program{
	ID: "starter", File: "goal.cu", Title: i18n.Text{En: "A first call", Zh: "第一次调用"},
	Source: "char *a;\ncudaMalloc((void**)&a, 4096);\n",
}

// Claim is a sentence of the text that a run can refute.
type Claim struct {
	Program string `json:"program"`
	Profile string `json:"profile"`
	Holds   string `json:"holds"`
}

// Text gives the lesson's blocks in language l.
func (l *Lesson) Text(lang i18n.Lang) []Block {
	if lang == i18n.Zh {
		return l.text[1]
	}
	return l.text[0]
}

// Program finds a program of the lesson by id; nil if there is none.
func (l *Lesson) Program(id string) *Program {
	for i := range l.Programs {
		if l.Programs[i].ID == id {
			return &l.Programs[i]
		}
	}
	return nil
}

// Question finds a question by id; nil if there is none.
func (l *Lesson) Question(id string) *Question {
	for i := range l.Questions {
		if l.Questions[i].ID == id {
			return &l.Questions[i]
		}
	}
	return nil
}

// Tasks are the changes and the goals, in the order of the text.
func (l *Lesson) Tasks() []*Goal {
	var all []*Goal
	for _, list := range [...][]Goal{l.Changes, l.Goals} {
		for i := range list {
			all = append(all, &list[i])
		}
	}
	return all
}

// Goal finds a change or a goal by id; nil if there is none.
func (l *Lesson) Goal(id string) *Goal {
	for _, g := range l.Tasks() {
		if g.ID == id {
			return g
		}
	}
	return nil
}

// All gives the lessons that exist, in the order of the course. The files are
// part of the program, so a fault in one of them is a fault of ours.
var All = sync.OnceValue(func() []*Lesson {
	var all []*Lesson
	for _, entry := range Course {
		if _, err := fs.Stat(files, path.Join(entry.ID, "lesson.json")); err != nil {
			continue
		}
		lesson, err := load(files, entry)
		if err != nil {
			panic("lessons: " + err.Error())
		}
		all = append(all, lesson)
	}
	return all
})

// Find gives the lesson with this id, or nil if it is not there yet.
func Find(id string) *Lesson {
	for _, lesson := range All() {
		if lesson.ID == id {
			return lesson
		}
	}
	return nil
}

// load reads one lesson's folder.
func load(from fs.FS, entry Entry) (*Lesson, error) {
	lesson := &Lesson{Entry: entry}
	head, err := fs.ReadFile(from, path.Join(entry.ID, "lesson.json"))
	if err != nil {
		return nil, err
	}
	decoder := json.NewDecoder(strings.NewReader(string(head)))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(lesson); err != nil {
		return nil, fmt.Errorf("%s/lesson.json: %w", entry.ID, err)
	}
	for i := range lesson.Programs {
		p := &lesson.Programs[i]
		source, err := fs.ReadFile(from, path.Join(entry.ID, p.File))
		if err != nil {
			return nil, err
		}
		p.Source = string(source)
	}
	for _, g := range lesson.Tasks() {
		source, err := fs.ReadFile(from, path.Join(entry.ID, g.Solution))
		if err != nil {
			return nil, err
		}
		g.SolutionSource = string(source)
	}
	for i, lang := range i18n.All {
		name := path.Join(entry.ID, "text."+string(lang)+".md")
		text, err := fs.ReadFile(from, name)
		if err != nil {
			return nil, err
		}
		if lesson.text[i], err = Parse(string(text)); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	return lesson, nil
}
