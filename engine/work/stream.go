package work

import (
	"math"

	"pagewalk/engine/event"
	"pagewalk/engine/state"
)

// Stream is one queue of acts. Its cell is 16 bytes.
type Stream struct {
	Finish uint64 // ps at which everything issued so far is over
	Row    uint32 // index + 1 of the row that issued the last act; 0 = none yet
	_      uint32
}

// Ticket is the finish time of one act, in picoseconds; 0 is long over.
type Ticket uint64

// State is the state of the work layer.
type State struct{ Streams state.Column[Stream] }

// Columns adds the layer's columns to set.
func (s *State) Columns(set *state.Set) { set.Add(&s.Streams) }

// Streams is the work layer: the streams of one card.
type Streams struct {
	State *State
	rec   *event.Recorder
	clock *Clock

	// latest is no earlier than the finish of any stream: a bound, so that a wait
	// for all of them need not look at each when nothing is under way. Taking an
	// act back leaves it too late, which costs one look.
	latest uint64
}

// NewStreams gives n idle streams; number 0 is the default stream.
func NewStreams(n uint32, rec *event.Recorder, clock *Clock) *Streams {
	return &Streams{State: &State{Streams: state.New[Stream](int(n))}, rec: rec, clock: clock}
}

// Issue puts an act that costs ps into stream i, not to begin before after, on
// behalf of row (index + 1).
func (s *Streams) Issue(i uint32, ps uint64, after Ticket, row uint32) Ticket {
	st := s.State.Streams.At(i)
	begin := max(s.clock.Now(), st.Finish, uint64(after))
	q := event.StreamQueueInfo{Stream: i, From: st.Finish, To: begin + ps, RowBefore: st.Row, RowNow: row}
	s.queue(q)
	return Ticket(q.To)
}

// queue is the mutator of StreamQueue.
func (s *Streams) queue(q event.StreamQueueInfo) {
	s.State.Streams.Set(q.Stream, Stream{Finish: q.To, Row: q.RowNow})
	s.latest = max(s.latest, q.To)
	if e := s.rec.Put(event.StreamQueue, q.Stream); e != nil {
		q.Put(e)
	}
}

func (s *Streams) unqueue(q event.StreamQueueInfo) {
	s.State.Streams.Set(q.Stream, Stream{Finish: q.From, Row: q.RowBefore})
}

// Finish is when everything in stream i is over.
func (s *Streams) Finish(i uint32) Ticket { return Ticket(s.State.Streams.At(i).Finish) }

// Busy says whether an act in stream i is not over yet.
func (s *Streams) Busy(i uint32) bool { return s.State.Streams.At(i).Finish > s.clock.Now() }

// Wait advances the clock to the end of the act behind t and gives the time
// that passed.
func (s *Streams) Wait(t Ticket) uint64 { return s.clock.AdvanceTo(uint64(t)) }

// WaitAll waits for every stream, as a device synchronisation does.
func (s *Streams) WaitAll() uint64 {
	if s.latest <= s.clock.Now() {
		return 0
	}
	var last uint64
	for i := range uint32(s.State.Streams.Len()) {
		last = max(last, s.State.Streams.At(i).Finish)
	}
	s.latest = last
	return s.clock.AdvanceTo(last)
}

// Apply makes the transition of e again, with recording off.
func (s *Streams) Apply(e *event.Event) {
	if e.Kind != event.StreamQueue {
		panic("work: apply: not a kind of this layer")
	}
	s.queue(event.StreamQueueOf(e))
}

// Revert undoes e.
func (s *Streams) Revert(e *event.Event) {
	if e.Kind != event.StreamQueue {
		panic("work: revert: not a kind of this layer")
	}
	s.unqueue(event.StreamQueueOf(e))
}

// Check gives the first broken invariant in words, or "".
func (s *Streams) Check() string {
	for i := range uint32(s.State.Streams.Len()) {
		st := s.State.Streams.At(i)
		if st.Row != 0 && st.Finish == 0 {
			return "work: a stream with an act has no finish time"
		}
	}
	return ""
}

// Rebuild forgets the bound: the next wait looks at every stream.
func (s *Streams) Rebuild() { s.latest = math.MaxUint64 }
