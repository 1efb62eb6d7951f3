package scene

import (
	"strconv"

	"pagewalk/engine/event"
	"pagewalk/engine/explain"
	"pagewalk/engine/mmu"
	"pagewalk/engine/profile"
)

// maxUsed is how many used entries of a table are marked.
const maxUsed = 64

// steps collects the reads of one walk.
type steps []mmu.Step

// Visit keeps one read.
func (s *steps) Visit(step *mmu.Step) { *s = append(*s, *step) }

// translation fills the pane of page tables and TLBs.
func (b *Builder) translation(m *Moment) {
	t := &m.Translation
	f := b.m.Profile.MMU.Format
	t.Asked = b.asked[PaneTranslation]
	t.Empty = wordNoWalk.in(b.lang)
	t.Format = wordLevels.in(b.lang, words(f.Title, b.lang), num(uint32(f.Depth())+1), num(uint32(f.VABits)))
	address, ok := b.address()
	if ok {
		t.HasAddress, t.Address = true, address
		b.walk(t, f, address)
	}
	b.tlbs(t, address, ok)
}

func words(w profile.Words, l explain.Lang) string {
	if l == explain.ZH {
		return w.Zh
	}
	return w.En
}

// address is the one whose walk is shown: the one that the reader asked for,
// else the one that the newest event with an address is about.
func (b *Builder) address() (uint64, bool) {
	if b.look != 0 {
		return b.look, true
	}
	n := b.run.Cursor()
	for i := n; i > 0 && n-i < maxFocusScan; i-- {
		e := b.run.Event(i - 1)
		if a, ok := b.addressOf(e); ok {
			return b.within(e, a), true
		}
	}
	return 0, false
}

// within is the address that an event on a table is really about: what its
// ioctl asked for, where that lies under the table; else the address itself.
func (b *Builder) within(e *event.Event, own uint64) uint64 {
	if e.Kind.Layer() != event.MMU || e.Kind == event.WalkRead || e.Kind == event.MMUFault {
		return own
	}
	for cause, n := e.Cause, 0; cause != event.None && cause < b.run.Len() && n < 16; n++ {
		c := b.run.Event(cause)
		if i := event.IoctlOf(c); c.Kind == event.Ioctl && i.VA >= own {
			return i.VA
		}
		cause = c.Cause
	}
	return own
}

// addressOf is the virtual address that an event is about.
func (b *Builder) addressOf(e *event.Event) (uint64, bool) {
	switch e.Kind {
	case event.WalkRead:
		return event.WalkReadOf(e).VA, true
	case event.MMUFault:
		return event.MMUFaultOf(e).VA, true
	case event.EntryRun:
		return b.addressOfEntry(event.EntryRunOf(e))
	case event.TableNew, event.TableFree:
		return event.TableOf(e).VA, true
	case event.TLBFill:
		return event.TLBFillOf(e).Span &^ 0xfff, true
	case event.TLBInvalidate:
		i := event.TLBInvalidateOf(e)
		return i.VA, i.Asked != 0
	case event.RangeNew:
		return event.RangeOf(e).Base, true
	case event.Ioctl:
		i := event.IoctlOf(e)
		return i.VA, i.VA != 0
	case event.HoleTake, event.HoleGive:
		return event.PieceOf(e).Address, true
	case event.Return:
		return returnedAddress(b, e)
	case event.WarpAccess:
		return event.WarpAccessOf(e).Lane, true
	case event.KernelFault:
		return event.KernelFaultOf(e).Address, true
	}
	return 0, false
}

func returnedAddress(b *Builder, e *event.Event) (uint64, bool) {
	r := event.ReturnOf(e)
	if int(r.Row) >= len(b.run.Rows()) || r.Out[0] == 0 {
		return 0, false
	}
	return r.Out[0], returnsPointer(b.run.Rows()[r.Row].Call.Op)
}

// addressOfEntry is the first address that a run of entries covers.
func (b *Builder) addressOfEntry(r event.EntryRunInfo) (uint64, bool) {
	t := b.m.MMU.TableAt(r.Table)
	if t == nil {
		return 0, false
	}
	l := &b.m.Profile.MMU.Format.Levels[t.Level]
	return t.VA + uint64(r.Start/(uint32(l.EntryBytes)/8))*l.Bytes(), true
}

