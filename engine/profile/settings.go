package profile

import (
	"slices"
	"strconv"
	"strings"

	"pagewalk/engine/order"
)

// Setting is a field of a profile that a scenario or a command may change.
type Setting struct {
	Key    string
	Values string // what may be said, in words
	Inert  string // why it changes nothing here; "" = it does what its name says
	get    func(*Profile) string
	set    func(*Profile, string) bool
}

// Settings lists every setting, in order of key.
func Settings() []Setting { return slices.Clone(settings) }

var settings = sorted(own, formatSetting, regionSettings, moduleParameters, inertParameters(), cached)

// sorted joins lists of settings in order of key.
func sorted(lists ...[]Setting) []Setting {
	all := slices.Concat(lists...)
	order.Stable(len(all), func(i, j int) bool { return all[i].Key < all[j].Key }, func(i, j int) { all[i], all[j] = all[j], all[i] })
	return all
}

// own are the settings that are Pagewalk's.
var own = []Setting{
	choice("driver.free", []string{"immediate", "lazy"},
		func(p *Profile) int { return int(p.Driver.Free) }, func(p *Profile, i int) { p.Driver.Free = FreePolicy(i) }),
	choice("driver.trim", []string{"never", "pressure"},
		func(p *Profile) int { return int(p.Driver.Trim) }, func(p *Profile, i int) { p.Driver.Trim = TrimPolicy(i) }),
	choice("eviction.policy", VictimNames,
		func(p *Profile) int { return int(p.Managed.Victims) }, func(p *Profile, i int) { p.Managed.Victims = Victims(i) }),
	size("limits.contents", func(p *Profile) *uint64 { return &p.Limits.ContentBytes }, 4*kib, 4*gib),
	number("limits.events", func(p *Profile) *uint32 { return &p.Limits.Events }, 1000, 1<<26),
	memorySize(),
	choice("memory.scrub", []string{"off", "on"},
		func(p *Profile) int { return bit(p.Memory.Scrub) }, func(p *Profile, i int) { p.Memory.Scrub = i == 1 }),
	number("pmm.batch", func(p *Profile) *uint32 { return &p.PMM.BatchRoots }, 1, 512),
	choice("runtime.slabs", []string{"off", "on"},
		func(p *Profile) int { return bit(p.Runtime.Slabs) }, func(p *Profile, i int) { p.Runtime.Slabs = i == 1 }),
}

func bit(b bool) int {
	if b {
		return 1
	}
	return 0
}

func choice(key string, names []string, get func(*Profile) int, set func(*Profile, int)) Setting {
	return Setting{
		Key: key, Values: strings.Join(names, "|"),
		get: func(p *Profile) string { return names[get(p)] },
		set: func(p *Profile, v string) bool {
			i := slices.Index(names, v)
			if i >= 0 {
				set(p, i)
			}
			return i >= 0
		},
	}
}

func number(key string, field func(*Profile) *uint32, lo, hi uint64) Setting {
	return Setting{
		Key: key, Values: strconv.FormatUint(lo, 10) + " to " + strconv.FormatUint(hi, 10),
		get: func(p *Profile) string { return strconv.FormatUint(uint64(*field(p)), 10) },
		set: func(p *Profile, v string) bool {
			n, err := strconv.ParseUint(v, 10, 32)
			if err != nil || n < lo || n > hi {
				return false
			}
			*field(p) = uint32(n)
			return true
		},
	}
}

// size is a number of bytes; KiB, MiB and GiB may follow.
func size(key string, field func(*Profile) *uint64, lo, hi uint64) Setting {
	return Setting{
		Key: key, Values: "bytes, or a number with KiB, MiB or GiB",
		get: func(p *Profile) string { return strconv.FormatUint(*field(p), 10) },
		set: func(p *Profile, v string) bool {
			n, ok := ParseSize(v)
			if !ok || n < lo || n > hi {
				return false
			}
			*field(p) = n
			return true
		},
	}
}

// memorySize is how much memory the card has: more than the first context and
// the slow region take, and no more than addresses of chunks reach.
func memorySize() Setting {
	s := size("memory.bytes", func(p *Profile) *uint64 { return &p.Memory.Bytes }, 2*mib, MostMemory)
	plain := s.set
	s.Values += ": more than the context and the slow region take, up to 1024GiB"
	s.set = func(p *Profile, v string) bool {
		n, ok := ParseSize(v)
		return ok && (p.Memory.ContextPages == 0 || n>>21 > uint64(p.Memory.ContextPages)) && n > p.Memory.slow() && plain(p, v)
	}
	return s
}

// ParseSize reads a number of bytes; KiB, MiB or GiB may follow.
func ParseSize(v string) (uint64, bool) {
	shift := 0
	for i, unit := range []string{"KiB", "MiB", "GiB"} {
		if rest, found := strings.CutSuffix(v, unit); found {
			v, shift = strings.TrimSpace(rest), 10*(i+1)
		}
	}
	n, err := strconv.ParseUint(v, 10, 44)
	if err != nil || n<<shift>>shift != n {
		return 0, false
	}
	return n << shift, true
}

// Get gives the setting's value in p as text.
func (s *Setting) Get(p *Profile) string { return s.get(p) }

// SettingError says why a KEY=VALUE was not taken.
type SettingError struct {
	Key, Value string
	Known      bool     // the key exists, the value does not fit
	Expected   string   // what the key takes
	Nearest    []string // for an unknown key
}

// Error says it in one English line.
func (e *SettingError) Error() string {
	if e.Known {
		return "setting " + e.Key + ": found " + strconv.Quote(e.Value) + ", expected " + e.Expected
	}
	return "unknown setting " + strconv.Quote(e.Key) + ", did you mean " + strings.Join(e.Nearest, " or ") + "?"
}

// Set changes one setting of p. The text is KEY=VALUE.
//
// Errors: *SettingError; p is unchanged then.
func Set(p *Profile, text string) error {
	key, value, _ := strings.Cut(text, "=")
	key, value = strings.TrimSpace(key), strings.TrimSpace(value)
	for i := range settings {
		if s := &settings[i]; s.Key == key {
			if !s.set(p, value) {
				return &SettingError{Key: key, Value: value, Known: true, Expected: s.Values}
			}
			return nil
		}
	}
	return &SettingError{Key: key, Value: value, Nearest: nearest(key)}
}

// nearest gives the two keys that differ least from what was written.
func nearest(key string) []string {
	type near struct {
		key  string
		edit int
	}
	var all []near
	for i := range settings {
		all = append(all, near{settings[i].Key, distance(key, settings[i].Key)})
	}
	order.Stable(len(all), func(i, j int) bool { return all[i].edit < all[j].edit }, func(i, j int) { all[i], all[j] = all[j], all[i] })
	return []string{all[0].key, all[1].key}
}

// distance is the number of single-letter edits between a and b.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost = 1 + min(diagonal, row[j], row[j+1])
			}
			diagonal, row[j+1] = row[j+1], cost
		}
	}
	return row[len(b)]
}
