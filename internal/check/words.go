package main

import (
	"fmt"
	"regexp"
	"strings"
)

// forbidden are words that say more about how a thing was made than about the
// thing, or that belong to one machine.
var forbidden = []struct {
	pattern *regexp.Regexp
	why     string
}{
	{regexp.MustCompile(`/(root|home|tmp/bash_jobs|work/main)/`), "an absolute path of one machine"},
	{regexp.MustCompile(`registry\.npmjs\.org|proxy\.golang\.org`), "the host of a registry"},
	{regexp.MustCompile(`轻松|一键|！`), "a word that the texts do without"},
}

// words: texts of ours keep out what does not belong there.
func words(root string) []string {
	var broken []string
	for _, folder := range []string{"engine", "wasm", "web", "lessons", "server", "static", "docs"} {
		eachFile(root, folder, func(path, text string) {
			if !strings.HasSuffix(path, "_test.go") && !strings.HasSuffix(path, "lock.json") {
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
			if found := f.pattern.FindString(line); found != "" {
				broken = append(broken, fmt.Sprintf("%s:%d: %q is %s", path, number+1, found, f.why))
			}
		}
	}
	return broken
}
