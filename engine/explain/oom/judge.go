package oom

// judge decides what a message of PyTorch proves.
//
// The message is written when three things have failed: no unused piece that
// PyTorch already holds was large enough (for this stream and this pool),
// buying a new segment failed, and it failed again after every wholly unused
// segment had been given back. So whatever is "reserved but unallocated" in
// the message lies in segments beside something alive, and none of its pieces
// was large enough. How many pieces there are the message does not say.
type judge struct {
	m   *message
	r   *Report
	smi *smi

	underLimit, together, besideTorch, othersHold, unaccounted Amount

	ownGuessed bool // several processes could be this program
}

const (
	// scraps is how much of the memory that counts as free the driver may be
	// unable to give, because it gives whole pages of 2 MiB: 3,276,800 bytes
	// on an H200 with driver 580.159.04, measured; a little more is allowed.
	scraps = 4 << 20
	// contextShare is a generous allowance for what a CUDA context with its
	// libraries holds. An idle context on an H200 holds 264 pages of 2 MiB.
	contextShare = 3 << 29
)

// numbers derives what follows and lists all figures.
func (j *judge) numbers() {
	m, r := j.m, j.r
	this := m.thisProcess
	if this.absurd() {
		this = Amount{}
	}
	j.underLimit = m.allowed.minus(m.reserved)
	if m.dialect == Async {
		j.underLimit = m.allowed.minus(m.allocated)
	}
	j.together = m.unallocated.plus(j.room())
	j.besideTorch = this.minus(m.reserved)
	j.othersHold = m.capacity.minus(m.free).minus(this)
	j.unaccounted = m.capacity.minus(m.free).minus(m.reserved)
	r.add(Asked, m.asked, false)
	r.add(Allowed, m.allowed, false)
	r.add(Capacity, m.capacity, false)
	r.add(Free, m.free, false)
	r.add(Reserved, m.reserved, m.dialect == Sentences || m.dialect == Cached)
	r.add(Allocated, m.allocated, false)
	r.add(Unallocated, m.unallocated, m.dialect == InTotal)
	r.add(PrivatePools, m.private, false)
	r.add(UnderLimit, j.underLimit, true)
	r.add(Together, j.together, true)
	r.add(ThisProcess, this, false)
	r.add(BesideTorch, j.besideTorch, true)
	j.findOwn()
	j.nameProcesses()
	for _, p := range m.others {
		r.Numbers = append(r.Numbers, Number{ID: OtherProcess, Amount: p.Bytes, Process: p})
	}
	if this.Known && j.othersHold.Lo > 0 {
		r.add(OthersHold, j.othersHold, true)
	}
	if !this.Known {
		r.add(Unaccounted, j.unaccounted, true)
	}
}

// room is what a new segment could be at most: what the card has free, and
// what the limit leaves.
func (j *judge) room() Amount { return smaller(j.m.free, j.underLimit) }

// decide finds the verdict and gives its reasons.
func (j *judge) decide() {
	m, r := j.m, j.r
	j.sayRequest()
	j.sayOdd()
	switch {
	case m.tooLarge:
		r.Verdict = Full
		r.because(MoreThanExabyte)
		return
	case !m.asked.Known:
		r.Missing = append(r.Missing, Asked)
		return
	case m.capacity.covers(m.asked) == No:
		r.Verdict = Full
		r.because(LargerThanCard, m.asked, m.capacity)
		return
	case m.allowed.Known && m.allowed.covers(m.asked) == No:
		r.Verdict, r.Within = LimitReached, true
		r.because(LargerThanLimit, m.asked, m.allowed)
		return
	}
	j.sayHeld()
	if m.dialect == Async {
		j.decideAsync()
		return
	}
	cardStops := j.cardStops()
	// Too close for rounded figures counts as refused: somebody refused, and
	// where the card had room it was the limit.
	limitStops := m.allowed.Known && j.underLimit.Known && j.underLimit.covers(m.asked) != Yes
	switch {
	case limitStops && (cardStops != Yes || j.room().Bytes == j.underLimit.Bytes):
		j.decideLimit(cardStops)
	case cardStops == Yes:
		j.decideCard()
	case cardStops == Unsure && !m.free.Known:
		j.decideBlind()
	default:
		j.decideContradiction()
	}
}

