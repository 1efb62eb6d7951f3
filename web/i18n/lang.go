// Package i18n says which language a page is in, and picks texts.
//
// The two languages are equals, so a text is always written as a pair, side by
// side at the place where it is used: Text{En: "Learn", Zh: "学习"}. There is no
// table of keys and no fallback; a text that exists in one language only does
// not compile into a page, because a test walks every Text of the lessons and
// every page in both languages.
package i18n

import "strings"

// Lang is a language of the site; its value is the first part of a page's path.
type Lang string

// The languages, in the order in which the switch shows them.
const (
	En Lang = "en"
	Zh Lang = "zh"
)

// All lists the languages.
var All = [...]Lang{En, Zh}

// Text is one text in both languages.
type Text struct {
	En string `json:"en"`
	Zh string `json:"zh"`
}

// In gives the text in language l.
func (t Text) In(l Lang) string {
	if l == Zh {
		return t.Zh
	}
	return t.En
}

// Pick gives the text of the language: l.Pick("Learn", "学习").
func (l Lang) Pick(en, zh string) string {
	if l == Zh {
		return zh
	}
	return en
}

// Tag is the value of the lang attribute.
func (l Lang) Tag() string {
	return l.Pick("en", "zh-CN")
}

// Other is the other language.
func (l Lang) Other() Lang {
	if l == Zh {
		return En
	}
	return Zh
}

// Parse reads a language code as it stands in a path or a cookie.
func Parse(s string) (Lang, bool) {
	switch Lang(s) {
	case En, Zh:
		return Lang(s), true
	}
	return En, false
}

// Accept picks the language from an Accept-Language header: the first named
// language that we have, by descending quality; English if there is none.
func Accept(header string) Lang {
	best, bestQuality := En, 0.0
	for part := range strings.SplitSeq(header, ",") {
		tag, params, _ := strings.Cut(strings.TrimSpace(part), ";")
		quality := parseQuality(params)
		primary, _, _ := strings.Cut(strings.ToLower(tag), "-")
		if l, ok := Parse(primary); ok && quality > bestQuality {
			best, bestQuality = l, quality
		}
	}
	return best
}

// parseQuality reads "q=0.8"; anything else counts as 1, a broken number as 0.
func parseQuality(params string) float64 {
	value, ok := strings.CutPrefix(strings.TrimSpace(params), "q=")
	if !ok {
		return 1
	}
	whole, fraction, _ := strings.Cut(value, ".")
	if whole == "1" {
		return 1
	}
	quality, place := 0.0, 0.1
	for _, digit := range fraction {
		if digit < '0' || digit > '9' {
			return 0
		}
		quality += float64(digit-'0') * place
		place /= 10
	}
	return quality
}
