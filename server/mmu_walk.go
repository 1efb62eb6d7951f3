package main

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"pagewalk/engine/explain"
	"pagewalk/engine/mmu"
	"pagewalk/engine/profile"
	"pagewalk/engine/timeline"
)

func sortedList(names []string) string {
	slices.Sort(names)
	return strings.Join(names, ", ")
}

// walk cuts an address into the indices of a format; with --run it walks the
// tables of a moment.
func (o *mmuOptions) walk(args []string) error {
	if len(args) != 1 {
		return badUsage("walk: expected one address")
	}
	address, err := parseWord("address", args[0])
	if err != nil {
		return err
	}
	if o.file != "" {
		return o.walkRun(address)
	}
	f, err := formatNamed(o.format)
	if err != nil {
		return err
	}
	level, err := o.lastLevel(f)
	if err != nil {
		return err
	}
	return o.cut(f, level, address)
}

// lastLevel is where a walk without a machine ends: at the page size asked
// for, or the level of the largest pages that every GPU program uses.
func (o *mmuOptions) lastLevel(f *profile.Format) (int, error) {
	if o.page == "" {
		return len(f.Levels) - 1, nil
	}
	size, ok := parseSize(o.page)
	level, known := f.LevelOf(size)
	if !ok || !known {
		var sizes []string
		for _, n := range f.PageSizes() {
			sizes = append(sizes, strings.ReplaceAll(explain.Bytes(n), " ", ""))
		}
		return 0, badUsage("--page: found %q, expected one of %s", o.page, strings.Join(sizes, ", "))
	}
	return level, nil
}

// parseSize reads bytes, or a number with KiB, MiB or GiB.
func parseSize(s string) (uint64, bool) {
	shift := 0
	for i, unit := range []string{"KiB", "MiB", "GiB"} {
		if rest, found := strings.CutSuffix(s, unit); found {
			s, shift = strings.TrimSpace(rest), 10*(i+1)
		}
	}
	n, err := strconv.ParseUint(s, 10, 44)
	return n << shift, err == nil && n<<shift>>shift == n
}

func (o *mmuOptions) cut(f *profile.Format, level int, address uint64) error {
	if bits := uint(f.VABits); !f.Canonical && bits < 64 && address>>bits != 0 {
		return badUsage("walk: %s has %d bits, format %s has %d", explain.Hex(address), bitLength(address), f.Name, bits)
	}
	w := o.env.out
	fmt.Fprintln(w, explain.Fill([...]string{"{0}, format {1}, {2} bits", "{0}，格式 {1}，{2} 位"}[o.lang], explain.Hex(address), f.Name, strconv.Itoa(int(f.VABits))))
	for _, x := range mmu.Cut(f, level, address) {
		width := int(x.Hi-x.Lo) + 1
		fmt.Fprintf(w, "  %-8s %2d:%-2d  %0*b  = %d\n", x.Name, x.Hi, x.Lo, width, x.Value, x.Value)
	}
	return nil
}

func bitLength(n uint64) int {
	bits := 0
	for ; n != 0; n >>= 1 {
		bits++
	}
	return bits
}

// moment plays --run and goes to --at.
func (o *mmuOptions) moment() (*recording, error) {
	rec, err := record(o.env, scenarioOptions{file: o.file, gpu: o.gpu, settings: o.settings, lang: o.lang})
	if err != nil {
		return nil, err
	}
	if o.at == "" {
		return rec, nil
	}
	p, err := parsePoint(o.at)
	if err != nil {
		return nil, err
	}
	if int(p.Row) >= len(rec.run.Rows()) {
		return nil, badUsage("--at: found row %d, the run has %d", p.Row, len(rec.run.Rows()))
	}
	rec.run.Seek(rec.run.EventAt(p))
	return rec, nil
}

// parsePoint reads ROW.ORDINAL; the ordinal may be left out.
func parsePoint(s string) (timeline.Point, error) {
	row, ordinal, dot := strings.Cut(s, ".")
	r, err := strconv.ParseUint(row, 10, 32)
	n := uint64(1<<32 - 1)
	if err == nil && dot {
		n, err = strconv.ParseUint(ordinal, 10, 32)
	}
	if err != nil {
		return timeline.Point{}, badUsage("point: found %q, expected ROW.ORDINAL such as 0.12", s)
	}
	return timeline.Point{Row: uint32(r), Ordinal: uint32(n)}, nil
}

func (o *mmuOptions) walkRun(address uint64) error {
	rec, err := o.moment()
	if err != nil {
		return err
	}
	if !o.printWalk(o.env.out, rec.machine.MMU, rec.process(), address) {
		return errSilent
	}
	return nil
}

// reads collects what a walk reads.
type reads []mmu.Step

// Visit keeps one read.
func (r *reads) Visit(s *mmu.Step) { *r = append(*r, *s) }

// printWalk walks an address entry by entry; false if the walk ends in a
// fault.
func (o *mmuOptions) printWalk(w io.Writer, m *mmu.MMU, space uint16, address uint64) bool {
	var steps reads
	leaf, fault := m.Walk(space, address, mmu.Read, &steps)
	f := m.Format()
	level := int(leaf.Level)
	if fault.Type != mmu.NoFault {
		level = int(fault.Level)
	}
	if len(steps) > 0 {
		if err := o.cut(f, level, address); err != nil {
			fmt.Fprintln(w, err)
		}
	}
	for i := range steps {
		s := &steps[i]
		line := [...]string{"read {0}: {1}[{2}] at physical {3}", "第 {0} 次读：{1}[{2}]，物理地址 {3}"}[o.lang]
		fmt.Fprintln(w, explain.Fill(line, strconv.Itoa(i+1), f.Levels[s.Level].Name, strconv.Itoa(int(s.Index)), explain.Hex(s.Address)))
		o.entry(w, f, int(s.Level), s.Raw)
	}
	if fault.Type != mmu.NoFault {
		fmt.Fprintln(w, explain.Why(o.lang, fault.Why()))
		return false
	}
	end := [...]string{"physical {0}, in a page of {1}, after {2} reads", "物理地址 {0}，在 {1} 的页里，读了 {2} 次"}[o.lang]
	fmt.Fprintln(w, explain.Fill(end, explain.Hex(leaf.Physical), explain.Bytes(leaf.Bytes), strconv.Itoa(int(leaf.Reads))))
	return true
}
