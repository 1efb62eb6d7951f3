package main

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"pagewalk/engine/explain"
	"pagewalk/engine/scene"
)

// compare walks one address on a processor and on a GPU, and counts what
// mapping the same memory takes on both: an array of 64 MiB, or with --run what
// the program has mapped at the moment.
func (o *mmuOptions) compare(args []string) error {
	if len(args) > 1 || len(args) == 0 && o.file == "" {
		return badUsage("compare: expected one address")
	}
	f, err := formatNamed(o.format)
	if err != nil {
		return err
	}
	ask := scene.Ask{Format: f.Name, Beside: "x86-64", Frame: -1}
	if len(args) == 1 {
		if _, err := parseWord("address", args[0]); err != nil {
			return err
		}
		ask.Address = args[0]
	}
	var slides []*scene.Slide
	if o.file == "" {
		slides = scene.Examine(&ask, o.lang)
	} else {
		r, err := o.moment()
		if err != nil {
			return err
		}
		slides = r.scene.Examine(&ask)
	}
	w := o.env.out
	fmt.Fprintln(w, explain.Hex(slides[0].VA))
	for i := range slides {
		o.side(w, slides[len(slides)-1-i])
	}
	return o.needs(w, slides)
}

// side prints one walk.
func (o *mmuOptions) side(w io.Writer, s *scene.Slide) {
	head := [...]string{"{0}: {1} reads", "{0}：读 {1} 次"}[o.lang]
	fmt.Fprintln(w, explain.Fill(head, o.say(s.Format.Title), strconv.Itoa(len(s.Reads))))
	if s.Trouble != "" {
		fmt.Fprintln(w, "  "+s.Trouble)
		return
	}
	var t table
	for i := range s.Reads {
		r := &s.Reads[i]
		raw := explain.Raw(r.Raw[0])
		if r.Bytes == 16 {
			raw = explain.Raw(r.Raw[1]) + " · " + raw
		}
		t.add(fmt.Sprintf("  %s[%d]", r.Name, r.Index), explain.Hex(r.Address), raw, r.Leads)
	}
	t.write(w)
	fmt.Fprintln(w, "  "+s.End.Sentence)
}

// needs prints what mapping takes, and how far the TLBs reach.
func (o *mmuOptions) needs(w io.Writer, slides []*scene.Slide) error {
	ranges := slides[0].Ranges
	head := [...]string{"To map {0} (ranges: {1}):", "映射 {1} 段共 {0}："}[o.lang]
	fmt.Fprintln(w, explain.Fill(head, explain.Bytes(ranges.Bytes), strconv.Itoa(int(ranges.Count))))
	for i := range slides {
		s := slides[len(slides)-1-i]
		fmt.Fprintln(w, "  "+o.say(s.Format.Title))
		for j := range s.Needs {
			fmt.Fprintln(w, "    "+scene.NeedText(o.lang, &s.Needs[j]))
		}
		for _, c := range s.Caches {
			reach := [...]string{"{0} {1} reaches {2} ({3}). {4}", "{0} {1} 覆盖 {2}（{3}）。{4}"}[o.lang]
			kind := c.Kind.String()
			if c.Note != "" {
				kind = [...]string{"assumed", "假设"}[o.lang]
			}
			fmt.Fprintln(w, strings.TrimRight("    "+explain.Fill(reach, c.Hierarchy, c.Name, explain.Bytes(c.Reach), kind, c.Note), " "))
		}
	}
	return nil
}
