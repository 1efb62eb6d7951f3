package trim

import "encoding/binary"

// span is a section: its id byte, its contents, one past its end.
type span struct{ start, body, end int }

// sections lists the sections of a module.
func sections(module []byte) ([]span, bool) {
	var all []span
	for at := 8; at < len(module); {
		n, k := binary.Uvarint(module[at+1:])
		s := span{at, at + 1 + k, at + 1 + k + int(n)}
		if k <= 0 || s.end > len(module) {
			return nil, false
		}
		all = append(all, s)
		at = s.end
	}
	return all, true
}

// The sections that this package reads.
const (
	custom  = 0
	imports = 2
	code    = 10
	data    = 11
)

// section finds the section with an id.
func section(module []byte, id byte) (span, bool) {
	all, ok := sections(module)
	if !ok {
		return span{}, false
	}
	for _, s := range all {
		if module[s.start] == id {
			return s, true
		}
	}
	return span{}, false
}

// appendSection writes a section.
func appendSection(out []byte, id byte, body []byte) []byte {
	out = append(out, id)
	out = binary.AppendUvarint(out, uint64(len(body)))
	return append(out, body...)
}
