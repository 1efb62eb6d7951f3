package pma

// contiguous appends the lowest run that fits (or the highest, from the top
// down), aligned to the page size; nothing if there is none.
func (p *place) contiguous(r *Request, out []Run) []Run {
	find := p.lowest
	if r.Reverse {
		find = p.highest
	}
	if c, ok := find(); ok {
		out = append(out, Run{c * p.unit, p.n * p.unit})
	}
	return out
}

func (p *place) lowest() (cell uint32, ok bool) {
	for i := p.free.next(p.lo, p.hi, true); i < p.hi; {
		c := (i + p.page - 1) / p.page * p.page
		if c >= p.hi || p.n > p.hi-c {
			return 0, false
		}
		end := p.free.next(c, c+p.n, false)
		if end == c+p.n {
			return c, true
		}
		i = p.free.next(end, p.hi, true)
	}
	return 0, false
}

func (p *place) highest() (cell uint32, ok bool) {
	for end := p.free.prev(p.lo, p.hi, true); end > p.lo; {
		if end-p.lo < p.n {
			return 0, false
		}
		c := (end - p.n) / p.page * p.page
		if c < p.lo {
			return 0, false
		}
		start := p.free.prev(c, c+p.n, false)
		if start == c {
			return c, true
		}
		end = p.free.prev(p.lo, min(end, start-1), true)
	}
	return 0, false
}

// scattered appends the lowest free pages (or the highest, still in ascending
// order), at most as many as are wanted, and says how many cells they have.
func (p *place) scattered(r *Request, out []Run) ([]Run, uint32) {
	if r.Reverse {
		return p.scatteredReverse(out)
	}
	was, left := len(out), p.n
	for i := p.free.next(p.lo, p.hi, true); i < p.hi && left > 0; {
		end := p.free.next(i, p.hi, false)
		c := (i + p.page - 1) / p.page * p.page
		if c < end {
			if n := min(left, (end-c)/p.page*p.page); n > 0 {
				out, left = p.add(out, was, c, n), left-n
			}
		}
		i = p.free.next(end, p.hi, true)
	}
	return out, p.n - left
}

func (p *place) scatteredReverse(out []Run) ([]Run, uint32) {
	was, left := len(out), p.n
	for end := p.free.prev(p.lo, p.hi, true); end > p.lo && left > 0; {
		start := p.free.prev(p.lo, end, false)
		c := (start + p.page - 1) / p.page * p.page
		top := end / p.page * p.page
		if c < top {
			n := min(left, top-c)
			out, left = append(out, Run{(top - n) * p.unit, n * p.unit}), left-n
		}
		end = p.free.prev(p.lo, start, true)
	}
	for i, j := was, len(out)-1; i < j; i, j = i+1, j-1 {
		out[i], out[j] = out[j], out[i]
	}
	return out, p.n - left
}

// add appends n cells from c, joining them to the run before where they touch.
func (p *place) add(out []Run, was int, c, n uint32) []Run {
	if len(out) > was && out[len(out)-1].End() == c*p.unit {
		out[len(out)-1].N += n * p.unit
		return out
	}
	return append(out, Run{c * p.unit, n * p.unit})
}
