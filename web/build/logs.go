package main

import (
	"pagewalk/engine/explain"
	"pagewalk/engine/scene"
	"pagewalk/lessons"
	"pagewalk/web/i18n"
)

// makeLogs makes the frames that a page ships with each of its programs, so
// that stepping works before the engine has arrived. The engine writes them
// here, natively, with the same code that answers in the browser.
func (b *builder) makeLogs() error {
	scenarios := lessons.Scenarios()
	for i := range scenarios {
		for _, l := range i18n.All {
			p := &scenarios[i]
			frames, err := scene.LessonLog(p.Source, p.Profile, "", lessons.Seed, spoken(l))
			if err != nil {
				return err
			}
			logical := p.LogName(p.Profile, l)
			b.files = append(b.files, output{logical: logical, name: hashedName(logical, frames), bytes: frames})
		}
	}
	return nil
}

// spoken is a page's language as the engine names it.
func spoken(l i18n.Lang) explain.Lang {
	if l == i18n.Zh {
		return explain.ZH
	}
	return explain.EN
}
