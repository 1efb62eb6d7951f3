package scene

import (
	"strings"

	"pagewalk/engine/event"
)

// Encode writes m into s by the layouts of Views. The order of puts below is
// the order of fields there; a test reads them back by name.
func (s *Scene) Encode(m *Moment, texts *Texts) {
	s.Clear()
	e := encoder{scene: s, texts: texts}
	e.head(m)
	e.mechanisms(m)
	e.runtime(&m.Runtime)
	e.driver(&m.Driver)
	e.translation(&m.Translation)
	e.physical(&m.Physical)
	e.rest(m)
	if len(s.Views[ViewHead]) != len(Views[ViewHead].Fields) {
		panic("scene: encode: the head does not match its layout")
	}
}

type encoder struct {
	scene *Scene
	texts *Texts
}

func (e *encoder) put(v View, words ...uint64) {
	e.scene.Views[v] = append(e.scene.Views[v], words...)
}

//go:noinline
func (e *encoder) text(s string) uint64 { return uint64(e.texts.ID(s)) }

func (e *encoder) lines(list []string) uint64 { return e.text(strings.Join(list, "\n")) }

func word(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

func signed(n uint32) uint64 {
	if n == event.None {
		return None64
	}
	return uint64(n)
}

func (e *encoder) head(m *Moment) {
	e.put(ViewHead, signed(m.Event), uint64(m.Events), uint64(m.Line), uint64(m.Pane),
		e.text(m.Kind), e.text(m.Sentence), e.text(m.Note), signed(m.Cause), m.PS,
		e.text(m.Seams[0]), e.text(m.Seams[1]), e.text(m.Seams[2]), e.text(m.Output))
	r := &m.Runtime
	e.put(ViewHead, word(r.Asked), e.text(r.Unknown), e.text(r.Knows), e.text(r.Empty),
		word(r.HasCall), e.text(r.Call.Text), uint64(r.Call.State), e.text(r.Call.Result), r.Call.PS)
	d := &m.Driver
	e.put(ViewHead, word(d.Asked), e.text(d.Unknown), e.text(d.Knows), e.text(d.Empty),
		e.lines(d.Path), d.Used.Program, d.Used.Driver, d.Used.SMI, d.Used.Total)
	t := &m.Translation
	e.put(ViewHead, word(t.Asked), e.text(t.Unknown), e.text(t.Knows), e.text(t.Empty),
		e.text(t.Format), word(t.HasAddress), t.Address,
		word(t.HasOffset), uint64(t.Offset.Hi), uint64(t.Offset.Lo), e.text(t.Offset.Bits),
		word(t.HasEntry), e.text(t.Entry.Title), e.text(t.Entry.Raw), word(t.Entry.Now), uint64(t.SM), word(t.SMAsked))
	p := &m.Physical
	e.put(ViewHead, word(p.Asked), e.text(p.Unknown), e.text(p.Knows),
		uint64(p.Pages), signed(p.Now), uint64(p.First), uint64(p.Count),
		e.text(p.Callout), uint64(p.Legend), p.Free, p.Largest,
		word(p.HasRoot), uint64(p.Root.Page), p.Root.Address, e.text(p.Root.Title), e.text(p.Root.State))
}

func (e *encoder) runtime(r *Runtime) {
	for i := range r.Pointers {
		p := &r.Pointers[i]
		e.put(ViewPointers, e.text(p.Name), p.Address, p.Bytes, uint64(p.State), word(p.Now), e.text(p.ID))
	}
	for i := range r.Slabs {
		s := &r.Slabs[i]
		e.put(ViewSlabs, uint64(s.Kind), s.Address, s.Bytes, word(s.Now), uint64(len(s.Pieces)))
		for j := range s.Pieces {
			p := &s.Pieces[j]
			e.put(ViewPieces, p.Offset, p.Bytes, word(p.Live), e.text(p.Name), word(p.Now))
		}
	}
}

func (e *encoder) driver(d *Driver) {
	for i := range d.Rungs {
		r := &d.Rungs[i]
		e.put(ViewRungs, e.text(r.Name), e.text(r.Number), e.lines(r.Lines), uint64(r.State), r.PS)
	}
	for _, l := range d.Lists {
		e.put(ViewLists, e.text(l.Name), e.text(l.Before), e.text(l.After), word(l.Now))
	}
	for _, c := range d.Cache {
		e.put(ViewCache, c.Address, c.Bytes, word(c.Now))
	}
}

func (e *encoder) translation(t *Translation) {
	for i := range t.Levels {
		l := &t.Levels[i]
		e.put(ViewLevels, e.text(l.Name), uint64(l.Hi), uint64(l.Lo), e.text(l.Bits), uint64(l.Index), uint64(l.Slots),
			uint64(len(l.Used)), e.text(l.Raw), e.text(l.Target), word(l.Now), word(l.Read))
		for _, u := range l.Used {
			e.put(ViewUsed, uint64(u))
		}
	}
	for _, f := range t.Entry.Fields {
		e.put(ViewFields, e.text(f.Name), uint64(f.Hi), uint64(f.Lo), e.text(f.Value), e.text(f.Meaning))
	}
	for _, sm := range t.SMs {
		e.put(ViewSMs, uint64(sm))
	}
	for i := range t.TLB {
		s := &t.TLB[i]
		e.put(ViewTLBs, e.text(s.Name), signed(s.Set), uint64(len(s.Ways)))
		for _, w := range s.Ways {
			e.put(ViewWays, uint64(w.State), w.Tag)
		}
	}
}

func (e *encoder) physical(p *Physical) {
	e.packed(ViewCells, p.Whole)
	for i := range p.Root.Rows {
		r := &p.Root.Rows[i]
		e.put(ViewTreeRows, r.Bytes, e.text(r.Label), uint64(r.First), uint64(r.Count), uint64(len(r.Cells)))
		for _, c := range r.Cells {
			e.put(ViewTreeCells, uint64(c.State), word(c.Kernel), word(c.Cached), word(c.Now), e.text(c.Label))
		}
	}
}

func (e *encoder) rest(m *Moment) {
	for _, c := range m.Counters {
		e.put(ViewCounters, e.text(c.Name), e.text(c.Value), e.text(c.Exact))
	}
	for _, s := range m.Thread {
		e.put(ViewThread, uint64(s.Pane), uint64(s.Part), uint64(s.Index))
	}
}