// walk draws the levels on the way of an address: those that the walk reads,
// and below them those that it would read down to a page of 2 MiB. A table that
// the event is about is shown even if no entry leads to it yet.
func (b *Builder) walk(t *Translation, f *profile.Format, va uint64) {
	var read steps
	b.m.MMU.Walk(b.process, va, mmu.Read, &read)
	last, _ := f.LevelOf(2 << 20)
	deepest := -1
	for i := range read {
		deepest = int(read[i].Level)
		t.Levels = append(t.Levels, b.level(f, deepest, va, &read[i]))
	}
	for i := deepest + 1; i <= last; i++ {
		step := b.unlinked(f, i, va)
		if step != nil {
			read = append(read, *step)
		}
		t.Levels = append(t.Levels, b.level(f, i, va, step))
	}
	if b.event != nil {
		if n := b.levelOfEvent(b.event); n > max(last, deepest) {
			if step := b.unlinked(f, n, va); step != nil {
				read = append(read, *step)
				t.Levels = append(t.Levels, b.level(f, n, va, step))
			}
		}
	}
	if n := len(t.Levels); n > 0 {
		lo := t.Levels[n-1].Lo
		t.HasOffset = lo > 0
		t.Offset.Hi, t.Offset.Lo, t.Offset.Bits = lo-1, 0, bitsOf(va, lo-1, 0)
	}
	b.entry(t, f, read)
}

// unlinked is the entry of an address in a table of a level that no walk
// reaches yet: the table that the event is about, or one above it. nil if there
// is none.
func (b *Builder) unlinked(f *profile.Format, level int, va uint64) *mmu.Step {
	if b.event == nil || b.levelOfEvent(b.event) < 0 {
		return nil
	}
	for id, n := b.event.Subject, 0; id != 0 && n < 8; n++ {
		t := b.m.MMU.TableAt(id)
		if t == nil {
			return nil
		}
		l := &f.Levels[t.Level]
		index := uint32(va >> l.Lo & (1<<(l.Hi-l.Lo+1) - 1))
		if int(t.Level) == level && va>>l.Lo>>(l.Hi-l.Lo+1) == t.VA>>l.Lo>>(l.Hi-l.Lo+1) {
			return &mmu.Step{Table: id, Level: t.Level, Bytes: l.EntryBytes, Index: index, Raw: b.m.MMU.EntryAt(id, index), VA: va}
		}
		id = t.Parent
	}
	return nil
}

// bitsOf writes bits hi to lo of a number.
func bitsOf(n uint64, hi, lo uint8) string {
	s := make([]byte, 0, 64)
	for i := int(hi); i >= int(lo); i-- {
		s = append(s, '0'+byte(n>>i&1))
	}
	return string(s)
}

// level draws one level; step is its read, nil where there is no table.
func (b *Builder) level(f *profile.Format, n int, va uint64, step *mmu.Step) Level {
	d := &f.Levels[n]
	l := Level{
		Name: d.Name, Hi: d.Hi, Lo: d.Lo, Bits: bitsOf(va, d.Hi, d.Lo),
		Index: uint32(va >> d.Lo & (1<<(d.Hi-d.Lo+1) - 1)), Slots: d.Entries(),
	}
	if step == nil {
		return l
	}
	for i := uint32(0); i < l.Slots && len(l.Used) < maxUsed; i++ {
		if raw := b.m.MMU.EntryAt(step.Table, i); raw != (mmu.Raw{}) {
			l.Used = append(l.Used, i)
		}
	}
	l.Raw = rawText(step.Raw)
	l.Target = b.leadsTo(f, n, step.Raw)
	l.Now = b.event != nil && b.levelOfEvent(b.event) == n
	l.Read = b.wasRead(step)
	return l
}

// rawText writes an entry; the high word of a wide one only if it says
// something.
func rawText(w mmu.Raw) string {
	if w[1] != 0 {
		return explain.Raw(w[1]) + " " + explain.Raw(w[0])
	}
	return explain.Raw(w[0])
}

// leadsTo says where an entry points.
func (b *Builder) leadsTo(f *profile.Format, n int, w mmu.Raw) string {
	e := mmu.Decode(f, n, w)
	switch e.State {
	case profile.Leaf:
		return wordLeaf.in(b.lang, explain.Bytes(f.Levels[n].Bytes()))
	case profile.Directory:
		h := e.Half[0]
		if h.Address == 0 || h.Aperture == profile.NoAperture {
			h = e.Half[1]
		}
		return "→ " + explain.HexGroups(h.Address, 1)
	case profile.Invalid:
		return wordEmpty.in(b.lang)
	}
	return words(e.State.Words(), b.lang)
}

