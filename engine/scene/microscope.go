package scene

import (
	"strconv"
	"strings"

	"pagewalk/engine/explain"
	"pagewalk/engine/mmu"
	"pagewalk/engine/profile"
)

// Slide is one address under the microscope: its bits cut for one page-table
// format, every entry that its walk reads, and where the walk ends. It is made
// from the format's description and from some memory with tables in it: those
// of a run at its cursor, or an example made for the address.
type Slide struct {
	Format  *profile.Format
	VA      uint64
	Trouble string // why this is no address here, "" if it is one
	Live    bool   // tables of a run; otherwise an example
	Edited  bool   // some entry was changed by the reader

	Page  uint64 // size of the page that the cut ends at
	Both  bool   // an empty table of 64K pages stands beside the one of 4K pages
	Sizes []PageSize

	Pieces []Cut
	Reads  []Read
	End    End
	Caches []CacheSet
	Needs  []mmu.Need
	Ranges Ranges
}

// PageSize is a size that the format has leaves of.
type PageSize struct {
	Bytes uint64
	Name  string // as an Ask names it
	Both  bool
}

// CutSort says what a piece of an address is for.
type CutSort uint8

const (
	CutBeyond CutSort = iota // above the address: must repeat a bit, or be zero
	CutIndex
	CutOffset
)

// Cut is a piece of an address.
type Cut struct {
	Name   string
	Hi, Lo uint8
	Bits   string
	Value  uint64
	Sort   CutSort
	Bad    bool
}

// Read is one entry that the walk reads.
type Read struct {
	Level   uint8
	Name    string
	Index   uint32
	Address uint64
	Bytes   uint8
	Raw     mmu.Raw
	State   profile.EntryState
	Leads   string
	Covers  uint64
	Edited  bool
	Fields  []ReadField

	// Of a run only.
	Writer uint32 // the event that wrote the entry, event.None = none did
	Said   string // what it says
	Used   []Neighbour
}

// ReadField is a field with everything that it could say.
type ReadField struct {
	mmu.FieldValue
	Shift   uint8 // an address: the value stands for its bits from here on
	Shown   string
	Means   string
	Options []profile.Value   // one of these
	Factors []profile.FlagBit // or a product of these
}

// Neighbour is another entry in use of the table that was read.
type Neighbour struct {
	Index uint32
	VA    uint64
	State profile.EntryState
}

// EndSort says how a walk ended.
type EndSort uint8

const (
	EndNone   EndSort = iota // there was no walk
	EndPage                  // at memory
	EndSparse                // at a sparse entry
	EndFault                 // at a fault
	EndBeyond                // outside the memory that holds the tables
)

// End is where a walk ended.
type End struct {
	Sort     EndSort
	Sentence string
	Fault    string // name and number as hardware gives them
	Aperture string
	Physical uint64
	Base     uint64 // first address of the page
	Bytes    uint64
	Reads    uint8
}

// Ranges is what the needs were counted for.
type Ranges struct {
	Count uint32
	Bytes uint64
	Own   bool // what the run has mapped; otherwise an example
}

// Ask says what is to be seen. Texts are as a link or a form has them.
type Ask struct {
	Address string
	Format  string // "" = the machine's, or Hopper's
	Beside  string // a second format for the same address
	Page    string // "4K", "2M"; "4K+64K" puts an empty table of 64K pages beside
	Access  string // read, write, atomic
	Live    bool
	Frame   int64 // a physical page of 2 MiB to find an address for; -1 = none
	Edits   []Edit
}

// Edit puts a word in the place of an entry.
type Edit struct {
	Level string
	Raw   mmu.Raw
}

// ReadAsk reads KEY=VALUE lines. What is no key names a level whose entry is
// replaced: "PDE0=1f40200681.0".
func ReadAsk(lines string) Ask {
	a := Ask{Frame: -1}
	for _, line := range strings.Split(lines, "\n") {
		key, value, _ := strings.Cut(line, "=")
		switch key {
		case "va":
			a.Address = value
		case "format":
			a.Format = value
		case "beside":
			a.Beside = value
		case "page":
			a.Page = value
		case "access":
			a.Access = value
		case "live":
			a.Live = value == "1"
		case "frame":
			if n, err := strconv.ParseUint(value, 10, 31); err == nil {
				a.Frame = int64(n)
			}
		case "":
		default:
			a.edit(key, value)
		}
	}
	return a
}

// edit keeps an edit; what is no number is left out.
func (a *Ask) edit(level, value string) {
	low, high, _ := strings.Cut(value, ".")
	e := Edit{Level: level}
	var err error
	if e.Raw[0], err = strconv.ParseUint(trimHex(low), 16, 64); err != nil {
		return
	}
	if high != "" {
		if e.Raw[1], err = strconv.ParseUint(trimHex(high), 16, 64); err != nil {
			return
		}
	}
	a.Edits = append(a.Edits, e)
}

