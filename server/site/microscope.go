package site

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/a-h/templ"
	"github.com/labstack/echo/v4"

	"pagewalk/engine/explain"
	"pagewalk/engine/mmu"
	"pagewalk/engine/profile"
	"pagewalk/engine/scene"
	"pagewalk/web/assets"
	"pagewalk/web/i18n"
	"pagewalk/web/pages"
)

// showMicroscope shows an address under the microscope; ?va=, ?format=, ?page=
// and ?access= say which and how, any other name in capitals is an entry that
// was changed. Scripts take the page over; without them it is a form.
func showMicroscope(c echo.Context, l i18n.Lang, m assets.Manifest) (templ.Component, error) {
	lang := explain.LangOf(string(l))
	lines, hidden := askOf(c)
	ask := scene.ReadAsk(lines)
	s := scene.Examine(&ask, lang)[0]
	v := pages.MicroscopeView{Address: ask.Address, Trouble: s.Trouble, Hidden: hidden, End: s.End.Sentence, Generations: generations(lang)}
	if v.Address == "" {
		v.Address = mmu.Hex(s.VA)
	}
	for _, f := range profile.Formats {
		v.Formats = append(v.Formats, pages.Choice{Value: f.Name, Text: in(f.Title, lang), Chosen: f == s.Format})
	}
	for _, p := range s.Sizes {
		v.Sizes = append(v.Sizes, pages.Choice{Value: p.Name, Text: p.Name, Chosen: p.Bytes == s.Page && p.Both == s.Both})
	}
	for _, a := range [...]i18n.Text{{En: "read", Zh: "读"}, {En: "write", Zh: "写"}, {En: "atomic", Zh: "原子操作"}} {
		v.Accesses = append(v.Accesses, pages.Choice{Value: a.En, Text: a.In(l), Chosen: a.En == ask.Access})
	}
	for _, x := range s.Pieces {
		v.Cuts = append(v.Cuts, pages.CutRow{Name: x.Name, Range: span(x.Hi, x.Lo), Bits: x.Bits, Value: cutValue(&x)})
	}
	for i := range s.Reads {
		v.Reads = append(v.Reads, readRow(&s.Reads[i], lang))
	}
	return pages.MicroscopePage(pages.Microscope(l, m), v), nil
}

// askOf makes the lines of an Ask of a request, and gives the changed entries
// that a form must keep. A value is cut where no sensible one ends.
func askOf(c echo.Context) (lines string, hidden [][2]string) {
	const most = 80
	var b strings.Builder
	for key, values := range c.QueryParams() {
		value := values[0]
		if len(value) > most {
			value = value[:most]
		}
		if len(key) > 8 || strings.ContainsAny(key+value, "\n=") || key == "live" || key == "beside" || key == "frame" {
			continue
		}
		b.WriteString(key + "=" + value + "\n")
		if key == strings.ToUpper(key) && len(hidden) < 8 {
			hidden = append(hidden, [2]string{key, value})
		}
	}
	return b.String(), hidden
}

func in(w profile.Words, l explain.Lang) string {
	if l == explain.ZH {
		return w.Zh
	}
	return w.En
}

func span(hi, lo uint8) string {
	if hi == lo {
		return strconv.Itoa(int(hi))
	}
	return fmt.Sprintf("%d:%d", hi, lo)
}

func cutValue(c *scene.Cut) string {
	if c.Sort == scene.CutIndex {
		return strconv.FormatUint(c.Value, 10)
	}
	return explain.Hex(c.Value)
}

func readRow(r *scene.Read, l explain.Lang) pages.ReadRow {
	row := pages.ReadRow{
		Title: fmt.Sprintf("%s[%d]", r.Name, r.Index), Address: explain.Hex(r.Address),
		Raw: explain.Raw(r.Raw[0]), State: in(r.State.Words(), l), Leads: r.Leads,
	}
	if r.Bytes == 16 {
		row.Raw = explain.Raw(r.Raw[1]) + " · " + row.Raw
	}
	for i := range r.Fields {
		f := &r.Fields[i]
		row.Fields = append(row.Fields, pages.CutRow{Name: f.Name, Range: span(f.Hi, f.Lo), Value: f.Shown, Bits: f.Means})
	}
	return row
}

// generations describes every format from its own data.
func generations(l explain.Lang) (all []pages.Generation) {
	for _, f := range profile.Formats {
		g := pages.Generation{
			Name: f.Name, Title: in(f.Title, l), Kind: f.Source.Kind.String(), Ref: f.Source.Ref,
			Bits: int(f.VABits), Depth: int(f.Depth()) + 1,
		}
		for i := range f.Levels {
			x := &f.Levels[i]
			g.Levels = append(g.Levels, pages.LevelCell{Name: x.Name, Range: span(x.Hi, x.Lo), Entries: int(x.Entries()), Bytes: int(x.EntryBytes)})
		}
		for _, size := range f.PageSizes() {
			level, _ := f.LevelOf(size)
			g.Leaves = append(g.Leaves, pages.LeafCell{Size: short(size), Reads: int(mmu.Reads(f, level))})
		}
		all = append(all, g)
	}
	return all
}
