package event

// blockEvents is the number of events in one block of a Log: 256 KiB.
const blockEvents = 4096

// Log is a list of events that grows without ever copying one.
type Log struct {
	blocks []*[blockEvents]Event
	n      uint32
}

// Len is the number of events.
func (l *Log) Len() uint32 { return l.n }

// At gives event i.
func (l *Log) At(i uint32) *Event { return &l.blocks[i/blockEvents][i%blockEvents] }

// Next appends a zero event and gives it to be filled.
func (l *Log) Next() *Event {
	b := l.n / blockEvents
	if int(b) == len(l.blocks) {
		l.blocks = append(l.blocks, new([blockEvents]Event))
	}
	e := &l.blocks[b][l.n%blockEvents]
	l.n++
	*e = Event{}
	return e
}

// Cut forgets every event from index n on. Blocks are kept for reuse.
func (l *Log) Cut(n uint32) {
	if n < l.n {
		l.n = n
	}
}

// Bytes is the memory that the log takes, in bytes.
func (l *Log) Bytes() uint64 { return uint64(len(l.blocks)) * blockEvents * 64 }
