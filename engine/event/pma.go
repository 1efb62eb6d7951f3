package event

// Kinds of the pma layer: physical frames of 64 KiB.
const (
	FrameRun    Kind = Kind(PMA)<<8 | iota // n consecutive frames change their bits alike
	ScrubQueued                            // freed frames wait to be cleared
	ScrubDone                              // the oldest entry of the scrub queue was noticed as cleared
)

var pmaKinds = []Info{
	{Kind: FrameRun, Name: "frame-run", Subject: "frame", W: [5]string{"frames", "bits before", "bits after", "", ""}, Run: true},
	{Kind: ScrubQueued, Name: "scrub-queued", Subject: "scrub", W: [5]string{"first frame, frames", "done at (ps)", "the id was fresh", "", ""}},
	{Kind: ScrubDone, Name: "scrub-done", Subject: "scrub", W: [5]string{"first frame, frames", "done at (ps)", "next entry", "", ""}},
}

// FrameRunInfo is the content of a FrameRun event.
type FrameRunInfo struct {
	First, N uint32
	From, To uint8 // the seven bits of each frame
}

// Put writes f into e.
func (f FrameRunInfo) Put(e *Event) {
	e.Subject = f.First
	e.W = [5]uint64{uint64(f.N), uint64(f.From), uint64(f.To)}
}

// FrameRunOf reads a FrameRun event.
func FrameRunOf(e *Event) FrameRunInfo {
	return FrameRunInfo{First: e.Subject, N: uint32(e.W[0]), From: uint8(e.W[1]), To: uint8(e.W[2])}
}

// ScrubInfo is the content of ScrubQueued and ScrubDone events. In the first,
// Prev is the entry before it in the queue (0 = it is the only one).
type ScrubInfo struct {
	ID       uint32
	Prev     uint32
	First, N uint32 // frames
	Done     uint64 // ps
	Fresh    bool   // ScrubQueued: the id was never used before
	Next     uint32 // ScrubDone: the entry that is the oldest now
}

// Put writes s into e.
func (s ScrubInfo) Put(e *Event) {
	e.Subject, e.Prev = s.ID, s.Prev
	e.W = [5]uint64{uint64(s.First) | uint64(s.N)<<32, s.Done, uint64(s.Next)}
	if s.Fresh {
		e.W[2] = 1
	}
}

// ScrubOf reads a ScrubQueued or ScrubDone event.
func ScrubOf(e *Event) ScrubInfo {
	s := ScrubInfo{ID: e.Subject, Prev: e.Prev, First: uint32(e.W[0]), N: uint32(e.W[0] >> 32), Done: e.W[1]}
	if e.Kind == ScrubQueued {
		s.Fresh = e.W[2] != 0
	} else {
		s.Next = uint32(e.W[2])
	}
	return s
}
