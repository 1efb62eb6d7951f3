package machine

// A call that waits for the clearing sleeps in the kernel, a tick of the host's
// timer at a time. So it wakes up some milliseconds late, at moments that have
// the ticks' phase in common. The calls do not tell the phase, but the end of
// each call that waited does.

// phases is how finely the phase of the ticks is told apart.
const phases = 40

// ticks is, for each phase, how badly it agreed with the calls that waited; the
// last ones count most.
type ticks struct {
	off   [phases]uint64
	calls int
}

// worst is the most by which a call can disagree with a phase.
const worst = 1_500_000_000

// phase is a moment of the tick.
func phase(i int, tick uint64) uint64 { return uint64((i+phases)%phases) * tick / phases }

// learn looks at a call that waited, if the belief says that it did.
func (k *ticks) learn(b *belief, t *taking) {
	if t.tempo.tick == 0 || b.fits(t.n, t.look) {
		return
	}
	k.calls++
	tempo := *t.tempo
	for i := range k.off {
		tempo.phase = phase(i, tempo.tick)
		miss := int64(worst)
		if o := b.foresee(t.n, t.look, &tempo); len(o.runs) > 0 && o.offset() == t.at {
			off := t.lateness(&o)
			miss = min(miss, max(off, -off))
		}
		k.off[i] += uint64(miss) - k.off[i]/4
	}
}

// best is the phase that agrees most with what was seen.
func (k *ticks) best() (best int) {
	least := ^uint64(0)
	for i := range k.off {
		off := k.off[(i+phases-1)%phases] + 2*k.off[i] + k.off[(i+1)%phases]
		if off < least {
			best, least = i, off
		}
	}
	return best
}

// fits says that a look at a moment finds one run of n pages.
func (b *belief) fits(n uint32, at uint64) bool {
	set := append(make([]pages, 0, len(b.free)+16), b.free...)
	for _, q := range b.queue[:b.done(at)] {
		set = insert(set, q.pages)
	}
	_, ok := lowest(set, n)
	return ok
}
