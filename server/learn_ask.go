package main

import (
	"bytes"
	"os"
	"strconv"
	"strings"

	"pagewalk/engine/condition"
	"pagewalk/engine/event"
	"pagewalk/engine/explain"
	"pagewalk/lessons"
)

// predict asks a question and lays the answer beside what the machine did.
func (l *learner) predict(q *lessons.Question) {
	l.asked++
	l.tell(both{"\nQuestion {0}. {1}", "\n问题 {0}。{1}"}, strconv.Itoa(l.asked), plainCode(q.Ask.In(l.words())))
	for i, option := range q.Options {
		l.out.WriteString("  " + string(rune('a'+i)) + ") " + option.In(l.words()) + "\n")
	}
	answer, said := l.answer(q)
	if l.over {
		return
	}
	if said == answerText(q, q.Answer, l) {
		l.as++
	}
	if answer == noAnswer {
		l.tell(both{"You said nothing.", "你没有说。"})
	} else {
		l.tell(both{"You said: {0}", "你说：{0}"}, said)
	}
	l.tell(both{"It did: {0}", "实际：{0}"}, answerText(q, q.Answer, l))
	l.tell(both{"{0}", "{0}"}, plainCode(q.Why.In(l.words())))
	l.decider(q)
}

// noAnswer is what somebody says who says nothing.
const noAnswer = -1 << 63

// answer reads until there is an answer that can be understood.
func (l *learner) answer(q *lessons.Question) (n int64, said string) {
	for !l.over {
		line := strings.TrimSpace(l.read())
		if l.over || line == "" {
			break
		}
		if n, ok := understand(q, line, l); ok {
			return n, answerText(q, n, l)
		}
		if q.Kind == "number" {
			l.tell(both{"A number is wanted, for example 4096 or 4 KiB.", "要一个数，例如 4096 或 4 KiB。"})
		} else {
			l.tell(both{"A letter from a to {0} is wanted.", "要 a 到 {0} 的一个字母。"}, string(rune('a'+len(q.Options)-1)))
		}
	}
	return noAnswer, ""
}

// understand reads a number, with commas or a unit if somebody likes, or the
// letter or words of a choice.
func understand(q *lessons.Question, line string, l *learner) (int64, bool) {
	if q.Kind == "number" {
		line = strings.NewReplacer(",", "", "，", "", "bytes", "", "byte", "", "字节", "").Replace(line)
		n, ok := parseSize(strings.TrimSpace(line))
		return int64(n), ok
	}
	lower := strings.ToLower(strings.TrimRight(line, ").。"))
	for i, option := range q.Options {
		if lower == string(rune('a'+i)) || strings.EqualFold(line, option.In(l.words())) {
			return int64(i), true
		}
	}
	return 0, false
}

// answerText is an answer in words.
func answerText(q *lessons.Question, n int64, l *learner) string {
	if q.Kind != "number" {
		return string(rune('a'+n)) + ") " + q.Options[n].In(l.words())
	}
	text := explain.Commas(uint64(n))
	if q.Unit == "bytes" {
		text = explain.ExactBytes(l.lang, uint64(n))
	}
	return text
}

// plainCode takes the marks of code out of a text.
func plainCode(s string) string { return lessons.PlainText(lessons.Inline(s)) }

// decider says the event that decided a question.
func (l *learner) decider(q *lessons.Question) {
	r := l.played(l.lesson.Program(q.Program), q.Profile)
	e := decidingEvent(r, q)
	if e == event.None {
		return
	}
	l.tell(both{"Event {0} decides it, on line {1}: {2}", "由第 {0} 个事件决定，在第 {1} 行：{2}"}, count32(e+1), count32(r.run.LineOf(e)), r.sentence(e))
}

