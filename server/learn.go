package main

import (
	"bufio"
	"io"
	"strconv"
	"strings"

	"pagewalk/engine/explain"
	"pagewalk/lessons"
	"pagewalk/web/i18n"
)

var learnCommand = command{
	name: "learn",
	usage: `[--lang en|zh] [LESSON]

LESSON is a number or a name from pagewalk lessons list; without it the first
one begins. Answers come from standard input, one a line: a number (2097152,
2 MiB), the letter of a choice, or Enter to go on without an answer. Whatever is
answered, the lesson goes on and shows what the machine did. A goal takes a
program: the name of a file, or the lines of a program and then a line with a
single dot. At any question, step opens the stepper on the lesson's program (q
comes back) and quit ends the lesson.`,
	summary: "a lesson with its predictions and exercises in the terminal",
	example: "pagewalk learn 1 --lang zh",
}

func init() { learnCommand.run = runLearn }

// learner is somebody who takes a lesson.
type learner struct {
	env    *environment
	in     *bufio.Scanner
	out    *bufio.Writer
	lang   explain.Lang
	lesson *lessons.Lesson
	runs   map[string]*recording // by program and profile
	shown  *lessons.Program      // the program that step opens
	over   bool                  // quit, or the input has ended
	asked  int
	as     int // answered as the machine did
	met    int // goals
}

func runLearn(env *environment, args []string) error {
	set := learnCommand.flags(env)
	language := set.String("lang", "en", "en or zh")
	rest, err := parse(set, args)
	if err != nil {
		return err
	}
	lang, err := parseLang(*language)
	if err != nil {
		return err
	}
	if len(rest) > 1 {
		return badUsage("expected at most one lesson, found %d", len(rest))
	}
	lesson := lessons.All()[0]
	if len(rest) == 1 {
		if lesson, err = findLesson(rest[0]); err != nil {
			return err
		}
	}
	l := &learner{env: env, in: lineScanner(env.in), out: bufio.NewWriter(env.out), lang: lang, lesson: lesson, runs: map[string]*recording{}}
	l.take()
	return l.out.Flush()
}

// findLesson finds a lesson by number or name.
func findLesson(name string) (*lessons.Lesson, error) {
	for _, entry := range lessons.Course {
		if name != entry.ID && name != strconv.Itoa(entry.Number) {
			continue
		}
		if l := lessons.Find(entry.ID); l != nil {
			return l, nil
		}
		return nil, badUsage("lesson %d, %q, is not there yet; pagewalk lessons list shows which are", entry.Number, entry.Title.En)
	}
	return nil, badUsage("lesson: found %q, expected a number from 1 to %d or a name; pagewalk lessons list shows them", name, len(lessons.Course))
}

// words is the language as the lessons count it.
func (l *learner) words() i18n.Lang { return i18n.Lang(languageCode(l.lang)) }

func (l *learner) tell(text both, args ...string) {
	l.out.WriteString(wrap(explain.Fill(text[l.lang], args...), "", lineWidth) + "\n")
}

// take goes through the lesson's text from the top.
func (l *learner) take() {
	l.tell(both{"Lesson {0}: {1}. About {2} minutes.", "第 {0} 课：{1}。大约 {2} 分钟。"}, strconv.Itoa(l.lesson.Number), l.lesson.Title.In(l.words()), strconv.Itoa(l.lesson.Minutes()))
	l.tell(both{"{0}", "{0}"}, l.lesson.Idea.In(l.words()))
	for _, block := range l.lesson.Text(l.words()) {
		if l.over {
			break
		}
		l.block(block)
	}
	l.tell(both{"\nThe end of lesson {0}. Predictions as the machine did: {1} of {2}. Goals met: {3} of {4}.", "\n第 {0} 课到此结束。预计和机器一致：{1} / {2}。达成目标：{3} / {4}。"},
		strconv.Itoa(l.lesson.Number), strconv.Itoa(l.as), strconv.Itoa(l.asked), strconv.Itoa(l.met), strconv.Itoa(len(l.lesson.Tasks())))
}

