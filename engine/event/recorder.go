package event

// Recorder is how mutators leave events. One Recorder is shared by all layers
// of a machine. With Log nil nothing is recorded and Put costs a comparison.
//
// The clock lives here because every event carries it: Now is simulated
// picoseconds since the machine was made. Only package work advances it.
type Recorder struct {
	Log   *Log
	Now   uint64
	Cause uint32 // the event that is the reason for what happens now, or None
	Actor uint8
	GPU   uint8
	Aside Aside // what is too long for a record; needed to apply and revert, so it stays when Log is nil
}

// On says whether events are being recorded.
func (r *Recorder) On() bool { return r.Log != nil }

// Put appends an event of the given kind about the given subject and gives it
// for the words to be filled in; nil when nothing is recorded.
func (r *Recorder) Put(k Kind, subject uint32) *Event {
	if r.Log == nil {
		return nil
	}
	return r.put(k, subject)
}

// put is the half of Put that records. It stays out of line so that the other
// half, a comparison, goes into every mutator.
//
//go:noinline
func (r *Recorder) put(k Kind, subject uint32) *Event {
	e := r.Log.Next()
	e.Kind, e.GPU, e.Actor, e.Cause, e.Subject, e.Time = k, r.GPU, r.Actor, r.Cause, subject, r.Now
	return e
}

// Last is the index of the newest event, or None: what a layer saves as the
// Cause of the acts that follow from it.
func (r *Recorder) Last() uint32 {
	if r.Log == nil || r.Log.n == 0 {
		return None
	}
	return r.Log.n - 1
}

// Because makes cause the reason for what follows and gives the previous one,
// to be put back when the act is over:
//
//	was := rec.Because(rec.Last())
//	…
//	rec.Cause = was
func (r *Recorder) Because(cause uint32) (was uint32) {
	was = r.Cause
	r.Cause = cause
	return was
}
