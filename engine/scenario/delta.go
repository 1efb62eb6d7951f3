package scenario

// A delta is everything that changed in a machine between two boundaries: for
// each changed word of memory, of the registers and of the two stacks, the old
// value exclusive-or the new one, and the list of blocks that came and went. A
// block that is not there is as good as zero, so a delta holds the bytes that
// came and went with it. The same delta leads forward and back.

// delta is one closed delta: its words, and where its changes end.
type delta struct {
	words   span
	changes int
}

// Record switches the recording of deltas on or off. It is off at first and
// then costs nothing. It is switched before the machine has run.
func (v *VM) Record(on bool) {
	v.recording = on
	v.settle()
}

// Deltas is the number of closed deltas; At is how many of them the state of
// the machine lies behind.
func (v *VM) Deltas() uint32 { return uint32(len(v.deltas)) }

// History is how many bytes the closed deltas take.
func (v *VM) History() uint64 {
	return v.history.words*16 + uint64(len(v.changes))*changeBytes + uint64(len(v.deltas))*24
}

// At is the number of deltas that have been applied.
func (v *VM) At() uint32 { return v.at }

func (v *VM) note(c change) {
	if v.recording {
		v.pending = append(v.pending, c)
	}
}

// settle makes the present state the one that the next delta begins with.
func (v *VM) settle() {
	v.epoch++
	v.aside.empty()
	v.pending = v.pending[:0]
	if v.recording {
		v.before = v.regs
		v.stackBefore = append(v.stackBefore[:0], v.values[:v.regs.Depth]...)
		v.framesBefore = append(v.framesBefore[:0], v.frames[:v.regs.Calls]...)
	}
}

// close ends the open delta and gives its number. Deltas that lay ahead must
// have been cut.
func (v *VM) close() uint32 {
	if int(v.at) != len(v.deltas) {
		panic("scenario: delta: closed over deltas that lie ahead")
	}
	for i := range v.aside.n {
		v.diffPage(v.aside.at(i))
	}
	for i := range v.pending {
		v.diffGone(&v.pending[i])
	}
	r, b := v.regs.words(), v.before.words()
	for i := range r {
		v.diff(registerWords+uint64(i)*8, b[i], r[i])
	}
	v.diffStack(stackWords, v.stackBefore, v.values[:v.regs.Depth])
	v.diffStack(frameWords, v.framesBefore, v.frames[:v.regs.Calls])
	for _, c := range v.pending {
		c.area.bytes, c.area.saved = nil, nil
		v.changes = append(v.changes, c)
	}
	v.deltas = append(v.deltas, delta{words: v.history.close(), changes: len(v.changes)})
	v.at++
	v.settle()
	return v.at - 1
}

func (v *VM) diff(addr, old, now uint64) {
	if old != now {
		v.history.add(addr, old^now)
	}
}

func (v *VM) diffPage(s *savedPage) {
	var now []byte
	if a := v.find(s.addr, 1); a != nil {
		now = a.bytes[s.addr-a.base:]
	}
	if len(now) >= pageBytes && string(now[:pageBytes]) == string(s.old[:]) {
		return
	}
	for i := 0; i < pageBytes; i += 8 {
		v.diff(s.addr+uint64(i), get64(s.old[i:]), tail64(now[min(i, len(now)):]))
	}
}

// diffGone clears what was abandoned: the pages that had not been set aside.
func (v *VM) diffGone(c *change) {
	if c.kind != abandoned {
		return
	}
	b := c.area.bytes
	v.strain += len(c.area.saved)
	for p, epoch := range c.area.saved {
		if epoch == v.epoch {
			continue
		}
		for i := p * pageBytes; i < min((p+1)*pageBytes, len(b)); i += 8 {
			v.diff(c.area.base+uint64(i), tail64(b[i:]), 0)
		}
	}
}

func (v *VM) diffStack(base uint64, old, now []uint64) {
	for i := range max(len(old), len(now)) {
		v.diff(base+uint64(i)*8, at(old, i), at(now, i))
	}
}

func at(list []uint64, i int) uint64 {
	if i < len(list) {
		return list[i]
	}
	return 0
}

