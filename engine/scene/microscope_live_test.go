package scene

import (
	"strings"
	"testing"

	"pagewalk/engine/event"
	"pagewalk/engine/explain"
	"pagewalk/engine/mmu"
	"pagewalk/engine/profile"
)

// played runs a program to its end.
func played(t *testing.T, profileName, source string) *Session {
	t.Helper()
	s := NewSession()
	s.Start(1, source, profileName, "", 1, explain.EN)
	for n := 0; !s.Done(); n++ {
		if n > 1e4 || s.run == nil {
			t.Fatal("the program does not end")
		}
		s.Run(1, 10000)
	}
	return s
}

const twoBlocks = "char *a, *b;\ncudaMalloc(&a, 4 << 20);\ncudaMalloc(&b, 100);\npw_touch(a, 4 << 20, 65536);\npw_touch(b, 64, 4);\ncudaFree(a);\n"

// At every event of a run, for every pointer, the microscope's walk of the
// tables as memory is the machine's own; and the writer that it names is the
// event after which the entry has held what it holds.
func TestMicroscopeLive(t *testing.T) {
	for _, name := range []string{"h200-r580", "gh100-small", "textbook-volta"} {
		s := played(t, name, twoBlocks)
		seen := 0
		for e := range s.run.Len() {
			s.run.Seek(e)
			s.builder.stand()
			s.builder.holders(func(_ string, va uint64) {
				if va != 0 && e%3 == 0 {
					seen += compareWalks(t, s.builder, va)
				}
			})
		}
		if seen == 0 {
			t.Errorf("%s: nothing was walked", name)
		}
	}
}

func compareWalks(t *testing.T, b *Builder, va uint64) (reads int) {
	t.Helper()
	var read steps
	leaf, fault := b.m.MMU.Walk(b.process, va, mmu.Read, &read)
	slide := b.Examine(&Ask{Address: mmu.Hex(va), Frame: -1})[0]
	if len(read) == 0 {
		return 0
	}
	if len(slide.Reads) != len(read) || (fault.Type == mmu.NoFault) != (slide.End.Sort == EndPage) || leaf.Physical != slide.End.Physical {
		t.Fatalf("%X: %d reads to %X, want %d to %X: %s", va, len(slide.Reads), slide.End.Physical, len(read), leaf.Physical, slide.End.Sentence)
	}
	for i, r := range slide.Reads {
		if r.Address != read[i].Address || r.Raw != read[i].Raw || r.Index != read[i].Index {
			t.Fatalf("%X: read %d is %+v, want %+v", va, i+1, r, read[i])
		}
		if r.Writer != event.None && b.run.Event(r.Writer).Subject != read[i].Table {
			t.Fatalf("%X: read %d was written by an event on another table", va, i+1)
		}
		if r.Raw != (mmu.Raw{}) && len(r.Used) == 0 {
			t.Fatalf("%X: read %d: its own table has no entry in use", va, i+1)
		}
	}
	return len(read)
}

// Who wrote the leaf of a block, what its sets hold after a touch, and the way
// from a physical page back to the address.
func TestMicroscopeLinks(t *testing.T) {
	s := played(t, "h200-r580", twoBlocks)
	last := s.run.Find(false, func(e *event.Event) bool { return e.Kind == event.TLBFill })
	s.run.Seek(last)
	var a uint64
	s.builder.stand()
	s.builder.holders(func(name string, value uint64) {
		if name == "a" {
			a = value
		}
	})
	slide := s.builder.Examine(&Ask{Address: mmu.Hex(a), Beside: "x86", Frame: -1})[0]
	leaf := slide.Reads[len(slide.Reads)-1]
	if leaf.State != profile.Leaf || leaf.Writer == event.None || !strings.Contains(leaf.Said, "PDE0") {
		t.Fatalf("the leaf was written by event %d: %q", int(leaf.Writer), leaf.Said)
	}
	s.run.Seek(leaf.Writer - 1)
	if again := s.builder.Examine(&Ask{Address: mmu.Hex(a), Frame: -1})[0]; again.End.Sort != EndFault {
		t.Errorf("before its writer the address is mapped already: %s", again.End.Sentence)
	}
	s.run.Seek(last)
	if c := slide.Caches[0]; !c.Hit || len(c.Held) == 0 {
		t.Errorf("after the touch the set of level 1 is %+v", c)
	} else {
		for _, w := range c.Held {
			if w.Hit && w.Physical != slide.End.Base {
				t.Errorf("level 1 holds %X, the tables say %X", w.Physical, slide.End.Base)
			}
		}
	}
	back := s.builder.Examine(&Ask{Frame: int64(slide.End.Base >> 21)})[0]
	if back.VA != a {
		t.Errorf("physical page %d leads back to %X, want %X", slide.End.Base>>21, back.VA, a)
	}
	if none := s.builder.Examine(&Ask{Frame: 70000})[0]; !strings.Contains(none.Trouble, "leads to page") {
		t.Errorf("a page that nobody maps: %q", none.Trouble)
	}
}

// Looking changes nothing, an edit least of all.
func TestMicroscopeTouchesNothing(t *testing.T) {
	s := played(t, "gh100-small", twoBlocks)
	before := s.run.Hash()
	lines := "live=1\nbeside=x86\naccess=write\nPDE0=0.0\nPTE_4K=8"
	first := string(s.Microscope(1, lines, explain.EN))
	if again := string(s.Microscope(1, lines, explain.EN)); len(again) > len(first) {
		t.Error("the second answer is longer than the first")
	}
	if s.run.Hash() != before || s.run.Cursor() != s.run.Len() {
		t.Error("the microscope moved the run")
	}
	empty := NewSession()
	if f := empty.Microscope(1, "live=1", explain.EN); f[12] != byte(StatusNoRun) {
		t.Errorf("live without a run: status %d", f[12])
	}
	if f := empty.Microscope(1, "va=12", explain.ZH); f[12] != byte(StatusOK) || !strings.Contains(string(f), "叶子项") {
		t.Error("an example in Chinese needs no run")
	}
}

// What a run has mapped is what its tables say, page by page.
func TestMapped(t *testing.T) {
	s := played(t, "h200-r580", twoBlocks)
	m := s.builder.m.MMU
	var bytes uint64
	end := uint64(0)
	for _, x := range m.Mapped(0) {
		if x.VA < end || x.Bytes%x.Page != 0 {
			t.Fatalf("%+v after %X", x, end)
		}
		for va := x.VA; va < x.VA+x.Bytes; va += x.Page {
			if leaf, fault := m.Walk(0, va, mmu.Read|mmu.Kernel, nil); fault.Type != mmu.NoFault || leaf.Bytes != x.Page {
				t.Fatalf("%X: %v, page of %d, want %d", va, fault.Type, leaf.Bytes, x.Page)
			}
		}
		end, bytes = x.VA+x.Bytes, bytes+x.Bytes
	}
	if bytes == 0 {
		t.Error("nothing is mapped")
	}
}
