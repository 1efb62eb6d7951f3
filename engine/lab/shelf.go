package lab

import "slices"

// shelf divides a stretch of addresses among requests: the shortest hole that
// is long enough, the lowest on a tie; neighbouring holes are one.
type shelf struct {
	parts []part // in order of address, covering the stretch
}

type part struct {
	start, bytes uint64
	live         bool
}

func newShelf(start, bytes uint64) *shelf { return &shelf{[]part{{start, bytes, false}}} }

// best gives the hole for a request, or -1. usable may turn holes down.
func (s *shelf) best(bytes uint64, usable func(p *part) bool) int {
	best := -1
	for i := range s.parts {
		p := &s.parts[i]
		if !p.live && p.bytes >= bytes && (best < 0 || p.bytes < s.parts[best].bytes) && (usable == nil || usable(p)) {
			best = i
		}
	}
	return best
}

// take cuts a request from the beginning of hole i.
func (s *shelf) take(i int, bytes uint64) (start uint64) {
	p := s.parts[i]
	s.parts[i] = part{p.start, bytes, true}
	if p.bytes > bytes {
		s.parts = slices.Insert(s.parts, i+1, part{p.start + bytes, p.bytes - bytes, false})
	}
	return p.start
}

// at finds the part that begins at an address.
func (s *shelf) at(start uint64) int {
	i, found := slices.BinarySearchFunc(s.parts, start, func(p part, at uint64) int {
		switch {
		case p.start < at:
			return -1
		case p.start > at:
			return 1
		}
		return 0
	})
	if !found {
		panic("lab: shelf: nothing begins there")
	}
	return i
}

// give makes the part at an address a hole and joins it with its neighbours.
func (s *shelf) give(start uint64) {
	i := s.at(start)
	s.parts[i].live = false
	if i+1 < len(s.parts) && !s.parts[i+1].live {
		s.parts[i].bytes += s.parts[i+1].bytes
		s.parts = slices.Delete(s.parts, i+1, i+2)
	}
	if i > 0 && !s.parts[i-1].live {
		s.parts[i-1].bytes += s.parts[i].bytes
		s.parts = slices.Delete(s.parts, i, i+1)
	}
}

// empty says whether nothing lives on it.
func (s *shelf) empty() bool { return len(s.parts) == 1 && !s.parts[0].live }
