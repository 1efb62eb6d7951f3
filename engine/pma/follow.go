package pma

// FreeRun gives the run of free pages that begins at or behind page p; N is 0 if
// there is none.
func (a *PMA) FreeRun(p uint32) Run {
	first := a.freePage.next(p, a.pages, true)
	end := a.freePage.next(first, a.pages, false)
	return Run{first * PageFrames, (end - first) * PageFrames}
}
