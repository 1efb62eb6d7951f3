package simt

import (
	"pagewalk/engine/isa"
	"pagewalk/engine/target"
)

// flow executes what changes the place in the code.
func (w *warp) flow(x *Launch, in isa.Instr) {
	switch in.Op {
	case isa.Jump:
		w.g.pc = in.C
	case isa.False, isa.True:
		w.branch(in)
	case isa.Call:
		w.call(x, in.C)
	case isa.Enter:
		w.g.base = w.g.top
		w.g.top += uint32(in.C)
		if w.g.top > maxLocal {
			x.stop(w, target.KernelStack, uint64(w.g.top), uint32(w.active[0]))
			return
		}
		for len(w.local)*4 < int(w.g.top) {
			w.local = append(w.local, words{})
		}
	case isa.Return:
		w.comeBack()
	case isa.Barrier:
		w.fill(0)
		w.g.waits = true
		w.groups = append(w.groups, w.g)
		w.g.mask = 0
	case isa.Halt:
		panic("simt: flow: a halt in a kernel")
	}
}

// branch pops a condition. Where the lanes disagree, the group splits; the
// part that stands first in the code goes on.
func (w *warp) branch(in isa.Instr) {
	r := w.pop()
	var taken uint32
	for _, l := range w.lanes() {
		if (r[l&31] != 0) == (in.Op == isa.True) {
			taken |= 1 << (l & 31)
		}
	}
	switch taken {
	case 0:
	case w.g.mask:
		w.g.pc = in.C
	default:
		w.split(taken, in.C)
		w.choose()
	}
}

// call leaves the place to return to, for each lane, where the program cannot
// reach it.
func (w *warp) call(x *Launch, fn int32) {
	if w.g.depth == maxDepth {
		x.stop(w, target.KernelStack, uint64(w.g.top), uint32(w.active[0]))
		return
	}
	if int(w.g.depth) == len(w.frames) {
		w.frames = append(w.frames, [lanes]frame{})
	}
	back := frame{w.g.pc, w.g.base, w.g.top}
	for _, l := range w.lanes() {
		w.frames[w.g.depth][l&31] = back
	}
	w.g.path = (w.g.path ^ uint32(w.g.pc)) * 0x9E3779B1
	w.g.depth++
	w.g.pc = x.kernel.Program.Functions[fn].Entry
	w.enlist()
}

// comeBack returns from a function; from the kernel itself the lanes are
// through.
func (w *warp) comeBack() {
	if w.g.depth == 0 {
		w.g.mask = 0
		return
	}
	w.g.depth--
	back := &w.frames[w.g.depth][w.active[0]&31]
	w.g.path = w.g.path*0x0E8B2F51 ^ uint32(back.pc) // the inverse of call
	w.g.pc, w.g.base, w.g.top = back.pc, back.base, back.top
	if w.enlist(); len(w.groups) > 0 {
		w.choose() // others may still be deeper
	}
}