// stages are the five parts of a lesson.
var stages = map[string]both{
	"predict": {"Predict", "预计"}, "run": {"Run", "运行"}, "investigate": {"Investigate", "查看"}, "modify": {"Modify", "修改"}, "make": {"Make", "动手写"},
}

// block shows one piece of the text, or asks.
func (l *learner) block(b lessons.Block) {
	switch b.Kind {
	case lessons.Stage:
		l.out.WriteString("\n== " + stages[b.Name][l.lang] + " ==\n")
	case lessons.Show:
		l.show(l.lesson.Program(b.Name))
	case lessons.Transitions:
		l.transitions(l.lesson.Program(b.Name))
	case lessons.Predict:
		l.predict(l.lesson.Question(b.Name))
	case lessons.Change:
		l.show(l.lesson.Program(l.lesson.Goal(b.Name).Program))
		l.goal(l.lesson.Goal(b.Name))
	case lessons.Make:
		l.goal(l.lesson.Goal(b.Name))
	default:
		l.out.WriteString("\n" + l.prose(b))
	}
}

// show prints a program with its line numbers.
func (l *learner) show(p *lessons.Program) {
	l.shown = p
	l.tell(both{"\nThe program “{0}”, on {1}:", "\n程序“{0}”，在 {1} 上："}, p.Title.In(l.words()), p.Profile)
	for i, line := range p.Lines() {
		l.out.WriteString("  " + strconv.Itoa(i+1) + "  " + line + "\n")
	}
}

// played is the run of a program of the lesson on a machine; it is made once.
func (l *learner) played(p *lessons.Program, profile string) *recording {
	key := p.ID + " " + profile
	if l.runs[key] == nil {
		l.runs[key] = playLesson(p, profile, l.lang)
	}
	return l.runs[key]
}

// playLesson plays a program that ships with the lessons: it is ours, so a
// fault in it is a fault of ours.
func playLesson(p *lessons.Program, profile string, lang explain.Lang) *recording {
	var complaints strings.Builder
	quiet := &environment{in: strings.NewReader(""), out: io.Discard, err: &complaints}
	loaded, err := compileScenario(quiet, p.File, []byte(p.Source), scenarioOptions{gpu: profile, lang: lang})
	if err != nil {
		panic("lessons: " + p.File + ": " + err.Error() + "\n" + complaints.String())
	}
	return play(loaded, lang)
}

// transitions lists every event of a program with its sentence.
func (l *learner) transitions(p *lessons.Program) {
	r := l.played(p, p.Profile)
	l.tell(both{"\nAll {0} transitions of “{1}”, by line:", "\n“{1}”的全部 {0} 个变化，按行列出："}, strconv.Itoa(int(r.run.Len())), p.Title.In(l.words()))
	line := uint32(0)
	for i := range r.run.Len() {
		if n := r.run.LineOf(i); n != line {
			line = n
			l.tell(both{"line {0}", "第 {0} 行"}, count32(n))
		}
		l.out.WriteString(wrap(strconv.Itoa(int(i)+1)+". "+r.sentence(i), "  ", lineWidth) + "\n")
	}
}

// read reads a line; at the end of the input, and at quit, the lesson is over.
func (l *learner) read() string {
	prompt(l.env, l.out)
	l.out.Flush()
	if l.over || !l.in.Scan() {
		l.over = true
		return ""
	}
	line := strings.TrimRight(l.in.Text(), "\r")
	switch strings.TrimSpace(line) {
	case "quit":
		l.over = true
		return ""
	case "step":
		l.step()
		return l.read()
	}
	return line
}

// step opens the stepper on the program that was shown last.
func (l *learner) step() {
	if l.shown == nil {
		return
	}
	r := l.played(l.shown, l.shown.Profile)
	r.run.SeekCount(0)
	s := &stepper{recording: r, env: l.env, in: l.in, out: l.out, options: scenarioOptions{gpu: l.shown.Profile, lang: l.lang}}
	s.begin()
	s.loop()
	l.tell(both{"Back in the lesson.", "回到课文。"})
}
