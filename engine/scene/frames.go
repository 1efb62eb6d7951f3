package scene

import (
	"pagewalk/engine/event"
	"pagewalk/engine/pma"
)

// framePages is how many pages the frame map shows: rows of 32 frames.
const framePages = 8

// frames fills the map of the PMA's frames around a page.
func (b *Builder) frames(f *FrameMap, focus uint32) {
	a := b.m.PMA
	f.Count = min(framePages, a.Pages())
	f.First = min(focus-min(focus, 2), a.Pages()-f.Count)
	for i := range f.Count * pma.PageFrames {
		f.Bits = append(f.Bits, a.Bits(f.First*pma.PageFrames+i))
	}
	s := a.Stats()
	f.Free, f.FreePages, f.Clearing, f.Queued, f.Total = s.FreeFrames, s.FreePages, s.Scrubbing, s.Queued, a.Frames()
	if b.event != nil && b.event.Kind == event.FrameRun {
		i := event.FrameRunOf(b.event)
		f.NowFirst, f.NowCount = i.First, i.N
	}
}
