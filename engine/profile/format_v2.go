package profile

// Version 2: Pascal, Volta, Turing, Ampere, Ada. 49 address bits, four
// directories and a page table. Bit positions: dev_mmu.h of the open kernel
// modules (published/pascal/gp100, turing/tu102), gp100-mmu-format.pdf.

var pdeApertures = []Value{
	{0, NoAperture, Words{"invalid", "无效"}}, {1, Vid, apertureNames[Vid]}, {2, SysCoherent, apertureNames[SysCoherent]}, {3, SysNonCoherent, apertureNames[SysNonCoherent]},
}

var pteApertures = []Value{
	{0, Vid, apertureNames[Vid]}, {1, Peer, apertureNames[Peer]}, {2, SysCoherent, apertureNames[SysCoherent]}, {3, SysNonCoherent, apertureNames[SysNonCoherent]},
}

func yesNo(yesEn, yesZh, noEn, noZh string) []Value {
	return []Value{{N: 0, Text: Words{noEn, noZh}}, {N: 1, Text: Words{yesEn, yesZh}}}
}

var (
	isPTE     = Field{Name: "IS_PTE", Hi: 0, Lo: 0, Values: yesNo("a leaf", "叶子项", "a directory entry", "目录项")}
	valid     = Field{Name: "VALID", Hi: 0, Lo: 0, Values: yesNo("valid", "有效", "not valid", "无效")}
	isVol     = yesNo("volatile: not cached in L2", "易变：不进 L2 缓存", "cached in L2", "可进 L2 缓存")
	isPriv    = yesNo("privileged", "特权", "user", "用户")
	isRO      = yesNo("read-only", "只读", "read and write", "可读写")
	noAtomics = yesNo("atomics off", "不许原子操作", "atomics allowed", "允许原子操作")
	noATS     = yesNo("no lookup in the CPU's tables", "不查 CPU 页表", "the CPU's tables may be looked up", "可查 CPU 页表")
)

// Turing's names of page kinds, used up to Blackwell.
var kinds = []Value{
	{N: 0, Text: Words{"pitch", "线性"}}, {N: 1, Text: Words{"Z16", "Z16"}}, {N: 2, Text: Words{"S8", "S8"}}, {N: 3, Text: Words{"S8Z24", "S8Z24"}},
	{N: 4, Text: Words{"ZF32_X24S8", "ZF32_X24S8"}}, {N: 5, Text: Words{"Z24S8", "Z24S8"}}, {N: 6, Text: Words{"generic memory", "通用内存"}}, {N: 7, Text: Words{"invalid kind", "无效类型"}},
	{N: 8, Text: Words{"generic, compressible", "通用，可压缩"}}, {N: 9, Text: Words{"generic, compressible without PLC", "通用，可压缩，不用 PLC"}},
	{N: 10, Text: Words{"S8, compressible without PLC", "S8，可压缩，不用 PLC"}}, {N: 11, Text: Words{"Z16, compressible without PLC", "Z16，可压缩，不用 PLC"}},
	{N: 12, Text: Words{"S8Z24, compressible without PLC", "S8Z24，可压缩，不用 PLC"}}, {N: 13, Text: Words{"ZF32_X24S8, compressible without PLC", "ZF32_X24S8，可压缩，不用 PLC"}},
	{N: 14, Text: Words{"Z24S8, compressible without PLC", "Z24S8，可压缩，不用 PLC"}}, {N: 15, Text: Words{"SKED message", "SKED 消息"}},
}

var v2PDE = &Layout{Name: "PDE", Fields: []Field{
	isPTE,
	{Name: "APERTURE", Hi: 2, Lo: 1, Role: RoleAperture, Values: pdeApertures},
	{Name: "VOL", Hi: 3, Lo: 3, Role: RoleFlag, Flag: Volatile, Values: isVol},
	{Name: "NO_ATS", Hi: 5, Lo: 5, Role: RoleFlag, Flag: NoATS, Values: noATS},
	{Name: "ADDRESS", Hi: 53, Lo: 8, Role: RoleAddress, Shift: 12, When: InSys},
	{Name: "ADDRESS", Hi: 32, Lo: 8, Role: RoleAddress, Shift: 12, When: InVid},
}}

