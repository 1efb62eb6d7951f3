package scenario

// changeKind says how the map of memory changed.
type changeKind uint8

const (
	allocated changeKind = iota
	released
	adopted
	abandoned
)

// change is one block that came or went.
type change struct {
	kind  changeKind
	index int
	area  area
	line  uint32
}

// changeBytes is about what one of them takes.
const changeBytes = 128

// returnBlocks undoes the freeing of blocks: they come back, all zero; what was
// abandoned in the delta that is open has its bytes still.
func (v *VM) returnBlocks(changes []change) {
	for i := len(changes) - 1; i >= 0; i-- {
		switch c := &changes[i]; c.kind {
		case released:
			a := &v.heap[c.index]
			line := a.line
			*a = newArea(heapArea, a.base, a.size)
			a.line = line
		case abandoned:
			v.adopted = append(v.adopted, area{})
			copy(v.adopted[c.index+1:], v.adopted[c.index:])
			if v.adopted[c.index] = c.area; c.area.bytes == nil {
				v.adopted[c.index] = newArea(adoptedArea, c.area.base, c.area.size)
			}
		}
	}
	v.hot = nil
}

// removeBlocks undoes the coming of blocks.
func (v *VM) removeBlocks(changes []change) {
	for i := len(changes) - 1; i >= 0; i-- {
		switch c := &changes[i]; c.kind {
		case allocated:
			v.heap = v.heap[:c.index]
		case adopted:
			v.adopted = v.adopted[:len(v.adopted)-1]
		}
	}
	v.hot = nil
}

// addBlocks makes blocks come again.
func (v *VM) addBlocks(changes []change) {
	for _, c := range changes {
		switch c.kind {
		case allocated:
			a := newArea(heapArea, c.area.base, c.area.size)
			a.line = c.area.line
			v.heap = append(v.heap, a)
		case adopted:
			v.adopted = append(v.adopted, newArea(adoptedArea, c.area.base, c.area.size))
		}
	}
	v.hot = nil
}

// dropBlocks makes blocks go again; their bytes are zero by now.
func (v *VM) dropBlocks(changes []change) {
	for _, c := range changes {
		switch c.kind {
		case released:
			a := &v.heap[c.index]
			a.bytes, a.saved, a.freed = nil, nil, c.line+1
		case abandoned:
			v.adopted = append(v.adopted[:c.index], v.adopted[c.index+1:]...)
		}
	}
	v.hot = nil
}
