package event

// Kinds of the work layer: simulated time. The clock itself leaves no events,
// because every event carries it.
const (
	StreamQueue Kind = Kind(Work)<<8 | iota // an act was put into a stream and ends at a new time
)

var workKinds = []Info{
	{Kind: StreamQueue, Name: "queue", Subject: "stream", W: [5]string{"finish before (ps)", "finish after (ps)", "row before, row after", "", ""}},
}

// StreamQueueInfo is the content of a StreamQueue event.
type StreamQueueInfo struct {
	Stream            uint32
	From, To          uint64 // finish time before and after, ps
	RowBefore, RowNow uint32 // index + 1 of the row whose act is the last one
}

// Put writes q into e.
func (q StreamQueueInfo) Put(e *Event) {
	e.Subject = q.Stream
	e.W = [5]uint64{q.From, q.To, uint64(q.RowBefore) | uint64(q.RowNow)<<32}
}

// StreamQueueOf reads a StreamQueue event.
func StreamQueueOf(e *Event) StreamQueueInfo {
	return StreamQueueInfo{Stream: e.Subject, From: e.W[0], To: e.W[1], RowBefore: uint32(e.W[2]), RowNow: uint32(e.W[2] >> 32)}
}
