package scenario

import (
	"strconv"
	"strings"
)

// settings reads the comment that a program may begin with:
//
//	// pagewalk: gpu=NAME set=KEY=VALUE seed=N
//
// Only comments and empty lines may stand before it.
func (c *compiler) settings(src []byte) Settings {
	var s Settings
	text := string(src[:min(len(src), 4096)])
	for len(text) > 0 {
		line, rest, _ := strings.Cut(text, "\n")
		text = rest
		line = strings.TrimSpace(line)
		body, comment := strings.CutPrefix(line, "//")
		if !comment && line != "" {
			break
		}
		words, ours := strings.CutPrefix(strings.TrimSpace(body), "pagewalk:")
		if !ours {
			continue
		}
		for _, w := range strings.Fields(words) {
			key, value, _ := strings.Cut(w, "=")
			switch key {
			case "gpu":
				s.GPU = value
			case "set":
				s.Set = append(s.Set, value)
			case "seed":
				if n, err := strconv.ParseUint(value, 0, 64); err == nil {
					s.Seed, s.HasSeed = n, true
				}
			}
		}
	}
	return s
}
