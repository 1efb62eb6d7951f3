package pma

import "pagewalk/engine/target"

// Evictor is who can push user memory out of the card: the PMM. The PMA calls
// it for requests of RM that find no room; it never evicts for a request that
// says NoEvict. Before a call the PMA's state satisfies its Check, and the
// callee may call back in.
type Evictor interface {
	// EvictPages frees up n pages of pageFrames frames each, anywhere in
	// [lo, hi), in any order, and appends their first frames to out. It leaves
	// them pinned, for the caller to keep.
	EvictPages(pageFrames, n uint32, lo, hi Frame, out []Frame) ([]Frame, target.Why)
	// EvictRange empties all frames of [lo, hi) and gives them back.
	EvictRange(lo, hi Frame) target.Why
}

// evict lets the Evictor make room and hands it out; nothing if it could not.
func (a *PMA) evict(r *Request, out []Run) []Run {
	return out
}
