package scenario

import "unicode/utf8"

// place is a stretch of the source text, as byte offsets. The zero place is
// "nowhere": nodes that come from the prelude have it.
type place struct{ start, end uint32 }

// to joins two places.
//
//go:noinline
func (p place) to(q place) place {
	if p == (place{}) {
		return q
	}
	if q.end > p.end {
		p.end = q.end
	}
	return p
}

// source is a text with an index of its lines.
type source struct {
	text  []byte
	lines []uint32 // offset at which each line begins
}

func newSource(text []byte) source {
	s := source{text: text, lines: []uint32{0}}
	for i, c := range text {
		if c == '\n' {
			s.lines = append(s.lines, uint32(i)+1)
		}
	}
	return s
}

// position gives line and column of an offset, both from 1. Columns count
// characters, not bytes, so that a comment in Chinese does not move the caret.
func (s *source) position(offset uint32) (line, column int32) {
	lo, hi := 0, len(s.lines)
	for hi-lo > 1 {
		mid := (lo + hi) / 2
		if s.lines[mid] <= offset {
			lo = mid
		} else {
			hi = mid
		}
	}
	end := min(int(offset), len(s.text))
	return int32(lo) + 1, int32(utf8.RuneCount(s.text[s.lines[lo]:end])) + 1
}

// line gives the text of a line (from 1) without its newline.
func (s *source) line(n int32) string {
	if n < 1 || int(n) > len(s.lines) {
		return ""
	}
	start, end := s.lines[n-1], uint32(len(s.text))
	if int(n) < len(s.lines) {
		end = s.lines[n] - 1
	}
	if end > start && s.text[end-1] == '\r' {
		end--
	}
	return string(s.text[start:end])
}

// cut gives the text of a place.
func (s *source) cut(p place) string {
	if int(p.end) > len(s.text) || p.start >= p.end {
		return ""
	}
	return string(s.text[p.start:p.end])
}
