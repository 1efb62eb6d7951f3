package main

import (
	"encoding/json"
	"fmt"
	"io"

	"pagewalk/engine/compare"
	"pagewalk/engine/explain"
	"pagewalk/engine/target"
)

// shownDifferences is how many differences the text lists.
const shownDifferences = 20

func (c *comparison) writeText(out io.Writer) error {
	r := c.report
	fmt.Fprintf(out, "A: %s\nB: %s\n\n", c.runs[0].Name, c.runs[1].Name)
	t := &table{}
	t.add(both{"column", "列"}[c.lang], both{"agree", "一致"}[c.lang], both{"of", "共"}[c.lang], both{"first difference", "最早的不同"}[c.lang])
	for column := range compare.Columns {
		tally := &r.Tallies[column]
		first := "–"
		if tally.First >= 0 {
			first = c.where(tally.First)
		}
		t.add(explain.CompareColumn(c.lang, column), fmt.Sprint(tally.Same), fmt.Sprint(tally.Compared), first)
	}
	if err := t.write(out); err != nil {
		return err
	}
	if r.Ratio != 0 {
		fmt.Fprintln(out, explain.Fill(both{"Median of B's time by A's: {0}.", "B 用时与 A 之比的中位数：{0}。"}[c.lang], thousandths(r.Ratio)))
	}
	return c.writeDifferences(out)
}

// writeDifferences lists what is judged, then offsets; times only as counts.
func (c *comparison) writeDifferences(out io.Writer) error {
	listed := 0
	for i := range c.report.Differences {
		d := &c.report.Differences[i]
		if d.Column == compare.Times {
			continue
		}
		if listed++; listed > shownDifferences {
			continue
		}
		section := d.Rule.Section()
		if section != "" {
			section = " (" + section + ")"
		}
		fmt.Fprintf(out, "\n%s%s%s\n    A %s\n    B %s\n    %s%s\n", c.where(d.Pair), both{": ", "："}[c.lang], explain.CompareColumn(c.lang, d.Column), c.shown(d, 0), c.shown(d, 1), explain.CompareRule(c.lang, d.Rule), section)
	}
	if more := listed - shownDifferences; more > 0 {
		fmt.Fprintln(out, explain.Fill(both{"\n… and {0} more differences.", "\n……还有 {0} 处不同。"}[c.lang], fmt.Sprint(more)))
	}
	return nil
}

// where names a pair: the row's number, its line and the call.
func (c *comparison) where(pair int) string {
	row, side := c.rowOf(pair, 0), 0
	if row == nil {
		row, side = c.rowOf(pair, 1), 1
	}
	p := c.report.Pairs[pair]
	return explain.Fill(both{"row {0}, line {1}, {2}", "结果 {0}，源码第 {1} 行，{2}"}[c.lang], fmt.Sprint([2]int{p.A, p.B}[side]), fmt.Sprint(row.Call.Line), target.Ops[row.Call.Op].Name)
}

// The report as JSON.
type compareObject struct {
	A           string             `json:"a"`
	B           string             `json:"b"`
	Agrees      bool               `json:"agrees"`
	Ratio       float64            `json:"time_ratio"`
	Columns     []columnObject     `json:"columns"`
	Differences []differenceObject `json:"differences"`
}

type columnObject struct {
	Name     string `json:"name"`
	Judged   bool   `json:"judged"`
	Same     int    `json:"same"`
	Compared int    `json:"compared"`
	First    *int   `json:"first_difference"` // index of a pair
}

type differenceObject struct {
	RowA    int    `json:"row_a"` // -1 = missing
	RowB    int    `json:"row_b"`
	Column  string `json:"column"`
	A       string `json:"a"`
	B       string `json:"b"`
	Rule    string `json:"rule"`
	Section string `json:"section,omitempty"`
	Text    string `json:"text"`
}

func (c *comparison) writeJSON(out io.Writer) error {
	r := c.report
	o := compareObject{A: c.runs[0].Name, B: c.runs[1].Name, Agrees: r.Agrees(), Ratio: float64(r.Ratio) / 1000, Differences: []differenceObject{}}
	for column := range compare.Columns {
		t := r.Tallies[column]
		x := columnObject{Name: column.Name(), Judged: column.Judged(), Same: t.Same, Compared: t.Compared}
		if t.First >= 0 {
			x.First = &t.First
		}
		o.Columns = append(o.Columns, x)
	}
	for i := range r.Differences {
		d := &r.Differences[i]
		p := r.Pairs[d.Pair]
		o.Differences = append(o.Differences, differenceObject{p.A, p.B, d.Column.Name(), c.shown(d, 0), c.shown(d, 1), d.Rule.Name(), d.Rule.Section(), explain.CompareRule(c.lang, d.Rule)})
	}
	e := json.NewEncoder(out)
	e.SetIndent("", "  ")
	return e.Encode(o)
}
