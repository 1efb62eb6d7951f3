package timeline

import "pagewalk/engine/event"

// A keyframe is taken after so many events, or so many cells written by runs,
// whichever comes first: a seek costs at most half as much.
const (
	keyframeEvents = 32_768
	keyframeCells  = 4 << 20
)

// mostKept is how many bytes of keyframes a run keeps. Beyond it there are no
// more of them, and to seek takes longer.
const mostKept = 512 << 20

// weigh is how many cells an event writes, for kinds that stand for many: the
// tables of package event give the number of subjects in one of the words.
func weigh(e *event.Event) uint64 {
	switch e.Kind {
	case event.FrameRun:
		return uint64(event.FrameRunOf(e).N) / 8
	case event.ChunkRun:
		return uint64(event.ChunkOf(e).N)
	case event.ChunkSplit, event.ChunkMerge:
		return 32
	}
	return 1
}

// keep takes the keyframes that are due. The log may have grown by more than
// one distance since the last call (a long loop of accesses is one row), so
// the run walks back to each place where one is due and forward again.
func (r *Run) keep() {
	for r.weighed < r.log.Len() {
		r.events++
		r.cells += weigh(r.log.At(r.weighed))
		r.weighed++
		if r.events >= keyframeEvents || r.cells >= keyframeCells {
			r.events, r.cells = 0, 0
			r.due = append(r.due, r.weighed)
		}
	}
	if len(r.due) == 0 {
		return
	}
	end, log, rec := r.cursor, r.rec.Log, *r.rec
	r.rec.Log = nil
	for _, mark := range r.due {
		if r.keys.Bytes() > mostKept {
			break
		}
		r.walk(mark)
		r.keys.Take()
		r.marks = append(r.marks, mark)
	}
	r.walk(end)
	*r.rec = rec
	r.rec.Log = log
	r.due = r.due[:0]
}
