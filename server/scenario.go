package main

import (
	"fmt"
	"path/filepath"
	"strconv"
	"strings"

	"pagewalk/engine/explain"
	"pagewalk/engine/profile"
	"pagewalk/engine/scenario"
)

// scenarioOptions are the flags that all commands share which play a scenario.
type scenarioOptions struct {
	file     string
	gpu      string   // "" = what the program's first line says, else the default
	card     string   // profile of the card that the other side ran on; comes before the first line
	settings repeated // KEY=VALUE, after those of the program
	seed     uint64
	seeded   bool // --seed was given
	lang     explain.Lang
}

// loaded is a scenario that is ready to be played.
type loaded struct {
	name    string
	source  []byte
	program *scenario.Program
	profile *profile.Profile
	seed    uint64
}

// languageCode is the language as package scenario writes it.
func languageCode(l explain.Lang) string { return [...]string{"en", "zh"}[l] }

// scenarioLimit is far more than a scenario may have; the compiler names its
// own limit.
const scenarioLimit = 16 << 20

// loadScenario reads and compiles a scenario and finds its machine. Warnings go
// to standard error; errors do too, with caret and hint, and end in status 2.
func loadScenario(env *environment, o scenarioOptions) (*loaded, error) {
	source, err := readUpTo(env, o.file, scenarioLimit)
	if err != nil {
		return nil, err
	}
	return compileScenario(env, displayName(o.file), source, o)
}

// displayName is how messages call a file.
func displayName(file string) string {
	if file == "-" {
		return "(standard input)"
	}
	return filepath.ToSlash(file)
}

func compileScenario(env *environment, name string, source []byte, o scenarioOptions) (*loaded, error) {
	program, diagnostics := scenario.Compile(source, scenario.Options{})
	for _, d := range diagnostics {
		fmt.Fprint(env.err, name+":"+scenario.Render(source, d, languageCode(o.lang)))
	}
	if program == nil {
		return nil, errRefused
	}
	if err := checkHeader(name, source); err != nil {
		return nil, err
	}
	head := program.Settings
	gpu := o.gpu
	if gpu == "" && o.card != "" { // the first line says nothing of that card
		gpu, head.Set = o.card, nil
	}
	if gpu == "" {
		gpu = head.GPU
	}
	if gpu == "" {
		gpu = defaultProfile
	}
	p, err := loadProfile(gpu, append(append([]string(nil), head.Set...), o.settings...))
	if err != nil {
		if o.gpu == "" && o.card == "" && head.GPU != "" || len(head.Set) > 0 {
			return nil, badUsage("%s: %s", name, strings.TrimPrefix(err.Error(), "--"))
		}
		return nil, err
	}
	seed := head.Seed
	if o.seeded {
		seed = o.seed
	}
	return &loaded{name: name, source: source, program: program, profile: p, seed: seed}, nil
}

// checkHeader refuses a header line that cannot mean what its writer wanted:
// "// pagewalk: gpu=NAME set=KEY=VALUE seed=N" with a word of another kind.
func checkHeader(name string, source []byte) error {
	number := 0
	for line := range strings.Lines(string(source[:min(len(source), 4096)])) {
		number++
		body, comment := strings.CutPrefix(strings.TrimSpace(line), "//")
		if !comment && strings.TrimSpace(line) != "" {
			return nil
		}
		words, ours := strings.CutPrefix(strings.TrimSpace(body), "pagewalk:")
		if !ours {
			continue
		}
		for _, word := range strings.Fields(words) {
			key, value, _ := strings.Cut(word, "=")
			if _, err := strconv.ParseUint(value, 0, 64); key == "seed" && err != nil {
				return badUsage("%s:%d: header: seed: found %q, expected a number", name, number, value)
			}
			if key != "gpu" && key != "set" && key != "seed" {
				return badUsage("%s:%d: header: found %q, expected gpu=NAME, set=KEY=VALUE or seed=N", name, number, word)
			}
		}
	}
	return nil
}
