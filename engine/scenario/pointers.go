package scenario

import (
	"strconv"

	"pagewalk/engine/isa"
)

// maxElements bounds how many elements of one array of pointers are listed.
const maxElements = 64

// Pointers lists the variables in scope that hold an address outside of the
// program's own memory, which for a CUDA program is memory of a card: name,
// address, and the line of the declaration. Elements of an array of pointers
// come one by one.
func (v *VM) Pointers(yield func(name string, value uint64, line uint32)) {
	fn := v.currentFunction()
	for i := range v.p.variables {
		w := &v.p.variables[i]
		base := globalsBase + w.offset
		if w.fn >= 0 {
			if w.fn != fn || int32(v.regs.PC) < w.from || int32(v.regs.PC) >= w.to {
				continue
			}
			base = v.regs.Frame + w.offset
		}
		listed := 0
		for k := uint64(0); k < w.count && listed < maxElements; k++ {
			x, ok := v.load(base+8*k, isa.U64)
			if !ok || x < 4096 || v.own(x) {
				continue
			}
			name := w.name
			if w.array {
				name += "[" + strconv.FormatUint(k, 10) + "]"
			}
			listed++
			yield(name, x, w.line)
		}
	}
}

// own says whether an address is memory that the program has without a card:
// its variables, its stack, its heap. Pinned and managed memory is not.
func (v *VM) own(x uint64) bool {
	if a := v.find(x, 0); a != nil {
		return a.kind != adoptedArea
	}
	return x >= heapBase && x < v.regs.HeapNext
}

// currentFunction is the function that the machine is in.
func (v *VM) currentFunction() int32 {
	best := int32(0)
	for i := range v.p.Functions {
		if f := &v.p.Functions[i]; f.Entry <= int32(v.regs.PC) && f.Entry >= v.p.Functions[best].Entry {
			best = int32(i)
		}
	}
	return best
}
