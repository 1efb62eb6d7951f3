package lessons

import (
	"reflect"
	"strings"
	"testing"

	"pagewalk/web/i18n"
)

// skeleton is what both languages of a lesson must share.
func skeleton(blocks []Block) []string {
	var lines []string
	for _, b := range blocks {
		switch b.Kind {
		case Stage, Show, Predict, Make, Change, Transitions:
			lines = append(lines, b.Name)
		case Heading, Table, List, Ordered:
			lines = append(lines, string(rune('a'+b.Kind)))
		}
	}
	return lines
}

func TestLanguagesHaveOneSkeleton(t *testing.T) {
	for _, lesson := range All() {
		en, zh := skeleton(lesson.Text(i18n.En)), skeleton(lesson.Text(i18n.Zh))
		if !reflect.DeepEqual(en, zh) {
			t.Errorf("%s: English %v, Chinese %v", lesson.ID, en, zh)
		}
	}
}

func TestNamesInTextsExist(t *testing.T) {
	for _, lesson := range All() {
		for _, b := range lesson.Text(i18n.En) {
			switch {
			case b.Kind == Show && lesson.Program(b.Name) == nil,
				b.Kind == Transitions && lesson.Program(b.Name) == nil,
				b.Kind == Predict && lesson.Question(b.Name) == nil,
				b.Kind == Make && lesson.Goal(b.Name) == nil,
				b.Kind == Change && (lesson.Goal(b.Name) == nil || lesson.Program(lesson.Goal(b.Name).Program) == nil):
				t.Errorf("%s: the text names %q, which lesson.json does not have", lesson.ID, b.Name)
			}
		}
	}
}

func TestFiveStagesInOrder(t *testing.T) {
	want := []string{"predict", "run", "investigate", "modify", "make"}
	for _, lesson := range All() {
		var got []string
		for _, b := range lesson.Text(i18n.Zh) {
			if b.Kind == Stage {
				got = append(got, b.Name)
			}
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s: stages %v, want %v", lesson.ID, got, want)
		}
	}
}

func TestQuestionsAreAnswerable(t *testing.T) {
	for _, lesson := range All() {
		for _, q := range lesson.Questions {
			if lesson.Program(q.Program) == nil {
				t.Errorf("%s %s: no program %q", lesson.ID, q.ID, q.Program)
			}
			if q.Kind == "choice" && (q.Answer < 0 || q.Answer >= int64(len(q.Options))) {
				t.Errorf("%s %s: answer %d of %d options", lesson.ID, q.ID, q.Answer, len(q.Options))
			}
			if q.Kind != "choice" && q.Kind != "number" {
				t.Errorf("%s %s: unknown kind %q", lesson.ID, q.ID, q.Kind)
			}
			if q.Decides == "" {
				t.Errorf("%s %s: nothing decides it", lesson.ID, q.ID)
			}
		}
	}
}

// words gathers every text of a lesson in one language.
func words(lesson *Lesson, lang i18n.Lang) string {
	all := []string{lesson.Title.In(lang), lesson.Idea.In(lang)}
	for _, p := range lesson.Programs {
		all = append(all, p.Title.In(lang))
	}
	for _, q := range lesson.Questions {
		all = append(all, q.Ask.In(lang), q.Why.In(lang))
		for _, option := range q.Options {
			all = append(all, option.In(lang))
		}
	}
	for _, g := range lesson.Tasks() {
		all = append(all, g.Ask.In(lang), g.Hint.In(lang))
	}
	for _, b := range lesson.Text(lang) {
		all = append(all, PlainText(b.Text))
		for _, item := range b.Items {
			all = append(all, PlainText(item))
		}
	}
	for i, text := range all {
		if text == "" && i < 2 {
			return ""
		}
	}
	return strings.Join(all, "\n")
}

func TestHouseStyle(t *testing.T) {
	avoid := map[i18n.Lang][]string{
		i18n.En: {"!", "simply", "just ", "easy"},
		i18n.Zh: {"!", "！", "请", "轻松", "一键", "简单"},
	}
	for _, lesson := range All() {
		for _, lang := range i18n.All {
			text := strings.NewReplacer("申请", "", "请求", "").Replace(words(lesson, lang))
			if text == "" {
				t.Errorf("%s: no title or idea in %s", lesson.ID, lang)
			}
			for _, word := range avoid[lang] {
				if i := strings.Index(text, word); i >= 0 {
					t.Errorf("%s %s: %q in %q", lesson.ID, lang, word, text[max(0, i-30):min(len(text), i+30)])
				}
			}
		}
	}
}

func TestCourseIsComplete(t *testing.T) {
	seen := map[string]bool{}
	for i, entry := range Course {
		if entry.Number != i+1 || seen[entry.ID] || entry.Title.En == "" || entry.Title.Zh == "" || entry.Core == 0 {
			t.Errorf("course entry %d is not in order: %+v", i, entry)
		}
		seen[entry.ID] = true
	}
	if !Course[0].Ready() {
		t.Error("lesson 1 is not there")
	}
}
