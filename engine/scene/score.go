package scene

import (
	"strconv"

	"pagewalk/engine/target"
	"pagewalk/engine/timeline"
)

// A score has one glyph for each event while they are few, and columns of
// density beyond.
const (
	scoreGlyphs  = 400
	scoreColumns = 512
	scoreMarks   = 4096 // rows and lines that are named
)

// WriteScore writes the Score section: six counts (events, columns, lines,
// rows, bytes of panes, bytes of density), then lines (event, line), rows
// (event, row, call text), then the bytes.
func (b *Builder) WriteScore(w *Writer) {
	n := b.run.Len()
	columns, panes := 0, int(n)
	var density []byte
	if n > scoreGlyphs {
		columns, panes = scoreColumns, scoreColumns
		density = b.density()
	}
	rows := b.run.Rows()
	rows = rows[:min(len(rows), scoreMarks)]
	lines := lineStarts(rows)
	w.Open(SectionScore, 1)
	w.U32(n)
	w.U32(uint32(columns))
	w.U32(uint32(len(lines)))
	w.U32(uint32(len(rows)))
	w.U32(uint32(panes))
	w.U32(uint32(len(density)))
	for _, i := range lines {
		w.U32(rowFirst(rows, i))
		w.U32(rows[i].Call.Line)
	}
	for i := range rows {
		w.U32(rowFirst(rows, i))
		w.U32(uint32(i))
		w.U32(b.Sender.Texts.ID(b.callText(&rows[i])))
	}
	w.bytes(b.panes(columns, density))
	for len(w.buf)&3 != 0 {
		w.buf = append(w.buf, 0)
	}
	w.bytes(density)
}

// rowFirst is the first event that belongs to a row.
func rowFirst(rows []timeline.Row, i int) uint32 {
	if i == 0 {
		return 0
	}
	return rows[i].First
}

// lineStarts are the rows with which another source line begins.
func lineStarts(rows []timeline.Row) []int {
	var starts []int
	for i := range rows {
		if i == 0 || rows[i].Call.Line != rows[i-1].Call.Line {
			starts = append(starts, i)
		}
	}
	return starts
}

// panes is the pane of each event, or of each column the commonest.
func (b *Builder) panes(columns int, density []byte) []byte {
	if columns == 0 {
		list := make([]byte, b.run.Len())
		for i := range list {
			list[i] = byte(PaneOf(b.run.Event(uint32(i)).Kind))
		}
		return list
	}
	list := make([]byte, columns)
	for i := range list {
		best := 0
		for p := 1; p < 4; p++ {
			if density[4*i+p] > density[4*i+best] {
				best = p
			}
		}
		list[i] = byte(best)
	}
	return list
}

// density counts the events of each column by pane, scaled so that a full
// column is 255.
func (b *Builder) density() []byte {
	n := b.run.Len()
	list := make([]byte, scoreColumns*4)
	for c := range uint32(scoreColumns) {
		from := uint32(uint64(c) * uint64(n) / scoreColumns)
		to := uint32(uint64(c+1) * uint64(n) / scoreColumns)
		var counts [4]uint32
		for i := from; i < to; i++ {
			counts[PaneOf(b.run.Event(i).Kind)]++
		}
		for p, k := range counts {
			if k > 0 {
				list[int(c)*4+p] = byte(max(1, k*255/(to-from)))
			}
		}
	}
	return list
}

// WriteEvents writes the Events section: count events from the given one.
func (b *Builder) WriteEvents(w *Writer, from, count uint32) {
	n := b.run.Len()
	from = min(from, n)
	count = min(count, n-from)
	w.Open(SectionEvents, int(count))
	for i := from; i < from+count; i++ {
		e := b.run.Event(i)
		p := b.run.PointOf(i)
		sentence, _ := b.sentence(i)
		w.U32(i)
		w.U32(p.Row)
		w.U32(p.Ordinal)
		w.U32(b.run.LineOf(i))
		w.U32(uint32(PaneOf(e.Kind)))
		w.U32(b.Sender.Texts.ID(e.Kind.String()))
		w.U32(b.Sender.Texts.ID(sentence))
		w.U32(e.Cause)
	}
}

// WriteSummary writes the Summary section.
func (b *Builder) WriteSummary(w *Writer) {
	n := b.run.Len()
	var ps uint64
	if n > 0 {
		ps = b.run.Event(n - 1).Time
	}
	ended := ""
	if why := b.run.Why(); why.ID != target.NoReason {
		ended = b.reason(why)
	}
	w.Open(SectionSummary, 1)
	w.U32(1)
	w.U32(n)
	w.U32(uint32(len(b.run.Rows())))
	w.U32(b.Sender.Texts.ID(ended))
	w.U64(ps)
}

// WriteCounters writes the Counters section: the hash of the moment and what
// the run takes in memory.
func (b *Builder) WriteCounters(w *Writer) {
	w.Open(SectionCounters, 1)
	w.U64(b.run.Hash())
	log, keyframes := b.run.Bytes()
	w.U32(uint32(log >> 10))
	w.U32(uint32(keyframes >> 10))
}

// callText is a row's call as the program wrote it, or, for a call that has no
// text of its own, its name and first argument.
func (b *Builder) callText(row *timeline.Row) string {
	if row.Text != "" {
		return row.Text
	}
	s := row.Call.Op.String() + "("
	if target.Ops[row.Call.Op].Args != "" {
		s += "0x" + strconv.FormatUint(row.Call.Arg[0], 16)
	}
	return s + ")"
}
