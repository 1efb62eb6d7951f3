package scenario

import (
	"unsafe"

	"pagewalk/engine/state"
)

// Hash is the hash of everything that a delta can change. Words that are zero
// count nothing, so how far memory has grown does not show.
func (v *VM) Hash() uint64 {
	var sum uint64
	for i, w := range v.regs.words() {
		sum += state.Mix(w, registerWords+uint64(i)*8)
	}
	for i, w := range v.values[:v.regs.Depth] {
		sum += state.Mix(w, stackWords+uint64(i)*8)
	}
	for i, w := range v.frames[:v.regs.Calls] {
		sum += state.Mix(w, frameWords+uint64(i)*8)
	}
	sum += v.globals.hash() + v.stack.hash()
	for i := range v.heap {
		a := &v.heap[i]
		sum += state.Mix(a.size<<32|uint64(a.freed), a.base+1) + a.hash()
	}
	for i := range v.adopted {
		a := &v.adopted[i]
		sum += state.Mix(a.size, a.base+2) + a.hash()
	}
	return sum
}

func (a *area) hash() uint64 {
	var sum uint64
	n := len(a.bytes) &^ 7
	for i := 0; i < n; i += 8 {
		if w := get64(a.bytes[i:]); w != 0 {
			sum += state.Mix(w, a.base+uint64(i))
		}
	}
	for i := n; i < len(a.bytes); i++ {
		if b := a.bytes[i]; b != 0 {
			sum += state.Mix(uint64(b), a.base+uint64(i))
		}
	}
	return sum
}

// words sees the registers as plain words.
func (r *registers) words() *[unsafe.Sizeof(registers{}) / 8]uint64 {
	return (*[unsafe.Sizeof(registers{}) / 8]uint64)(unsafe.Pointer(r))
}
