package profile

// Version 1: Kepler, Maxwell. 40 address bits, one directory whose 8-byte
// entries hold two pointers, and page tables of two sizes: big pages of 64 KiB
// or of 128 KiB, chosen for the whole machine, and small ones of 4 KiB. Bit
// positions: dev_mmu.h of the open kernel modules 515.43.04, uvm_maxwell_mmu.c.

var v1PDE = &Layout{Name: "PDE", Fields: []Field{
	{Name: "APERTURE_BIG", Hi: 1, Lo: 0, Role: RoleAperture, Values: pdeApertures},
	{Name: "SIZE", Hi: 3, Lo: 2, Role: RoleSize, Values: []Value{
		{N: 0, Text: Words{"full table", "整表"}}, {N: 1, Text: Words{"half of the table", "半表"}},
		{N: 2, Text: Words{"a quarter", "四分之一表"}}, {N: 3, Text: Words{"an eighth", "八分之一表"}}}},
	{Name: "ADDRESS_BIG", Hi: 31, Lo: 4, Role: RoleAddress, Shift: 12, When: InSys},
	{Name: "ADDRESS_BIG", Hi: 28, Lo: 4, Role: RoleAddress, Shift: 12, When: InVid},
	{Name: "APERTURE_SMALL", Hi: 33, Lo: 32, Half: 1, Role: RoleAperture, Values: pdeApertures},
	{Name: "VOL_SMALL", Hi: 34, Lo: 34, Half: 1, Role: RoleFlag, Flag: Volatile, Values: isVol},
	{Name: "VOL_BIG", Hi: 35, Lo: 35, Role: RoleFlag, Flag: Volatile, Values: isVol},
	{Name: "ADDRESS_SMALL", Hi: 63, Lo: 36, Half: 1, Role: RoleAddress, Shift: 12, When: InSys},
	{Name: "ADDRESS_SMALL", Hi: 60, Lo: 36, Half: 1, Role: RoleAddress, Shift: 12, When: InVid},
}}

var v1PTE = &Layout{Name: "PTE", Fields: []Field{
	valid,
	{Name: "PRIVILEGE", Hi: 1, Lo: 1, Role: RoleFlag, Flag: Privileged, Values: isPriv},
	{Name: "READ_ONLY", Hi: 2, Lo: 2, Role: RoleFlag, Flag: ReadOnly, Values: isRO},
	{Name: "ENCRYPTED", Hi: 3, Lo: 3, Role: RoleFlag, Flag: Encrypted},
	{Name: "ADDRESS", Hi: 31, Lo: 4, Role: RoleAddress, Shift: 12, When: InSys},
	{Name: "ADDRESS", Hi: 28, Lo: 4, Role: RoleAddress, Shift: 12, When: InVid | InPeer},
	{Name: "PEER", Hi: 31, Lo: 29, Role: RolePeer, When: InPeer},
	{Name: "VOL", Hi: 32, Lo: 32, Role: RoleFlag, Flag: Volatile, Values: isVol},
	{Name: "APERTURE", Hi: 34, Lo: 33, Role: RoleAperture, Values: pteApertures},
	{Name: "LOCK", Hi: 35, Lo: 35, Role: RoleFlag, Flag: Locked},
	{Name: "KIND", Hi: 43, Lo: 36, Role: RoleKind},
	{Name: "COMPTAGLINE", Hi: 60, Lo: 44, Role: RoleTag},
	{Name: "READ_DISABLE", Hi: 62, Lo: 62, Role: RoleFlag, Flag: ReadDisable, Values: yesNo("no reads (L1, GCC)", "不可读（L1、GCC）", "reads allowed", "可读")},
	{Name: "WRITE_DISABLE", Hi: 63, Lo: 63, Role: RoleFlag, Flag: WriteDisable, Values: yesNo("no writes (L1, GCC)", "不可写（L1、GCC）", "writes allowed", "可写")},
}}

var (
	v1PDEStates   = []State{{Invalid, [2]uint64{3<<32 | 3, 0}, [2]uint64{}}, {Is: Directory}}
	v1BigStates   = []State{leafState, {Unmapped, [2]uint64{3, 0}, [2]uint64{2, 0}}, {Invalid, [2]uint64{1, 0}, [2]uint64{}}}
	v1SmallStates = []State{leafState, {Invalid, [2]uint64{1, 0}, [2]uint64{}}}
)

func v1Levels(bigBits, pdeBit uint8) []Level {
	return []Level{
		{Name: "PDE", Hi: 39, Lo: pdeBit, Depth: 0, EntryBytes: 8, TableBytes: 8 << (40 - pdeBit), Next: []uint8{1, 2}, Directory: v1PDE, States: v1PDEStates},
		{Name: "PTE_BIG", Hi: pdeBit - 1, Lo: bigBits, Depth: 1, EntryBytes: 8, TableBytes: 8 << (pdeBit - bigBits), Leaf: v1PTE, States: v1BigStates},
		{Name: "PTE_4K", Hi: pdeBit - 1, Lo: 12, Depth: 1, EntryBytes: 8, TableBytes: 8 << (pdeBit - 12), Leaf: v1PTE, States: v1SmallStates},
	}
}

// FormatV1 is version 1 with big pages of 64 KiB.
var FormatV1 = &Format{
	Name: "v1", Title: Words{"version 1, 64K big pages: Kepler, Maxwell", "第 1 版，大页 64K：Kepler、Maxwell"},
	Source: Source{Documented, "open-gpu-kernel-modules 515.43.04, uvm_maxwell_mmu.c", "exact"},
	VABits: 40, Levels: v1Levels(16, 26), DirectoryFlags: Volatile, ReadOnlySets: WriteDisable,
}

// FormatV1Wide is version 1 with big pages of 128 KiB.
var FormatV1Wide = &Format{
	Name: "v1-128k", Title: Words{"version 1, 128K big pages: Kepler, Maxwell", "第 1 版，大页 128K：Kepler、Maxwell"},
	Source: Source{Documented, "open-gpu-kernel-modules 515.43.04, uvm_maxwell_mmu.c", "exact"},
	VABits: 40, Levels: v1Levels(17, 27), DirectoryFlags: Volatile, ReadOnlySets: WriteDisable,
}
