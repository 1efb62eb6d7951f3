package main

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

// forbidden are words that belong to one machine, and words that the texts for
// readers do without.
var forbidden = []struct {
	pattern *regexp.Regexp
	folders []string // where the rule holds
	why     string
}{
	{regexp.MustCompile(`/(root|home|tmp/bash_jobs|work/main)/`), everywhere, "an absolute path of one machine"},
	{regexp.MustCompile(`registry\.npmjs\.org|proxy\.golang\.org`), everywhere, "the host of a registry"},
	{regexp.MustCompile(`轻松|一键|！`), read, "a word that the texts do without"},
}

var (
	everywhere = []string{"engine/", "wasm/", "web/", "lessons/", "server/", "static/", "docs/"}
	read       = []string{"engine/explain/", "web/pages/", "web/src/", "lessons/", "docs/"}
)

// words: texts of ours keep out what does not belong there.
func words(root string) []string {
	var broken []string
	for _, folder := range everywhere {
		eachFile(root, folder, func(path, text string) {
			if !strings.HasSuffix(path, "_test.go") && !strings.HasSuffix(path, ".test.ts") && utf8.ValidString(text) && !strings.HasSuffix(path, "lock.json") {
				broken = append(broken, wordsOf(path, text)...)
			}
		})
	}
	return broken
}

func wordsOf(path, text string) []string {
	var broken []string
	for number, line := range strings.Split(text, "\n") {
		for _, f := range forbidden {
			within := func(folder string) bool { return strings.HasPrefix(path, folder) }
			if found := f.pattern.FindString(line); found != "" && slices.ContainsFunc(f.folders, within) {
				broken = append(broken, fmt.Sprintf("%s:%d: %q is %s", path, number+1, found, f.why))
			}
		}
	}
	return broken
}
