package scene

import (
	"strings"

	"pagewalk/engine/event"
	"pagewalk/engine/explain"
	"pagewalk/engine/pma"
	"pagewalk/engine/pmm"
	"pagewalk/engine/profile"
	"pagewalk/engine/target"
)

// rails says what each layer knows and does not know.
func (b *Builder) rails(m *Moment) {
	kernel := b.row != nil && target.Ops[b.row.Call.Op].Layer == "kernel driver"
	slabs := b.m.Profile.Runtime.Slabs
	say := func(p Pane) (knows, unknown string) {
		r := explain.Rails(b.lang, explain.Pane(p), kernel, slabs)
		return r.Knows, r.Unknown
	}
	m.Runtime.Knows, m.Runtime.Unknown = say(PaneRuntime)
	m.Driver.Knows, m.Driver.Unknown = say(PaneDriver)
	m.Translation.Knows, m.Translation.Unknown = say(PaneTranslation)
	m.Physical.Knows, m.Physical.Unknown = say(PanePhysical)
}

// seams says what passed from one layer to the next in the present row, up to
// the present event.
func (b *Builder) seams(m *Moment) {
	c := explain.Crossing{}
	if b.row != nil {
		c.Asked = true
		c.Kernel = target.Ops[b.row.Call.Op].Layer == "kernel driver"
		c.Name = nameIn(b.row.Text)
		c.Frees = frees(b.row.Call.Op)
		for i, last := b.row.First, min(b.index, b.row.First+maxRowScan); i <= last; i++ {
			b.cross(&c, b.run.Event(i))
		}
		op := b.row.Call.Op
		if k := b.row.Call.Kernel; k != nil {
			c.Name = k.Name
		}
		c.TLBHit = (op == target.PwTouch || op == target.PwChase || op == target.Launch && c.Requests > 0 && !b.walkFollows()) && c.Reads == 0 && !c.Fault && b.index > b.row.First
	}
	m.Seams = explain.Seams(b.lang, c)
}

// walkFollows says whether the next event is the first read of a walk: then the
// present request is not answered by a TLB.
func (b *Builder) walkFollows() bool {
	return b.index+1 < b.run.Len() && b.run.Event(b.index+1).Kind == event.WalkRead
}

// cross counts what one event carried from layer to layer.
func (b *Builder) cross(c *explain.Crossing, e *event.Event) {
	switch e.Kind {
	case event.Ioctl:
		c.Ioctls++
	case event.EntryRun:
		if r := event.EntryRunOf(e); r.New == 0 {
			c.Cleared += r.N
		} else {
			c.Written += r.N
		}
	case event.TableNew:
		c.Tables++
	case event.TableFree:
		c.TablesFreed++
	case event.TLBInvalidate:
		c.Invalidated++
	case event.WalkRead:
		b.crossRead(c, event.WalkReadOf(e))
	case event.WarpAccess:
		c.Requests, c.Reads, c.LeafSize = c.Requests+1, 0, 0
	case event.MMUFault:
		c.Fault = true
	case event.FrameRun:
		crossFrames(c, event.FrameRunOf(e))
	case event.ChunkState, event.ChunkRun:
		i := event.ChunkOf(e)
		if i.To == pmm.Allocated {
			c.Chunks += i.N
		} else if i.From == pmm.Allocated && i.To == pmm.Free {
			c.ChunksFreed += i.N
		}
	}
}

// crossRead counts the reads of the newest walk.
func (b *Builder) crossRead(c *explain.Crossing, r event.WalkReadInfo) {
	c.Reads, c.LeafSize = uint32(r.Number), 0
	l := &b.m.Profile.MMU.Format.Levels[r.Level]
	for i := range l.States {
		if l.States[i].Matches(r.Low, r.High) {
			if l.Leaf != nil && l.States[i].Is == profile.Leaf {
				c.LeafSize = l.Bytes()
			}
			return
		}
	}
}

// crossFrames counts whole pages that were taken, given back or queued to be
// cleared.
func crossFrames(c *explain.Crossing, i event.FrameRunInfo) {
	const held = pma.AllocPin | pma.AllocUnpin
	pages, first := (i.N+pma.PageFrames-1)/pma.PageFrames, i.First/pma.PageFrames
	switch {
	case i.From&held == 0 && i.To&held != 0:
		if c.Pages == 0 {
			c.FirstPage = first
		}
		c.Pages += pages
	case i.From&held != 0 && i.To&held == 0:
		if c.PagesFreed == 0 {
			c.FirstPage = first
		}
		c.PagesFreed += pages
		if i.To&pma.Scrubbing != 0 {
			c.PagesToClear += pages
		}
	}
}

// frees says whether an operation gives something back.
func frees(op target.Op) bool { return strings.Contains(op.String(), "ree") }

// nameIn is the variable that a call is about, read from its text: what stands
// behind the first "&" or bracket and looks like a name.
func nameIn(call string) string {
	_, rest, ok := strings.Cut(call, "(")
	if !ok {
		return ""
	}
	if at := strings.IndexByte(rest, '&'); at >= 0 {
		rest = rest[at+1:]
	}
	end := 0
	for end < len(rest) && (isLetter(rest[end]) || end > 0 && (rest[end] >= '0' && rest[end] <= '9' || rest[end] == '[' || rest[end] == ']')) {
		end++
	}
	return rest[:end]
}

func isLetter(c byte) bool { return c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }
