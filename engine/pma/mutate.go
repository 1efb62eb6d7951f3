package pma

import (
	"math/bits"

	"pagewalk/engine/event"
)

// setRun is the mutator of FrameRun: n frames that all have the bits from get
// the bits to. It is the only place where bits, counters and the derived
// bitmaps change.
func (a *PMA) setRun(r Run, from, to uint8) {
	i := event.FrameRunInfo{First: r.First, N: r.N, From: from, To: to}
	a.write(i)
	if e := a.rec.Put(event.FrameRun, r.First); e != nil {
		i.Put(e)
	}
}

func (a *PMA) unsetRun(i event.FrameRunInfo) {
	i.From, i.To = i.To, i.From
	a.write(i)
}

func (a *PMA) write(i event.FrameRunInfo) {
	before := a.pagesWithoutState(i.First, i.N, i.From)
	for b := uint8(0); (i.From^i.To)>>b != 0; b++ {
		if (i.From^i.To)>>b&1 != 0 {
			first, last := i.First/64, (i.First+i.N-1)/64
			words := bitmap(a.State.Maps[b].MutRange(first, last-first+1))
			words.fill(i.First-first*64, i.N, i.To>>b&1 != 0)
		}
	}
	h := a.State.Head.Mut(0)
	h.FreePages += a.pagesWithoutState(i.First, i.N, i.To) - before
	h.FreeFrames += count(i.To&stateBits == 0, i.N) - count(i.From&stateBits == 0, i.N)
	h.Scrubbing += count(i.To&Scrubbing != 0, i.N) - count(i.From&Scrubbing != 0, i.N)
	a.user += count(i.To&AllocUnpin != 0, i.N) - count(i.From&AllocUnpin != 0, i.N)
	if (i.From == 0) != (i.To == 0) {
		a.derive(i.First, i.N, i.To == 0)
	}
}

// count is n if yes, else 0. Differences of counts wrap and add up all the same.
func count(yes bool, n uint32) uint32 {
	if yes {
		return n
	}
	return 0
}

// pagesWithoutState counts the pages touched by n frames from f, which all have
// the bits given, that have no state bit in any frame. Only of pages that are
// touched in part are the other frames looked at.
func (a *PMA) pagesWithoutState(f, n uint32, bits uint8) (sum uint32) {
	if bits&stateBits != 0 {
		return 0
	}
	if a.wholePages(f, n) {
		return n / PageFrames
	}
	return a.countPagesWithoutState(f, n)
}

func (a *PMA) countPagesWithoutState(f, n uint32) (sum uint32) {
	unpin, pin := &a.State.Maps[0], &a.State.Maps[1]
	for p, last := f/PageFrames, min((f+n-1)/PageFrames+1, a.pages); p < last; p++ {
		word := (unpin.Get(p/2) | pin.Get(p/2)) >> (p % 2 * 32)
		if uint32(word) == 0 {
			sum++
		}
	}
	return sum
}

// wholePages says whether n frames from f are whole pages, as nearly all runs
// are.
func (a *PMA) wholePages(f, n uint32) bool {
	return (f|n)%PageFrames == 0 && f+n <= a.pages*PageFrames
}

// derive brings the two derived bitmaps up to date for n frames from f.
func (a *PMA) derive(f, n uint32, free bool) {
	a.freeFrame.fill(f, n, free)
	if a.wholePages(f, n) {
		a.freePage.fill(f/PageFrames, n/PageFrames, free)
		return
	}
	for p, last := f/PageFrames, min((f+n-1)/PageFrames+1, a.pages); p < last; p++ {
		a.freePage.mask(p/64, 1<<(p%64), uint32(a.freeFrame[p/2]>>(p%2*32)) == ^uint32(0))
	}
}

// Rebuild computes what is derived afresh, as after a keyframe was loaded.
func (a *PMA) Rebuild() {
	a.freeFrame, a.freePage = a.derived()
	a.user = a.userFrames()
}

func (a *PMA) userFrames() (n uint32) {
	unpin := a.State.Maps[0].Slice(0, (a.frames+63)/64)
	for _, w := range unpin {
		n += uint32(bits.OnesCount64(w))
	}
	return n
}

func (a *PMA) derived() (frames, pages bitmap) {
	frames, pages = newBitmap(a.frames), newBitmap(a.pages)
	var maps [Bits]bitmap
	for b := range maps {
		maps[b] = a.State.Maps[b].Slice(0, uint32(len(frames)))
	}
	for w := range frames {
		frames[w] = ^(maps[0][w] | maps[1][w] | maps[2][w] | maps[3][w] | maps[4][w] | maps[5][w] | maps[6][w])
	}
	frames.fill(a.frames, uint32(len(frames))*64-a.frames, false)
	for w, free := range frames { // two pages a word
		if low := uint32(2 * w); low < a.pages && uint32(free) == ^uint32(0) {
			pages[low/64] |= 1 << (low % 64)
		}
		if high := uint32(2*w + 1); high < a.pages && uint32(free>>32) == ^uint32(0) {
			pages[high/64] |= 1 << (high % 64)
		}
	}
	return frames, pages
}

// Apply makes the transition of e again, with recording off.
func (a *PMA) Apply(e *event.Event) {
	switch e.Kind {
	case event.FrameRun:
		a.write(event.FrameRunOf(e))
	case event.ScrubQueued:
		a.enqueue(event.ScrubOf(e))
	case event.ScrubDone:
		a.dequeue(event.ScrubOf(e))
	default:
		panic("pma: apply: not a kind of this layer")
	}
}

// Revert undoes e.
func (a *PMA) Revert(e *event.Event) {
	switch e.Kind {
	case event.FrameRun:
		a.unsetRun(event.FrameRunOf(e))
	case event.ScrubQueued:
		a.unenqueue(event.ScrubOf(e))
	case event.ScrubDone:
		a.undequeue(event.ScrubOf(e))
	default:
		panic("pma: revert: not a kind of this layer")
	}
}
