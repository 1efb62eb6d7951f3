package scenario

// The host heap never gives an address twice: every block gets the next one,
// with a gap behind it, so that a read past the end, a use after free and a
// double free are always seen and can be named.

// maxBlocks bounds the live allocations of the host heap, maxTombs all that
// were ever made.
const (
	maxBlocks = 1_000_000
	maxTombs  = 2_000_000
)

// malloc gives the address of n fresh bytes; 0 if C would give a null pointer.
func (v *VM) malloc(n uint64) (uint64, ID) {
	switch {
	case n > 1<<47:
		return 0, NoDiagnostic
	case v.regs.HeapLive+n > maxMemory:
		return 0, MemoryLimit
	case v.regs.Blocks >= maxBlocks || len(v.heap) >= maxTombs:
		return 0, BlockLimit
	}
	a := newArea(heapArea, v.regs.HeapNext, n)
	a.line = uint32(v.regs.Line)
	v.hot = nil
	v.heap = append(v.heap, a)
	v.note(change{kind: allocated, index: len(v.heap) - 1, area: a})
	v.regs.HeapNext = (a.base + n + 32 + 15) &^ 15
	v.regs.HeapLive += n
	v.regs.Blocks++
	return a.base, NoDiagnostic
}

// free gives a block back. Its bytes are cleared first, as part of the delta,
// and then dropped.
func (v *VM) free(addr uint64) (ID, *area) {
	if addr == 0 {
		return NoDiagnostic, nil
	}
	a := v.block(addr)
	switch {
	case a == nil || addr >= v.regs.HeapNext || addr > a.base && addr >= a.base+a.size:
		return FreeOfOther, nil
	case addr != a.base:
		return FreeInside, a
	case a.freed != 0:
		return DoubleFree, a
	}
	v.touch(a, 0, a.size)
	a.freed = uint32(v.regs.Line) + 1
	a.bytes, a.saved = nil, nil
	v.hot = nil
	v.note(change{kind: released, index: blockIndex(v.heap, a), line: uint32(v.regs.Line)})
	v.regs.HeapLive -= a.size
	v.regs.Blocks--
	return NoDiagnostic, a
}

// blockIndex is the place of a block in the heap's list.
func blockIndex(list []area, a *area) int {
	for lo, hi := 0, len(list); lo < hi; {
		switch mid := (lo + hi) / 2; {
		case list[mid].base == a.base:
			return mid
		case list[mid].base < a.base:
			lo = mid + 1
		default:
			hi = mid
		}
	}
	panic("scenario: heap: a block that is in no list")
}
