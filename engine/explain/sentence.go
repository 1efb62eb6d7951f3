package explain

import (
	"strconv"

	"pagewalk/engine/event"
	"pagewalk/engine/profile"
)

// pair is a pattern in each language, for Fill.
type pair [Langs]string

// speaker is one event about to be said.
type speaker struct {
	lang Lang
	e    *event.Event
	c    Context
}

// teller makes the sentence of one kind of event, and perhaps a second one.
type teller struct {
	kind event.Kind
	tell func(*speaker) (sentence, note string)
}

// tellers has one row for each kind; a test holds it against event.Table.
var tellers = joinTellers(programTellers, kernelTellers, workTellers, cudaTellers, driverTellers, vaTellers, managedTellers, faultTellers, mmuTellers, tlbTellers, pmmTellers, pmaTellers, dramTellers)

func joinTellers(lists ...[]teller) []teller {
	var all []teller
	for _, l := range lists {
		all = append(all, l...)
	}
	return all
}

// Say says an event: the sentence that leads, and a second one, which may be
// empty.
func Say(lang Lang, e *event.Event, c Context) (sentence, note string) {
	s := &speaker{lang, e, c}
	for i := range tellers {
		if tellers[i].kind == e.Kind {
			sentence, note = tellers[i].tell(s)
			return space(lang, sentence), space(lang, note)
		}
	}
	return s.unknown(), ""
}

// Sentence says an event in one or two sentences.
func Sentence(lang Lang, e *event.Event, c Context) string {
	sentence, note := Say(lang, e, c)
	return Join(lang, sentence, note)
}

// Join puts sentences after each other as the language does: English leaves a
// space between them.
func Join(lang Lang, sentences ...string) string {
	out := ""
	for _, s := range sentences {
		if s == "" {
			continue
		}
		if out != "" && lang == EN {
			out += " "
		}
		out += s
	}
	return out
}

// unknown says a kind that has no sentence yet by its name in the vocabulary.
func (s *speaker) unknown() string {
	info, _ := event.InfoOf(s.e.Kind)
	return s.fill(pair{"{0}: {1} {2}.", "事件 {0}：{1} {2}。"}, s.e.Kind.String(), info.Subject, num(uint64(s.e.Subject)))
}

func (s *speaker) fill(p pair, args ...string) string { return Fill(p[s.lang], args...) }

// words picks the language of a text of a profile.
func (s *speaker) words(w profile.Words) string {
	if s.lang == ZH {
		return w.Zh
	}
	return w.En
}

// count is "1 entry", "7 entries"; Chinese has one form, in many.
func (s *speaker) count(n uint64, one, many pair) string {
	if n == 1 && s.lang == EN {
		return one[s.lang]
	}
	return s.fill(many, Commas(n))
}

func num(n uint64) string { return strconv.FormatUint(n, 10) }

// yes picks one of two patterns.
func yes(b bool, p, q pair) pair {
	if b {
		return p
	}
	return q
}
