package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"pagewalk/lessons"
	"pagewalk/web/i18n"
)

// talk reads what a learner is told, as somebody who hears text only: it reads
// up to a phrase and then writes a line.
type talk struct {
	t     *testing.T
	heard chan string // pieces of output; closed at the end
	in    *io.PipeWriter
	seen  string
	from  int // what was heard before this is done with
}

// until listens until a phrase has been said.
func (k *talk) until(phrase string) {
	k.t.Helper()
	for !strings.Contains(k.seen[k.from:], phrase) {
		select {
		case piece, more := <-k.heard:
			if !more {
				k.t.Fatalf("waiting for %q, the program ended after\n%s", phrase, tail(k.seen))
			}
			k.seen += piece
		case <-time.After(20 * time.Second):
			k.t.Fatalf("waiting for %q, nothing more was said after\n%s", phrase, tail(k.seen))
		}
	}
	k.from += strings.Index(k.seen[k.from:], phrase) + len(phrase)
}

// listen passes on what a program says, so that it never waits for its reader.
func (k *talk) listen(out io.Reader) {
	buffer := make([]byte, 4096)
	for {
		n, err := out.Read(buffer)
		if n > 0 {
			k.heard <- string(buffer[:n])
		}
		if err != nil {
			close(k.heard)
			return
		}
	}
}

func (k *talk) say(line string) { io.WriteString(k.in, line+"\n") }

func tail(s string) string { return s[max(0, len(s)-600):] }

// The lesson is finished by a script that reads text only, in both languages,
// whether it answers as the machine does or not.
func TestLessonByTextOnly(t *testing.T) {
	words := map[string][4]string{
		"en": {"Question %d.", "It did:", "gives a hint", "Predictions as the machine did: %d of %d. Goals met: %d of"},
		"zh": {"问题 %d。", "实际：", "给提示", "预计和机器一致：%d / %d。达成目标：%d / "},
	}
	lesson := lessons.All()[0]
	for _, lang := range []string{"en", "zh"} {
		for _, as := range []bool{true, false} {
			k, ended := startTalk(t, "learn", "--lang", lang)
			asked, met := 0, 0
			for _, block := range lesson.Text(i18n.Lang(lang)) {
				switch block.Kind {
				case lessons.Predict:
					asked++
					k.until(fmt.Sprintf(words[lang][0], asked))
					k.say(answerTo(lesson.Question(block.Name), as))
					k.until(words[lang][1])
				case lessons.Make, lessons.Change:
					k.until(words[lang][2])
					if !as {
						k.say("char *a;\n.\n") // it does not meet the goal; then on without
						continue
					}
					met++
					k.say(strings.TrimSpace(lesson.Goal(block.Name).SolutionSource) + "\n.")
				}
			}
			right := 0
			if as {
				right = asked
			}
			k.until(fmt.Sprintf(words[lang][3], right, asked, met))
			k.in.Close()
			if status := <-ended; status != 0 {
				t.Errorf("%s: status %d", lang, status)
			}
		}
	}
}

// answerTo answers a question as the machine does, or otherwise.
func answerTo(q *lessons.Question, as bool) string {
	n := q.Answer
	switch {
	case q.Kind == "number" && as:
		return fmt.Sprint(n)
	case q.Kind == "number":
		return fmt.Sprint(n + 1)
	case !as:
		n = (n + 1) % int64(len(q.Options))
	}
	return string(rune('a' + n))
}

// startTalk runs the program with pipes on both sides.
func startTalk(t *testing.T, args ...string) (*talk, chan int) {
	t.Helper()
	inRead, inWrite := io.Pipe()
	outRead, outWrite := io.Pipe()
	ended := make(chan int, 1)
	go func() {
		status := run(&environment{in: inRead, out: outWrite, err: outWrite}, args)
		outWrite.Close()
		inRead.Close()
		ended <- status
	}()
	k := &talk{t: t, heard: make(chan string, 10_000), in: inWrite}
	go k.listen(outRead)
	return k, ended
}

// The end of the input at any place ends the lesson, and so does quit; nothing
// that is typed makes it fall over.
func TestLessonEndsAnywhere(t *testing.T) {
	lines := []string{"9", "nonsense", "a", "step\nn\nq", "", "-5", "99999999999999999999", "b", "?", "no-such-file.cu", "char *a", "."}
	for n := range lines {
		status, out, _ := callWith(strings.Join(lines[:n], "\n"), "learn")
		if status != 0 || !strings.Contains(out, "The end of lesson 1") {
			t.Errorf("after %d lines: status %d, %q", n, status, tail(out))
		}
	}
	if _, out, _ := callWith("quit\n", "learn"); strings.Contains(out, "Question 2") {
		t.Error("quit does not end the lesson")
	}
}

// A goal takes a file as well, and says of each part what it was.
func TestGoalsTakeFiles(t *testing.T) {
	file := filepath.Join(t.TempDir(), "two.cu")
	os.WriteFile(file, []byte("char *a, *b; cudaMalloc(&a, 4096); cudaMalloc(&b, 4096);"), 0o644)
	_, out, _ := callWith(strings.Repeat("\n", len(lessons.All()[0].Questions)+len(lessons.All()[0].Changes))+file+"\n\n\n", "learn")
	if !strings.Contains(out, "not yet: ioctls(cudaMalloc)==8; it was 4") || !strings.Contains(out, "met: count(cudaMalloc)==2") {
		t.Errorf("%s", tail(out))
	}
}

// What the lessons say comes true: this is the check of the course itself.
func TestLessonsComeTrue(t *testing.T) {
	status, out, _ := callWith("", "lessons", "check")
	if status != 0 || !strings.Contains(out, ", 0 do not hold") {
		t.Errorf("status %d\n%s", status, out)
	}
}
