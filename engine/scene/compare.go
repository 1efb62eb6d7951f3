package scene

import (
	"strconv"
	"strings"

	"pagewalk/engine/compare"
	"pagewalk/engine/explain"
	"pagewalk/engine/target"
	"pagewalk/engine/timeline"
)

// Sections of a comparison; the page's decoder is web/src/compare/report.ts.
const (
	SectionSides       uint16 = iota + 32 // name, measured, rows, free lo, hi
	SectionSideRows                       // rows of both sides, one after the other: see sideRow
	SectionPairs                          // row of A, row of B; all ones = missing
	SectionTallies                        // name, judged, same, compared, first pair
	SectionDifferences                    // pair, column, value of A, value of B, rule, sentence, section
)

// sides are the two runs that a page wants compared.
type sides [2]*compare.Run

// Watch says whether the next run is asked for its free memory after each call,
// as recorded runs were.
func (s *Session) Watch(on bool) { s.watched = on }

// Keep makes the run that ended last one of the two sides.
func (s *Session) Keep(serial, side uint32) []byte {
	s.w.Begin(serial)
	if s.run == nil || !s.run.Done() {
		return s.none()
	}
	s.sides[side&1] = s.kept()
	return s.w.End()
}

// kept is the run as compare takes it. The cursor goes from row to row for the
// free memory, and back to where it was.
func (s *Session) kept() *compare.Run {
	was, m := s.run.Cursor(), s.builder.m
	kept := &compare.Run{Name: m.Profile.Title}
	s.run.SeekCount(0)
	kept.Start, _ = m.Driver.Memory()
	rows := s.run.Rows()
	for i := range rows {
		r := &rows[i]
		if !r.Answered {
			continue
		}
		s.run.Seek(r.Last)
		row := rowOf(r)
		row.Free, _ = m.Driver.Memory()
		kept.Rows = append(kept.Rows, row)
	}
	s.run.SeekCount(was)
	return kept
}

func rowOf(r *timeline.Row) compare.Row {
	unable := r.Why.ID == target.NotOnThisTarget
	code := r.Code
	if unable && code == target.Success {
		code = target.NotSupported
	}
	return compare.Row{Call: r.Call, Unable: unable, Code: code, Why: r.Why.ID, Out: r.Out, PS: r.End - r.Begin, Ioctls: r.Ioctls}
}

// Side makes a run that was recorded elsewhere one of the two sides; see
// compare.Read for its text.
func (s *Session) Side(serial, side uint32, text string) []byte {
	s.w.Begin(serial)
	run, bad := compare.Read(text)
	if run == nil {
		s.w.SetStatus(StatusRefused)
		s.diagnostics(nil, bad)
		return s.end()
	}
	s.sides[side&1] = run
	return s.w.End()
}

// Compare puts the two sides beside each other.
func (s *Session) Compare(serial uint32, lang explain.Lang) []byte {
	s.w.Begin(serial)
	a, b := s.sides[0], s.sides[1]
	if a == nil || b == nil {
		return s.none()
	}
	r := compare.Compare(a, b)
	s.writeSides()
	s.w.Open(SectionPairs, len(r.Pairs))
	for _, p := range r.Pairs {
		s.w.U32(uint32(p.A))
		s.w.U32(uint32(p.B))
	}
	s.w.Open(SectionTallies, int(compare.Columns))
	for c := range compare.Columns {
		t := &r.Tallies[c]
		s.w.U32(s.sender.Texts.ID(explain.CompareColumn(lang, c)))
		s.w.U32(uint32(word(c.Judged())))
		s.w.U32(uint32(t.Same))
		s.w.U32(uint32(t.Compared))
		s.w.U32(uint32(t.First))
	}
	s.w.Open(SectionDifferences, len(r.Differences))
	for i := range r.Differences {
		s.difference(r, &r.Differences[i], lang)
	}
	return s.end()
}

func (s *Session) difference(r *compare.Report, d *compare.Difference, lang explain.Lang) {
	texts, p := s.sender.Texts, r.Pairs[d.Pair]
	row := func(side, i int) *compare.Row {
		if i < 0 {
			return nil
		}
		return &s.sides[side].Rows[i]
	}
	s.w.U32(uint32(d.Pair))
	s.w.U32(uint32(d.Column))
	s.w.U32(texts.ID(explain.CompareValue(d, row(0, p.A), d.A)))
	s.w.U32(texts.ID(explain.CompareValue(d, row(1, p.B), d.B)))
	s.w.U32(texts.ID(d.Rule.Name()))
	s.w.U32(texts.ID(explain.CompareRule(lang, d.Rule)))
	s.w.U32(texts.ID(d.Rule.Section()))
}

