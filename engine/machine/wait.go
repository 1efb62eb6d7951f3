package machine

import "pagewalk/engine/work"

// Streams as queues of time. A kernel takes effect when it is launched; when it
// is over is known to its stream, and whoever waits for the stream brings the
// clock there.

// queueOf is the queue of a stream: the two names of the legacy stream are one.
func queueOf(stream uint64) uint32 {
	if stream <= 1 {
		return 0
	}
	return uint32(stream)
}

// issue puts an act of some duration into a stream. The legacy stream begins
// when all others are done, and the others not before it.
func (m *Machine) issue(stream, ps uint64) {
	after := m.Streams.Finish(0)
	if queueOf(stream) == 0 {
		after = m.lastFinish()
	}
	m.Streams.Issue(queueOf(stream), ps, after, m.head.At(0).Rows+1)
}

func (m *Machine) lastFinish() (last work.Ticket) {
	for i := range uint32(m.Streams.State.Streams.Len()) {
		last = max(last, m.Streams.Finish(i))
	}
	return last
}

// await waits until a stream is done; the legacy stream waits for all.
func (m *Machine) await(stream uint64) {
	if queueOf(stream) == 0 {
		m.Streams.WaitAll()
		return
	}
	m.Streams.Wait(m.Streams.Finish(queueOf(stream)))
}

// when is the time at which everything that a stream has been given is done.
func (m *Machine) when(stream uint64) uint64 {
	t := m.Streams.Finish(queueOf(stream))
	if queueOf(stream) == 0 {
		t = m.lastFinish()
	}
	return max(m.rec.Now, uint64(t))
}