// v2Dual has no NO_ATS: the header names bit 5 here too, but it is part of the
// big table's address, and the lookup is decided by PDE1 anyway.
var v2Dual = &Layout{Name: "dual PDE", Fields: []Field{
	isPTE,
	{Name: "APERTURE_BIG", Hi: 2, Lo: 1, Role: RoleAperture, Values: pdeApertures},
	{Name: "VOL_BIG", Hi: 3, Lo: 3, Role: RoleFlag, Flag: Volatile, Values: isVol},
	{Name: "ADDRESS_BIG", Hi: 53, Lo: 4, Role: RoleAddress, Shift: 8, When: InSys},
	{Name: "ADDRESS_BIG", Hi: 32, Lo: 4, Role: RoleAddress, Shift: 8, When: InVid},
	{Name: "APERTURE_SMALL", Hi: 66, Lo: 65, Half: 1, Role: RoleAperture, Values: pdeApertures},
	{Name: "VOL_SMALL", Hi: 67, Lo: 67, Half: 1, Role: RoleFlag, Flag: Volatile, Values: isVol},
	{Name: "ADDRESS_SMALL", Hi: 117, Lo: 72, Half: 1, Role: RoleAddress, Shift: 12, When: InSys},
	{Name: "ADDRESS_SMALL", Hi: 96, Lo: 72, Half: 1, Role: RoleAddress, Shift: 12, When: InVid},
}}

// v2PTE gives the leaf layout; tagHi is the top bit of the compression tag
// line: 53 on Pascal and Volta, 55 from Turing.
func v2PTE(tagHi uint8) *Layout {
	return &Layout{Name: "PTE", Fields: []Field{
		valid,
		{Name: "APERTURE", Hi: 2, Lo: 1, Role: RoleAperture, Values: pteApertures},
		{Name: "VOL", Hi: 3, Lo: 3, Role: RoleFlag, Flag: Volatile, Values: isVol},
		{Name: "ENCRYPTED", Hi: 4, Lo: 4, Role: RoleFlag, Flag: Encrypted, Values: yesNo("encrypted", "加密", "not encrypted", "未加密")},
		{Name: "PRIVILEGE", Hi: 5, Lo: 5, Role: RoleFlag, Flag: Privileged, Values: isPriv},
		{Name: "READ_ONLY", Hi: 6, Lo: 6, Role: RoleFlag, Flag: ReadOnly, Values: isRO},
		{Name: "ATOMIC_DISABLE", Hi: 7, Lo: 7, Role: RoleFlag, Flag: NoAtomic, Values: noAtomics},
		{Name: "ADDRESS", Hi: 53, Lo: 8, Role: RoleAddress, Shift: 12, When: InSys},
		{Name: "ADDRESS", Hi: 32, Lo: 8, Role: RoleAddress, Shift: 12, When: InVid | InPeer},
		{Name: "PEER", Hi: 35, Lo: 33, Role: RolePeer, When: InPeer},
		{Name: "COMPTAGLINE", Hi: tagHi, Lo: 36, Role: RoleTag, When: InVid},
		{Name: "COMPTAGLINE", Hi: 45, Lo: 36, Role: RoleAddress, Shift: 37, When: InPeer}, // PA 46:37 over NVSwitch
		{Name: "KIND", Hi: 63, Lo: 56, Role: RoleKind, Values: kinds},
	}}
}

