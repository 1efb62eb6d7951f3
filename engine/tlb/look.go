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

// EntriesOf gives the entries of one set of an instance for reading; nil while
// no processor has used the instance. The set behind the last one is that of the
// victims, where the level has them. Level Levels() is the cache of directory
// entries: its sets are the levels of the page tables.
func (t *TLB) EntriesOf(level int, instance, set uint32) []Tag {
	c := &t.caches[level]
	if instance >= c.reached || set >= c.rows {
		return nil
	}
	return c.tags.Slice((instance*c.rows+set)*c.Ways, c.Ways)
}

// Seat says where an entry of a level lies.
func (t *TLB) Seat(level int, entry uint32) (instance, set, way uint32) {
	c := &t.caches[level]
	row := entry / c.Ways
	return row / c.rows, row % c.rows, entry % c.Ways
}

// Parents are the levels of the page tables whose entries the cache of
// directory entries keeps; none where there is no such cache.
func (t *TLB) Parents() (levels []uint8) {
	for i := range t.parents {
		levels = append(levels, t.parents[i].code-1)
	}
	return levels
}

// Used says whether the first level of a processor holds anything.
func (t *TLB) Used(sm uint16) bool {
	c := &t.levels[0]
	instance := c.Instance(sm)
	for set := range c.rows {
		for _, e := range t.EntriesOf(0, instance, set) {
			if e.Mask != 0 {
				return true
			}
		}
	}
	return false
}
