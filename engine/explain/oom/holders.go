package oom

// findOwn looks for the program itself among the processes of its message. In
// a container it knows itself by another number than the driver does, and the
// message lists it like a stranger. Proof: the listed processes and PyTorch's
// own memory do not fit side by side into what is used.
func (j *judge) findOwn() {
	m := j.m
	if m.thisProcess.Known || !m.reserved.Known || !m.capacity.Known || !m.free.Known {
		return
	}
	used, sum := m.capacity.minus(m.free), m.reserved
	own, candidates := -1, 0
	for i, p := range m.others {
		sum = sum.plus(p.Bytes)
		if p.Bytes.covers(m.reserved) == No {
			continue
		}
		candidates++
		if own < 0 || p.Bytes.Bytes < m.others[own].Bytes.Bytes {
			own = i
		}
	}
	if own < 0 || used.covers(sum) != No {
		return
	}
	m.others[own].Own = true
	j.ownGuessed = candidates > 1
}

// nameProcesses takes the names of processes from nvidia-smi's table.
func (j *judge) nameProcesses() {
	for i := range j.m.others {
		for _, p := range j.smi.processes {
			if p.PID == j.m.others[i].PID && p.Name != "" {
				j.m.others[i].Name = p.Name
			}
		}
	}
}

// outside is what is held by neither PyTorch nor nobody: an amount that errs
// on the low side, and whether the message lets us tell this process from
// others.
func (j *judge) outside() (held Amount, others bool) {
	if j.othersHold.Known {
		return j.othersHold, true
	}
	for _, p := range j.m.others {
		if !p.Own {
			held = addKnown(held, p.Bytes)
		}
	}
	if held.Known {
		return smaller(held, j.unaccounted), true
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
		j.r.Held = held
		return true
	}
	beside := j.besideTorch.minus(exactly(contextShare))
	if j.matters(beside) && beside.Bytes > m.reserved.Bytes && m.free.plus(beside).covers(m.asked) == Yes {
		j.r.Held, j.r.Library = j.besideTorch, true
		return true
	}
	return false
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
	if j.m.unallocated.Bytes > 0 {
		j.r.because(BesideAlive, j.m.unallocated)
	}
	j.r.because(PiecesUnknown, j.m.unallocated)
}

// sayHolders says who else is on the card.
func (j *judge) sayHolders() {
	m, r := j.m, j.r
	named := false
	for _, p := range m.others {
		switch {
		case p.Own && j.ownGuessed:
			r.becauseText(OwnAmongThem, p.PID, "", p.Bytes, m.reserved)
		case p.Own:
			r.becauseText(OwnUnderOtherNumber, p.PID, "", p.Bytes, m.reserved)
		default:
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
