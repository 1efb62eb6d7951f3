package scene

import (
	"encoding/binary"
	"testing"

	"pagewalk/engine/event"
	"pagewalk/engine/explain"
)

// sectionOf finds a section's records in a frame; nil if it has none.
func sectionOf(frame []byte, kind uint16) (count int, data []byte) {
	u32 := binary.LittleEndian.Uint32
	for at := HeaderBytes; at < len(frame); {
		size := int(u32(frame[at+8:]))
		if binary.LittleEndian.Uint16(frame[at:]) == kind {
			return int(u32(frame[at+4:])), frame[at+16 : at+16+size]
		}
		at += 16 + size
	}
	return 0, nil
}

// Goals are checked against the run as it ended, wherever the cursor stands,
// and the cursor is there afterwards.
func TestGoals(t *testing.T) {
	s := NewSession()
	if f := s.Goals(1, "ioctls(all)==0"); binary.LittleEndian.Uint32(f[12:]) != uint32(StatusNoRun) {
		t.Error("a session without a run answers")
	}
	s.Start(1, "char *a, *b;\ncudaMalloc(&a, 4096);\ncudaMalloc(&b, 4096);\n", "h200-r580", "", 1, explain.EN)
	for !s.Done() {
		s.Run(1, 1000)
	}
	type part struct {
		text        string
		met         bool
		left, right int64
	}
	tests := []struct {
		condition, unknown string
		met                bool
		parts              []part
	}{
		{"free(start)-free(end)==4194304 && live(end)==2", "", false, []part{{"free(start)-free(end)==4194304", false, 2 << 20, 4 << 20}, {"live(end)==2", true, 2, 2}}},
		{"ioctls(line 2)>=1", "", true, []part{{"ioctls(line 2)>=1", true, 4, 1}}},
		{"free(end)-free(start)<0", "", true, []part{{"free(end)-free(start)<0", true, -2 << 20, 0}}},
		{"b-a==4096", "", true, []part{{"b-a==4096", true, 4096, 4096}}},
		{"c==1", "c", false, []part{{"c==1", false, 0, 1}}},
		{"free(", "condition: at 5: expected )", false, nil},
	}
	for _, at := range []uint32{event.None, 3, s.RunOf().Len() - 1} {
		s.Seek(1, at)
		hash := s.RunOf().Hash()
		for _, x := range tests {
			n, data := sectionOf(s.Goals(1, x.condition), SectionGoals)
			if n != 1+len(x.parts) {
				t.Fatalf("%s: %d records, want %d", x.condition, n, 1+len(x.parts))
			}
			u32 := func(record, word int) uint32 { return binary.LittleEndian.Uint32(data[record*32+word*4:]) }
			if u32(0, 0) != goalHead || s.sender.Texts.Get(u32(0, 1)) != x.unknown || u32(0, 2) == 1 != x.met {
				t.Errorf("%s: met %d, unknown %q", x.condition, u32(0, 2), s.sender.Texts.Get(u32(0, 1)))
			}
			for i, p := range x.parts {
				left := int64(u32(i+1, 3)) | int64(u32(i+1, 4))<<32
				right := int64(u32(i+1, 5)) | int64(u32(i+1, 6))<<32
				if got := (part{s.sender.Texts.Get(u32(i+1, 1)), u32(i+1, 2) == 1, left, right}); got != p {
					t.Errorf("%s: %+v, want %+v", x.condition, got, p)
				}
			}
		}
		if s.RunOf().Hash() != hash {
			t.Errorf("the cursor does not stand at %d any more", at)
		}
	}
}
