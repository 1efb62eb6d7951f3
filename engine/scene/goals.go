package scene

import (
	"strings"

	"pagewalk/engine/condition"
	"pagewalk/engine/event"
)

// Tags of records of the Goals section: tag, text, met, left, right, event.
const (
	goalHead = iota // the whole: text = a name that the run does not know, or why the condition cannot be read
	goalPart        // one comparison: its text, and what stood on either side
)

// Goals checks conditions, one a line, against the run as it ended: for each a
// record of the whole and one of every comparison. The cursor stays where it
// is.
func (s *Session) Goals(serial uint32, conditions string) []byte {
	s.w.Begin(serial)
	if s.run == nil || !s.run.Done() {
		return s.none()
	}
	s.w.Open(SectionGoals, 0)
	count := 0
	for _, text := range strings.Split(conditions, "\n") {
		count += s.goal(text)
	}
	s.w.SetCount(count)
	return s.end()
}

// goal writes the records of one condition and gives their number.
func (s *Session) goal(text string) int {
	c, err := condition.Parse(text)
	if err != nil {
		s.goalRecord(goalHead, err.Error(), false, 0, 0, event.None)
		return 1
	}
	out := c.Check(&condition.Run{Run: s.run, Machine: s.builder.m, Pointers: s.builder.holders})
	s.goalRecord(goalHead, out.Unknown, out.Met, 0, 0, out.Decides())
	for i := range out.Parts {
		p := &out.Parts[i]
		s.goalRecord(goalPart, p.Text, p.Met, p.Left, p.Right, p.Decides)
	}
	return 1 + len(out.Parts)
}

func (s *Session) goalRecord(tag uint32, text string, met bool, left, right int64, decides uint32) {
	s.w.U32(tag)
	s.w.U32(s.sender.Texts.ID(text))
	s.w.U32(uint32(word(met)))
	s.w.U64(uint64(left))
	s.w.U64(uint64(right))
	s.w.U32(decides)
}

// holders gives the program's pointer variables where the cursor stands.
func (b *Builder) holders(yield func(name string, value uint64)) {
	for _, v := range b.program.Variables() {
		yield(v.Name, v.Value)
	}
}
