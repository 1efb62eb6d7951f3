package mmu

import "math/bits"

// MemOp is the four methods that ask the hardware for an invalidation, as a
// privileged channel sends them: MEM_OP_A to MEM_OP_D of the host class
// (clc86f.h of the open kernel modules; the layout has been the same since
// Turing, but for the scope, which came with Ampere).
type MemOp struct{ A, B, C, D uint32 }

// Fields of the methods that this driver uses.
const (
	opSizeA      = 0       // A: log2 of the window in units of 4 KiB
	opScopeA     = 6       // A: which TLBs: 2 = all but those of links
	opMembarA    = 1 << 11 // A: a system membar afterwards
	opAllPDBsC   = 1 << 0
	opHubOnlyC   = 1 << 1
	opLevelC     = 7 // C: 0 = all, 1 = page tables, 2 = up to PDE0 …
	opOperationD = 27
	opInvalidate = 9
	opTargeted   = 10
	scopeNoLinks = 2
)

// Command encodes an invalidation for a page-directory base in video memory.
// hub limits it to the TLBs of the hub (copy engines, BARs) and leaves those of
// the processors alone.
func (i *Inval) Command(pdb uint64, hub bool) MemOp {
	op := MemOp{A: scopeNoLinks << opScopeA}
	if i.Membar {
		op.A |= opMembarA
	}
	if i.AllSpaces {
		op.C |= opAllPDBsC
	} else {
		op.C |= uint32(pdb) &^ 0xFFF
		op.D |= uint32(pdb>>32) & (1<<27 - 1)
	}
	if hub {
		op.C |= opHubOnlyC
	}
	if i.Depth != 0 {
		op.C |= uint32(i.Code) << opLevelC
	}
	base, window := i.Window()
	if window == 0 {
		op.D |= opInvalidate << opOperationD
		return op
	}
	op.A |= uint32(bits.TrailingZeros64(window)-12)<<opSizeA | uint32(base)&^0xFFF
	op.B = uint32(base >> 32)
	op.D |= opTargeted << opOperationD
	return op
}

// CommandFields names the fields of a command, for pictures.
func (op MemOp) CommandFields() []FieldValue {
	cut := func(name string, w uint32, hi, lo uint8) FieldValue {
		return FieldValue{Name: name, Hi: hi, Lo: lo, Value: uint64(w) >> lo & (1<<(hi-lo+1) - 1)}
	}
	return []FieldValue{
		cut("A.INVALIDATION_SIZE", op.A, 5, 0), cut("A.INVAL_SCOPE", op.A, 7, 6), cut("A.SYSMEMBAR", op.A, 11, 11), cut("A.TARGET_ADDR_LO", op.A, 31, 12),
		cut("B.TARGET_ADDR_HI", op.B, 31, 0),
		cut("C.PDB", op.C, 0, 0), cut("C.GPC", op.C, 1, 1), cut("C.REPLAY", op.C, 4, 2), cut("C.ACK_TYPE", op.C, 6, 5),
		cut("C.PAGE_TABLE_LEVEL", op.C, 9, 7), cut("C.PDB_APERTURE", op.C, 11, 10), cut("C.PDB_ADDR_LO", op.C, 31, 12),
		cut("D.PDB_ADDR_HI", op.D, 26, 0), cut("D.OPERATION", op.D, 31, 27),
	}
}
