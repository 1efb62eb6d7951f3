package scene

import (
	"pagewalk/engine/explain"
	"pagewalk/engine/profile"
	"pagewalk/engine/target"
)

// sentence says event i in words. It is the one place where package explain is
// asked about an event.
func (b *Builder) sentence(i uint32) (sentence, note string) {
	return explain.Say(b.lang, b.run.Event(i), context{b})
}

// context answers what explain wants to know of the run. Chunks and tables are
// read where the cursor stands: what no longer fits is "not known".
type context struct{ b *Builder }

func (c context) Profile() *profile.Profile { return c.b.m.Profile }

func (c context) Row(row uint32) explain.Row {
	rows := c.b.run.Rows()
	if int(row) >= len(rows) {
		return explain.Row{}
	}
	r := &rows[row]
	return explain.Row{Text: r.Text, Op: r.Call.Op, Why: r.Why}
}

func (c context) Chunk(id uint32) explain.Chunk {
	m := c.b.m.PMM
	if !m.Exists(id) {
		return explain.Chunk{}
	}
	n := m.Node(id)
	v := explain.Chunk{Known: true, Page: pageOfAddress(n.Address()), IsRoot: n.Parent == 0, Bytes: uint64(n.Bytes())}
	if n.Parent != 0 {
		v.Index = uint32((n.Address() - m.Node(n.Parent).Address()) / uint64(n.Bytes()))
	}
	return v
}

func (c context) Table(id uint32) explain.Table {
	t := c.b.m.MMU.TableAt(id)
	if t == nil {
		return explain.Table{}
	}
	return explain.Table{Known: true, Level: int(t.Level), VA: t.VA}
}

func (c context) Name(address uint64) string {
	for _, v := range c.b.variables {
		if v.Value == address {
			return v.Name
		}
	}
	return ""
}

func (c context) Text(i uint32) string { return c.b.run.Text(i) }

// reason says why a run ended early.
func (b *Builder) reason(w target.Why) string { return w.ID.Name() }

// returnsPointer says whether an operation answers with an address.
func returnsPointer(op target.Op) bool {
	switch target.Ops[op].Out {
	case "pointer", "host pointer", "address", "pointer, pitch":
		return true
	}
	return false
}

// rails says what each layer knows and does not know.
func (b *Builder) rails(m *Moment) {}

// seams says what passed from one layer to the next.
func (b *Builder) seams(m *Moment) {}
