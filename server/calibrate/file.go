package calibrate

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"pagewalk/engine/profile"
)

// Version is the version of profile files.
const Version = 1

// File is a profile as a file: a profile that exists, and what was measured
// instead of its fields.
type File struct {
	Version int               `json:"pagewalk_profile"`
	Name    string            `json:"name"`
	Title   string            `json:"title"`
	Base    string            `json:"base"`
	Set     map[string]uint64 `json:"set"`
	Report  *Report           `json:"report,omitempty"`
}

// field is a number of a profile that a file may set.
type field struct {
	name   string
	lo, hi uint64
	get    func(*profile.Profile) uint64
	set    func(*profile.Profile, uint64)
	group  func(*profile.Profile) *profile.Source
}

func memorySource(p *profile.Profile) *profile.Source  { return &p.Memory.Source }
func driverSource(p *profile.Profile) *profile.Source  { return &p.Driver.Source }
func runtimeSource(p *profile.Profile) *profile.Source { return &p.Runtime.Source }
func costSource(p *profile.Profile) *profile.Source    { return &p.Cost.Source }
func tlbSource(p *profile.Profile) *profile.Source     { return &p.TLB.Source }

// wide makes a field of 64 bits.
func wide(name string, lo, hi uint64, at func(*profile.Profile) *uint64, group func(*profile.Profile) *profile.Source) field {
	return field{name, lo, hi, func(p *profile.Profile) uint64 { return *at(p) }, func(p *profile.Profile, v uint64) { *at(p) = v }, group}
}

// cost makes a field of the costs, at most a second.
func cost(name string, at func(*profile.Cost) *uint64) field {
	return wide("Cost."+name, 0, 1_000_000_000_000, func(p *profile.Profile) *uint64 { return at(&p.Cost) }, costSource)
}

// level makes a field of a level of the TLB; a profile that lacks the level has
// 0 there, and ignores what is set.
func level(i int, name string, lo, hi uint64, get func(*profile.TLBLevel) uint64, set func(*profile.TLBLevel, uint64)) field {
	return field{fmt.Sprintf("TLB.Levels.%d.%s", i, name), lo, hi,
		func(p *profile.Profile) uint64 {
			if i >= len(p.TLB.Levels) {
				return 0
			}
			return get(&p.TLB.Levels[i])
		},
		func(p *profile.Profile, v uint64) {
			if i < len(p.TLB.Levels) {
				set(&p.TLB.Levels[i], v)
			}
		}, tlbSource}
}

func levels(i int) []field {
	return []field{
		level(i, "Ways", 1, 16, func(l *profile.TLBLevel) uint64 { return uint64(l.Ways) }, func(l *profile.TLBLevel, v uint64) { l.Ways = uint32(v) }),
		level(i, "Entries", 1, 1<<20, func(l *profile.TLBLevel) uint64 { return uint64(l.Entries()) }, func(l *profile.TLBLevel, v uint64) { l.Sets = power(uint32(v) / l.Ways) }),
		level(i, "Miss", 0, 1<<20, func(l *profile.TLBLevel) uint64 { return uint64(l.Miss) }, func(l *profile.TLBLevel, v uint64) { l.Miss = uint32(v) }),
		level(i, "Span", pageBytes, 16*pageBytes, func(l *profile.TLBLevel) uint64 { return uint64(l.Pages) * pageBytes }, func(l *profile.TLBLevel, v uint64) { l.Pages = power(uint32(v / pageBytes)) }),
	}
}

// pageBytes is the page that cudaMalloc's blocks are mapped with.
const pageBytes = 2 * mib

// power is the largest power of two up to n, at least 1.
func power(n uint32) uint32 {
	p := uint32(1)
	for p <= n/2 {
		p *= 2
	}
	return p
}

