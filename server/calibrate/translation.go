package calibrate

import (
	"fmt"

	"pagewalk/engine/target"
)

// chaser walks a large block.
type chaser struct {
	s     *session
	block uint64
	bytes uint64
}

// shifts is from how many places a chase begins: the lines that it visits lie
// elsewhere each time, and what they cost by themselves differs by some cycles.
const shifts = 9

// cycles is the average of a chase over n pages that far apart, in thousandths:
// the median over the places where it begins.
func (c *chaser) cycles(strideMiB, n uint64) (uint64, bool) {
	stride := strideMiB * mib
	const step = 33 * 128 // to other lines, in the same pages
	if n*stride+shifts*step > c.bytes {
		return 0, false
	}
	var list []uint64
	for i := range uint64(shifts) {
		x := c.s.do(target.PwChase, c.block+i*step, n*stride, stride)
		if x.Code != target.Success {
			return 0, false
		}
		list = append(list, x.Out[0])
	}
	return median(list), true
}

// translation asks for the reach and the cost of the TLB's levels. Chases over
// neighbouring pages of the same number touch as many lines of memory, so that
// what is left of a difference is translation.
func translation(r *run, s *session) {
	free, _ := s.free()
	c := &chaser{s: s, bytes: (free - free/50) &^ (64*mib - 1)}
	for ; c.bytes >= gib && c.block == 0; c.bytes -= gib {
		c.block = s.malloc(c.bytes)
		if c.block != 0 {
			break
		}
	}
	if c.block == 0 {
		r.add(Probe{Name: "TLB", Unit: "cycles", Note: "no block of a GiB or more to walk in"})
		return
	}
	base, _ := c.cycles(2, 64) // many lines: one by itself says where it lies
	r.add(Probe{Name: "a load whose translation is at hand", Field: "Cost.LoadCycles", Value: base / 100, Unit: "tenths of a cycle", Samples: 2, Fit: 1})
	entries := firstLevel(r, c)
	if entries > 0 {
		secondLevel(r, c)
	}
	r.add(Probe{Name: "processors that share a level", Unit: "processors", Verdict: Inconclusive, Note: "pw_chase runs on one multiprocessor; the profile keeps what it had"})
	s.release(c.block)
}

// firstLevel looks for the number of pages at which a wide chase becomes
// dearer than one over neighbours.
func firstLevel(r *run, c *chaser) uint64 {
	const wide, jump, most = 64, 5_000, 64 // five cycles
	var above []bool                       // by number of pages less 2
	for n := uint64(2); n <= most; n++ {
		a, ok := c.cycles(wide, n)
		b, _ := c.cycles(2, n)
		if !ok {
			break
		}
		above = append(above, a > b+jump)
	}
	entries, right := split(above)
	p := Probe{Name: "first level, entries", Field: "TLB.Levels.0.Ways", Value: entries, Unit: "entries", Samples: len(above), Fit: right}
	r.add(p)
	if entries == 0 {
		return 0
	}
	a, _ := c.cycles(wide, 60)
	b, _ := c.cycles(2, 60)
	r.add(Probe{Name: "first level, a miss", Field: "TLB.Levels.0.Miss", Value: (a - min(a, b)) / 100, Unit: "tenths of a cycle", Samples: 4, Fit: 1})
	r.add(c.span("first level, bytes of an entry", "TLB.Levels.0.Span", entries, []uint64{2, 4, 8, 16, 32}, jump))
	return entries
}

// split finds the number of pages up to which a chase is not dearer and above
// which it is, for most of the samples; 0 if there is no such number.
func split(above []bool) (entries uint64, fit float64) {
	best := 0
	for at := 1; at < len(above); at++ {
		right := 0
		for i, is := range above {
			if is == (i >= at) {
				right++
			}
		}
		if right > best {
			best, entries = right, uint64(at)+1
		}
	}
	if best == 0 || !above[len(above)-1] {
		return 0, 0
	}
	return entries, float64(best) / float64(len(above))
}

// span finds the largest stride at which entries pages fit and one entry still
// holds one page only: there, twice as many pages do not fit.
func (c *chaser) span(name, field string, entries uint64, strides []uint64, jump uint64) Probe {
	p := Probe{Name: name, Field: field, Unit: "B", Samples: len(strides)}
	found := 0
	for _, stride := range strides {
		n := entries + entries/2
		a, ok := c.cycles(stride, n)
		b, _ := c.cycles(2, n)
		if !ok {
			break
		}
		if above := a > b+jump; above && p.Value == 0 {
			p.Value = stride * mib
		}
		if (a > b+jump) == (p.Value != 0) {
			found++
		}
	}
	p.Fit = float64(found) / float64(len(strides))
	if p.Value == 0 {
		p.Fit = 0
	}
	return p
}

// secondLevel looks for the number of pages at which a chase in steps of 32 MiB
// becomes dearer by more than the first level's miss.
func secondLevel(r *run, c *chaser) {
	const stride, jump = 32, 3_000
	most := (c.bytes - mib) / (stride * mib)
	at := func(n uint64) (dearer, ok bool) {
		a, ok := c.cycles(stride, n)
		b, _ := c.cycles(16, min(n, 2*most))
		return a > b+jump, ok
	}
	lo, hi, asked := uint64(64), most, 0
	if dearer, ok := at(most); !ok || !dearer {
		r.add(Probe{Name: "second level, entries", Unit: "entries", Samples: 1, Verdict: Inconclusive, Note: fmt.Sprintf("no step up to %d pages 32 MiB apart", most)})
		return
	}
	for hi-lo > max(lo/64, 1) {
		n := lo + (hi-lo)/2
		asked++
		if dearer, _ := at(n); dearer {
			hi = n
		} else {
			lo = n
		}
	}
	entries := uint64(1)
	for entries*3/2 <= hi { // the nearest
		entries *= 2
	}
	p := Probe{Name: "second level, entries", Field: "TLB.Levels.1.Entries", Value: entries, Unit: "entries", Samples: asked, Note: fmt.Sprintf("a step between %d and %d pages 32 MiB apart; the nearest power of two", lo, hi)}
	if max(hi, entries)-min(hi, entries) <= entries/8 {
		p.Fit = 1
	}
	r.add(p)
	a, _ := c.cycles(stride, most)
	b, _ := c.cycles(2, most)
	r.add(Probe{Name: "second level, a miss", Field: "TLB.Levels.1.Miss", Value: (a - min(a, b)) / 100, Unit: "tenths of a cycle", Samples: 4, Fit: 1})
	reach := Probe{Name: "second level, bytes of an entry", Field: "TLB.Levels.1.Span", Value: stride * mib, Unit: "B", Samples: 2}
	narrow, _ := c.cycles(16, min(2*entries-entries/8, 2*most))
	few, _ := c.cycles(16, entries)
	if narrow < few+jump {
		reach.Fit = 1 // at half the step twice as many fit
	}
	r.add(reach)
}
