package scene

import (
	"pagewalk/engine/event"
	"pagewalk/engine/explain"
)

// Tags of records of the Microscope section. A record is ten words: tag, three
// texts, two numbers of 64 bits, two of 32. What belongs to a thing follows it.
const (
	slideHead     = iota // format, title, trouble; address, page; address bits, flags
	slideSource          // evidence, confidence; kind
	slideSize            // name; bytes; both, chosen
	slideCut             // name, bits; value; hi<<8|lo, sort<<1|bad
	slideRead            // level, state, leads; address, covers; index, bytes<<8|edited
	slideRaw             // sentence of the writer; low, high; its event
	slidePoint           // point of the writer: row, ordinal
	slideField           // name, shown, meaning; value, shift of an address; hi<<8|lo, role
	slideOption          // text; value
	slideFactor          // off, on; bit
	slideUsed            // state; address; index
	slideEnd             // sentence, fault, aperture; physical, page bytes; sort, reads
	slideCache           // level, how, hierarchy; reach, pages of an entry; set, sets
	slideCacheOf         // evidence, what is not known; ways; kind, hit
	slideWay             // first, page; mask, way
	slidePhysical        // of the way: its page's memory
	slideNeed            // page, sentence; entries, bytes of tables; tables, reads
	slideRanges          // bytes; count, own
	slidePointer         // name; address
)

// Flags of slideHead.
const (
	slideLive = 1 << iota
	slideEdited
	slideSigned
)

// Microscope looks at an address: of the run where its cursor stands if the
// lines say live=1, and else of an example. It moves nothing.
func (s *Session) Microscope(serial uint32, lines string, lang explain.Lang) []byte {
	s.w.Begin(serial)
	a := ReadAsk(lines)
	if a.Live && s.run == nil {
		return s.none()
	}
	w := slideWriter{s: s, lang: lang}
	s.w.Open(SectionMicroscope, 0)
	if a.Live {
		w.lang = s.builder.lang
		for i, slide := range s.builder.Examine(&a) {
			w.slide(slide)
			if i == 0 {
				w.pointers()
			}
		}
	} else {
		for _, slide := range Examine(&a, lang) {
			w.slide(slide)
		}
	}
	s.w.SetCount(w.count)
	return s.end()
}

type slideWriter struct {
	s     *Session
	lang  explain.Lang
	count int
}

func (w *slideWriter) put(tag uint32, a, b, c string, x, y uint64, p, q uint32) {
	w.s.w.U32(tag)
	for _, text := range [...]string{a, b, c} {
		w.s.w.U32(w.s.sender.Texts.ID(text))
	}
	w.s.w.U64(x)
	w.s.w.U64(y)
	w.s.w.U32(p)
	w.s.w.U32(q)
	w.count++
}

func bit(b bool) uint32 { return uint32(word(b)) }

func (w *slideWriter) slide(s *Slide) {
	f := s.Format
	flags := bit(s.Live)*slideLive | bit(s.Edited)*slideEdited | bit(f.Canonical)*slideSigned
	w.put(slideHead, f.Name, words(f.Title, w.lang), s.Trouble, s.VA, s.Page, uint32(f.VABits), flags)
	w.put(slideSource, f.Source.Ref, f.Source.Confidence, "", 0, 0, uint32(f.Source.Kind), 0)
	for _, p := range s.Sizes {
		w.put(slideSize, p.Name, "", "", p.Bytes, 0, bit(p.Both), bit(p.Bytes == s.Page && p.Both == s.Both))
	}
	for i := range s.Pieces {
		c := &s.Pieces[i]
		w.put(slideCut, c.Name, c.Bits, "", c.Value, 0, uint32(c.Hi)<<8|uint32(c.Lo), uint32(c.Sort)<<1|bit(c.Bad))
	}
	for i := range s.Reads {
		w.read(&s.Reads[i])
	}
	n := &s.End
	w.put(slideEnd, n.Sentence, n.Fault, n.Aperture, n.Physical, n.Bytes, uint32(n.Sort), uint32(n.Reads))
	for i := range s.Caches {
		w.cache(&s.Caches[i])
	}
	for i := range s.Needs {
		n := &s.Needs[i]
		w.put(slideNeed, explain.Bytes(n.Page), NeedText(w.lang, n), "", n.Leaves, n.Bytes, uint32(n.Tables), uint32(n.Reads))
	}
	w.put(slideRanges, "", "", "", s.Ranges.Bytes, 0, s.Ranges.Count, bit(s.Ranges.Own))
}

func (w *slideWriter) read(r *Read) {
	w.put(slideRead, r.Name, words(r.State.Words(), w.lang), r.Leads, r.Address, r.Covers, r.Index, uint32(r.Bytes)<<8|bit(r.Edited))
	w.put(slideRaw, r.Said, "", "", r.Raw[0], r.Raw[1], r.Writer, 0)
	if r.Writer != event.None {
		p := w.s.run.PointOf(r.Writer)
		w.put(slidePoint, "", "", "", 0, 0, p.Row, p.Ordinal)
	}
	for i := range r.Fields {
		w.field(&r.Fields[i])
	}
	for _, n := range r.Used {
		w.put(slideUsed, words(n.State.Words(), w.lang), "", "", n.VA, 0, n.Index, 0)
	}
}

func (w *slideWriter) field(f *ReadField) {
	w.put(slideField, f.Name, f.Shown, f.Means, f.Value, uint64(f.Shift), uint32(f.Hi)<<8|uint32(f.Lo), uint32(f.Role))
	for _, o := range f.Options {
		w.put(slideOption, words(o.Text, w.lang), "", "", o.N, 0, 0, 0)
	}
	for _, o := range f.Factors {
		w.put(slideFactor, words(o.Off, w.lang), words(o.On, w.lang), "", 0, 0, uint32(o.Bit), 0)
	}
}

func (w *slideWriter) cache(c *CacheSet) {
	w.put(slideCache, c.Name, c.How, c.Hierarchy, c.Reach, uint64(c.Pages), c.Set, c.Sets)
	w.put(slideCacheOf, c.Source, c.Note, "", uint64(c.Ways), 0, uint32(c.Kind), bit(c.Hit))
	for i := range c.Held {
		h := &c.Held[i]
		w.put(slideWay, "", "", "", h.First, h.Page, uint32(h.Mask), h.Way)
		w.put(slidePhysical, "", "", "", h.Physical, 0, bit(h.Hit), uint32(h.Space))
	}
}

// pointers lists the program's own addresses.
func (w *slideWriter) pointers() {
	w.s.builder.holders(func(name string, value uint64) {
		if value != 0 {
			w.put(slidePointer, name, "", "", value, 0, 0, 0)
		}
	})
}
