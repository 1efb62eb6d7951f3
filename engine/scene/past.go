package scene

import (
	"pagewalk/engine/event"
	"pagewalk/engine/timeline"
)

// past lists the events that give things their place, so that a sentence can
// tell where a chunk or a table was at any event.
type past struct {
	run    *timeline.Run
	seen   uint32
	splits []uint32
	tables []uint32
}

// extend reads the events that came since the last time.
func (p *past) extend() {
	for ; p.seen < p.run.Len(); p.seen++ {
		switch p.run.Event(p.seen).Kind {
		case event.ChunkSplit:
			p.splits = append(p.splits, p.seen)
		case event.TableNew:
			p.tables = append(p.tables, p.seen)
		}
	}
}

// maxPastScan bounds how many events are searched backwards.
const maxPastScan = 20_000

// newest is the newest event of a list, at or before event i, that pleases.
func (p *past) newest(list []uint32, i uint32, pleases func(*event.Event) bool) (*event.Event, bool) {
	lo, hi := 0, len(list)
	for lo < hi {
		mid := (lo + hi) / 2
		if list[mid] <= i {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	for k := lo - 1; k >= 0 && lo-k < maxPastScan; k-- {
		if e := p.run.Event(list[k]); pleases(e) {
			return e, true
		}
	}
	return nil, false
}

// split is the split that made a chunk what it was at event i.
func (p *past) split(id, i uint32) (*event.Event, bool) {
	return p.newest(p.splits, i, func(e *event.Event) bool {
		s := event.SplitOf(e)
		return id >= s.FirstChild && id < s.FirstChild+uint32(s.Children)
	})
}

// table is the event that made a page table.
func (p *past) table(id, i uint32) (*event.Event, bool) {
	return p.newest(p.tables, i, func(e *event.Event) bool { return e.Subject == id })
}