var fields = slices.Concat([]field{
	wide("Memory.Bytes", 64*mib, profile.MostMemory, func(p *profile.Profile) *uint64 { return &p.Memory.Bytes }, memorySource),
	{"Memory.ContextPages", 0, 1 << 20, func(p *profile.Profile) uint64 { return uint64(p.Memory.ContextPages) }, func(p *profile.Profile, v uint64) { p.Memory.ContextPages = uint32(v) }, memorySource},
	{"Memory.ContextSlackFrames", 0, 1 << 12, func(p *profile.Profile) uint64 { return uint64(p.Memory.ContextSlackFrames) }, func(p *profile.Profile, v uint64) { p.Memory.ContextSlackFrames = uint32(v) }, memorySource},
	{"Driver.Free", 0, 1, func(p *profile.Profile) uint64 { return uint64(p.Driver.Free) }, func(p *profile.Profile, v uint64) { p.Driver.Free = profile.FreePolicy(v) }, driverSource},
	{"Runtime.Slabs", 0, 1, func(p *profile.Profile) uint64 {
		if p.Runtime.Slabs {
			return 1
		}
		return 0
	}, func(p *profile.Profile, v uint64) { p.Runtime.Slabs = v == 1 }, runtimeSource},
	wide("Runtime.SlabBytes", 2*mib, 2*mib, func(p *profile.Profile) *uint64 { return &p.Runtime.SlabBytes }, runtimeSource),
	wide("Runtime.Granule", 512, 64*kib, func(p *profile.Profile) *uint64 { return &p.Runtime.Granule }, runtimeSource),
	wide("Runtime.BlockGranule", 2*mib, 2*mib, func(p *profile.Profile) *uint64 { return &p.Runtime.BlockGranule }, runtimeSource),
	wide("Runtime.ArenaBytes", 2*mib, gib, func(p *profile.Profile) *uint64 { return &p.Runtime.ArenaBytes }, runtimeSource),
	wide("Runtime.ContextBytes", 0, 1<<40, func(p *profile.Profile) *uint64 { return &p.Runtime.ContextBytes }, runtimeSource),
	cost("RMAlloc", func(c *profile.Cost) *uint64 { return &c.RMAlloc }), cost("RMAllocMiB", func(c *profile.Cost) *uint64 { return &c.RMAllocMiB }),
	cost("Register", func(c *profile.Cost) *uint64 { return &c.Register }), cost("CreateRange", func(c *profile.Cost) *uint64 { return &c.CreateRange }),
	cost("MapBase", func(c *profile.Cost) *uint64 { return &c.MapBase }), cost("MapMiB", func(c *profile.Cost) *uint64 { return &c.MapMiB }),
	cost("Unregister", func(c *profile.Cost) *uint64 { return &c.Unregister }),
	cost("UVMFree", func(c *profile.Cost) *uint64 { return &c.UVMFree }), cost("UVMFreeMiB", func(c *profile.Cost) *uint64 { return &c.UVMFreeMiB }),
	cost("RMFree", func(c *profile.Cost) *uint64 { return &c.RMFree }), cost("RMFreeMiB", func(c *profile.Cost) *uint64 { return &c.RMFreeMiB }),
	cost("MallocBase", func(c *profile.Cost) *uint64 { return &c.MallocBase }), cost("FreeBase", func(c *profile.Cost) *uint64 { return &c.FreeBase }),
	cost("SlabHit", func(c *profile.Cost) *uint64 { return &c.SlabHit }), cost("SlabFree", func(c *profile.Cost) *uint64 { return &c.SlabFree }),
	cost("SlabHitCold", func(c *profile.Cost) *uint64 { return &c.SlabHitCold }), cost("SlabFreeCold", func(c *profile.Cost) *uint64 { return &c.SlabFreeCold }),
	cost("MemGetInfo", func(c *profile.Cost) *uint64 { return &c.MemGetInfo }), cost("ScrubMiB", func(c *profile.Cost) *uint64 { return &c.ScrubMiB }),
	cost("LoadCycles", func(c *profile.Cost) *uint64 { return &c.LoadCycles }),
}, levels(0), levels(1))

func findField(name string) *field {
	for i := range fields {
		if fields[i].name == name {
			return &fields[i]
		}
	}
	return nil
}

