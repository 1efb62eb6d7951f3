package scene

import (
	"pagewalk/engine/event"
	"pagewalk/engine/mmu"
)

// tlbs draws, of each level, the set in which the walked address belongs.
func (b *Builder) tlbs(t *Translation, address uint64, known bool) {
	lo := uint8(21)
	if known {
		if leaf, fault := b.m.MMU.Walk(b.process, address, mmu.Read, nil); fault.Type == mmu.NoFault && leaf.Bytes != 0 {
			for lo = 0; uint64(1)<<lo < leaf.Bytes; lo++ {
			}
		}
	}
	for i := range b.m.TLB.Levels() {
		level := &b.m.Profile.TLB.Levels[i]
		set := b.setShown(i, lo, address)
		s := TLBSet{Name: words(level.Name, b.lang), Set: set}
		if level.Sets == 1 {
			s.Set = event.None
		}
		entries := b.m.TLB.EntriesOf(i, set)
		for way := range entries {
			s.Ways = append(s.Ways, Way{State: b.way(i, set*level.Ways+uint32(way), entries[way].Mask != 0), Tag: entries[way].Span &^ 0xff})
		}
		b.missed(&s)
		t.TLB = append(t.TLB, s)
	}
}

// setShown is the set of the event, if it is about an entry of this level, and
// else that of the address.
func (b *Builder) setShown(level int, lo uint8, address uint64) uint32 {
	if b.event != nil {
		ways := b.m.Profile.TLB.Levels[level].Ways
		switch b.event.Kind {
		case event.TLBFill:
			if int(event.TLBFillOf(b.event).Level) == level {
				return b.event.Subject / ways
			}
		case event.TLBDrop:
			if int(event.TLBDropOf(b.event).Level) == level {
				return b.event.Subject / ways
			}
		case event.TLBOrder:
			if int(event.TLBOrderOf(b.event).Level) == level {
				return b.event.Subject
			}
		}
	}
	return b.m.TLB.SetOf(level, lo, address)
}

// way says what one entry is, and what the event did to it.
func (b *Builder) way(level int, entry uint32, valid bool) WayState {
	if b.event != nil && b.event.Subject == entry {
		switch b.event.Kind {
		case event.TLBFill:
			if int(event.TLBFillOf(b.event).Level) == level {
				return WayFilled
			}
		case event.TLBDrop:
			if int(event.TLBDropOf(b.event).Level) == level {
				return b.dropped()
			}
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