// decidingEvent is the event that a question names, or else the one that its
// condition does.
func decidingEvent(r *recording, q *lessons.Question) uint32 {
	for i := range r.run.Len() {
		if q.Event.Kind != "" && r.run.Event(i).Kind.String() == q.Event.Kind && r.run.LineOf(i) == uint32(q.Event.Line) {
			return i
		}
	}
	c, err := condition.Parse(q.Decides)
	if err != nil {
		panic("lessons: " + q.ID + ": " + err.Error())
	}
	out := c.Check(r.facts())
	return out.Decides()
}

// facts is the run as conditions see it.
func (r *recording) facts() *condition.Run {
	return &condition.Run{Run: r.run, Machine: r.machine, Pointers: func(yield func(string, uint64)) {
		r.vm.Pointers(func(name string, value uint64, _ uint32) { yield(name, value) })
	}}
}

// goal takes programs until one meets the goal, or the learner goes on.
func (l *learner) goal(g *lessons.Goal) {
	l.tell(both{"\nGoal, on {0}: {1}", "\n目标，在 {0} 上：{1}"}, g.Profile, plainCode(g.Ask.In(l.words())))
	l.tell(both{"A file name, or a program and then a line with a single dot. ? gives a hint, Enter goes on.", "写文件名，或者写程序，最后一行只写一个点。? 给提示，回车跳过。"})
	for !l.over {
		name, source, more := l.program(g)
		if !more {
			return
		}
		if source != nil && l.grade(g, name, source) {
			l.met++
			return
		}
	}
}

// program reads a program: from a file, or line by line. more is false when the
// learner goes on without one; source is nil when there is nothing to grade.
func (l *learner) program(g *lessons.Goal) (name string, source []byte, more bool) {
	first := l.read()
	switch word := strings.TrimSpace(first); {
	case l.over || word == "":
		return "", nil, false
	case word == "?":
		l.tell(both{"{0}", "{0}"}, g.Hint.In(l.words()))
		return "", nil, true
	case !strings.ContainsAny(word, ";{}"):
		if _, err := os.Stat(word); err != nil && !strings.HasPrefix(word, "//") && !strings.HasPrefix(word, "#") {
			l.tell(both{"There is no file {0}.", "没有文件 {0}。"}, word)
			return "", nil, true
		} else if err == nil {
			data, err := readFile(word, scenarioLimit)
			if err != nil {
				l.out.WriteString(err.Error() + "\n")
			}
			return word, data, true
		}
	}
	var text bytes.Buffer
	for line := first; line != "." && !l.over; line = l.read() {
		text.WriteString(line + "\n")
	}
	return both{"your program", "你的程序"}[l.lang], text.Bytes(), true
}

// grade plays a program and says of each part of the goal what it was.
func (l *learner) grade(g *lessons.Goal, name string, source []byte) bool {
	loaded, err := compileScenario(&environment{in: l.env.in, out: l.out, err: l.out}, name, source, scenarioOptions{gpu: g.Profile, lang: l.lang})
	if err != nil {
		if err != errRefused {
			l.out.WriteString(err.Error() + "\n")
		}
		return false
	}
	c, err := condition.Parse(g.Meets)
	if err != nil {
		panic("lessons: " + g.ID + ": " + err.Error())
	}
	r := play(loaded, l.lang)
	if end := ending(loaded, r.run.Status(), r.run.Why(), l.lang); end != "" {
		l.out.WriteString(end)
	}
	out := c.Check(r.facts())
	if out.Unknown != "" {
		l.tell(both{"This cannot be decided: the program has no {0}.", "无法判定：程序里没有 {0}。"}, out.Unknown)
		return false
	}
	for _, p := range out.Parts {
		text := both{"not yet: {0}; it was {1}", "还没有：{0}；实际是 {1}"}
		if p.Met {
			text = both{"met: {0}", "达成：{0}"}
		}
		l.tell(text, p.Text, strconv.FormatInt(p.Left, 10))
	}
	if out.Met {
		l.tell(both{"The goal is met.", "目标达成。"})
	}
	return out.Met
}