// Of gives the value that a profile has in a field; ok is false for no field.
func Of(p *profile.Profile, name string) (v uint64, ok bool) {
	f := findField(name)
	if f == nil {
		return 0, false
	}
	return f.get(p), true
}

// NewFile makes a profile file of what was measured; what a machine cannot be
// built with becomes inconclusive first.
func NewFile(name, base string, r *Report) *File {
	f := &File{Version: Version, Name: name, Title: r.Card + ", calibrated " + r.Date, Base: base, Set: map[string]uint64{}, Report: r}
	for i := range r.Probes {
		p := &r.Probes[i]
		x := findField(p.Field)
		switch {
		case x == nil || p.Verdict != Measured:
		case p.Value < x.lo || p.Value > x.hi:
			p.Verdict = Inconclusive
			p.Note = strings.TrimPrefix(p.Note+fmt.Sprintf("; outside what a machine can be built with, %d to %d", x.lo, x.hi), "; ")
		default:
			f.Set[p.Field] = p.Value
		}
	}
	return f
}

// Write writes the file.
func (f *File) Write(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(f)
}

// Read reads a profile file and makes its profile.
//
// Errors say what was found and what was expected.
func Read(data []byte) (*File, *profile.Profile, error) {
	f := &File{}
	d := json.NewDecoder(bytes.NewReader(data))
	if err := d.Decode(f); err != nil || f.Version == 0 {
		return nil, nil, fmt.Errorf("expected a profile file {\"pagewalk_profile\": %d, …}", Version)
	}
	if f.Version > Version {
		return nil, nil, fmt.Errorf("version %d, this program reads up to %d", f.Version, Version)
	}
	p := profile.Get(f.Base)
	if p == nil {
		return nil, nil, fmt.Errorf("base: no profile is named %q", f.Base)
	}
	p.Name, p.Title, p.Kind = f.Name, f.Title, profile.Measured
	p.TLB.Levels = slices.Clone(p.TLB.Levels) // profiles share them
	for _, name := range sorted(f.Set) {
		x, v := findField(name), f.Set[name]
		if x == nil {
			return nil, nil, fmt.Errorf("set: no field %q", name)
		}
		if v < x.lo || v > x.hi {
			return nil, nil, fmt.Errorf("set: %s is %d, expected %d to %d", name, v, x.lo, x.hi)
		}
		x.set(p, v)
		*x.group(p) = profile.Source{Kind: profile.Measured, Ref: f.source(), Confidence: "calibrated; the file has the fit of each probe"}
	}
	if err := sound(p); err != nil {
		return nil, nil, err
	}
	return f, p, nil
}

// sound refuses numbers that do not fit together.
func sound(p *profile.Profile) error {
	r := &p.Runtime
	switch {
	case r.Granule&(r.Granule-1) != 0:
		return fmt.Errorf("set: Runtime.Granule is %d, expected a power of two", r.Granule)
	case r.ArenaBytes&(r.ArenaBytes-1) != 0:
		return fmt.Errorf("set: Runtime.ArenaBytes is %d, expected a power of two", r.ArenaBytes)
	case p.Memory.ContextPages >= p.Memory.Pages():
		return fmt.Errorf("set: Memory.ContextPages is %d of %d pages", p.Memory.ContextPages, p.Memory.Pages())
	case p.PMM.OwnsAll && p.Memory.ContextPages != 0:
		return fmt.Errorf("set: Memory.ContextPages is %d, and in %s all memory is the PMM's", p.Memory.ContextPages, p.Name)
	case p.Memory.ContextPages != 0 && p.Memory.ContextSlackFrames > 32*(p.Memory.ContextPages-1):
		return fmt.Errorf("set: Memory.ContextSlackFrames is %d, and all pages of the context but its last have %d", p.Memory.ContextSlackFrames, 32*(p.Memory.ContextPages-1))
	}
	return nil
}

// source names the evidence.
func (f *File) source() string {
	if f.Report == nil {
		return f.Title
	}
	return f.Report.Card + ", " + f.Report.Driver + ", " + f.Report.Date
}

func sorted(set map[string]uint64) []string {
	var names []string
	for name := range set {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}
