package pmm

import "pagewalk/engine/event"

// Apply makes the transition of e again, with recording off.
func (m *PMM) Apply(e *event.Event) {
	switch e.Kind {
	case event.ChunkState, event.ChunkRun:
		i := event.ChunkOf(e)
		m.doMove(new(trail), i.Chunk, i.N, i.To, i.FlagsTo, i.BlockTo)
	case event.ChunkSplit:
		i := event.SplitOf(e)
		m.doSplit(&i)
	case event.ChunkMerge:
		i := event.MergeOf(e)
		m.doMerge(&i)
	case event.InjectError:
		i := event.InjectOf(e)
		m.State.Inject.Set(i.Point, i.To)
	case event.RootList:
		i := event.RootListOf(e)
		m.doRootList(&i)
	case event.Evicting:
		i := event.RootListOf(e)
		m.doEvicting(&i)
	case event.RootType:
		i := event.RootTypeOf(e)
		m.writeType(i.Root, Type(i.To))
	default:
		panic("pmm: apply: not a kind of this layer")
	}
}

// Revert undoes e.
func (m *PMM) Revert(e *event.Event) {
	switch e.Kind {
	case event.ChunkState, event.ChunkRun:
		i := event.ChunkOf(e)
		m.unmove(&i)
	case event.ChunkSplit:
		i := event.SplitOf(e)
		m.unsplit(&i)
	case event.ChunkMerge:
		i := event.MergeOf(e)
		m.unmerge(&i)
	case event.InjectError:
		i := event.InjectOf(e)
		m.State.Inject.Set(i.Point, i.From)
	case event.RootList:
		i := event.RootListOf(e)
		m.unRootList(&i)
	case event.Evicting:
		i := event.RootListOf(e)
		m.unEvicting(&i)
	case event.RootType:
		i := event.RootTypeOf(e)
		m.writeType(i.Root, Type(i.From))
	default:
		panic("pmm: revert: not a kind of this layer")
	}
}
