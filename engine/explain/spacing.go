package explain

import "unicode/utf8"

// space puts a Chinese sentence into shape after its arguments were filled in:
// one space between Chinese and Latin letters or digits, none beside
// full-width punctuation. English is left as it is.
func space(lang Lang, s string) string {
	if lang != ZH {
		return s
	}
	out := make([]byte, 0, len(s)+16)
	last := rune(0) // the character before, spaces left out
	gap := 0        // spaces between the two
	for _, r := range s {
		if r == ' ' {
			gap++
			continue
		}
		for range spacesBetween(sort(last), sort(r), gap, last == 0) {
			out = append(out, ' ')
		}
		out = utf8.AppendRune(out, r)
		last, gap = r, 0
	}
	return string(out)
}

// spacesBetween is how many spaces stand between two characters that had gap
// of them.
func spacesBetween(a, b sortOf, gap int, first bool) int {
	switch {
	case first || a == wide || b == wide || a == han && b == han:
		return 0
	case a == han && b == latin || a == latin && b == han:
		return 1
	case a == han || b == han:
		return min(gap, 1)
	}
	return gap
}

type sortOf uint8

const (
	other sortOf = iota // brackets, arrows, signs
	latin
	han
	wide // full-width punctuation
)

// sort tells the sorts of characters that spacing knows.
func sort(r rune) sortOf {
	switch {
	case r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r == 'µ' || r == '_' || r == ']' || r == ')' || r == '%':
		return latin
	case r >= 0x4e00 && r <= 0x9fff:
		return han
	case r >= 0x3000 && r <= 0x303f || r >= 0xff00 && r <= 0xffef || r == '“' || r == '”' || r == '‘' || r == '’':
		return wide
	}
	return other
}
