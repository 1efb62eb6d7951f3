package oom

// Read reads a text. The work is bounded whatever its size.
func Read(text []byte) Report {
	part, all := excerpt(narrow(text))
	lines := clean(part)
	flat := flatten(lines)
	f := facts{conf: findConf(flat), messages: torchMessages(flat), summary: readSummary(lines), stats: readStats(flat), smi: readSMI(lines), plain: readPlain(flat)}
	r := Report{Device: -1, Looked: uint64(len(part)), Total: uint64(len(text)), Messages: len(f.messages)}
	switch {
	case len(f.messages) > 0:
		f.readMessage(&r)
	case f.plain.sign != nil:
		f.readSign(&r)
	case f.summary.found || f.stats.found:
		f.readCounters(&r)
	case f.smi.found:
		f.readCards(&r)
	default:
		r.because(NothingFound)
		r.Missing = []NumberID{Asked}
	}
	if !all {
		r.because(LookedAtPart, exactly(r.Looked), exactly(r.Total))
	}
	return r
}

// facts is all that was read, before it is judged.
type facts struct {
	messages []message
	summary  counters
	stats    counters
	smi      smi
	plain    plain
	conf     Conf
}

// readMessage reports a message of PyTorch and what else stands beside it.
func (f *facts) readMessage(r *Report) {
	m := &f.messages[0]
	for i := range f.messages {
		if f.messages[i].knownCues > m.knownCues {
			m = &f.messages[i]
		}
	}
	r.Kind, r.Dialect, r.Backend, r.Device = Torch, m.dialect, m.backend, m.device
	m.complete()
	f.sharpen(m)
	j := judge{m: m, r: r, smi: &f.smi}
	j.numbers()
	j.decide()
	j.bars()
	f.advise(m, r)
	f.addCounters(r)
	f.addCards(r)
	if len(f.messages) > 1 {
		r.becauseText(SeveralMessages, uint64(len(f.messages)), "")
	}
	r.Outside = append(r.Outside, j.causes()...)
}

// segment is the unit in which PyTorch buys memory since 1.2: 2 MiB.
const segment = 2 << 20

// complete works out the figures that follow from others. What PyTorch
// reserves is a whole number of 2 MiB pieces, and so is what it asks for; that
// often leaves one number of bytes.
func (m *message) complete() {
	if m.allowed.absurd() {
		m.allowed = Amount{}
	}
	native := m.dialect == InTotal || m.dialect == Sentences
	if native && m.asked.Bytes >= segment {
		m.asked = m.asked.multipleOf(segment)
	}
	switch {
	case !m.reserved.Known:
		m.reserved = m.allocated.plus(m.unallocated)
	case !m.unallocated.Known && m.dialect != MPS:
		m.unallocated = m.reserved.minus(m.allocated)
	}
	if native {
		m.reserved = m.reserved.multipleOf(segment)
	}
	if m.dialect == Async {
		m.reserved = Amount{} // the driver's pool keeps that to itself
	}
}

// sharpen takes exact figures from counters in the same text, if they are of
// the same moment: if both agree with the message as far as it is rounded.
func (f *facts) sharpen(m *message) {
	for _, c := range [...]*counters{&f.stats, &f.summary} {
		if !c.found || !agrees(m.allocated, c.allocated) || !agrees(m.reserved, c.reserved) {
			continue
		}
		m.allocated, m.reserved = narrower(m.allocated, c.allocated), narrower(m.reserved, c.reserved)
		if !m.private.Known {
			m.unallocated = narrower(m.unallocated, m.reserved.minus(m.allocated))
		}
	}
}

func agrees(a, b Amount) bool { return a.Known && b.Known && a.Lo <= b.Hi && b.Lo <= a.Hi }

// narrower is the part that two intervals share; the middle stays where it can.
func narrower(a, b Amount) Amount {
	if !agrees(a, b) {
		return a
	}
	lo, hi := max(a.Lo, b.Lo), min(a.Hi, b.Hi)
	return Amount{min(max(a.Bytes, lo), hi), lo, hi, true}
}
