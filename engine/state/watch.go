package state

// Watch tells which cells of one column may have changed since it last looked.
// Pictures use it, so that a step redraws what was written and not the card.
type Watch struct {
	column Pages
	per    int // cells in a page
	since  uint32
}

// NewWatch gives a Watch of c that has seen nothing yet.
func NewWatch[T any](c *Column[T]) *Watch { return &Watch{column: c, per: c.perPage()} }

// Each calls f for every stretch of cells, first to first+n-1, in a page that
// was written since the last Each, and says whether there was one.
func (w *Watch) Each(f func(first, n uint32)) bool {
	any := false
	for p := range w.column.pages() {
		if w.column.changedSince(p, w.since) {
			any = true
			f(uint32(p*w.per), uint32(w.per))
		}
	}
	w.since = w.column.reading()
	return any
}

// Changed says whether any page was written since the last look.
func (w *Watch) Changed() bool { return w.Each(func(uint32, uint32) {}) }
