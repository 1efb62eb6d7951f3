package scene

import (
	"pagewalk/engine/explain"
	"pagewalk/engine/lab"
	"pagewalk/engine/profile"
	"pagewalk/engine/scenario"
)

// What a laboratory is about.
const (
	LabFragmentation uint32 = iota
	LabEviction
)

// labNumbers is how many numbers a row of a laboratory has, 64 bits each.
// Fragmentation: refused, asked, given, taken, peak, free, largest, moved,
// picoseconds, ioctls, then internal, external and unusable in thousandths.
// Eviction: misses, evictions, bytes in, bytes out, picoseconds, then zeros.
const labNumbers = 13

// labRequest is the size that a fragmented card is asked for, again and
// again.
const labRequest = 2 << 20

// Lab answers with one row of a laboratory: number index of what, for a program
// or, for fragmentation without one, for the built-in workload. A page asks for
// row after row and can show each as it comes; a row costs some tens of
// milliseconds. The section has one record: the number of rows there are, the
// row's name, what it is in words, and labNumbers numbers.
func (s *Session) Lab(serial, what, index uint32, source, profileName, sets string, seed uint64, lang explain.Lang) []byte {
	s.w.Begin(serial)
	program, diagnostics := scenario.Compile([]byte(source), scenario.Options{})
	p, bad := profileFor(profileName, program, sets)
	if program == nil || bad != "" {
		s.w.SetStatus(StatusRefused)
		s.diagnostics(diagnostics, bad)
		return s.end()
	}
	row := labRow{}
	switch what {
	case LabFragmentation:
		row = fragmentation(p, program, source == "", seed, index, lang)
	case LabEviction:
		row = evictionRow(p, program, seed, index, lang)
	}
	if row.name == "" {
		s.w.SetStatus(StatusNothing)
		return s.end()
	}
	s.w.Open(SectionLab, 1)
	s.w.U32(row.rows)
	s.w.U32(s.sender.Texts.ID(row.name))
	s.w.U32(s.sender.Texts.ID(row.words))
	for _, n := range row.numbers {
		s.w.U64(n)
	}
	return s.end()
}

// labRow is one row; without a name there is none.
type labRow struct {
	rows        uint32
	name, words string
	numbers     [labNumbers]uint64
}

func fragmentation(p *profile.Profile, program *scenario.Program, builtin bool, seed uint64, index uint32, lang explain.Lang) labRow {
	if index >= uint32(lab.Measures) {
		return labRow{}
	}
	var w lab.Workload
	if builtin {
		lab.Cut(p)
		w = lab.Churn(lab.Capacity, seed)
	} else if w = lab.WorkloadOf(p, program, seed); len(w) == 0 {
		return labRow{}
	}
	f := lab.Govern(p, w, lab.Measure(index), labRequest)
	name := lab.MeasureNames[index]
	return labRow{uint32(lab.Measures), name, explain.Measure(lang, name), [labNumbers]uint64{
		uint64(f.Refused), f.Asked, f.Given, f.Taken, f.Peak, f.Free, f.Largest, f.Moved, f.PS, uint64(f.Ioctls),
		f.Internal(), f.External(), f.Unusable(),
	}}
}

func evictionRow(p *profile.Profile, program *scenario.Program, seed uint64, index uint32, lang explain.Lang) labRow {
	names := lab.Policies(program)
	if index >= uint32(len(names)) {
		return labRow{}
	}
	name := names[index]
	e := lab.EvictUnder(p, program, seed, name)
	return labRow{uint32(len(names)), name, explain.Policy(lang, name), [labNumbers]uint64{e.Misses, e.Evictions, e.In, e.Out, e.PS}}
}
