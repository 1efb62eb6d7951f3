package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"pagewalk/engine/explain"
	"pagewalk/engine/explain/oom"
)

var openCommand = command{
	name: "open",
	usage: `[--format text|json] [--lang en|zh] FILE

Reads what you have when memory ran out: an error message of PyTorch, CUDA,
TensorFlow or JAX, a memory_summary(), the table of nvidia-smi, a whole log with
one of them in it, a JSON file with a message in it; packed with gzip or not.
FILE - reads standard input, for a paste. Histories (PyTorch snapshots, RMM logs,
nsys exports) are recognised and refused: this version does not read them yet.`,
	summary: "read an out-of-memory message: what it proves and what it does not",
	example: "python train.py 2>&1 | pagewalk open -",
}

func init() { openCommand.run = runOpen }

func runOpen(env *environment, args []string) error {
	set := openCommand.flags(env)
	format := set.String("format", "text", "text or json")
	language := set.String("lang", "en", "en or zh")
	var confs repeated
	set.Var(&confs, "conf", "an allocator setting to try on a history; a text alone cannot answer it")
	rest, err := parse(set, args)
	if err != nil {
		return err
	}
	lang, err := parseLang(*language)
	if err != nil {
		return err
	}
	if len(rest) != 1 {
		return badUsage("expected one file, or - for standard input; found %d", len(rest))
	}
	if err := checkFormat(*format, "text", "json"); err != nil {
		return err
	}
	data, err := readInput(env, rest[0])
	if err != nil {
		return err
	}
	if kind := historyKind(data); kind != "" {
		return badUsage("%s: this is %s; this version does not read it yet, only texts such as error messages", displayName(rest[0]), kind)
	}
	if len(confs) > 0 {
		fmt.Fprintln(env.err, "pagewalk open: --conf needs a history; the text is read without it")
	}
	report := oom.Read(data)
	if report.Kind == oom.Unknown {
		return badUsage("%s: %s", displayName(rest[0]), report.Say(lang).Headline)
	}
	if *format == "json" {
		return openJSON(env.out, &report, lang)
	}
	return openText(env.out, &report, lang)
}

// historyKind names a file that is a history rather than a text; "" for a text.
func historyKind(data []byte) string {
	head := data[:min(len(data), 4096)]
	line, rest, _ := strings.Cut(string(head), "\n")
	for strings.HasPrefix(line, "#") && rest != "" {
		line, rest, _ = strings.Cut(rest, "\n")
	}
	columns := "," + strings.ToLower(strings.TrimSpace(line)) + ","
	switch {
	case len(head) > 2 && head[0] == 0x80 && head[1] <= 5:
		return "a pickle (a PyTorch snapshot, as it seems)"
	case bytes.HasPrefix(head, []byte("SQLite format 3\x00")):
		return "an SQLite file (an nsys export, as it seems)"
	case bytes.HasPrefix(head, []byte("PK\x03\x04")):
		return "a zip archive"
	case strings.Contains(columns, ",action,") && strings.Contains(columns, ",pointer,"):
		return "a log of RMM"
	case strings.Contains(columns, ",op,id,size,ptr,ok,reserved,"):
		return "a list of calls to PyTorch's allocator"
	case strings.Contains(columns, ",op,") && strings.Contains(columns, ",id,") && strings.Contains(columns, ",size,"):
		return "a list of operations (pagewalk replay plays it)"
	case bytes.IndexByte(head, 0) >= 0 && !bytes.HasPrefix(head, []byte("\xff\xfe")) && !bytes.HasPrefix(head, []byte("\xfe\xff")):
		return "no text"
	}
	return ""
}

// openText writes a report for people.
func openText(w io.Writer, r *oom.Report, lang explain.Lang) error {
	s := r.Say(lang)
	var b strings.Builder
	b.WriteString(wrap(s.Headline, "", lineWidth) + "\n")
	if len(s.Numbers) > 0 {
		b.WriteString("\n")
		var t table
		for _, n := range s.Numbers {
			t.add("  "+n.Value, n.Name, n.Exact)
		}
		t.write(&b)
	}
	section := func(title both, list []string) {
		if len(list) == 0 {
			return
		}
		b.WriteString("\n" + title[lang] + "\n")
		for _, x := range list {
			b.WriteString(wrap("- "+x, "  ", lineWidth) + "\n")
		}
	}
	section(both{"What follows from it", "由此可知"}, s.Reasons)
	section(both{"Causes that such a text does not show", "这样的文字看不出的原因"}, s.Outside)
	if len(s.Next) > 0 {
		b.WriteString("\n" + both{"To know more", "想知道更多"}[lang] + "\n")
	}
	for _, n := range s.Next {
		b.WriteString(wrap("- "+n.Text, "  ", lineWidth) + "\n")
		for line := range strings.SplitSeq(n.Code, "\n") {
			b.WriteString("      " + line + "\n")
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// openReport is a report as JSON. Sizes that a text gives rounded are intervals
// from low to high.
type openReport struct {
	Kind     string           `json:"kind"` // "text": no history
	Source   string           `json:"source"`
	Verdict  string           `json:"verdict"`
	Within   bool             `json:"within_limit"`
	Headline string           `json:"headline"`
	Numbers  []openNumber     `json:"numbers"`
	Bars     []oom.SpokenBar  `json:"rooms"`
	Reasons  []string         `json:"reasons"`
	Outside  []string         `json:"outside"`
	Advice   *openAdvice      `json:"advice,omitempty"`
	Next     []oom.SpokenStep `json:"next"`
}

type openNumber struct {
	Name    string `json:"name"`
	Value   string `json:"value"`
	Bytes   uint64 `json:"bytes,omitempty"`
	Low     uint64 `json:"low,omitempty"`
	High    uint64 `json:"high,omitempty"`
	Count   uint64 `json:"count,omitempty"`
	Derived bool   `json:"derived"`
}

type openAdvice struct {
	InForce string `json:"already_in_force"`
	Helps   string `json:"helps"`
}

func openJSON(w io.Writer, r *oom.Report, lang explain.Lang) error {
	s := r.Say(lang)
	o := openReport{
		Kind: "text", Source: s.Kind, Verdict: s.Verdict, Within: r.Within, Headline: s.Headline,
		Numbers: []openNumber{}, Bars: list(s.Bars), Reasons: list(s.Reasons), Outside: list(s.Outside), Next: list(s.Next),
	}
	for i, n := range r.Numbers {
		x := openNumber{Name: s.Numbers[i].Name, Value: s.Numbers[i].Value, Count: n.Count, Derived: n.Derived}
		if n.Amount.Known {
			x.Bytes, x.Low, x.High = n.Amount.Bytes, n.Amount.Lo, n.Amount.Hi
		}
		o.Numbers = append(o.Numbers, x)
	}
	if r.Advice.Advised != oom.NoSetting {
		o.Advice = &openAdvice{answerWord(r.Advice.InForce), answerWord(r.Advice.Helps)}
	}
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	e.SetEscapeHTML(false)
	return e.Encode(o)
}

// list gives an empty list for none, which JSON would write as null.
func list[T any](x []T) []T {
	if x == nil {
		return []T{}
	}
	return x
}

// answerWord is yes, no or unknown.
func answerWord(a oom.Answer) string {
	switch a {
	case oom.Yes:
		return "yes"
	case oom.No:
		return "no"
	}
	return "unknown"
}
