package work

import "pagewalk/engine/event"

// Clock is the machine's clock.
type Clock struct{ rec *event.Recorder }

// NewClock gives the clock that lies in rec.
func NewClock(rec *event.Recorder) *Clock { return &Clock{rec: rec} }

// Now is the simulated time in picoseconds.
func (c *Clock) Now() uint64 { return c.rec.Now }

// Advance moves the clock ps picoseconds forward.
func (c *Clock) Advance(ps uint64) { c.rec.Now += ps }

// AdvanceTo moves the clock forward to t; a t in the past changes nothing. It
// gives the time that passed.
func (c *Clock) AdvanceTo(t uint64) (waited uint64) {
	if t <= c.rec.Now {
		return 0
	}
	waited = t - c.rec.Now
	c.rec.Now = t
	return waited
}

// MiB is the cost of bytes at a rate per MiB, rounded down to a picosecond.
// Rates go up to 2^32 ps (4.3 ms) per MiB and sizes to 2^47 bytes.
func MiB(bytes, perMiB uint64) uint64 {
	return bytes>>20*perMiB + bytes&(1<<20-1)*perMiB>>20
}
