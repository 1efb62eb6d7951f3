package tlb

// Reading for pictures: nothing here changes anything or leaves an event.

// Levels is the number of levels of the hierarchy.
func (t *TLB) Levels() int { return len(t.levels) }

// SetOf is the set of a level in which the translation of an address lies, for
// pages of 1<<lo bytes.
func (t *TLB) SetOf(level int, lo uint8, va uint64) uint32 {
	c := &t.levels[level]
	return c.fold(va, lo+c.pageShift)
}

// EntriesOf gives the entries of one set for reading.
func (t *TLB) EntriesOf(level int, set uint32) []Tag {
	c := &t.levels[level]
	return t.State.Tags[level].Slice(set*c.Ways, c.Ways)
}
