package main

import (
	"encoding/csv"
	"encoding/json"
	"flag"
	"io"
	"strconv"
	"strings"

	"pagewalk/engine/explain"
)

var labCommand = command{
	name: "lab",
	usage: `fragmentation [--gpu NAME] [--set KEY=VALUE]… [--request BYTES] [--seed N] [--format text|csv|json] [--lang en|zh] [FILE]
       pagewalk lab eviction [--gpu NAME] [--set KEY=VALUE]… [--room N] [--seed N] [--format text|csv|json] [--lang en|zh] FILE

fragmentation plays one workload under eight measures and tries what would
still fit afterwards. FILE is an op list (op,id,size) or a scenario, whose
requests and frees are taken; without it a workload is made from the seed. The
columns with a share are between 0 and 1: internal is what was given beyond what
was asked, external what the largest request still met leaves of the free
memory, unusable what requests of --request bytes cannot get of it.

eviction plays a scenario with managed memory under each policy, and under the
optimum, which has seen the whole run before. FILE may also be a trace: a CSV
file with the column block, a row a touch; --room is how many blocks fit then.`,
	summary: "one workload under several policies, side by side",
	example: "pagewalk lab fragmentation --gpu textbook-ampere",
}

func init() { labCommand.run = runLab }

// labOptions are the flags of both laboratories.
type labOptions struct {
	scenarioOptions
	format string
}

func (o *labOptions) flags(set *flag.FlagSet) (lang *string) {
	set.StringVar(&o.gpu, "gpu", "", "profile (default what the scenario's first line says, else textbook-ampere)")
	set.Var(&o.settings, "set", "KEY=VALUE, a setting of the profile; may be repeated")
	set.Uint64Var(&o.seed, "seed", 0, "seed of what is random")
	set.StringVar(&o.format, "format", "text", "text, csv or json")
	return set.String("lang", "en", "en or zh")
}

func runLab(env *environment, args []string) error {
	set := labCommand.flags(env)
	var o labOptions
	lang := o.flags(set)
	request := set.String("request", "2MiB", "fragmentation: the size that is asked for at the end, as often as it is met")
	room := set.Int("room", 4, "eviction of a trace: blocks that fit")
	rest, err := parse(set, args)
	if err != nil {
		return err
	}
	set.Visit(func(f *flag.Flag) { o.seeded = o.seeded || f.Name == "seed" })
	if o.lang, err = parseLang(*lang); err != nil {
		return err
	}
	if err := checkFormat(o.format, "text", "csv", "json"); err != nil {
		return err
	}
	if len(rest) == 0 || len(rest) > 2 || rest[0] != "fragmentation" && rest[0] != "eviction" {
		return badUsage("expected fragmentation or eviction, and at most one file")
	}
	if len(rest) == 2 {
		o.file = rest[1]
	}
	if rest[0] == "eviction" {
		return labEviction(env, &o, *room)
	}
	return labFragmentation(env, &o, *request)
}

// defaultLab is the machine of the laboratories: the one in which fragmentation
// of physical memory hurts.
const defaultLab = "textbook-ampere"

// column is one column of a laboratory's table.
type column[R any] struct {
	key   string // of csv and json
	title both   // of text
	cell  func(*R) any
}

// writeLab writes rows in the wanted format. Cells are text, numbers or shares.
func writeLab[R any](out io.Writer, format string, lang explain.Lang, columns []column[R], rows []R) error {
	switch format {
	case "json":
		return writeLabJSON(out, columns, rows)
	case "csv":
		w := csv.NewWriter(out)
		var line []string
		for _, c := range columns {
			line = append(line, c.key)
		}
		w.Write(line)
		for i := range rows {
			line = line[:0]
			for _, c := range columns {
				line = append(line, plain(c.cell(&rows[i])))
			}
			w.Write(line)
		}
		w.Flush()
		return w.Error()
	}
	var t table
	var line []string
	for _, c := range columns {
		line = append(line, c.title[lang])
	}
	t.add(line...)
	for i := range rows {
		line = nil
		for _, c := range columns {
			line = append(line, readable(c.cell(&rows[i])))
		}
		t.add(line...)
	}
	return t.write(out)
}

// share is a number of thousandths.
type share uint64

// size is a number of bytes.
type size uint64

// micros is a time in picoseconds.
type micros uint64

// plain is a cell for programs: bytes, microseconds, fractions.
func plain(v any) string {
	switch x := v.(type) {
	case string:
		return x
	case share:
		return thousandths(uint64(x))
	case size:
		return decimal(uint64(x))
	case micros:
		return string(appendMicros(nil, uint64(x)))
	case int:
		return strconv.Itoa(x)
	}
	panic("lab: a cell of an unknown kind")
}

// readable is a cell for people.
func readable(v any) string {
	switch x := v.(type) {
	case size:
		return explain.Bytes(uint64(x))
	case micros:
		return explain.Duration(uint64(x))
	case int:
		return explain.Commas(uint64(x))
	}
	return plain(v)
}

func writeLabJSON[R any](out io.Writer, columns []column[R], rows []R) error {
	var b strings.Builder
	b.WriteString("[")
	for i := range rows {
		b.WriteString([...]string{",\n{", "\n{"}[bit(i == 0)])
		for k, c := range columns {
			if k > 0 {
				b.WriteString(", ")
			}
			name, _ := json.Marshal(c.key)
			cell := []byte(plain(c.cell(&rows[i])))
			if text, isText := c.cell(&rows[i]).(string); isText {
				cell, _ = json.Marshal(text)
			}
			b.Write(name)
			b.WriteString(": ")
			b.Write(cell)
		}
		b.WriteString("}")
	}
	b.WriteString("\n]\n")
	_, err := io.WriteString(out, b.String())
	return err
}

func bit(b bool) int {
	if b {
		return 1
	}
	return 0
}
