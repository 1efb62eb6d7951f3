package trim

import "encoding/binary"

// joinGap is the longest stretch of zeros that is written out rather than
// leaving it to a new segment.
const joinGap = 1024

// Join rewrites the data section with few long segments. The Go linker starts
// a new segment after every eight zero bytes, tens of thousands in all; each
// costs eight bytes of place and length that do not compress, while the zeros
// between them would have compressed to nothing. The memory that the module
// starts with is the same.
func Join(module []byte) ([]byte, bool) {
	section, ok := section(module, data)
	if !ok {
		return module, false
	}
	m := &image{module: module}
	if !m.segments(section.body) {
		return module, false
	}
	body := m.joined()
	out := append([]byte(nil), module[:section.start]...)
	out = appendSection(out, data, body)
	return append(out, module[section.end:]...), true
}

// joined writes the memory as segments.
func (m *image) joined() []byte {
	var spans [][2]int
	for at := 0; at < len(m.memory); {
		if m.memory[at] == 0 {
			at++
			continue
		}
		end := m.spanEnd(at)
		spans = append(spans, [2]int{at, end})
		at = end
	}
	body := binary.AppendUvarint(nil, uint64(len(spans)))
	for _, s := range spans {
		body = append(body, 0, 0x41)
		body = appendSigned(body, s[0])
		body = append(body, 0x0b)
		body = binary.AppendUvarint(body, uint64(s[1]-s[0]))
		body = append(body, m.memory[s[0]:s[1]]...)
	}
	return body
}

// spanEnd is one past the last byte that is not zero before a gap.
func (m *image) spanEnd(at int) int {
	end := at + 1
	for i := at; i < len(m.memory) && i-end <= joinGap; i++ {
		if m.memory[i] != 0 {
			end = i + 1
		}
	}
	return end
}

// appendSigned writes a number as signed LEB128.
func appendSigned(b []byte, n int) []byte {
	for {
		c := byte(n & 0x7f)
		n >>= 7
		if n == 0 && c&0x40 == 0 || n == -1 && c&0x40 != 0 {
			return append(b, c)
		}
		b = append(b, c|0x80)
	}
}