func trimHex(s string) string {
	out := make([]byte, 0, len(s))
	for i := range len(s) {
		if c := s[i]; c != ' ' && c != '_' && c != '\'' {
			out = append(out, c)
		}
	}
	s = string(out)
	if len(s) > 1 && s[0] == '0' && s[1]|0x20 == 'x' {
		return s[2:]
	}
	return s
}

// generations are other names of formats: who uses them.
var generations = [...][2]string{
	{"kepler", "v1"}, {"maxwell", "v1"}, {"pascal", "v2-pascal"}, {"volta", "v2-pascal"}, {"turing", "v2"}, {"ampere", "v2-ampere"},
	{"ada", "v2-ampere"}, {"hopper", "v3"}, {"blackwell", "v3-blackwell"}, {"x86", "x86-64"}, {"textbook", "textbook-4"},
}

// FormatCalled finds a format by its name or by a generation that uses it; nil
// if there is none.
func FormatCalled(name string) *profile.Format {
	name = strings.ToLower(name)
	for _, g := range generations {
		if g[0] == name {
			name = g[1]
		}
	}
	return profile.FormatNamed(name)
}

// Examine looks at an address without a run: an example of tables is made for
// it. A second format asked for gives a second slide.
func Examine(a *Ask, lang explain.Lang) []*Slide {
	f := FormatCalled(a.Format)
	if f == nil {
		f = profile.FormatV3
	}
	x := examiner{ask: a, lang: lang}
	slides := []*Slide{x.example(f)}
	if second := FormatCalled(a.Beside); second != nil {
		slides = append(slides, x.example(second))
	}
	return slides
}

// examiner makes slides.
type examiner struct {
	ask  *Ask
	lang explain.Lang
	b    *Builder // nil without a run
}

// example is a slide of tables that were made for the address.
func (x *examiner) example(f *profile.Format) *Slide {
	s := x.slide(f)
	array := []mmu.Stretch{{VA: s.VA &^ (exampleBytes - 1), Bytes: exampleBytes}}
	if s.Trouble != "" {
		array[0].VA = 0
		x.needs(s, array, false)
		return s
	}
	level, _ := f.LevelOf(s.Page)
	g := ground(f, level, s.Both, s.VA)
	s.Edited = g.edit(f, x.ask.Edits)
	x.walk(s, g, g.root)
	x.places(s)
	x.needs(s, array, false)
	return s
}

// exampleBytes is the array that needs are counted for where there is no run.
const exampleBytes = 64 << 20

// slide cuts the address and says whether it is one.
func (x *examiner) slide(f *profile.Format) *Slide {
	s := &Slide{Format: f}
	s.Sizes = sizesOf(f)
	s.Page, s.Both = pageOf(f, x.ask.Page)
	s.VA, s.Trouble = x.address(f)
	if s.Trouble == "" {
		s.Trouble = x.outside(f, s.VA)
	}
	level, _ := f.LevelOf(s.Page)
	s.cut(level, x.lang)
	return s
}

// sizesOf lists the sizes of pages, ascending. Where a directory points to two
// tables, the smallest comes a second time, with an empty table of big pages
// beside its own.
func sizesOf(f *profile.Format) (all []PageSize) {
	for i := len(f.Levels) - 1; i >= 0; i-- {
		l := &f.Levels[i]
		if l.Leaf == nil {
			continue
		}
		all = append(all, PageSize{l.Bytes(), shortSize(l.Bytes()), false})
		if i > 0 && f.Levels[i-1].Depth == l.Depth {
			all = append(all, PageSize{l.Bytes(), shortSize(l.Bytes()) + "+" + shortSize(f.Levels[i-1].Bytes()), true})
		}
	}
	return all
}

func shortSize(n uint64) string {
	s := explain.Bytes(n)
	number, unit, _ := strings.Cut(s, " ")
	return number + unit[:1]
}

// pageOf reads the name of a page size. What the format does not have becomes
// its ordinary page: 2 MiB on a GPU, which is what cudaMalloc maps, and the
// smallest where the processor or the textbook has the word.
func pageOf(f *profile.Format, name string) (page uint64, both bool) {
	sizes := sizesOf(f)
	for _, p := range sizes {
		if p.Name == name {
			return p.Bytes, p.Both
		}
	}
	if _, ok := f.LevelOf(2 << 20); ok && f.Home == profile.Vid && f.Source.Kind != profile.Textbook {
		return 2 << 20, false
	}
	return sizes[0].Bytes, false
}
