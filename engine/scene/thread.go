package scene

import "pagewalk/engine/event"

// thread lists the stations from the call to the change: the chain of causes
// of the event, from its far end.
func (b *Builder) thread(m *Moment) {
	for i := len(b.chain) - 1; i >= 0; i-- {
		for _, s := range b.stations(m, b.chain[i]) {
			if n := len(m.Thread); n == 0 || m.Thread[n-1] != s {
				m.Thread = append(m.Thread, s)
			}
		}
	}
}

// stations are the places of the picture that an event touches.
func (b *Builder) stations(m *Moment, index uint32) []Station {
	e := b.run.Event(index)
	switch e.Kind {
	case event.Call:
		return []Station{{PaneRuntime, PartCall, 0}}
	case event.Return:
		return b.returnStations(m)
	case event.Ioctl:
		return []Station{{PaneDriver, PartRung, e.Subject}}
	case event.HoleTake, event.HoleGive:
		return pieceStations(m)
	case event.SlabNew, event.ExtentTake, event.ExtentGive:
		for i := range m.Runtime.Slabs {
			if m.Runtime.Slabs[i].Now {
				return []Station{{PaneRuntime, PartSlab, uint32(i)}}
			}
		}
	case event.CachePut:
		for i := range m.Driver.Cache {
			if m.Driver.Cache[i].Now {
				return []Station{{PaneDriver, PartCache, uint32(i)}}
			}
		}
	case event.TableNew, event.TableFree, event.EntryRun, event.Refs, event.WalkRead, event.MMUFault:
		return b.walkStations(m, e)
	case event.TLBInvalidate:
		return deepest(m)
	case event.WarpAccess, event.KernelFault:
		return b.accessStations(m)
	case event.BlockNew, event.BlockPages, event.BlockPolicy, event.ManagedFault, event.Thrashing, event.ChunkHeld,
		event.FaultBatch, event.FaultReplay:
		return blockStations(m, blockOfEvent(e) != 0 || e.Kind == event.FaultBatch || e.Kind == event.FaultReplay)
	case event.TLBFill, event.TLBDrop, event.TLBOrder:
		for i := range m.Translation.TLB {
			if tlbTouched(&m.Translation.TLB[i]) {
				return []Station{{PaneTranslation, PartTLB, uint32(i)}}
			}
		}
	}
	return b.physicalStations(m, e)
}

// returnStations are the pointer that the call gave, or the call itself.
func (b *Builder) returnStations(m *Moment) []Station {
	list := []Station{{PaneRuntime, PartCall, 0}}
	for i := range m.Runtime.Pointers {
		if m.Runtime.Pointers[i].Now {
			list = append(list, Station{PaneRuntime, PartPointer, uint32(i)})
		}
	}
	return list
}

// blockStations are the column of the block that is shown.
func blockStations(m *Moment, managed bool) []Station {
	for i := range m.Managed.Shown {
		if managed && m.Managed.Shown[i].Current {
			return []Station{{PaneDriver, PartBlock, uint32(i)}}
		}
	}
	return nil
}

// accessStations are the entry that translates a request, and the page that it
// reaches.
func (b *Builder) accessStations(m *Moment) []Station {
	list := deepest(m)
	if page, ok := b.leafPage(); ok {
		list = append(list, Station{PanePhysical, PartPage, page})
	}
	return list
}

// pieceStations count pieces over all slabs.
func pieceStations(m *Moment) []Station {
	n := uint32(0)
	for i := range m.Runtime.Slabs {
		for j := range m.Runtime.Slabs[i].Pieces {
			if m.Runtime.Slabs[i].Pieces[j].Now {
				return []Station{{PaneRuntime, PartPiece, n + uint32(j)}}
			}
		}
		n += uint32(len(m.Runtime.Slabs[i].Pieces))
	}
	return nil
}

// walkStations are the level that the event is about, its entry when that is
// what counts, and the page that a written entry points to.
func (b *Builder) walkStations(m *Moment, e *event.Event) []Station {
	var list []Station
	t := &m.Translation
	for i := range t.Levels {
		if t.Levels[i].Now {
			list = append(list, Station{PaneTranslation, PartLevel, uint32(i)})
		}
	}
	if len(list) == 0 || !t.HasEntry || !t.Entry.Now {
		return list
	}
	if last := deepest(m); e.Kind == event.EntryRun || len(last) > 0 && last[0] == list[0] {
		list = append(list, Station{PaneTranslation, PartEntry, 0})
	}
	if page, ok := b.leafPage(); ok && e.Kind == event.EntryRun {
		list = append(list, Station{PanePhysical, PartPage, page})
	}
	return list
}

// deepest is the last level of the walk that has a table, and its entry.
func deepest(m *Moment) []Station {
	for i := len(m.Translation.Levels) - 1; i >= 0; i-- {
		if m.Translation.Levels[i].Raw != "" {
			return []Station{{PaneTranslation, PartLevel, uint32(i)}, {PaneTranslation, PartEntry, 0}}
		}
	}
	return nil
}

// physicalStations are the page, and in a split root the chunk.
func (b *Builder) physicalStations(m *Moment, e *event.Event) []Station {
	page, ok := b.card.pageOfEvent(e)
	if !ok {
		return nil
	}
	list := []Station{{PanePhysical, PartPage, page}}
	if rows := m.Physical.Root.Rows; m.Physical.HasRoot && m.Physical.Root.Page == page && len(rows) > 1 {
		for i, c := range rows[len(rows)-1].Cells {
			if c.Now {
				return append(list, Station{PanePhysical, PartChunk, uint32(i)})
			}
		}
	}
	return list
}

func tlbTouched(s *TLBSet) bool {
	for _, w := range s.Ways {
		if w.State > WayValid {
			return true
		}
	}
	return false
}
