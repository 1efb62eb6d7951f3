package main

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"pagewalk/engine/condition"
	"pagewalk/engine/event"
	"pagewalk/engine/explain"
	"pagewalk/lessons"
	"pagewalk/web/i18n"
)

var lessonsCommand = command{
	name: "lessons",
	usage: `list [--lang en|zh]
       pagewalk lessons check [LESSON]

check runs every claim, prediction and goal of the lessons on their machines and
compares. It prints a line for each and ends in status 1 if one does not hold.`,
	summary: "list the course, or check that what the lessons say comes true",
	example: "pagewalk lessons check",
}

func init() { lessonsCommand.run = runLessons }

func runLessons(env *environment, args []string) error {
	set := lessonsCommand.flags(env)
	language := set.String("lang", "en", "en or zh")
	rest, err := parse(set, args)
	if err != nil {
		return err
	}
	lang, err := parseLang(*language)
	if err != nil {
		return err
	}
	switch {
	case len(rest) == 1 && rest[0] == "list":
		return listLessons(env.out, i18n.Lang(languageCode(lang)))
	case len(rest) == 1 && rest[0] == "check":
		return checkLessons(env.out, lessons.All())
	case len(rest) == 2 && rest[0] == "check":
		l, err := findLesson(rest[1])
		if err != nil {
			return err
		}
		return checkLessons(env.out, []*lessons.Lesson{l})
	}
	return badUsage("expected list, or check and perhaps one lesson")
}

func listLessons(w io.Writer, lang i18n.Lang) error {
	var t table
	t.add(strings.Split(lang.Pick("lesson|name|minutes|there|title", "课|名称|分钟|可用|标题"), "|")...)
	for _, e := range lessons.Course {
		there := lang.Pick("coming", "待写")
		if e.Ready() {
			there = lang.Pick("yes", "可用")
		}
		t.add(strconv.Itoa(e.Number), e.ID, fmt.Sprintf("%d+%d", e.Core, e.Practice), there, e.Title.In(lang))
	}
	return t.write(w)
}

// lessonChecker checks the statements of one lesson after the other.
type lessonChecker struct {
	w             io.Writer
	lesson        *lessons.Lesson
	runs          map[string]*recording
	checked, fail int
}

func checkLessons(w io.Writer, list []*lessons.Lesson) error {
	c := lessonChecker{w: w, runs: map[string]*recording{}}
	for _, c.lesson = range list {
		for i, x := range c.lesson.Claims {
			c.holds("claim "+strconv.Itoa(i+1), x.Program, x.Profile, x.Holds)
		}
		for i := range c.lesson.Questions {
			c.question(&c.lesson.Questions[i])
		}
		for _, g := range c.lesson.Tasks() {
			c.goal(g)
		}
		for i := range c.lesson.Programs {
			c.runs[c.lesson.Programs[i].ID] = nil
		}
	}
	fmt.Fprintf(w, "%d statements checked, %d do not hold\n", c.checked, c.fail)
	if c.fail > 0 {
		return errSilent
	}
	return nil
}

// say reports one statement.
func (c *lessonChecker) say(what, where, text, wrong string) {
	c.checked++
	verdict := "holds"
	if wrong != "" {
		c.fail++
		verdict = "DIFFERS"
	}
	fmt.Fprintf(c.w, "%-8s %s %-20s %-32s %s\n", verdict, c.lesson.ID, what, where, text)
	if wrong != "" {
		fmt.Fprintf(c.w, "         %s\n", wrong)
	}
}

// play runs a program of the lesson on a machine, once.
func (c *lessonChecker) play(program, profile string) *recording {
	key := c.lesson.ID + " " + program + " " + profile
	if c.runs[key] == nil {
		c.runs[key] = playLesson(c.lesson.Program(program), profile, explain.EN)
	}
	return c.runs[key]
}

// holds checks one condition and gives its outcome.
func (c *lessonChecker) holds(what, program, profile, text string) (out condition.Outcome) {
	where := program + " on " + profile
	k, err := condition.Parse(text)
	if err != nil {
		c.say(what, where, text, err.Error())
		return out
	}
	out = k.Check(c.play(program, profile).facts())
	c.say(what, where, text, differences(&out))
	return out
}

// differences says which parts of a condition are not met; "" if all are.
func differences(out *condition.Outcome) string {
	if out.Unknown != "" {
		return "the run knows no " + out.Unknown
	}
	if out.Met {
		return ""
	}
	var list []string
	for _, p := range out.Parts {
		if !p.Met {
			list = append(list, fmt.Sprintf("%s: the run has %d against %d", p.Text, p.Left, p.Right))
		}
	}
	return strings.Join(list, "; ")
}

// question checks that the run decides a question as its answer says: the
// condition holds, and the number that is the answer stands in it.
func (c *lessonChecker) question(q *lessons.Question) {
	out := c.holds("question "+q.ID, q.Program, q.Profile, q.Decides)
	if r := c.play(q.Program, q.Profile); q.Event.Kind != "" {
		e, wrong := decidingEvent(r, q), ""
		if e == event.None || r.run.Event(e).Kind.String() != q.Event.Kind || r.run.LineOf(e) != uint32(q.Event.Line) {
			wrong = "the run has no such event on that line"
		}
		c.say("event of "+q.ID, q.Program+" on "+q.Profile, fmt.Sprintf("%s, line %d", q.Event.Kind, q.Event.Line), wrong)
	}
	wanted := q.Answer
	if q.Kind == "choice" {
		n, err := strconv.ParseInt(q.Options[q.Answer].En, 10, 64)
		if err != nil {
			return // the answer is words; the condition is all there is
		}
		wanted = n
	}
	for _, p := range out.Parts {
		if p.Left == wanted || p.Right == wanted {
			return
		}
	}
	c.say("answer of "+q.ID, q.Program+" on "+q.Profile, strconv.FormatInt(wanted, 10), "the condition decides nothing of that size")
}

// goal checks that a goal can be met, by its model solution, and that the
// lesson's own programs do not meet it already.
func (c *lessonChecker) goal(g *lessons.Goal) {
	k, err := condition.Parse(g.Meets)
	if err != nil {
		c.say("goal "+g.ID, g.Profile, g.Meets, err.Error())
		return
	}
	p := lessons.Program{ID: g.ID, File: g.Solution, Source: g.SolutionSource}
	out := k.Check(playLesson(&p, g.Profile, explain.EN).facts())
	c.say("goal "+g.ID, g.Solution+" on "+g.Profile, g.Meets, differences(&out))
	for i := range c.lesson.Programs {
		own := &c.lesson.Programs[i]
		if out := k.Check(c.play(own.ID, g.Profile).facts()); out.Met {
			c.say("goal "+g.ID, own.ID+" on "+g.Profile, g.Meets, "the program of the lesson meets it already")
		}
	}
}
