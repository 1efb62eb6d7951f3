package oom

// outside is what is held by neither PyTorch nor nobody: an amount that errs
// on the low side, and whether the message lets us tell this process from
// others.
func (j *judge) outside() (held Amount, others bool) {
	if j.othersHold.Known {
		return j.othersHold, true
	}
	for _, p := range j.m.others {
		if !j.isOwn(p) {
			held = addKnown(held, p.Bytes)
		}
	}
	if held.Known {
		return held, true
	}
	return j.unaccounted.minus(exactly(contextShare)), false
}

func addKnown(a, b Amount) Amount {
	if !a.Known {
		return b
	}
	return a.plus(b)
}

// outsideDecides says that the request would fit if what is outside PyTorch
// were gone, and that this is no trifle.
func (j *judge) outsideDecides() bool {
	m := j.m
	held, _ := j.outside()
	if j.matters(held) && m.free.plus(held).covers(m.asked) == Yes {
		return true
	}
	beside := j.besideTorch.minus(exactly(contextShare))
	return j.matters(beside) && beside.Bytes > m.reserved.Bytes && m.free.plus(beside).covers(m.asked) == Yes
}

// outsideDominates says that others hold more of the card than PyTorch does.
func (j *judge) outsideDominates() bool {
	held, _ := j.outside()
	return held.Known && j.m.reserved.Known && held.Lo > j.m.reserved.Hi
}

// matters says that an amount is a sixteenth of the card or more.
func (j *judge) matters(a Amount) bool {
	return a.Known && j.m.capacity.Known && a.Lo >= j.m.capacity.Bytes/16
}

// sayRequest explains the request: it is a segment, not the tensor.
func (j *judge) sayRequest() {
	m, r := j.m, j.r
	if m.dialect != InTotal && m.dialect != Sentences || !m.asked.Exact() {
		return
	}
	switch n := m.asked.Bytes; {
	case n == segment:
		r.because(AskedSmall, m.asked, exactly(1<<20))
	case n == 10*segment:
		r.because(AskedMiddle, m.asked, exactly(1<<20), exactly(20<<20))
	case n > 5*segment:
		r.because(AskedSegment, m.asked, exactly(n-segment), exactly(n))
	}
}

// sayOdd points at figures that are no sizes, or that no card can have.
func (j *judge) sayOdd() {
	m, r := j.m, j.r
	if m.thisProcess.absurd() {
		r.because(NotASize, m.thisProcess)
	}
	if m.reserved.Known && m.capacity.Known && m.capacity.covers(m.reserved) == No {
		r.because(MoreThanTheCard, m.reserved, m.capacity)
	}
}

// sayHeld says what PyTorch holds.
func (j *judge) sayHeld() {
	m, r := j.m, j.r
	if m.reserved.Known && m.unallocated.Known {
		r.because(TorchHolds, m.reserved, m.allocated, m.unallocated)
	}
	if m.private.Known && m.private.Bytes > 0 {
		r.because(PrivateOnly, m.private)
	}
	if j.besideTorch.Known && j.besideTorch.Bytes > 0 {
		r.because(HeldBeside, j.besideTorch, m.thisProcess)
	}
}

// sayPools adds what limits the use of unused pieces.
func (j *judge) sayPools() {
	if j.m.asked.Exact() && j.m.asked.Bytes == segment {
		j.r.because(SmallPoolOnly, j.m.unallocated)
	}
	j.r.because(PiecesUnknown, j.m.unallocated)
}

// sayHolders says who else is on the card.
func (j *judge) sayHolders() {
	m, r := j.m, j.r
	named := false
	for _, p := range m.others {
		if j.isOwn(p) {
			r.becauseText(OwnUnderOtherNumber, p.PID, "", p.Bytes, m.reserved)
		} else {
			r.becauseText(OtherHolds, p.PID, "", p.Bytes)
		}
		named = true
	}
	held, others := j.outside()
	switch {
	case others && j.matters(held):
		r.because(WithoutOthers, held, m.free.plus(held), m.asked)
	case !others && !named && j.matters(held):
		r.because(NotInTheText, j.unaccounted)
	}
}

// bars lays the request against each kind of room, in the order in which the
// allocator, and then a person, asks for it.
func (j *judge) bars() {
	m, r := j.m, j.r
	if !m.asked.Known {
		return
	}
	r.Bars = append(r.Bars, Bar{ID: Asked, Amount: m.asked, Fits: Yes})
	add := func(id NumberID, a Amount, fits Answer) {
		if a.Known {
			r.Bars = append(r.Bars, Bar{ID: id, Amount: a, Fits: fits})
		}
	}
	add(Unallocated, m.unallocated, No) // the allocator looked: no piece of it was large enough
	add(UnderLimit, j.underLimit, j.underLimit.covers(m.asked))
	add(Free, m.free, m.free.covers(m.asked))
	add(Together, j.together, No) // two places are no piece
	if held, others := j.outside(); others && held.Lo > 0 {
		add(OthersHold, held, No)
	}
	add(Allowed, m.allowed, m.allowed.covers(m.asked))
	add(Capacity, m.capacity, m.capacity.covers(m.asked))
}

// causes lists what outside the allocator may be behind the error, the likely
// first.
func (j *judge) causes() []CauseID {
	m := j.m
	var out []CauseID
	windows := m.thisProcess.absurd() || j.smi.windows || j.r.Has(MoreThanTheCard)
	if windows {
		out = append(out, CauseWDDM)
	}
	if !j.r.Within && (j.r.Verdict == OutsideHolds || j.r.Verdict == CannotSay || j.r.Verdict == Full) {
		out = append(out, CauseOtherProcess)
	}
	if j.r.Has(ShouldHaveWorked) {
		out = append(out, CauseZombie, CausePinned, CauseHostRAM)
	}
	if j.smi.mig || m.capacity.Known && j.smallerThanCard() {
		out = append(out, CauseMIG)
	}
	if j.besideTorch.Known || j.unaccounted.Known {
		out = append(out, CauseContext)
	}
	return out
}

// smallerThanCard says that PyTorch sees much less than nvidia-smi: a slice.
func (j *judge) smallerThanCard() bool {
	c, ok := j.smi.cardOf(j.m.device)
	return ok && c.total.Known && j.m.capacity.Bytes < c.total.Bytes-c.total.Bytes/8
}
