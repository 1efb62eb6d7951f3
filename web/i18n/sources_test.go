package i18n

import (
	"regexp"
	"testing"

	"pagewalk/engine/profile"
)

// What a profile says of its sources has no English words in Chinese, except
// names of files, modules and manuals.
func TestSourcesInChinese(t *testing.T) {
	english := regexp.MustCompile(`\b(the|of|and|what|driver|exact|every|read|by|chosen|over)\b`)
	for _, p := range profile.List() {
		for _, s := range []profile.Source{p.Memory.Source, p.PMM.Source, p.MMU.Source, p.TLB.Source, p.Driver.Source, p.Managed.Source, p.Runtime.Source, p.Cost.Source} {
			for _, text := range []string{s.Ref, s.Confidence} {
				if got := Zh.Source(text); english.MatchString(got) {
					t.Errorf("%s: %q is %q in Chinese", p.Name, text, got)
				}
				if got := En.Source(text); got != text {
					t.Errorf("%s: %q is %q in English", p.Name, text, got)
				}
			}
		}
	}
}