// levelOfEvent is the level that the event changes or reads, or -1.
func (b *Builder) levelOfEvent(e *event.Event) int {
	switch e.Kind {
	case event.WalkRead:
		return int(event.WalkReadOf(e).Level)
	case event.TableNew, event.TableFree:
		return int(event.TableOf(e).Level)
	case event.EntryRun, event.Refs:
		if t := b.m.MMU.TableAt(e.Subject); t != nil {
			return int(t.Level)
		}
	case event.MMUFault:
		return int(event.MMUFaultOf(e).Level)
	}
	return -1
}

// wasRead says whether the present walk has read this entry by now.
func (b *Builder) wasRead(s *mmu.Step) bool {
	if b.row == nil {
		return false
	}
	for i, n := b.index, 0; i >= b.row.First && n < 64; i, n = i-1, n+1 {
		e := b.run.Event(i)
		if e.Kind == event.WalkRead {
			if r := event.WalkReadOf(e); r.Table == s.Table && r.Index == s.Index {
				return true
			}
			if event.WalkReadOf(e).Number == 1 {
				return false
			}
		}
		if i == 0 {
			break
		}
	}
	return false
}

// entry shows one entry field by field: that of the level which the event is
// about, or the deepest that there is.
func (b *Builder) entry(t *Translation, f *profile.Format, read steps) {
	if len(read) == 0 {
		return
	}
	shown, now := len(read)-1, false
	if b.event != nil {
		level := b.levelOfEvent(b.event)
		for i := range read {
			if int(read[i].Level) == level {
				shown, now = i, b.event.Kind == event.EntryRun || b.event.Kind == event.WalkRead
			}
		}
	}
	s := &read[shown]
	n := int(s.Level)
	t.HasEntry = true
	t.Entry = Entry{Title: f.Levels[n].Name + "[" + num(s.Index) + "]", Raw: rawText(s.Raw), Now: now}
	fields := mmu.Fields(f, n, s.Raw)
	if s.Raw == (mmu.Raw{}) {
		t.Entry.Fields = []EntryField{{Name: fields[0].Name, Hi: fields[0].Hi, Lo: fields[0].Lo, Value: "0", Meaning: wordFault.in(b.lang)}}
		return
	}
	for i := len(fields) - 1; i >= 0; i-- {
		v := &fields[i]
		t.Entry.Fields = append(t.Entry.Fields, EntryField{Name: v.Name, Hi: v.Hi, Lo: v.Lo, Value: b.fieldValue(v), Meaning: b.fieldMeaning(v)})
	}
}

func (b *Builder) fieldValue(v *mmu.FieldValue) string {
	if v.Value < 10 {
		return strconv.FormatUint(v.Value, 10)
	}
	return "0x" + strconv.FormatUint(v.Value, 16)
}

// fieldMeaning is the field in words; an address of the card's own memory is
// given as the page that the map shows.
func (b *Builder) fieldMeaning(v *mmu.FieldValue) string {
	if v.Role == profile.RoleAddress && v.Address < b.m.Profile.Memory.Bytes {
		return wordPageLower.in(b.lang, num(pageOfAddress(v.Address)))
	}
	return words(v.Meaning, b.lang)
}

// leafPage is the page of the card that the walked address leads to.
func (b *Builder) leafPage() (uint32, bool) {
	va, ok := b.address()
	if !ok {
		return 0, false
	}
	leaf, fault := b.m.MMU.Walk(b.process, va, mmu.Read, nil)
	if fault.Type != mmu.NoFault || leaf.Sparse || leaf.Aperture != profile.Vid {
		return 0, false
	}
	page := pageOfAddress(leaf.Physical)
	return page, int(page) < len(b.card.cells)
}

// whoEntry finds the last run of entries that wrote the entry of a level.
func (b *Builder) whoEntry(m *Moment, s Station) uint32 {
	var read steps
	b.m.MMU.Walk(b.process, m.Translation.Address, mmu.Read, &read)
	at := int(s.Index)
	if s.Part == PartEntry {
		at = len(read) - 1
		for i := range read {
			if m.Translation.Levels[i].Now {
				at = i
			}
		}
	}
	if at < 0 || at >= len(read) {
		return event.None
	}
	step := &read[at]
	words := uint32(step.Bytes) / 8
	first := step.Index * words
	return b.run.LastWriter(func(e *event.Event) bool {
		if e.Kind != event.EntryRun || e.Subject != step.Table {
			return false
		}
		r := event.EntryRunOf(e)
		stride := max(uint32(r.Stride), 1)
		return first+words > r.Start && first < r.Start+(r.N-1)*stride+1
	})
}