func (v *VM) bounds(d uint32) (words []word, changes []change) {
	var from delta
	if d > 0 {
		from = v.deltas[d-1]
	}
	return v.history.of(v.deltas[d].words), v.changes[from.changes:v.deltas[d].changes]
}

// Undo takes the machine from behind delta d to before it. What it did since
// that boundary is forgotten.
func (v *VM) Undo(d uint32) {
	if v.at != d+1 {
		panic("scenario: undo: not the last delta")
	}
	v.Rewind()
	words, changes := v.bounds(d)
	v.returnBlocks(changes)
	v.flip(words)
	v.removeBlocks(changes)
	v.at--
	v.settle()
}

// Redo applies delta d again, without asking any target.
func (v *VM) Redo(d uint32) {
	if v.at != d || int(d) >= len(v.deltas) {
		panic("scenario: redo: not the next delta")
	}
	v.Rewind()
	words, changes := v.bounds(d)
	v.addBlocks(changes)
	v.flip(words)
	v.dropBlocks(changes)
	v.at++
	v.settle()
}

// Rewind takes the machine back to the last boundary it passed.
func (v *VM) Rewind() {
	if !v.recording {
		return
	}
	v.returnBlocks(v.pending)
	for i := range v.aside.n {
		s := v.aside.at(i)
		if a := v.find(s.addr, 1); a != nil {
			copy(a.bytes[s.addr-a.base:], s.old[:])
		}
	}
	clear(v.values[:v.regs.Depth])
	clear(v.frames[:v.regs.Calls])
	v.regs = v.before
	copy(v.values, v.stackBefore)
	copy(v.frames, v.framesBefore)
	v.removeBlocks(v.pending)
	v.hot = nil
	v.settle()
}

// CutDeltas forgets the deltas from number n on. The machine must not lie
// behind them.
func (v *VM) CutDeltas(n uint32) {
	if int(n) >= len(v.deltas) {
		return
	}
	if v.at > n {
		panic("scenario: cut: the machine lies behind the cut")
	}
	changes := 0
	if n > 0 {
		changes = v.deltas[n-1].changes
	}
	v.history.cut(v.deltas[n].words)
	v.changes, v.deltas = v.changes[:changes], v.deltas[:n]
}

// flip applies the words of a delta, in either direction. Registers come first:
// they say how far the stacks reach, and what a stack gains is zero before its
// words are applied.
func (v *VM) flip(words []word) {
	regs := v.regs.words()
	depth, calls := v.regs.Depth, v.regs.Calls
	for _, w := range words {
		if addr, n := w.span(); addr&wordKinds == registerWords {
			i := addr >> 3 & 0xFF
			flipAll(regs[i:i+n], w.xor)
		}
	}
	clear(v.values[min(depth, v.regs.Depth):v.regs.Depth])
	clear(v.frames[min(calls, v.regs.Calls):v.regs.Calls])
	for _, w := range words {
		addr, n := w.span()
		i := addr >> 3 & (1<<32 - 1)
		switch addr & wordKinds {
		case registerWords:
		case stackWords:
			flipAll(v.values[i:i+n], w.xor)
		case frameWords:
			flipAll(v.frames[i:i+n], w.xor)
		default:
			v.flipMemory(addr, n, w.xor)
		}
	}
}

func flipAll(list []uint64, xor uint64) {
	for i := range list {
		list[i] ^= xor
	}
}

// flipMemory changes n words of memory, which may be of several areas.
func (v *VM) flipMemory(addr, n, xor uint64) {
	for end := addr + n*8; addr < end; {
		a := v.find(addr, 1)
		if a == nil {
			panic("scenario: delta: a word outside of memory")
		}
		b := a.bytes[addr-a.base:]
		b = b[:min(end-addr, uint64(len(b)))]
		addr += uint64(len(b)+7) &^ 7
		for ; len(b) >= 8; b = b[8:] {
			put64(b, get64(b)^xor)
		}
		for k := range b {
			b[k] ^= byte(xor >> (8 * k))
		}
	}
}
