package scenario

import "pagewalk/engine/isa"

// __shared__ variables. Those of a kernel lie in the window of its block in the
// order of their declaration. Those of __device__ functions have places of their
// own, the same in every kernel, and stand before: a kernel that can reach such a
// function leaves room for all of them. One whose length is left open begins
// where the others end.

// share gives a __shared__ variable its place in the memory of the block.
func (c *compiler) share(s *symbol, spec *specifiers) {
	f := c.fn
	s.shared, s.global, s.placed = true, true, true
	open := s.typ.kind == arrayKind && !s.typ.complete && spec.extern
	switch {
	case !open && !f.card:
		c.report(SharedOutside, s.at, s.name)
	case open:
		t := *s.typ
		t.complete, s.typ, s.open = true, &t, true
		c.forCard = c.forCard || f == c.start
	case !s.typ.complete:
		c.report(IncompleteType, s.at, s.typ.String())
		s.typ = badType
	default:
		end := &f.shared
		if !f.sym.kernel {
			end = &c.shared
			f.shares, s.everywhere = true, true
		}
		a := uint64(max(s.typ.align, 4))
		if s.typ.size >= 16 {
			a = 16
		}
		s.val = (*end + a - 1) / a * a
		*end = s.val + s.typ.size
	}
}

// sharedCode leaves the address of a __shared__ variable.
func (c *compiler) sharedCode(n *node) {
	switch s := n.sym; {
	case s.open:
		c.emit(isa.Special, 0, 0, int32(isa.DynamicShared), n.at)
	case s.everywhere:
		c.value64(isa.SharedBase+s.val, n.at)
	default:
		c.value64(isa.SharedBase+c.sharedBefore(c.fn)+s.val, n.at)
	}
}

// sharedBefore is the bytes that a kernel leaves for the variables of functions
// that it can reach.
func (c *compiler) sharedBefore(kernel *functionState) uint64 {
	seen := make([]bool, len(c.bodies))
	for list := []*functionState{kernel}; len(list) > 0; {
		f := list[len(list)-1]
		list = list[:len(list)-1]
		if f.shares {
			return (c.shared + 15) &^ 15
		}
		for _, s := range f.reaches {
			if s.defined && !seen[s.val] {
				seen[s.val] = true
				list = append(list, c.bodies[s.val])
			}
		}
	}
	return 0
}
