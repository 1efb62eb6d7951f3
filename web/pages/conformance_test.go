package pages

import (
	"testing"

	"pagewalk/engine/conformance"
)

// Every test of the driver is told in Chinese too, and nothing else is.
func TestConformanceInChinese(t *testing.T) {
	for _, s := range conformance.Scenarios {
		zh, ok := conformanceZh[s.ID]
		if !ok || zh.verifies == "" || (zh.why == "") != (s.Why == "") {
			t.Errorf("%s: %q %q in Chinese is %q %q", s.ID, s.Verifies, s.Why, zh.verifies, zh.why)
		}
		if conformanceGroupsZh[s.Group] == "" {
			t.Errorf("%s: group %q has no Chinese name", s.ID, s.Group)
		}
	}
	if len(conformanceZh) != len(conformance.Scenarios) {
		t.Errorf("%d texts for %d tests", len(conformanceZh), len(conformance.Scenarios))
	}
}
