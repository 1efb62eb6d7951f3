package scenario

import (
	"pagewalk/engine/isa"
	"pagewalk/engine/target"
)

// A program that defines int pw_victim(const pw_root *r, int n) is asked at
// every eviction. The function runs inside the call that needs the room: it
// may compute and print, and call nothing of the target.

var _ target.Chooser = (*VM)(nil)

// rootBytes is the size of a pw_root.
const rootBytes = 32

// maxVictimSteps bounds one choice.
const maxVictimSteps = 1_000_000

func (v *VM) victim() *isa.Function {
	for i := range v.p.Functions {
		if f := &v.p.Functions[i]; f.Name == "pw_victim" && f.Params == 2 {
			return f
		}
	}
	return nil
}

// Chooses says whether the program has such a function.
func (v *VM) Chooses() bool { return v.victim() != nil }

// Choose runs it. An answer that is no index ends the program.
func (v *VM) Choose(roots []target.Root) int {
	f := v.victim()
	was := v.regs
	v.regs.Frame = (v.regs.Frame - uint64(len(roots))*rootBytes) &^ 15
	if v.regs.Frame < stackTop-maxStack {
		v.fail(StackLimit, number(maxStack))
		return 0
	}
	if v.regs.Frame < v.stack.base {
		v.growStack()
	}
	array := v.regs.Frame
	for i := range roots {
		v.storeRoot(array+uint64(i)*rootBytes, &roots[i])
	}
	v.push(array)
	v.push(uint64(len(roots)))
	v.regs.Phase = running
	x := v.invoke(f)
	if v.regs.Phase == failed {
		return 0
	}
	steps, output, random, failure := v.regs.Steps, v.regs.Output, v.regs.Random, v.regs.Failure
	heap, live, blocks := v.regs.HeapNext, v.regs.HeapLive, v.regs.Blocks
	v.regs = was
	v.regs.Steps, v.regs.Output, v.regs.Random, v.regs.Failure = steps, output, random, failure
	v.regs.HeapNext, v.regs.HeapLive, v.regs.Blocks = heap, live, blocks
	if i := int32(x); i < 0 || int(i) >= len(roots) {
		v.fail(VictimIndex, signed(x), number(uint64(len(roots))))
		return 0
	}
	return int(int32(x))
}

func (v *VM) storeRoot(at uint64, r *target.Root) {
	dirty := uint64(0)
	if r.Dirty {
		dirty = 1
	}
	v.store(at, isa.U64, r.Arrived)
	v.store(at+8, isa.U64, r.LastTouch)
	v.store(at+16, isa.U64, r.Touches)
	v.store(at+24, isa.U64, dirty)
}

// invoke runs a function of the program, whose arguments are on the stack, to
// its return and gives what it returned.
func (v *VM) invoke(f *isa.Function) uint64 {
	base := v.regs.Calls
	if base/2 >= maxCalls {
		v.fail(DepthLimit, number(maxCalls))
		return 0
	}
	for int(base)+2 > len(v.frames) {
		v.frames = append(v.frames, make([]uint64, len(v.frames))...)
	}
	v.frames[base], v.frames[base+1] = v.regs.PC, v.regs.Frame
	v.regs.Calls += 2
	v.regs.PC = uint64(f.Entry)
	for range maxVictimSteps {
		in := v.p.Code[v.regs.PC]
		switch {
		case in.Op == isa.Target || in.Op == isa.Halt:
			v.fail(VictimCalls)
		case in.Op == isa.Line:
			v.regs.Line = uint64(in.C)
		case v.regs.Depth+8 > uint64(len(v.values)) && !v.grow():
		default:
			v.step(in, v.host)
			v.regs.Steps++
		}
		if v.regs.Phase == touching {
			v.regs.Phase = running
			v.fail(VictimCalls)
		}
		if v.regs.Phase != running {
			v.regs.Phase = failed
			return 0
		}
		v.regs.PC++
		if v.regs.Calls == base {
			return v.pop()
		}
	}
	v.fail(StepLimit, number(maxVictimSteps))
	return 0
}
