package scene

import (
	"pagewalk/engine/event"
	"pagewalk/engine/explain"
	"pagewalk/engine/profile"
	"pagewalk/engine/target"
)

// sentence says event i in words. It is the one place where package explain is
// asked about an event.
func (b *Builder) sentence(i uint32) (sentence, note string) {
	b.past.extend()
	return explain.Say(b.lang, b.run.Event(i), context{b, i})
}

// context answers what explain wants to know of the run as it was at one event,
// wherever the cursor stands: an event reads the same from everywhere. What was
// there before the first event (the context's own chunks and tables) is read
// from the state.
type context struct {
	b *Builder
	i uint32
}

func (c context) Profile() *profile.Profile { return c.b.m.Profile }

func (c context) Row(row uint32) explain.Row {
	rows := c.b.run.Rows()
	if int(row) >= len(rows) {
		return explain.Row{}
	}
	r := &rows[row]
	return explain.Row{Text: r.Text, Op: r.Call.Op, Why: r.Why}
}

// Chunk finds where a chunk lies: a root by its number, a child by the split
// that made it.
func (c context) Chunk(id uint32) explain.Chunk {
	m := c.b.m.PMM
	if id < m.Root(0) {
		return explain.Chunk{}
	}
	if id < m.Root(m.Roots()) {
		return explain.Chunk{Known: true, Page: id - m.Root(0), IsRoot: true, Bytes: 2 << 20}
	}
	if s, ok := c.b.past.split(id, c.i); ok {
		i := event.SplitOf(s)
		parent := c.Chunk(i.Chunk)
		return explain.Chunk{Known: parent.Known, Page: parent.Page, Index: id - i.FirstChild, Bytes: 1 << i.ChildSize}
	}
	if !m.Exists(id) || m.Node(id).Parent == 0 {
		return explain.Chunk{}
	}
	n := m.Node(id)
	return explain.Chunk{
		Known: true, Page: pageOfAddress(n.Address()), Bytes: uint64(n.Bytes()),
		Index: uint32((n.Address() - m.Node(n.Parent).Address()) / uint64(n.Bytes())),
	}
}

// Table finds a page table by the event that made it.
func (c context) Table(id uint32) explain.Table {
	if e, ok := c.b.past.table(id, c.i); ok {
		i := event.TableOf(e)
		return explain.Table{Known: true, Level: int(i.Level), VA: i.VA}
	}
	if t := c.b.m.MMU.TableAt(id); t != nil {
		return explain.Table{Known: true, Level: int(t.Level), VA: t.VA}
	}
	return explain.Table{}
}

// maxNameScan bounds how many rows are searched for the call that gave an
// address.
const maxNameScan = 1000

// Name is the variable that the newest call which gave the address names.
func (c context) Name(address uint64) string {
	rows := c.b.run.Rows()
	last := c.b.run.RowOf(c.i)
	for k := last; k >= 0 && last-k < maxNameScan; k-- {
		if r := &rows[k]; r.Out[0] == address && returnsPointer(r.Call.Op) {
			return nameIn(r.Text)
		}
	}
	return ""
}

func (c context) Text(i uint32) string { return c.b.run.Text(i) }

// reason says why a run ended early.
func (b *Builder) reason(w target.Why) string { return explain.Why(b.lang, w) }

// returnsPointer says whether an operation answers with an address.
func returnsPointer(op target.Op) bool {
	switch target.Ops[op].Out {
	case "pointer", "host pointer", "address", "pointer, pitch":
		return true
	}
	return false
}
