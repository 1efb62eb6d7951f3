package main

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"pagewalk/engine/explain"
	"pagewalk/engine/mmu"
	"pagewalk/engine/profile"
)

var mmuCommand = command{
	name: "mmu",
	usage: `formats
       pagewalk mmu decode FORMAT LEVEL WORD [WORD]
       pagewalk mmu encode FORMAT LEVEL [KEY=VALUE]…
       pagewalk mmu walk [--format FORMAT] [--page SIZE] ADDRESS
       pagewalk mmu walk --run FILE.cu [--at ROW.ORDINAL] [--gpu NAME] ADDRESS
       pagewalk mmu compare [--format FORMAT] ADDRESS
       pagewalk mmu compare --run FILE.cu [--at ROW.ORDINAL] [--gpu NAME] [ADDRESS]
       pagewalk mmu dump --run FILE.cu [--at ROW.ORDINAL] [--gpu NAME]`,
	summary: "page-table entries and walks, by generation or of a moment in a run",
	example: "pagewalk mmu decode hopper PDE0 0x0000000200001a05",
}

func init() { mmuCommand.run = runMMU }

// mmuActs are the words after "pagewalk mmu".
var mmuActs = map[string]func(*mmuOptions, []string) error{
	"formats": (*mmuOptions).formats, "decode": (*mmuOptions).decode, "encode": (*mmuOptions).encode,
	"walk": (*mmuOptions).walk, "compare": (*mmuOptions).compare, "dump": (*mmuOptions).dump,
}

// mmuOptions are the flags that the acts share.
type mmuOptions struct {
	env                   *environment
	format, page, gpu, at string
	file                  string // --run
	settings              repeated
	lang                  explain.Lang
}

func runMMU(env *environment, args []string) error {
	set := mmuCommand.flags(env)
	o := mmuOptions{env: env}
	set.StringVar(&o.format, "format", "v3", "walk, compare: page-table format or GPU generation")
	set.StringVar(&o.page, "page", "", "walk: size of the page that ends the walk, for example 2MiB (default the largest)")
	set.StringVar(&o.file, "run", "", "walk, compare, dump: play this scenario first")
	set.StringVar(&o.at, "at", "", "walk, compare, dump: the moment, ROW.ORDINAL (default the end of the run)")
	set.StringVar(&o.gpu, "gpu", "", "walk, dump: profile of the run")
	set.Var(&o.settings, "set", "walk, dump: KEY=VALUE, a setting of the profile; may be repeated")
	lang := set.String("lang", "en", "en or zh")
	rest, err := parse(set, args)
	if err != nil {
		return err
	}
	if o.lang, err = parseLang(*lang); err != nil {
		return err
	}
	if len(rest) == 0 {
		return badUsage("expected formats, decode, encode, walk, compare or dump")
	}
	if o.at != "" && o.file == "" {
		return badUsage("--at: a moment of a run needs the run, expected --run FILE.cu")
	}
	act := mmuActs[rest[0]]
	if act == nil {
		return badUsage("found %q, expected formats, decode, encode, walk, compare or dump", rest[0])
	}
	return act(&o, rest[1:])
}

// parseLang reads --lang.
func parseLang(s string) (explain.Lang, error) {
	if s != "en" && s != "zh" {
		return explain.EN, badUsage("--lang: found %q, expected en or zh", s)
	}
	return explain.LangOf(s), nil
}

// generations are other names of formats: the architecture that uses it.
var generations = map[string]string{
	"kepler": "v1", "maxwell": "v1", "pascal": "v2-pascal", "volta": "v2-pascal", "turing": "v2",
	"ampere": "v2-ampere", "ada": "v2-ampere", "hopper": "v3", "blackwell": "v3-blackwell", "gb10b": "v3-gb10b", "x86": "x86-64",
}

// formatNamed finds a format by its name or its generation.
func formatNamed(name string) (*profile.Format, error) {
	lower := strings.ToLower(name)
	if full, ok := generations[lower]; ok {
		lower = full
	}
	if f := profile.FormatNamed(lower); f != nil {
		return f, nil
	}
	var names []string
	for _, f := range profile.Formats {
		names = append(names, f.Name)
	}
	return nil, badUsage("format: found %q, expected a generation such as hopper, or one of %s", name, strings.Join(names, ", "))
}

