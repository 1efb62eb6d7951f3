package scenario

// Snapshot is the whole state of a machine at a boundary. Where a walk over
// thousands of deltas would be long, a few snapshots shorten it.
type Snapshot struct {
	at             uint32
	regs           registers
	values, frames []uint64
	areas          []area // globals, stack, heap blocks, adopted memory
	heap           int    // how many of them are heap blocks
}

// maxSnapshot bounds the bytes that one snapshot may copy.
const maxSnapshot = 1 << 20

// Snapshot copies the state at the last boundary, or gives nil if the program
// holds so much memory that walking is cheaper.
func (v *VM) Snapshot() *Snapshot {
	v.Rewind()
	s := &Snapshot{at: v.at, regs: v.regs, heap: len(v.heap)}
	s.values = append(s.values, v.values[:v.regs.Depth]...)
	s.frames = append(s.frames, v.frames[:v.regs.Calls]...)
	all := append([]area{v.globals, v.stack}, v.heap...)
	all = append(all, v.adopted...)
	size := 0
	for i := range all {
		size += len(all[i].bytes)
	}
	if size > maxSnapshot {
		return nil
	}
	for _, a := range all {
		if a.bytes != nil {
			a.bytes = append([]byte(nil), a.bytes...)
		}
		a.saved = nil
		s.areas = append(s.areas, a)
	}
	return s
}

// Load brings the machine to a snapshot of its own past or future.
func (v *VM) Load(s *Snapshot) {
	v.Rewind()
	clear(v.values[:v.regs.Depth])
	clear(v.frames[:v.regs.Calls])
	v.at, v.regs = s.at, s.regs
	copy(v.values, s.values)
	copy(v.frames, s.frames)
	n := copy(v.globals.bytes, s.areas[0].bytes)
	clear(v.globals.bytes[n:])
	v.loadStack(&s.areas[1])
	blocks := s.areas[2:]
	v.heap, v.adopted = v.heap[:0], v.adopted[:0]
	for i := range blocks {
		if i < s.heap {
			v.heap = append(v.heap, blocks[i].copy())
		} else {
			v.adopted = append(v.adopted, blocks[i].copy())
		}
	}
	v.hot = nil
	v.settle()
}

// loadStack takes over the bytes of a stack. It never shrinks, since deltas
// that lie ahead may reach further down.
func (v *VM) loadStack(a *area) {
	if len(a.bytes) > len(v.stack.bytes) {
		v.stack = a.copy()
		return
	}
	n := len(v.stack.bytes) - len(a.bytes)
	clear(v.stack.bytes[:n])
	copy(v.stack.bytes[n:], a.bytes)
}

// At is the number of deltas that the snapshot lies behind.
func (s *Snapshot) At() uint32 { return s.at }

// copy gives an area of its own bytes.
func (a area) copy() area {
	if a.bytes != nil {
		a.bytes = append([]byte(nil), a.bytes...)
		a.saved = make([]uint32, (a.size+pageBytes-1)/pageBytes)
	}
	return a
}
