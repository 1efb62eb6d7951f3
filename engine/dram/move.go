package dram

import "pagewalk/engine/target"

// Move copies whole pages from one place to a lower or separate one and
// forgets what the old place held, page by page, so that no more than one page
// is kept twice. It fails before the first page or not at all.
func (d *DRAM) Move(to, from, bytes uint64) target.Why {
	if why := d.room(1); why.ID != target.NoReason {
		return why
	}
	for at := uint64(0); at < bytes; {
		step := uint64(pageBytes)
		c := d.At(from + at)
		if (from+at)%(bigPages*pageBytes) == 0 && bytes-at >= bigPages*pageBytes && c.Kind != Stored && d.whole(from+at) {
			step = bigPages * pageBytes
		}
		if c.Kind == Stored {
			var b [pageBytes]byte
			d.Read(from+at, b[:])
			d.Write(to+at, b[:])
		} else {
			d.fillPages(uint32((to+at)/pageBytes), uint32(step/pageBytes), c)
		}
		d.Forget(from+at, step)
		at += step
	}
	return target.Why{}
}
