package scenario

import "strconv"

//go:noinline
func number(n uint64) string { return strconv.FormatUint(n, 10) }

//go:noinline
func signed(n uint64) string { return strconv.FormatInt(int64(n), 10) }

//go:noinline
func hex(n uint64) string { return "0x" + strconv.FormatUint(n, 16) }

// badAccess names what is wrong with an access of n bytes at addr.
func (v *VM) badAccess(addr, n uint64, write bool) {
	if v.stall(addr, n, write) {
		return
	}
	size, line := number(n), ""
	switch d, b := v.device(addr), v.block(addr); {
	case addr < 4096:
		v.fail(NullPointer, hex(addr))
	case write && v.readOnly.holds(addr, 1):
		v.fail(ReadOnlyWrite, hex(addr))
	case d != nil:
		v.fail(DevicePointer, hex(addr), hex(d.base), number(uint64(d.line)))
	case b != nil && addr < v.regs.HeapNext && addr < b.base+b.size+32:
		line = number(uint64(b.line))
		if b.freed != 0 {
			v.fail(UseAfterFree, hex(addr), line, number(uint64(b.freed-1)))
		} else {
			v.fail(BlockOverrun, signed(addr-b.base), number(b.size), line, size)
		}
	case addr >= stackTop-maxStack && addr < stackTop+4096, addr >= globalsBase && addr < globalsBase+v.globals.size+4096:
		v.fail(VariableOverrun, hex(addr), size)
	default:
		v.fail(WildPointer, hex(addr), size)
	}
}

// badFree names what is wrong with free(addr).
func (v *VM) badFree(id ID, addr uint64, b *area) {
	switch id {
	case DoubleFree:
		v.fail(id, hex(addr), number(uint64(b.line)), number(uint64(b.freed-1)))
	case FreeInside:
		v.fail(id, hex(addr), number(addr-b.base), number(uint64(b.line)))
	default:
		if d := v.device(addr); d != nil {
			v.fail(FreeOfDevice, hex(addr), number(uint64(d.line)))
			return
		}
		v.fail(id, hex(addr))
	}
}
