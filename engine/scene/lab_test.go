package scene

import (
	"encoding/binary"
	"testing"

	"pagewalk/engine/explain"
)

// labSection gives the first section of a frame: how many records, and their
// bytes; ok is false where the frame has no section of a laboratory.
func labSection(frame []byte) (body []byte, ok bool) {
	for at := 32; at+16 <= len(frame); {
		kind, bytes := binary.LittleEndian.Uint16(frame[at:]), binary.LittleEndian.Uint32(frame[at+8:])
		if kind == SectionLab {
			return frame[at+16:][:bytes], true
		}
		at += 16 + int(bytes+3)&^3
	}
	return nil, false
}

// TestLabRows: a page that asks row after row gets all of them, with the
// numbers of the lesson on policies.
func TestLabRows(t *testing.T) {
	const program = `int main() { void *pin; char *w; int s[8] = { 0, 1, 0, 2, 0, 3, 0, 4 };
    cudaMalloc(&pin, 56 << 20);  cudaMallocManaged(&w, 10 << 20);
    for (int i = 0; i < 32; i++) pw_touch(w + ((size_t)s[i % 8] << 21), 1, 1); }`
	s := NewSession()
	misses := []uint64{20, 17, 11}
	rows := uint32(0)
	for i := uint32(0); ; i++ {
		body, ok := labSection(s.Lab(i, LabEviction, i, program, "textbook-ampere", "", 0, explain.EN))
		if !ok {
			if i != rows || i < 9 {
				t.Errorf("%d rows, said to be %d", i, rows)
			}
			break
		}
		rows = binary.LittleEndian.Uint32(body)
		if n := binary.LittleEndian.Uint64(body[12:]); i < 3 && n != misses[i] || i == rows-1 && n != 9 {
			t.Errorf("row %d: %d misses", i, n)
		}
	}
	body, ok := labSection(s.Lab(0, LabFragmentation, 2, "", "textbook-ampere", "", 0, explain.ZH))
	if !ok || binary.LittleEndian.Uint32(body) != 8 || binary.LittleEndian.Uint64(body[12+7*8:]) == 0 {
		t.Error("compaction of the built-in workload moves nothing")
	}
	if _, ok = labSection(s.Lab(0, LabFragmentation, 0, "int x = ;", "textbook-ampere", "", 0, explain.EN)); ok {
		t.Error("a program with errors has a row")
	}
}
