package oom

// advise checks the setting that the message advises: was it in force already,
// and can it help by these figures?
func (f *facts) advise(m *message, r *Report) {
	a := Advice{Advised: m.advice, Conf: f.conf, InForce: f.conf.Has(m.advice)}
	switch {
	case f.conf.async():
		r.becauseText(SettingsIgnored, 0, f.conf.Text)
		a.Helps = No
	case m.advice == NoSetting:
		if f.conf.Seen && f.conf.Text != "" {
			r.becauseText(SettingsSeen, 0, f.conf.Text)
		}
	case m.advice == Expandable && f.conf.Refused:
		r.because(AdviceImpossible)
		a.Helps = No
	case a.InForce == Yes:
		r.becauseText(AdviceInForce, uint64(m.advice), f.conf.Text)
		a.Helps = No
	default:
		if a.InForce == No {
			r.becauseText(AdviceNotInForce, uint64(m.advice), f.conf.Text)
		} else {
			r.becauseText(AdviceUnseen, uint64(m.advice), m.advice.String())
		}
		r.Advice = a
		a.Helps = f.adviceHelps(r)
	}
	r.Advice = a
}

// adviceHelps says whether less fragmentation could have let the request
// through.
func (f *facts) adviceHelps(r *Report) Answer {
	switch r.Verdict {
	case Fragmentation:
		if r.Advice.Advised == MaxSplit {
			r.because(AdviceMaySplit)
		} else {
			r.because(AdviceMayHelp)
		}
		return Unsure
	case Full, LimitReached:
		r.because(AdviceUseless)
		return No
	}
	return Unsure
}

// readSign reports a text that says memory ran out, but is not PyTorch's
// message.
func (f *facts) readSign(r *Report) {
	p := &f.plain
	r.Kind = p.sign.kind
	r.add(Asked, p.asked, false)
	if p.asked.Known {
		r.Bars = append(r.Bars, Bar{ID: Asked, Amount: p.asked, Fits: Yes})
	}
	r.because(p.sign.fact, p.asked)
	if p.benign {
		r.because(SaysNoFailure)
	}
	if p.pinned && r.Kind == CUDA {
		r.because(SaysPinned)
	}
	switch r.Kind {
	case Unknown:
		r.Missing = []NumberID{Asked, Free}
	case Host:
		r.Verdict = OutsideHolds
		r.Outside = []CauseID{CauseHostRAM, CausePinned}
	case TensorFlow:
		f.judgeBFC(r)
		r.Outside = []CauseID{CauseOtherProcess, CauseContext}
	default:
		r.Missing = []NumberID{Free, CardUsed}
		if !p.asked.Known {
			r.Missing = []NumberID{Asked, Free, CardUsed}
		}
		r.because(NothingElse)
		r.Outside = []CauseID{CauseOtherProcess, CauseContext, CauseAsync, CausePinned, CauseHostRAM, CauseMIG}
	}
	if f.smi.windows {
		r.Outside = append(r.Outside, CauseWDDM)
	}
	if f.conf.Seen && f.conf.Text != "" {
		r.becauseText(SettingsSeen, 0, f.conf.Text)
	}
	f.addCounters(r)
	f.addCards(r)
}

// judgeBFC judges TensorFlow's allocator, which takes its memory at the start
// and prints what of it is in use.
func (f *facts) judgeBFC(r *Report) {
	p := &f.plain
	limit, used := p.stats.limit, p.stats.inUse
	r.add(BFCLimit, limit, false)
	r.add(BFCInUse, used, false)
	left := limit.minus(used)
	if !left.Known || !p.asked.Known {
		r.Missing = []NumberID{BFCLimit, BFCInUse}
		return
	}
	r.Within = true
	r.Bars = append(r.Bars, Bar{ID: Together, Amount: left, Fits: No}, Bar{ID: BFCLimit, Amount: limit, Fits: limit.covers(p.asked)})
	r.because(BFCHolds, limit, used, left)
	if left.covers(p.asked) == Yes {
		r.Verdict = Fragmentation
		r.because(NoSinglePiece, p.asked, left)
		return
	}
	r.Verdict = LimitReached
	r.because(NotEnoughInSum, left, p.asked)
}

// readCounters reports the allocator's counters alone.
func (f *facts) readCounters(r *Report) {
	r.Kind = Summary
	f.addCounters(r)
	f.addCards(r)
	r.because(CountersOnly)
	r.Missing = []NumberID{Asked, Free}
}

