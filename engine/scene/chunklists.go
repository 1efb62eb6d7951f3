package scene

import (
	"pagewalk/engine/event"
	"pagewalk/engine/pmm"
)

// How many chunks of a list are shown, from its head and at its end.
const (
	listHead = 8
	listTail = 3
)

const listsOfEviction = 1<<pmm.Unused | 1<<pmm.Discarded | 1<<pmm.Used

// chunkLists are the lists that the run ever uses, in the manager's order: those
// of eviction, then the free ones of each type from large to small.
func (b *Builder) chunkLists(p *Physical) {
	for _, list := range [...]uint8{pmm.Unused, pmm.Discarded, pmm.Used} {
		if b.tally.lists&listsOfEviction != 0 {
			p.Lists = append(p.Lists, b.chunkList(list, ChunkList{List: list}))
		}
	}
	free := func(t pmm.Type, sizes []uint32) {
		for _, size := range sizes {
			for _, zero := range [...]bool{false, true} {
				if list := pmm.FreeList(t, size, zero); b.tally.lists>>list&1 != 0 {
					p.Lists = append(p.Lists, b.chunkList(list, ChunkList{Kernel: t == pmm.Kernel, Zero: zero, Bytes: uint64(size)}))
				}
			}
		}
	}
	free(pmm.User, b.m.Profile.PMM.UserSizes)
	free(pmm.Kernel, b.m.Profile.PMM.KernelSizes)
	p.Victim = event.None
	if c := b.m.PMM.DriverVictim(); c != 0 {
		p.Victim = c - b.m.PMM.Root(0)
	}
}

// chunkList fills one list.
func (b *Builder) chunkList(list uint8, l ChunkList) ChunkList {
	m := b.m.PMM
	l.Count = m.ListLength(list)
	change, touched := listChange(b.event, list)
	l.Before, l.Now = uint32(int64(l.Count)-change), touched
	first, n := onList(b.event, list)
	shown := l.Count
	if shown > listHead+listTail {
		shown, l.Tail = listHead, listTail
	}
	add := func(c pmm.ChunkID) {
		l.Chunks = append(l.Chunks, ListedChunk{Address: m.Address(c), Now: c >= first && c < first+n})
	}
	m.EachFirst(list, shown, add)
	if l.Tail > 0 {
		m.EachLast(list, l.Tail, add)
	}
	return l
}

// listChange is by how much the event made a list longer, and whether it had to
// do with it at all: a root may only have gone to its end.
func listChange(e *event.Event, list uint8) (change int64, touched bool) {
	if e == nil {
		return 0, false
	}
	move := func(from, to uint8, n int64) {
		if from == list {
			change, touched = change-n, true
		}
		if to == list {
			change, touched = change+n, true
		}
	}
	switch e.Kind {
	case event.ChunkState, event.ChunkRun:
		i := event.ChunkOf(e)
		move(i.ListFrom, i.ListTo, int64(i.N))
		move(i.RootListFrom, i.RootListTo, 1)
	case event.RootList, event.Evicting:
		i := event.RootListOf(e)
		move(i.From, i.To, 1)
	}
	return change, touched
}

// onList are the chunks that the event put on a list.
func onList(e *event.Event, list uint8) (first, n uint32) {
	if e == nil {
		return 0, 0
	}
	switch e.Kind {
	case event.ChunkState, event.ChunkRun:
		i := event.ChunkOf(e)
		switch list {
		case i.ListTo:
			return i.Chunk, i.N
		case i.RootListTo:
			return i.Root, 1
		}
	case event.RootList, event.Evicting:
		if event.RootListOf(e).To == list {
			return e.Subject, 1
		}
	}
	return 0, 0
}

// listsOf are the lists that an event takes something from or puts it on, as a
// set of bits.
func listsOf(e *event.Event) (set uint64) {
	switch e.Kind {
	case event.ChunkState, event.ChunkRun:
		i := event.ChunkOf(e)
		set = 1<<i.ListFrom | 1<<i.ListTo | 1<<i.RootListFrom | 1<<i.RootListTo
	case event.RootList, event.Evicting:
		i := event.RootListOf(e)
		set = 1<<i.From | 1<<i.To
	}
	return set
}
