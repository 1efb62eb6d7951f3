package main

import (
	"strconv"
	"strings"

	"pagewalk/lessons"
)

// chips are the provenances of a text.
var chips = map[string]both{
	"measured": {"[measured]", "[实测]"}, "textbook": {"[textbook]", "[教科书]"}, "documented": {"[documented]", "[文档]"}, "simulated": {"[simulated]", "[模拟]"},
}

// spans gives a run of text for a terminal.
func (l *learner) spans(list []lessons.Span) string {
	var b strings.Builder
	for _, s := range list {
		if s.Kind == lessons.Chip {
			b.WriteString(chips[s.Text][l.lang])
			continue
		}
		b.WriteString(s.Text)
	}
	return b.String()
}

// prose sets a paragraph, heading, list or table.
func (l *learner) prose(b lessons.Block) string {
	var out strings.Builder
	switch b.Kind {
	case lessons.Heading:
		out.WriteString("-- " + l.spans(b.Text) + "\n")
	case lessons.List, lessons.Ordered:
		for i, item := range b.Items {
			mark := "- "
			if b.Kind == lessons.Ordered {
				mark = strconv.Itoa(i+1) + ". "
			}
			out.WriteString(wrap(mark+l.spans(item), "  ", lineWidth) + "\n")
		}
	case lessons.Table:
		var t table
		for _, row := range b.Rows {
			cells := make([]string, len(row))
			for i := range row {
				cells[i] = l.spans(row[i])
			}
			t.add(cells...)
		}
		t.write(&out)
	default:
		out.WriteString(wrap(l.spans(b.Text), "", lineWidth) + "\n")
	}
	return out.String()
}
