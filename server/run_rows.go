package main

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"

	"pagewalk/engine/event"
	"pagewalk/engine/explain"
	"pagewalk/engine/target"
)

func decimal(n uint64) string { return strconv.FormatUint(n, 10) }

// thousandths writes a number of thousandths as a decimal fraction.
func thousandths(n uint64) string { return fmt.Sprintf("%d.%03d", n/1000, n%1000) }

// rowWriter writes rows, and transitions between them, in one of the formats.
type rowWriter struct {
	out      *bufio.Writer
	notes    io.Writer
	csv      *csv.Writer
	table    *table
	format   string
	events   bool
	lang     explain.Lang
	chip     string // name of the machine
	count    int    // objects of a JSON list so far
	rows     int
	midway   bool // the program's output does not end with a line break
	ps       uint64
	trips    int
	exit     int32
	measured bool // on a card, now or when it was recorded
	broken   bool // something ended the program before it did
}

func newRowWriter(out *bufio.Writer, env *environment, l *loaded, o *runOptions) *rowWriter {
	w := &rowWriter{out: out, notes: env.err, format: o.format, events: o.events, lang: o.lang, chip: l.profile.Name}
	switch o.format {
	case "json":
		out.WriteString("[")
	case "csv":
		w.csv = csv.NewWriter(out)
		w.csv.Write(strings.Split("row,line,call,error,value,free_bytes,us,ioctls", ","))
	case "text":
		if o.events {
			break // sentences would tear a table apart
		}
		w.table = &table{}
		w.table.add(strings.Split([...]string{"row|line|call|result|value|free bytes|time|ioctls", "行|源码|调用|结果|值|空闲字节|用时|ioctl"}[o.lang], "|")...)
	}
	return w
}

// printed takes what the program prints: to standard output before the table
// of the text format, else to standard error.
func (w *rowWriter) printed(stream uint8, text string) {
	if w.format == "text" && stream == 1 {
		w.out.WriteString(text)
		w.midway = text != "" && !strings.HasSuffix(text, "\n")
		return
	}
	io.WriteString(w.notes, text)
}

// row writes one call.
func (w *rowWriter) row(r *resultRow) {
	w.rows++
	w.ps += r.end - r.begin
	w.trips += len(r.ioctls)
	us := string(appendMicros(nil, r.end-r.begin))
	switch w.format {
	case "json":
		w.object(rowObject{Row: r.number, Line: r.call.Line, Call: target.Ops[r.call.Op].Name, Text: r.text, Error: r.code.Name(), Value: r.value(),
			Free: r.free, Micros: json.Number(us), Ioctls: ioctlNames(r.ioctls), Why: w.why(r)})
	case "csv":
		w.csv.Write([]string{strconv.Itoa(r.number), decimal(uint64(r.call.Line)), target.Ops[r.call.Op].Name, r.code.Name(), r.value(),
			decimal(r.free), us, strings.Join(ioctlNames(r.ioctls), ";")})
	default:
		w.textRow(r, us)
	}
}

// textRow writes a row for people: of the table, or, between sentences, alone.
func (w *rowWriter) textRow(r *resultRow, us string) {
	text := oneLine(r.text)
	if text == "" {
		text = target.Ops[r.call.Op].Name
	}
	why := w.why(r)
	if w.table != nil {
		w.table.add(strconv.Itoa(r.number), decimal(uint64(r.call.Line)), text, r.code.Name(), w.shown(r), explain.Commas(r.free), us+" µs", countNames(r.ioctls))
		if why != "" {
			w.table.note(why)
		}
		return
	}
	w.settle()
	pattern := [...]string{"row {0}, line {1}: {2} = {3}; {4} bytes free, {5} µs, ioctls {6}", "结果 {0}，源码第 {1} 行：{2} = {3}；空闲 {4} 字节，{5} µs，ioctl {6}"}[w.lang]
	result := r.code.Name()
	if v := w.shown(r); v != "" {
		result += " " + v
	}
	fmt.Fprintln(w.out, explain.Fill(pattern, strconv.Itoa(r.number), decimal(uint64(r.call.Line)), text, result, explain.Commas(r.free), us, countNames(r.ioctls)))
	if why != "" {
		fmt.Fprintln(w.out, "    "+why)
	}
}

// settle ends the line that the program left open.
func (w *rowWriter) settle() {
	if w.midway {
		w.out.WriteString("\n")
		w.midway = false
	}
}

// why says a refusal in words, or what NVML said at a checkpoint.
func (w *rowWriter) why(r *resultRow) string {
	switch {
	case r.why.ID != target.NoReason:
		return explain.Why(w.lang, r.why)
	case r.call.Op == target.PwCheckpoint && r.out[0] != 0: // asked on a real card
		return explain.Fill(both{"NVML: {0} bytes are used on the card, {1} of them by this process.", "NVML：显卡已用 {0} 字节，其中本进程占 {1} 字节。"}[w.lang], explain.Commas(r.out[0]), explain.Commas(r.out[1]))
	}
	return ""
}

