package dram

// Check gives the first broken invariant in words, or nothing.
func (d *DRAM) Check() string {
	stored := uint32(0)
	for big := range uint32(d.State.Big.Len()) {
		c := d.State.Big.Get(big)
		switch c.Kind {
		case Untouched:
			if c != (Cell{}) {
				return "untouched memory has a value"
			}
		case Stored:
			return "2 MiB are stored as one page"
		case Split:
			for _, p := range d.State.Pages.Slice(c.Row*bigPages, bigPages) {
				if p.Kind == Split {
					return "a page is split"
				}
				if p.Kind == Stored {
					stored++
				}
			}
		}
	}
	if stored != d.State.Head.At(0).Stored {
		return "the number of stored pages is not the number of stored cells"
	}
	return ""
}