// Patterns shared by versions 2 and 3. Bit 3 is VOL in version 2 and the
// lowest bit of PCF in version 3: both mean sparse when the aperture is 0.
var (
	leafState    = State{Leaf, [2]uint64{1, 0}, [2]uint64{1, 0}}
	pdeStates    = []State{{Sparse, [2]uint64{0xF, 0}, [2]uint64{8, 0}}, {Invalid, [2]uint64{6, 0}, [2]uint64{}}, {Is: Directory}}
	pdeOrLeaf    = []State{leafState, {Sparse, [2]uint64{0xF, 0}, [2]uint64{8, 0}}, {Invalid, [2]uint64{7, 0}, [2]uint64{}}, {Directory, [2]uint64{1, 0}, [2]uint64{}}}
	dualStates   = []State{leafState, {Sparse, [2]uint64{0xF, 6}, [2]uint64{8, 0}}, {Invalid, [2]uint64{7, 6}, [2]uint64{}}, {Directory, [2]uint64{1, 0}, [2]uint64{}}}
	v2BigStates  = []State{leafState, {Sparse, [2]uint64{9, 0}, [2]uint64{8, 0}}, {Unmapped, [2]uint64{0x21, 0}, [2]uint64{0x20, 0}}, {Invalid, [2]uint64{1, 0}, [2]uint64{}}}
	v2SmallState = []State{leafState, {Sparse, [2]uint64{9, 0}, [2]uint64{8, 0}}, {Invalid, [2]uint64{1, 0}, [2]uint64{}}}
)

// v2Levels gives the levels; huge is the leaf layout of 512M pages in PDE1, or
// nil before Ampere.
func v2Levels(pte, huge *Layout) []Level {
	pde1 := pdeStates
	if huge != nil {
		pde1 = pdeOrLeaf
	}
	return []Level{
		{Name: "PDE3", Hi: 48, Lo: 47, Depth: 0, EntryBytes: 8, TableBytes: 4096, Next: []uint8{1}, Directory: v2PDE, States: pdeStates},
		{Name: "PDE2", Hi: 46, Lo: 38, Depth: 1, EntryBytes: 8, TableBytes: 4096, Next: []uint8{2}, Directory: v2PDE, States: pdeStates},
		{Name: "PDE1", Hi: 37, Lo: 29, Depth: 2, EntryBytes: 8, TableBytes: 4096, Next: []uint8{3}, Directory: v2PDE, Leaf: huge, States: pde1},
		{Name: "PDE0", Hi: 28, Lo: 21, Depth: 3, EntryBytes: 16, TableBytes: 4096, Next: []uint8{4, 5}, Directory: v2Dual, Leaf: pte, States: dualStates},
		{Name: "PTE_64K", Hi: 20, Lo: 16, Depth: 4, EntryBytes: 8, TableBytes: 256, Leaf: pte, States: v2BigStates},
		{Name: "PTE_4K", Hi: 20, Lo: 12, Depth: 4, EntryBytes: 8, TableBytes: 4096, Leaf: pte, States: v2SmallState},
	}
}

var (
	pascalPTE = v2PTE(53)
	turingPTE = v2PTE(55)
)

// FormatV2Pascal is version 2 as Pascal and Volta use it: the driver writes
// kind 0.
var FormatV2Pascal = &Format{
	Name: "v2-pascal", Title: Words{"version 2: Pascal, Volta", "第 2 版：Pascal、Volta"},
	Source: Source{Documented, "open-gpu-kernel-modules 515.43.04, uvm_pascal_mmu.c, uvm_volta_mmu.c; gp100-mmu-format.pdf", "exact"},
	VABits: 49, Levels: v2Levels(pascalPTE, nil), DirectoryFlags: Volatile,
}

// FormatV2 is version 2 as Turing uses it.
var FormatV2 = &Format{
	Name: "v2", Title: Words{"version 2: Turing", "第 2 版：Turing"},
	Source: Source{Documented, "open-gpu-kernel-modules 595.45.04, uvm_turing_mmu.c", "exact"},
	VABits: 49, Levels: v2Levels(turingPTE, nil), DirectoryFlags: Volatile, Kind: 6,
}

// FormatV2Ampere is version 2 with leaves of 512 MiB: Ampere and Ada.
var FormatV2Ampere = &Format{
	Name: "v2-ampere", Title: Words{"version 2 with 512M pages: Ampere, Ada", "第 2 版加 512M 页：Ampere、Ada"},
	Source: Source{Documented, "open-gpu-kernel-modules 595.45.04, uvm_ampere_mmu.c", "exact"},
	VABits: 49, Levels: v2Levels(turingPTE, turingPTE), DirectoryFlags: Volatile, Kind: 6,
}