// levelNamed finds a level of a format by its name. PT4K and PT64K, as the
// manuals' tables are often called, mean PTE_4K and PTE_64K.
func levelNamed(f *profile.Format, name string) (int, error) {
	var names []string
	other := strings.Replace(strings.ToUpper(name), "PT", "PTE_", 1)
	for i := range f.Levels {
		if strings.EqualFold(f.Levels[i].Name, name) || f.Levels[i].Name == other {
			return i, nil
		}
		names = append(names, f.Levels[i].Name)
	}
	return 0, badUsage("level: found %q, expected one of %s", name, strings.Join(names, ", "))
}

// parseWord reads a number, 0x for hexadecimal; spaces and underscores between
// groups are allowed.
func parseWord(what, s string) (uint64, error) {
	n, err := strconv.ParseUint(strings.NewReplacer(" ", "", "_", "").Replace(s), 0, 64)
	if err != nil {
		return 0, badUsage("%s: found %q, expected a number of at most 64 bits such as 0x7f1235e00000", what, s)
	}
	return n, nil
}

func (o *mmuOptions) say(w profile.Words) string {
	if o.lang == explain.ZH {
		return w.Zh
	}
	return w.En
}

// formats lists the formats with their levels.
func (o *mmuOptions) formats(args []string) error {
	if len(args) > 0 {
		return badUsage("formats takes no arguments, found %q", args[0])
	}
	var t table
	t.add(strings.Split(both{"format|bits|levels, with the bits of the address|page sizes|title", "格式|位数|各级和所用的地址位|页大小|说明"}[o.lang], "|")...)
	for _, f := range profile.Formats {
		var levels, pages []string
		for i := range f.Levels {
			l := &f.Levels[i]
			levels = append(levels, fmt.Sprintf("%s %d:%d", l.Name, l.Hi, l.Lo))
		}
		for _, size := range f.PageSizes() {
			pages = append(pages, explain.Bytes(size))
		}
		t.add(f.Name, strconv.Itoa(int(f.VABits)), strings.Join(levels, ", "), strings.Join(pages, ", "), o.say(f.Title))
	}
	return t.write(o.env.out)
}

// decode shows every field of an entry.
func (o *mmuOptions) decode(args []string) error {
	if len(args) < 3 || len(args) > 4 {
		return badUsage("decode: expected FORMAT LEVEL WORD, and a second word for an entry of 16 bytes")
	}
	f, err := formatNamed(args[0])
	if err != nil {
		return err
	}
	level, err := levelNamed(f, args[1])
	if err != nil {
		return err
	}
	var raw mmu.Raw
	for i, s := range args[2:] {
		if raw[i], err = parseWord("word", s); err != nil {
			return err
		}
	}
	l := &f.Levels[level]
	if len(args) == 4 && l.EntryBytes == 8 {
		return badUsage("decode: an entry of %s has 8 bytes, found two words", l.Name)
	}
	o.entry(o.env.out, f, level, raw)
	return nil
}

// entry prints an entry's words, its state and its fields from high to low.
func (o *mmuOptions) entry(w io.Writer, f *profile.Format, level int, raw mmu.Raw) {
	l := &f.Levels[level]
	e := mmu.Decode(f, level, raw)
	words := "0x" + explain.Raw(raw[0])
	if l.EntryBytes == 16 {
		words = "0x" + explain.Raw(raw[1]) + " · 0x" + explain.Raw(raw[0])
	}
	pattern := [...]string{"{0} {1}: {2}, covers {3}", "{0} {1}：{2}，覆盖 {3}"}[o.lang]
	fmt.Fprintln(w, explain.Fill(pattern, f.Name, l.Name, o.say(e.State.Words()), explain.Bytes(l.Bytes())))
	fmt.Fprintf(w, "%s\n", words)
	fields := mmu.Fields(f, level, raw)
	var t table
	for i := len(fields) - 1; i >= 0; i-- {
		fd := &fields[i]
		t.add(fmt.Sprintf("  %d:%d", fd.Hi, fd.Lo), fd.Name, mmu.Hex(fd.Value), o.say(fd.Meaning))
	}
	t.write(w)
}