// addCounters adds the allocator's counters to a report.
func (f *facts) addCounters(r *Report) {
	c := &f.summary
	if !c.found {
		c = &f.stats
	}
	if !c.found {
		return
	}
	if r.Device < 0 {
		r.Device = c.device
	}
	if r.Kind == Summary {
		unused := c.reserved.minus(c.allocated)
		r.add(Reserved, c.reserved, false)
		r.add(Allocated, c.allocated, false)
		r.add(Unallocated, unused, true)
		r.add(Requested, c.requested, false)
		r.add(NonReleasable, c.nonReleasable, false)
		if unused.Known {
			r.because(TorchHolds, c.reserved, c.allocated, unused)
		}
		if c.nonReleasable.Known {
			r.because(NotReleasable, c.nonReleasable, unused)
		}
		for _, n := range r.Numbers {
			if n.ID == Reserved || n.ID == Allocated || n.ID == Unallocated || n.ID == NonReleasable {
				r.Bars = append(r.Bars, Bar{ID: n.ID, Amount: n.Amount})
			}
		}
	}
	r.add(PeakReserved, c.peakReserved, false)
	r.add(PeakAllocated, c.peakAllocated, false)
	if c.counts {
		r.Numbers = append(r.Numbers, Number{ID: OOMs, Count: c.ooms}, Number{ID: Retries, Count: c.retries})
	}
}

// readCards reports nvidia-smi alone.
func (f *facts) readCards(r *Report) {
	r.Kind = SMI
	f.addCards(r)
	r.because(TableOnly)
	r.Missing = []NumberID{Asked, Allocated}
	r.Outside = []CauseID{CauseOtherProcess, CauseContext}
	if f.smi.mig {
		r.Outside = append(r.Outside, CauseMIG)
	}
	if f.smi.windows {
		r.Outside = append(r.Outside, CauseWDDM)
	}
}

// shownMax is how many holders a report names; the rest is counted.
const shownMax = 16

// addCards adds what nvidia-smi shows: of the card in question if the text
// says which, otherwise of all.
func (f *facts) addCards(r *Report) {
	s := &f.smi
	if !s.found {
		return
	}
	shown := 0
	for _, c := range s.cards {
		if r.Device >= 0 && c.gpu != r.Device && len(s.cards) > 1 || shown == shownMax {
			continue
		}
		shown++
		f.addCard(r, c)
	}
	shown = 0
	for _, p := range s.processes {
		if r.Device >= 0 && p.GPU >= 0 && p.GPU != r.Device && len(s.cards) > 1 || shown == shownMax {
			continue
		}
		shown++
		r.Numbers = append(r.Numbers, Number{ID: ProcessHolds, Amount: p.Bytes, Process: p})
		if p.Bytes.Known {
			r.becauseText(TableProcess, p.PID, p.Name, p.Bytes)
		}
	}
	if s.hidden {
		r.because(TableHides)
	}
	if r.Kind == Torch {
		r.because(TableOtherMoment)
	}
}

// addCard adds one row of the table.
func (f *facts) addCard(r *Report, c card) {
	used, total, unused, say := CardUsed, CardTotal, CardFree, TableCard
	if c.slice {
		used, total, unused, say = SliceUsed, SliceTotal, SliceFree, TableSlice
	}
	free := c.free
	if !free.Known {
		free = c.total.minus(c.used)
	}
	at := Process{GPU: c.gpu, Name: c.name}
	for _, n := range [...]Number{{ID: used, Amount: c.used}, {ID: total, Amount: c.total}, {ID: unused, Amount: free, Derived: !c.free.Known}} {
		if n.Amount.Known {
			n.Process = at
			r.Numbers = append(r.Numbers, n)
		}
	}
	if a, ok := r.Number(Asked); ok && r.Kind != Torch {
		r.Bars = append(r.Bars, Bar{ID: unused, Amount: free, Process: at, Fits: free.covers(a)})
	}
	if r.Kind == SMI {
		r.Bars = append(r.Bars, Bar{ID: used, Amount: c.used, Process: at}, Bar{ID: unused, Amount: free, Process: at}, Bar{ID: total, Amount: c.total, Process: at})
	}
	if c.used.Known && c.total.Known {
		r.becauseText(say, uint64(max(c.gpu, 0)), c.name, c.used, c.total, free)
	}
}
