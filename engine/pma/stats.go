package pma

// Stats is what the PMA shares with UVM and monitors. Frames that are being
// cleared count as free.
type Stats struct {
	FreeFrames uint32
	FreePages  uint32 // whole 2 MiB pages
	Scrubbing  uint32 // frames among the free ones that wait to be cleared
	Queued     uint32 // entries of the scrub queue
}

// Stats reads the counters.
func (a *PMA) Stats() Stats {
	h := a.State.Head.At(0)
	return Stats{FreeFrames: h.FreeFrames, FreePages: h.FreePages, Scrubbing: h.Scrubbing, Queued: h.Queued}
}

// FreeBytes is the free memory as cudaMemGetInfo reports it.
func (a *PMA) FreeBytes() uint64 { return uint64(a.State.Head.At(0).FreeFrames) * FrameBytes }

// LargestRun is the longest run of frames that count as free; the lowest of
// several.
func (a *PMA) LargestRun() Run {
	var best Run
	for f := uint32(0); f < a.frames; {
		b, n := a.stateRun(f)
		if !b && n > best.N {
			best = Run{f, n}
		}
		f += n
	}
	return best
}

// stateRun says whether frame f is allocated, and for how many frames from f
// on that is the same.
func (a *PMA) stateRun(f Frame) (allocated bool, n uint32) {
	words := (a.frames + 63) / 64
	unpin, pin := bitmap(a.State.Maps[0].Slice(0, words)), bitmap(a.State.Maps[1].Slice(0, words))
	if unpin.get(f) || pin.get(f) {
		for end := f; ; {
			next := pin.next(unpin.next(end, a.frames, false), a.frames, false)
			if next == end {
				return true, end - f
			}
			end = next
		}
	}
	return false, pin.next(f, unpin.next(f, a.frames, true), true) - f
}

// EachScrub calls f for the entries of the scrub queue, oldest first.
func (a *PMA) EachScrub(f func(id uint32, s *Scrub)) {
	for id := a.State.Head.At(0).Oldest; id != 0; id = a.State.Scrubs.At(id).Next {
		f(id, a.State.Scrubs.At(id))
	}
}