// shown is the value for people: addresses in groups.
func (w *rowWriter) shown(r *resultRow) string {
	v := r.value()
	if strings.HasPrefix(v, "0x") {
		return explain.Hex(r.out[0])
	}
	return v
}

// oneLine puts a call that is written over several lines on one.
func oneLine(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	if r := []rune(s); len(r) > 60 {
		return string(r[:57]) + "…"
	}
	return s
}

func ioctlNames(list []target.Ioctl) []string {
	names := make([]string, len(list))
	for i := range list {
		names[i] = list[i].Name.Short()
		if list[i].Failed {
			names[i] += "=fail"
		}
	}
	return names
}

// countNames is the number of trips and their names.
func countNames(list []target.Ioctl) string {
	if len(list) == 0 {
		return "0"
	}
	return strconv.Itoa(len(list)) + ": " + strings.Join(ioctlNames(list), ", ")
}

// rowObject and eventObject are the objects of the JSON list.
type rowObject struct {
	Row    int         `json:"row"`
	Line   uint32      `json:"line"`
	Call   string      `json:"call"`
	Text   string      `json:"text"`
	Error  string      `json:"error"`
	Value  string      `json:"value"`
	Free   uint64      `json:"free_bytes"`
	Micros json.Number `json:"us"`
	Ioctls []string    `json:"ioctls"`
	Why    string      `json:"why,omitempty"`
}

type eventObject struct {
	Event    uint32            `json:"event"`
	Point    string            `json:"point"` // ROW.ORDINAL
	Kind     string            `json:"kind"`
	Layer    string            `json:"layer"`
	Subject  uint32            `json:"subject"`
	Cause    *uint32           `json:"cause,omitempty"`
	PS       uint64            `json:"ps"`
	Words    map[string]uint64 `json:"words"`
	Sentence string            `json:"sentence"`
}

// event writes one transition.
func (w *rowWriter) event(r *recording, i uint32) {
	e, p := r.run.Event(i), r.run.PointOf(i)
	sentence := r.sentence(i)
	point := fmt.Sprintf("%d.%d", p.Row, p.Ordinal)
	switch w.format {
	case "json":
		o := eventObject{Event: i, Point: point, Kind: e.Kind.String(), Layer: e.Kind.Layer().String(), Subject: e.Subject, PS: e.Time, Sentence: sentence, Words: map[string]uint64{}}
		if e.Cause != event.None {
			cause := e.Cause
			o.Cause = &cause
		}
		info, _ := event.InfoOf(e.Kind)
		for k, name := range info.W {
			if name != "" {
				o.Words[name] = e.W[k]
			}
		}
		w.object(o)
	case "csv":
		w.csv.Flush()
		fmt.Fprintf(w.out, "# %s %s: %s\n", point, e.Kind, sentence)
	default:
		fmt.Fprintf(w.out, "    %-6s %-18s %s\n", point, e.Kind, sentence)
	}
}

func (w *rowWriter) object(x any) {
	var line bytes.Buffer
	e := json.NewEncoder(&line)
	e.SetEscapeHTML(false)
	if err := e.Encode(x); err != nil {
		panic("run: row: " + err.Error())
	}
	if w.count > 0 {
		w.out.WriteString(",")
	}
	w.count++
	w.out.WriteString("\n")
	w.out.Write(bytes.TrimSuffix(line.Bytes(), []byte("\n")))
}

// on says whose rows they are.
func (w *rowWriter) on(i target.Info) {
	w.chip = i.Name
	if i.Driver != "" {
		w.chip += ", " + i.Driver
	}
	w.measured = i.Driver != ""
}

// end closes the format; text ends with a line of totals.
func (w *rowWriter) end() error {
	switch w.format {
	case "json":
		_, err := w.out.WriteString("\n]\n")
		return err
	case "csv":
		w.csv.Flush()
		return w.csv.Error()
	}
	w.settle()
	if w.table != nil {
		if err := w.table.write(w.out); err != nil {
			return err
		}
	}
	pattern := both{"{0}: calls {1}, ioctls {2}, {3} simulated.", "{0}：调用 {1}，ioctl {2}，模拟用时 {3}。"}
	if w.measured {
		pattern = both{"{0}: calls {1}, ioctls {2}, {3} measured.", "{0}：调用 {1}，ioctl {2}，实测用时 {3}。"}
	}
	line := explain.Fill(pattern[w.lang], w.chip, strconv.Itoa(w.rows), strconv.Itoa(w.trips), explain.Duration(w.ps))
	if !w.broken {
		line = explain.Join(w.lang, line, explain.Fill(both{"Exit code {0}.", "退出码 {0}。"}[w.lang], strconv.Itoa(int(w.exit))))
	}
	_, err := w.out.WriteString(line + "\n")
	return err
}
