package scene

import (
	"encoding/binary"
	"testing"

	"pagewalk/engine/explain"
)

// section gives the count and the words of a section of a frame.
func section(t *testing.T, frame []byte, kind uint16) (count int, words []uint32) {
	t.Helper()
	le := binary.LittleEndian
	for at := HeaderBytes; at < len(frame); {
		n := int(le.Uint32(frame[at+8:]))
		if le.Uint16(frame[at:]) == kind {
			for i := 0; i < n; i += 4 {
				words = append(words, le.Uint32(frame[at+16+i:]))
			}
			return int(le.Uint32(frame[at+4:])), words
		}
		at += 16 + n
	}
	return 0, nil
}

// playSide plays a program and keeps it as a side.
func playSide(t *testing.T, s *Session, side uint32, profileName, source string) {
	t.Helper()
	s.Start(1, source, profileName, "", 1, explain.EN)
	for !s.Done() {
		s.Run(1, 10_000)
	}
	s.Seek(1, 2)
	was := s.RunOf().Cursor()
	if f := s.Keep(1, side); binary.LittleEndian.Uint32(f[12:]) != uint32(StatusOK) {
		t.Fatal("the run is not kept")
	}
	if s.RunOf().Cursor() != was {
		t.Errorf("the cursor went from %d to %d", was, s.RunOf().Cursor())
	}
}

const freeAndAgain = "char *p; for (int i = 0; i < 2; i++) { cudaMalloc(&p, 4 << 20); cudaFree(p); }"

// The textbook's lazy driver against the measured one: both are simulated, and
// the kept block is named.
func TestCompareProfiles(t *testing.T) {
	s := NewSession()
	if f := s.Compare(1, explain.EN); binary.LittleEndian.Uint32(f[12:]) != uint32(StatusNoRun) {
		t.Error("nothing was kept, and yet it is compared")
	}
	playSide(t, s, 0, "textbook-ampere-full", freeAndAgain)
	playSide(t, s, 1, "h200-r580", freeAndAgain)
	f := s.Compare(7, explain.EN)
	if n, pairs := section(t, f, SectionPairs); n != 4 || pairs[6] != 3 || pairs[7] != 3 {
		t.Errorf("%d pairs: %v", n, pairs)
	}
	rules := map[string]bool{}
	n, words := section(t, f, SectionDifferences)
	for i := range n {
		rules[s.sender.Texts.Get(words[i*7+4])] = true
	}
	if !rules["kept-free-memory"] || !rules["kept-block-reused"] {
		t.Errorf("rules %v", rules)
	}
	_, rows := section(t, f, SectionSideRows)
	const width = 15
	if text := s.sender.Texts.Get(rows[0]); text != "cudaMalloc(4,194,304 B) → #1" || len(rows) != 8*width {
		t.Errorf("%q, %d words", text, len(rows))
	}
	if text := s.sender.Texts.Get(rows[width]); text != "cudaFree(#1)" || rows[width+5] != givesBlock {
		t.Errorf("%q %d", text, rows[width+5])
	}
	if free := uint64(rows[5*width+12]) | uint64(rows[5*width+13])<<32; free != 149_557_477_376 {
		t.Errorf("after the free %d bytes are free", free)
	}
}

// A recorded side comes as text; what cannot be read is refused with its line.
func TestCompareRecorded(t *testing.T) {
	s := NewSession()
	playSide(t, s, 0, "h200-r580", "char *p; cudaMalloc(&p, 4096);")
	if f := s.Side(1, 1, "card\t1\t5\nnonsense"); binary.LittleEndian.Uint32(f[12:]) != uint32(StatusRefused) {
		t.Error("nonsense is not refused")
	}
	s.Side(1, 1, "card\t1\t149557477376\ncudaMalloc\t0\t1\t\t0\t5000000\t149555380224\t139637976727552\t4096\t")
	f := s.Compare(1, explain.ZH)
	n, words := section(t, f, SectionDifferences)
	if n == 0 || s.sender.Texts.Get(words[4]) != "slab" {
		t.Errorf("%d differences", n)
	}
}
