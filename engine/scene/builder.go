package scene

import (
	"pagewalk/engine/event"
	"pagewalk/engine/explain"
	"pagewalk/engine/machine"
	"pagewalk/engine/target"
	"pagewalk/engine/timeline"
)

// Variable is a variable of the program that holds an address.
type Variable struct {
	Name  string
	Value uint64
}

// Program is what a picture asks of the program that runs.
type Program interface {
	// Variables are the pointers of the program where the cursor stands, in
	// order of declaration.
	Variables() []Variable
}

// Builder makes moments of one run and sends them.
type Builder struct {
	Sender *Sender

	run     *timeline.Run
	m       *machine.Machine
	program Program
	lang    explain.Lang
	card    *card
	tally   *tally
	past    past
	look    uint64 // an address that the reader asked for; 0 = follow the run
	sm      int    // a processor that the reader asked for; -1 = follow the run
	owned   bool   // the run works inside the kernel driver

	rowsSeen int // by worksInside

	resident *residency
	base     [5]int64 // chunks in each state before the run
	counted  bool     // … are known

	// Of the moment that is being made.
	event     *event.Event // nil before the first
	index     uint32
	row       *timeline.Row // nil in a run without calls, or before the first
	rowNumber int
	process   uint16
	variables []Variable
	asked     [4]bool
	byFault   bool     // a page fault of the row brought the driver in
	chain     []uint32 // causes of the event, nearest first, itself included
	trips     trips
	faulted   faultLog
}

// NewBuilder gives a Builder of a run. Pictures begin when the program has run
// for the first time.
func NewBuilder(run *timeline.Run, m *machine.Machine, p Program, lang explain.Lang) *Builder {
	return &Builder{
		Sender: NewSender(), sm: -1, run: run, m: m, program: p, lang: lang,
		card: newCard(m.Profile, m.PMA, m.PMM, m.Driver), tally: newTally(run), past: past{run: run},
		resident: newResidency(m.VA),
	}
}

// Language changes the language; the next frame is a full one.
func (b *Builder) Language(l explain.Lang) {
	b.lang = l
	b.Sender.Restart()
}

// Look makes the translation pane walk an address; 0 follows the run again.
func (b *Builder) Look(address uint64) { b.look = address }

// Processor makes the translation pane show the caches of a processor; -1
// follows the run again.
func (b *Builder) Processor(sm int) { b.sm = sm }

// follow reads the events that came since the last time, so that the end of a
// long run does not wait for it.
func (b *Builder) follow() {
	b.tally.extend()
	b.past.extend()
}

// Moment describes where the cursor of the run stands.
func (b *Builder) Moment() *Moment {
	b.stand()
	m := &Moment{Event: event.None, Events: b.run.Len(), Cause: event.None, Output: b.run.Printed(2000)}
	if b.event != nil {
		m.Event, m.Cause, m.PS = b.index, b.event.Cause, b.event.Time
		m.Pane, m.Kind = PaneOf(b.event.Kind), b.event.Kind.String()
		m.Line = b.run.LineAt(b.index)
		m.Sentence, m.Note = b.sentence(b.index)
	}
	b.runtime(m)
	b.driver(m)
	b.translation(m)
	b.tally.extend()
	m.Ever = b.tally.everOf()
	b.physical(m)
	b.managed(m)
	b.rails(m)
	b.seams(m)
	b.counters(m)
	b.thread(m)
	return m
}

// stand notes what all panes want to know of the cursor.
func (b *Builder) stand() {
	n := b.run.Cursor()
	b.event, b.row, b.rowNumber, b.process = nil, nil, -1, 0
	b.variables = nil
	if b.program != nil {
		b.variables = b.program.Variables()
	}
	b.worksInside()
	if n > 0 {
		b.index = n - 1
		b.event = b.run.Event(b.index)
		b.process = uint16(b.event.Actor)
		if i := b.run.RowOf(b.index); i >= 0 {
			b.row, b.rowNumber = &b.run.Rows()[i], i
		}
	}
	b.causes()
	b.layersOfRow()
}

// worksInside notes whether any call of the run so far is one from inside the
// kernel driver.
func (b *Builder) worksInside() {
	rows := b.run.Rows()
	for ; b.rowsSeen < len(rows) && !b.owned; b.rowsSeen++ {
		b.owned = target.Ops[rows[b.rowsSeen].Call.Op].Layer == "kernel driver"
	}
}

// causes collects the chain from the event to the call it is due to.
func (b *Builder) causes() {
	b.chain = b.chain[:0]
	if b.event == nil {
		return
	}
	for i := b.index; i != event.None && len(b.chain) < 16; {
		b.chain = append(b.chain, i)
		cause := b.run.Event(i).Cause
		if cause >= i {
			break
		}
		i = cause
	}
}

// maxRowScan bounds how much of a long row is read to say which layers it asks.
const maxRowScan = 4096

// layersOfRow says which panes the present row involves at all, and how.
func (b *Builder) layersOfRow() {
	b.asked, b.byFault = [4]bool{PaneRuntime: true}, false
	if b.row == nil {
		return
	}
	last := min(b.row.Last, b.row.First+maxRowScan)
	for i := b.row.First; i <= last && i < b.run.Len(); i++ {
		kind := b.run.Event(i).Kind
		b.asked[PaneOf(kind)] = true
		b.byFault = b.byFault || kind == event.ManagedFault
	}
	b.trips.of(b.run, b.rowNumber)
}

// WriteMoment writes the cursor's moment into an open frame: Cursor, patches
// or a full scene. Texts are written last, by the caller, when all sections
// that use some are there.
func (b *Builder) WriteMoment(w *Writer) {
	m := b.Moment()
	b.Sender.Send(w, m)
	b.WriteCursor(w)
}

// WriteCursor writes the Cursor section and the point.
func (b *Builder) WriteCursor(w *Writer) {
	index := event.None
	if n := b.run.Cursor(); n > 0 {
		index = n - 1
		p := b.run.PointOf(index)
		w.SetPoint(p.Row, p.Ordinal)
	}
	done := uint32(0)
	if b.run.Done() {
		done = 1
	}
	w.Open(SectionCursor, 1)
	w.U32(index)
	w.U32(b.run.Len())
	w.U32(uint32(len(b.run.Rows())))
	w.U32(done)
}
