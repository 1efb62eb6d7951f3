package scene

// Patch says that one word of a view changed. Index wholeView means that the
// length of the view, in words, changed.
//
// Patches of a frame are in an order that works both ways: a view that grows
// is lengthened before its new words are written; one that shrinks has its
// lost words written to zero before it is cut. Read from the last to the first
// with old and new exchanged, the same list goes back.
type Patch struct {
	View     View
	Index    uint32
	Old, New uint64
}

const wholeView = 1<<32 - 1

// Diff appends to list the patches that lead from s to t.
func (s *Scene) Diff(t *Scene, list []Patch) []Patch {
	for v := range s.Views {
		list = diffView(View(v), s.Views[v], t.Views[v], list)
	}
	return list
}

func diffView(v View, from, to []uint64, list []Patch) []Patch {
	length := Patch{v, wholeView, uint64(len(from)), uint64(len(to))}
	if len(to) > len(from) {
		list = append(list, length)
	}
	both := min(len(from), len(to))
	for i, w := range from[:both] {
		if w != to[i] {
			list = append(list, Patch{v, uint32(i), w, to[i]})
		}
	}
	for i, w := range from[both:] {
		if w != 0 {
			list = append(list, Patch{v, uint32(both + i), w, 0})
		}
	}
	for i, w := range to[both:] {
		if w != 0 {
			list = append(list, Patch{v, uint32(both + i), 0, w})
		}
	}
	if len(to) < len(from) {
		list = append(list, length)
	}
	return list
}

// Apply carries out patches in order.
func (s *Scene) Apply(list []Patch) {
	for _, p := range list {
		s.apply(p.View, p.Index, p.New)
	}
}

// Revert takes patches back, from the last to the first.
func (s *Scene) Revert(list []Patch) {
	for i := len(list) - 1; i >= 0; i-- {
		s.apply(list[i].View, list[i].Index, list[i].Old)
	}
}

func (s *Scene) apply(v View, index uint32, value uint64) {
	if index != wholeView {
		s.Views[v][index] = value
		return
	}
	view := s.Views[v]
	for uint64(len(view)) < value {
		view = append(view, 0)
	}
	s.Views[v] = view[:value]
}

// copyFrom makes s hold the words of t.
func (s *Scene) copyFrom(t *Scene) {
	for i := range s.Views {
		s.Views[i] = append(s.Views[i][:0], t.Views[i]...)
	}
}
