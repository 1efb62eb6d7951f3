package lessons

import (
	"pagewalk/engine/conformance"
	"pagewalk/web/i18n"
)

// ConformancePrefix begins the ids of the programs that play the driver's own
// tests.
const ConformancePrefix = "driver-test-"

// conformanceProgram is the program of a driver's test, by its id with the
// prefix; nil if there is none.
func conformanceProgram(id string) *Program {
	if len(id) <= len(ConformancePrefix) || id[:len(ConformancePrefix)] != ConformancePrefix {
		return nil
	}
	p, ok := conformance.ProgramOf(id[len(ConformancePrefix):])
	if !ok {
		return nil
	}
	return &Program{ID: id, File: p.ID + ".cu", Profile: p.Profile, Source: p.Source, Title: i18n.Text{En: p.ID, Zh: p.ID}}
}
