package i18n

import (
	"regexp"
	"testing"

	"pagewalk/engine/profile"
)

// A title in Chinese has no English word but names, and Chinese commas.
func TestMachinesInChinese(t *testing.T) {
	english := regexp.MustCompile(`[,;]|\b[a-z]{3,}\b|Textbook`)
	for _, p := range profile.List() {
		if got := Zh.Machine(p.Title); english.MatchString(got) {
			t.Errorf("%s is called %q in Chinese", p.Name, got)
		}
		if got := En.Machine(p.Title); got != p.Title {
			t.Errorf("%s is called %q in English", p.Name, got)
		}
	}
}
