package scene

import (
	"pagewalk/engine/event"
	"pagewalk/engine/explain"
	"pagewalk/engine/pmm"
	"pagewalk/engine/timeline"
)

// counter is one of the numbers beside the picture.
type counter uint8

const (
	countIoctls counter = iota
	countEntries
	countTables
	countInvalidations
	countWalkReads
	countFills
	countFaults
	countChunks
	countSplits
	countMerges
	countRoots
	countCached
	shownCounters
	countState counter = shownCounters // chunks in each of the five states, from the start of the run
	counters   counter = shownCounters + 5
)

var counterWords = [shownCounters]pair{
	{"ioctls", "ioctl 次数"}, {"entries written", "写入表项"}, {"page tables", "页表"}, {"invalidations", "作废"},
	{"reads by walks", "走表读取"}, {"TLB fills", "TLB 填入"}, {"faults", "缺页"},
	{"chunks allocated", "已分配的 chunk"}, {"splits", "拆分"}, {"merges", "合并"}, {"2 MiB roots taken", "取走的 2 MiB 根"},
	{"blocks kept by the driver", "驱动留着的块"},
}

// counts is all counters at one place of a run.
type counts [counters]int64

// add counts one event.
func (c *counts) add(e *event.Event) {
	switch e.Kind {
	case event.Ioctl:
		c[countIoctls]++
	case event.EntryRun:
		c[countEntries] += int64(event.EntryRunOf(e).N)
	case event.TableNew:
		c[countTables]++
	case event.TableFree:
		c[countTables]--
	case event.TLBInvalidate:
		c[countInvalidations]++
	case event.WalkRead:
		c[countWalkReads]++
	case event.TLBFill:
		c[countFills]++
	case event.MMUFault:
		c[countFaults]++
	case event.ChunkSplit:
		i := event.SplitOf(e)
		c[countSplits]++
		c.regroup(i.State, int64(i.Children), 1)
	case event.ChunkMerge:
		i := event.MergeOf(e)
		c[countMerges]++
		c.regroup(i.State, int64(i.Children), -1)
	case event.ChunkState, event.ChunkRun:
		c.addChunks(event.ChunkOf(e))
	case event.CachePut:
		c[countCached]++
	case event.CacheTake:
		c[countCached]--
	}
}

// regroup turns a chunk of a state into children of it, or back.
func (c *counts) regroup(state uint8, children, by int64) {
	c[countState+counter(state)] += by * (children - 1)
	c[countState+counter(pmm.IsSplit)] += by
}

func (c *counts) addChunks(i event.ChunkInfo) {
	n := int64(i.N)
	c[countState+counter(i.From)] -= n
	c[countState+counter(i.To)] += n
	if i.To == pmm.Allocated {
		c[countChunks] += n
	}
	if i.From == pmm.Allocated {
		c[countChunks] -= n
	}
	if i.From == pmm.PMAOwned {
		c[countRoots] += n
	}
	if i.To == pmm.PMAOwned {
		c[countRoots] -= n
	}
}

// tallyEvery is how many events lie between two kept counts.
const tallyEvery = 4096

// tally answers what the counters are at any place, from counts kept at every
// 4,096th event.
type tally struct {
	run  *timeline.Run
	kept []counts // kept[i]: after i × tallyEvery events
	seen uint32
	ever [counters]bool               // moved at all in this run
	done [int(event.Layers) << 8]bool // by kind: looked at

	lists uint64 // lists of chunks that anything was ever on, by number
}

func newTally(run *timeline.Run) *tally {
	return &tally{run: run, kept: make([]counts, 1)}
}

// at is the counters after the first n events.
func (t *tally) at(n uint32) counts {
	t.extend()
	i := n / tallyEvery
	c := t.kept[i]
	for k := i * tallyEvery; k < n; k++ {
		c.add(t.run.Event(k))
	}
	return c
}

// extend counts the events that came since the last question.
func (t *tally) extend() {
	last := t.kept[len(t.kept)-1]
	from := uint32(len(t.kept)-1) * tallyEvery
	for t.run.Len()-from >= tallyEvery {
		for k := from; k < from+tallyEvery; k++ {
			last.add(t.run.Event(k))
		}
		from += tallyEvery
		t.kept = append(t.kept, last)
	}
	for ; t.seen < t.run.Len(); t.seen++ {
		t.moves(t.run.Event(t.seen))
	}
}

// moves notes which counters an event moves. Once is enough for a kind that
// always moves the same.
func (t *tally) moves(e *event.Event) {
	t.lists |= listsOf(e)
	chunks := e.Kind == event.ChunkState || e.Kind == event.ChunkRun
	if !chunks {
		if t.done[e.Kind] {
			return
		}
		t.done[e.Kind] = true
	}
	var one counts
	one.add(e)
	for i, n := range one {
		t.ever[i] = t.ever[i] || n != 0
	}
}

// counters lists the numbers that move in this run.
func (b *Builder) counters(m *Moment) {
	c := b.tally.at(b.run.Cursor())
	for i, n := range c[:shownCounters] {
		if !b.tally.ever[i] && counter(i) > countEntries {
			continue
		}
		value := explain.Commas(uint64(max(n, 0)))
		exact := ""
		if counter(i) == countRoots {
			exact = value + " / " + explain.Commas(uint64(b.m.PMM.Roots()))
		}
		m.Counters = append(m.Counters, Counter{Name: counterWords[i].in(b.lang), Value: value, Exact: exact})
	}
}

// everOf says which pictures have something to show in this run.
func (t *tally) everOf() (set uint32) {
	for _, x := range [...]struct {
		bit uint32
		is  bool
	}{
		{EverFrames, t.done[event.FrameRun]},
		{EverChunks, t.lists&^1 != 0},
		{EverEvict, t.lists&listsOfEviction != 0},
		{EverManaged, t.done[event.BlockNew]},
		{EverFaults, t.done[event.ManagedFault]},
	} {
		if x.is {
			set |= x.bit
		}
	}
	return set
}
