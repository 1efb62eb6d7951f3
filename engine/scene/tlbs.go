package scene

import (
	"pagewalk/engine/event"
	"pagewalk/engine/mmu"
	"pagewalk/engine/profile"
)

// tlbs draws, of each level, the set in which the walked address belongs, as the
// processor has it whose turn it is; the victims of a level and the cache of
// directory entries where the hierarchy has them.
func (b *Builder) tlbs(t *Translation, address uint64, known bool) {
	lo := uint8(21)
	if known {
		if leaf, fault := b.m.MMU.Walk(b.process, address, mmu.Read, nil); fault.Type == mmu.NoFault && leaf.Bytes != 0 {
			for lo = 0; uint64(1)<<lo < leaf.Bytes; lo++ {
			}
		}
	}
	b.processors(t)
	h := &b.m.Profile.TLB
	for i := range h.Levels {
		level := &h.Levels[i]
		name, instance := words(level.Name, b.lang), level.Instance(t.SM)
		s := TLBSet{Name: name, Set: b.setShown(i, instance, lo, address)}
		b.ways(&s, level, i, instance, s.Set)
		b.missed(&s)
		if level.Sets == 1 {
			s.Set = event.None
		}
		t.TLB = append(t.TLB, s)
		if level.Victims {
			b.beside(t, wordVictims.in(b.lang, name), level, i, instance, level.Sets)
		}
	}
	for _, n := range b.m.TLB.Parents() {
		name := words(h.Directories.Name, b.lang) + " " + b.m.Profile.MMU.Format.Levels[n].Name
		b.beside(t, name, &h.Directories, len(h.Levels), 0, uint32(n))
	}
}

// beside adds a set that no bits of an address choose.
func (b *Builder) beside(t *Translation, name string, level *profile.TLBLevel, number int, instance, set uint32) {
	s := TLBSet{Name: name, Set: event.None}
	b.ways(&s, level, number, instance, set)
	t.TLB = append(t.TLB, s)
}

// ways draws the entries of a set; they are all empty where no processor has
// come yet.
func (b *Builder) ways(s *TLBSet, level *profile.TLBLevel, number int, instance, set uint32) {
	entries := b.m.TLB.EntriesOf(number, instance, set)
	for way := range level.Ways {
		w := Way{}
		if entries != nil {
			w = Way{State: b.way(number, instance, set, way, entries[way].Mask != 0), Tag: entries[way].Span &^ 0xff}
		}
		s.Ways = append(s.Ways, w)
	}
}

// processors says whose caches are shown: those of the processor that the reader
// asked for, else of the one that the newest access of the row came from. Those
// that hold anything can be asked for.
func (b *Builder) processors(t *Translation) {
	t.SM, t.SMAsked = b.shownProcessor(), b.asksProcessor()
	for sm := range b.m.Profile.TLB.SMs {
		if sm == t.SM || b.m.TLB.Used(sm) {
			t.SMs = append(t.SMs, sm)
		}
	}
}

func (b *Builder) asksProcessor() bool { return b.sm >= 0 && b.sm < int(b.m.Profile.TLB.SMs) }

func (b *Builder) shownProcessor() uint16 {
	if b.asksProcessor() {
		return uint16(b.sm)
	}
	return b.processor()
}

// processor is that of the newest access.
func (b *Builder) processor() uint16 {
	for _, i := range b.chain {
		if e := b.run.Event(i); e.Kind == event.WarpAccess {
			return event.WarpAccessOf(e).SM
		}
	}
	for n := b.run.Cursor(); n > 0 && b.run.Cursor()-n < maxFocusScan; n-- {
		switch e := b.run.Event(n - 1); e.Kind {
		case event.WarpAccess:
			return event.WarpAccessOf(e).SM
		case event.Call:
			return 0
		}
	}
	return 0
}

// setShown is the set of the event, if it is about an entry of this level, and
// else that of the address.
func (b *Builder) setShown(level int, instance uint32, lo uint8, address uint64) uint32 {
	if n, entry, ok := b.touches(); ok && n == level {
		if i, set, _ := b.m.TLB.Seat(level, entry); i == instance && set < b.m.Profile.TLB.Levels[level].Sets {
			return set
		}
	}
	return b.m.TLB.SetOf(level, lo, address)
}

// touches gives the level of the event's entry, and the entry; of an event that
// changes the order of a set, its first.
func (b *Builder) touches() (level int, entry uint32, ok bool) {
	if b.event == nil {
		return 0, 0, false
	}
	switch b.event.Kind {
	case event.TLBFill:
		return int(event.TLBFillOf(b.event).Level), b.event.Subject, true
	case event.TLBDrop:
		return int(event.TLBDropOf(b.event).Level), b.event.Subject, true
	case event.TLBOrder:
		level = int(event.TLBOrderOf(b.event).Level)
		ways := b.m.Profile.TLB.Directories.Ways
		if level < b.m.TLB.Levels() {
			ways = b.m.Profile.TLB.Levels[level].Ways
		}
		return level, b.event.Subject * ways, true
	}
	return 0, 0, false
}

// way says what one entry is, and what the event did to it.
func (b *Builder) way(level int, instance, set, way uint32, valid bool) WayState {
	if n, entry, ok := b.touches(); ok && n == level && b.event.Kind != event.TLBOrder {
		if i, row, w := b.m.TLB.Seat(level, entry); i == instance && row == set && w == way {
			if b.event.Kind == event.TLBFill {
				return WayFilled
			}
			return b.dropped()
		}
	}
	if valid {
		return WayValid
	}
	return WayEmpty
}

// dropped tells an invalidation from an eviction by what caused it.
func (b *Builder) dropped() WayState {
	for _, i := range b.chain[1:] {
		if b.run.Event(i).Kind == event.TLBInvalidate {
			return WayInvalid
		}
	}
	return WayEvicted
}

// missed marks, while tables are read, the empty place where the translation
// was looked for.
func (b *Builder) missed(s *TLBSet) {
	if b.event == nil || b.event.Kind != event.WalkRead && b.event.Kind != event.MMUFault {
		return
	}
	for i := range s.Ways {
		if s.Ways[i].State == WayEmpty {
			s.Ways[i].State = WayMissed
			return
		}
	}
}
