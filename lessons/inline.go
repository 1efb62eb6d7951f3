package lessons

import (
	"slices"
	"strings"
)

// Inline cuts a line into spans. A mark without its partner is plain text.
func Inline(s string) []Span {
	var spans []Span
	plain := 0
	for i := 0; i < len(s); {
		span, length := mark(s[i:])
		if length == 0 {
			i++
			continue
		}
		if i > plain {
			spans = append(spans, Span{Kind: Plain, Text: s[plain:i]})
		}
		spans = append(spans, span)
		i += length
		plain = i
	}
	if plain < len(s) {
		spans = append(spans, Span{Kind: Plain, Text: s[plain:]})
	}
	return spans
}

// mark reads a marked span at the front of s; length 0 if there is none.
func mark(s string) (span Span, length int) {
	switch s[0] {
	case '`':
		return between(s, "`", "`", Code)
	case '*':
		return between(s, "**", "**", Strong)
	case '{':
		span, length = between(s, "{", "}", Chip)
		if !slices.Contains(Chips[:], span.Text) {
			return Span{}, 0
		}
		return span, length
	case '[':
		return link(s)
	}
	return Span{}, 0
}

// between reads what stands between two marks.
func between(s, open, shut string, kind SpanKind) (Span, int) {
	rest, ok := strings.CutPrefix(s, open)
	end := strings.Index(rest, shut)
	if !ok || end < 1 {
		return Span{}, 0
	}
	return Span{Kind: kind, Text: rest[:end]}, len(open) + end + len(shut)
}

// link reads [text](href). Only paths of this site are links.
func link(s string) (Span, int) {
	text, rest, ok := strings.Cut(s[1:], "](")
	href, _, closed := strings.Cut(rest, ")")
	if !ok || !closed || !strings.HasPrefix(href, "/") && !strings.HasPrefix(href, "#") {
		return Span{}, 0
	}
	return Span{Kind: Link, Text: text, Href: href}, len("[](") + len(text) + len(href) + len(")")
}

// PlainText gives the words of spans without their marks.
func PlainText(spans []Span) string {
	var text strings.Builder
	for _, span := range spans {
		text.WriteString(span.Text)
	}
	return text.String()
}
