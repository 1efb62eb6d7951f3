package oom

import "strings"

// Setting is a setting of the allocator that messages advise.
type Setting uint8

// The settings.
const (
	NoSetting  Setting = iota
	Expandable         // expandable_segments:True
	MaxSplit           // max_split_size_mb
)

var settingNames = [...]string{"", "expandable_segments:True", "max_split_size_mb"}

// String gives the setting as the environment variable takes it.
func (s Setting) String() string { return settingNames[s] }

// adviceIn says what a message advises. A message that was cut off in the name
// of the variable had only one way to go on.
func adviceIn(text string) Setting {
	switch i := strings.Index(text, "try setting "); {
	case i < 0:
		return NoSetting
	case strings.HasPrefix(text[i:], "try setting max_split_size_mb"):
		return MaxSplit
	case strings.HasPrefix(text[i:], "try setting PYTORCH"):
		return Expandable
	}
	return NoSetting
}

// Conf is the allocator's settings, where the text shows them.
type Conf struct {
	Seen bool
	Text string // as written; empty is a setting too: none

	Refused bool // a warning says that this platform has no expandable segments
}

// Has says whether a setting was in force.
func (c Conf) Has(s Setting) Answer {
	switch {
	case s == Expandable && c.Refused:
		return No
	case !c.Seen:
		return Unsure
	case s == Expandable && containsFold(c.Text, "expandable_segments:true"):
		return Yes
	case s == MaxSplit && strings.Contains(c.Text, "max_split_size_mb:"):
		return Yes
	}
	return No
}

// async says that another allocator was in force, which ignores the settings.
func (c Conf) async() bool { return strings.Contains(c.Text, "backend:cudaMallocAsync") }

func containsFold(s, lower string) bool { return strings.Contains(strings.ToLower(s), lower) }

// confWords are what stands before the settings: in a shell, a log, a
// program, a JSON or a Python dictionary.
var confWords = [...]string{"PYTORCH_CUDA_ALLOC_CONF", "PYTORCH_ALLOC_CONF", "PYTORCH_HIP_ALLOC_CONF", `"conf"`, "'conf'", " conf", "set_allocator_settings"}

// findConf looks for the allocator's settings in a flattened text. What a
// message advises ("try setting …=…") is no setting. The last one found
// counts: it is nearest to the failure.
func findConf(flat string) Conf {
	found := Conf{Refused: strings.Contains(flat, "expandable_segments not supported on this platform")}
	last := -1
	for _, word := range confWords {
		for at := 0; ; {
			i := strings.Index(flat[at:], word)
			if i < 0 {
				break
			}
			start := at + i
			at = start + len(word)
			if strings.HasSuffix(flat[:start], "try setting ") || strings.HasSuffix(flat[:start], "and ") || start < last {
				continue
			}
			if text, ok := confValue(flat[at:min(len(flat), at+400)]); ok {
				found.Seen, found.Text, last = true, text, start
			}
		}
	}
	if !found.Seen || found.Text == "" {
		if text, ok := settingsOf(flat); ok {
			found.Seen, found.Text = true, text
		}
	}
	return found
}

// settingsOf reads allocator_settings of a snapshot, where expandable_segments
// is a field of its own.
func settingsOf(flat string) (string, bool) {
	for _, word := range [...]string{`"expandable_segments": `, `'expandable_segments': `, `"expandable_segments":`} {
		i := strings.Index(flat, word)
		if i < 0 {
			continue
		}
		rest := strings.ToLower(flat[i+len(word) : min(len(flat), i+len(word)+6)])
		switch {
		case strings.HasPrefix(rest, "true"):
			return "expandable_segments:True", true
		case strings.HasPrefix(rest, "false"):
			return "expandable_segments:False", true
		}
	}
	return "", false
}

// confValue reads what follows the name: = or : or a bracket, then the
// settings, quoted or not.
func confValue(rest string) (string, bool) {
	i := 0
	for i < len(rest) && strings.IndexByte(` "'])`, rest[i]) >= 0 && i < 4 {
		i++
	}
	if i == len(rest) || strings.IndexByte("=:(,", rest[i]) < 0 {
		return "", false
	}
	sign := rest[i]
	i++
	for i < len(rest) && rest[i] == ' ' && sign != '=' {
		i++
	}
	if i < len(rest) && sign == '=' && rest[i] == ' ' && i+1 < len(rest) && (rest[i+1] == '"' || rest[i+1] == '\'') {
		i++
	}
	if i == len(rest) {
		return "", true
	}
	if q := rest[i]; q == '"' || q == '\'' {
		end := strings.IndexByte(rest[i+1:], q)
		if end < 0 {
			return "", false
		}
		return acceptConf(rest[i+1 : i+1+end])
	}
	end := strings.IndexAny(rest[i:], " ;)\"'")
	if end < 0 {
		end = len(rest) - i
	}
	return acceptConf(rest[i : i+end])
}

// confKeys are the settings that there are; a text with none of them belongs to
// something else.
var confKeys = [...]string{
	"expandable_segments:", "max_split_size_mb:", "roundup_power2_divisions:", "garbage_collection_threshold:", "backend:",
	"max_non_split_rounding_mb:", "pinned_", "release_lock_on_", "graph_capture_", "per_process_memory_fraction:", "large_segment_size_mb:",
}

// acceptConf takes a text that can be settings: empty, or with a known key.
func acceptConf(s string) (string, bool) {
	if s == "" {
		return s, true
	}
	for _, k := range confKeys {
		if strings.Contains(s, k) {
			return s, true
		}
	}
	return "", false
}