// cardStops says whether the card had too little free for the request.
func (j *judge) cardStops() Answer {
	m := j.m
	switch m.free.covers(m.asked) {
	case No:
		j.r.because(CardTooSmall, m.free, m.asked, m.capacity)
		return Yes
	case Yes:
		if m.asked.Known && m.free.Lo < m.asked.Hi+scraps {
			j.r.because(ScrapsOnly, m.free, m.asked)
			return Yes
		}
		return No
	}
	if m.free.Known {
		j.r.because(ScrapsOnly, m.free, m.asked)
		return Yes
	}
	return Unsure
}

// decideLimit: the program's own limit refused the purchase.
func (j *judge) decideLimit(cardStops Answer) {
	m, r := j.m, j.r
	r.Within = true
	r.because(LimitLeaves, m.allowed, m.reserved, j.underLimit)
	if cardStops == No {
		r.because(CardHasRoom, m.free, m.capacity)
	}
	r.Verdict = j.pieces(LimitReached)
}

// decideCard: the card refused the purchase.
func (j *judge) decideCard() {
	r := j.r
	r.Verdict = j.pieces(Full)
	j.sayHolders()
	if r.Verdict == Fragmentation && !j.outsideDominates() {
		return
	}
	if r.Verdict != CannotSay && j.outsideDecides() {
		r.Verdict = OutsideHolds
	}
}

// pieces tells fragmentation from plain want: is there enough in sum?
func (j *judge) pieces(otherwise Verdict) Verdict {
	m, r := j.m, j.r
	if !m.unallocated.Known {
		if m.dialect == MPS {
			r.because(NoCacheFigures)
			return otherwise
		}
		r.Missing = append(r.Missing, Unallocated)
		return CannotSay
	}
	switch j.together.covers(m.asked) {
	case Yes:
		if r.Within {
			r.because(EnoughInSum, m.unallocated, j.room(), j.together)
		} else {
			r.because(EnoughWithFree, m.unallocated, j.room(), j.together)
		}
		r.because(NoSinglePiece, m.asked, m.unallocated)
		j.sayPools()
		return Fragmentation
	case No:
		r.because(NotEnoughInSum, j.together, m.asked)
		return otherwise
	}
	r.because(TooClose, j.together, m.asked)
	r.Missing = append(r.Missing, Unallocated)
	return CannotSay
}

// decideBlind: the message was cut off before what is free.
func (j *judge) decideBlind() {
	m, r := j.m, j.r
	r.Missing = append(r.Missing, Free)
	atMost := m.capacity.minus(m.reserved).plus(m.unallocated)
	if atMost.Known && atMost.covers(m.asked) == No {
		r.Verdict = Full
		r.because(NotEnoughAnyway, atMost, m.asked)
		return
	}
	r.because(FreeNotSaid)
}

// decideAsync: the driver's own pool was in use. Its message does not say how
// much the pool keeps unused, so only the extremes are proof.
func (j *judge) decideAsync() {
	m, r := j.m, j.r
	switch {
	case m.allowed.Known && m.allowed.minus(m.allocated).covers(m.asked) == No:
		r.Verdict, r.Within = LimitReached, true
		r.because(AsyncOver, m.allocated, m.asked, m.allowed)
	case m.capacity.Known && m.capacity.minus(m.allocated).covers(m.asked) == No:
		r.Verdict = Full
		r.because(AsyncOver, m.allocated, m.asked, m.capacity)
	default:
		r.because(AsyncUnknown, m.capacity.minus(m.free).minus(m.allocated))
		r.Missing = append(r.Missing, Unallocated)
	}
}

// decideContradiction: by its own figures it should have worked.
func (j *judge) decideContradiction() {
	m, r := j.m, j.r
	r.because(ShouldHaveWorked, m.free, m.asked)
	if m.thisProcess.absurd() || j.smi.windows {
		r.Verdict = OutsideHolds
		r.because(WindowsDecides)
		return
	}
	r.Missing = append(r.Missing, CardFree)
}