func (s *Session) writeSides() {
	count := 0
	s.w.Open(SectionSides, 2)
	for _, run := range s.sides {
		s.w.U32(s.sender.Texts.ID(run.Name))
		s.w.U32(uint32(word(run.Measured)))
		s.w.U32(uint32(len(run.Rows)))
		s.w.U64(run.Start)
		count += len(run.Rows)
	}
	s.w.Open(SectionSideRows, count)
	for _, run := range s.sides {
		w := sideWriter{s: s, names: map[uint64]int{}}
		for i := range run.Rows {
			w.row(&run.Rows[i])
		}
	}
}

// sideWriter writes the rows of one side. Blocks are named by the order in which
// they were taken, addresses are relative to the first.
type sideWriter struct {
	s      *Session
	places compare.Places
	names  map[uint64]int // by address and process
	taken  int
}

// What a row did to the addresses in use.
const (
	touchesNone = iota
	takesBlock
	givesBlock
	givesAll
)

// row writes a row: call, line, process, code, flags (1 = unable, 2 = the address
// is fixed), what it did, address lo, hi, bytes lo, hi, ps lo, hi, free lo, hi,
// trips.
func (w *sideWriter) row(r *compare.Row) {
	texts, out := w.s.sender.Texts, &w.s.w
	text := w.text(r)
	did, address, bytes := w.did(r)
	flags, relative := word(r.Unable), int64(0)
	if did == takesBlock || did == givesBlock {
		var fixed bool
		relative, fixed = w.places.Of(r.Call.Ctx, address)
		flags |= word(fixed) << 1
	}
	out.U32(texts.ID(text))
	out.U32(r.Call.Line)
	out.U32(uint32(r.Call.Ctx))
	out.U32(texts.ID(r.Code.Name()))
	out.U32(uint32(flags))
	out.U32(did)
	for _, n := range [...]uint64{uint64(relative), bytes, r.PS, r.Free} {
		out.U64(n)
	}
	out.U32(texts.ID(tripLines(r.Ioctls)))
}

func (w *sideWriter) did(r *compare.Row) (did uint32, address, bytes uint64) {
	if address, bytes = compare.Takes(r); address != 0 {
		return takesBlock, address, bytes
	}
	switch address, all := compare.Gives(r); {
	case all:
		return givesAll, 0, 0
	case address != 0:
		return givesBlock, address, 0
	}
	return touchesNone, 0, 0
}

// text is the call as a row names it: cudaMalloc(4,096 B) → #3, cudaFree(#3).
func (w *sideWriter) text(r *compare.Row) string {
	name, key := target.Ops[r.Call.Op].Name, uint64(r.Call.Ctx)<<60
	if address, bytes := compare.Takes(r); address != 0 {
		w.taken++
		w.names[address|key] = w.taken
		return name + "(" + explain.Commas(bytes) + " B) → #" + strconv.Itoa(w.taken)
	}
	args := strings.Split(target.Ops[r.Call.Op].Args, ", ")
	if n := w.names[r.Call.Arg[0]|key]; n != 0 {
		return name + "(#" + strconv.Itoa(n) + ")"
	}
	if len(args) > 0 && (args[0] == "bytes" || args[0] == "size" || args[0] == "width" || args[0] == "number") {
		return name + "(" + explain.Commas(r.Call.Arg[0]) + ")"
	}
	return name + "()"
}

// tripLines lists a row's ioctls, one a line: name, length, picoseconds, and f where
// it failed or o where another thread made it.
func tripLines(list []target.Ioctl) string {
	var b strings.Builder
	for i := range list {
		t := &list[i]
		if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(t.Name.Short() + "\t" + strconv.FormatUint(t.Length, 10) + "\t" + strconv.FormatUint(t.PS, 10) + "\t")
		if t.Failed {
			b.WriteByte('f')
		}
		if t.Foreign {
			b.WriteByte('o')
		}
	}
	return b.String()
}
