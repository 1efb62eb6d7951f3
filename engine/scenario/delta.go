package scenario

// A delta is everything that changed in a machine between two boundaries: for
// each changed word of memory, of the registers and of the two stacks, the old
// value exclusive-or the new one, and the list of blocks that came and went.
// The same delta leads forward and back.

// savedPage is a page as it was when the open delta began.
type savedPage struct {
	addr uint64
	old  [pageBytes]byte
}

// word is one changed word of a delta.
type word struct{ addr, xor uint64 }

// delta is one closed delta: where its words and changes end in the side store.
type delta struct{ words, changes int }

// Words that are not memory have addresses of their own.
const (
	registerWords = 0xF100 << 48
	stackWords    = 0xF200 << 48
	frameWords    = 0xF300 << 48
)

// Record switches the recording of deltas on or off. It is off at first and
// then costs nothing. It is switched before the machine has run.
func (v *VM) Record(on bool) {
	v.recording = on
	v.settle()
}

// Deltas is the number of closed deltas; At is how many of them the state of
// the machine lies behind.
func (v *VM) Deltas() uint32 { return uint32(len(v.deltas)) }

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
	v.aside = v.aside[:0]
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
	for i := range v.aside {
		v.diffPage(&v.aside[i])
	}
	r, b := v.regs.words(), v.before.words()
	for i := range r {
		v.diff(registerWords+uint64(i)*8, b[i], r[i])
	}
	v.diffStack(stackWords, v.stackBefore, v.values[:v.regs.Depth])
	v.diffStack(frameWords, v.framesBefore, v.frames[:v.regs.Calls])
	v.changes = append(v.changes, v.pending...)
	v.deltas = append(v.deltas, delta{words: len(v.words), changes: len(v.changes)})
	v.at++
	v.settle()
	return v.at - 1
}

func (v *VM) diff(addr, old, now uint64) {
	if old != now {
		v.words = append(v.words, word{addr, old ^ now})
	}
}

func (v *VM) diffPage(s *savedPage) {
	var now []byte
	if a := v.find(s.addr, 1); a != nil {
		now = a.bytes[s.addr-a.base:]
	}
	for i := range v.pending {
		if c := &v.pending[i]; c.kind == abandoned && c.area.holds(s.addr, 1) {
			now = c.area.bytes[s.addr-c.area.base:] // what it held when it went
		}
	}
	if len(now) >= pageBytes && string(now[:pageBytes]) == string(s.old[:]) {
		return
	}
	for i := 0; i < pageBytes; i += 8 {
		var w uint64
		for k := i; k < i+8 && k < len(now); k++ {
			w |= uint64(now[k]) << (8 * (k - i))
		}
		v.diff(s.addr+uint64(i), get64(s.old[i:]), w)
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
	return v.words[from.words:v.deltas[d].words], v.changes[from.changes:v.deltas[d].changes]
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
	for i := range v.aside {
		s := &v.aside[i]
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
	var end delta
	if n > 0 {
		end = v.deltas[n-1]
	}
	v.words, v.changes, v.deltas = v.words[:end.words], v.changes[:end.changes], v.deltas[:n]
}

// flip applies the words of a delta, in either direction. Registers come first:
// they say how far the stacks reach, and what a stack gains is zero before its
// words are applied.
func (v *VM) flip(words []word) {
	regs := v.regs.words()
	depth, calls := v.regs.Depth, v.regs.Calls
	for _, w := range words {
		if w.addr>>48<<48 == registerWords {
			regs[w.addr>>3&0xFF] ^= w.xor
		}
	}
	clear(v.values[min(depth, v.regs.Depth):v.regs.Depth])
	clear(v.frames[min(calls, v.regs.Calls):v.regs.Calls])
	for _, w := range words {
		i := w.addr >> 3 & (1<<32 - 1)
		switch w.addr >> 48 << 48 {
		case registerWords:
		case stackWords:
			v.values[i] ^= w.xor
		case frameWords:
			v.frames[i] ^= w.xor
		default:
			v.flipMemory(w)
		}
	}
}

func (v *VM) flipMemory(w word) {
	a := v.find(w.addr, 1)
	if a == nil {
		panic("scenario: delta: a word outside of memory")
	}
	b := a.bytes[w.addr-a.base:]
	for k := 0; k < 8 && k < len(b); k++ {
		b[k] ^= byte(w.xor >> (8 * k))
	}
}
