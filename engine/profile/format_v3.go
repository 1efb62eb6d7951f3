package profile

// Version 3: Hopper and Blackwell. 57 address bits, five directories and a
// page table; addresses stand at their natural bit position and one number,
// the PCF, replaces the single permission bits. Bit positions: dev_mmu.h of
// the open kernel modules (published/hopper/gh100).

// pteFactors are the factors of a valid PTE's PCF: all 32 names of the header
// are products of these five bits.
var pteFactors = []FlagBit{
	{0, Volatile, Words{"cached", "缓存"}, Words{"uncached", "不缓存"}},
	{1, Privileged, Words{"regular", "普通"}, Words{"privileged", "特权"}},
	{2, ReadOnly, Words{"read-write", "读写"}, Words{"read-only", "只读"}},
	{3, NoAtomic, Words{"atomics", "可原子"}, Words{"no atomics", "不可原子"}},
	{4, NoCounter, Words{"ACE: access counters on", "ACE：访问计数开"}, Words{"ACD: access counters off", "ACD：访问计数关"}},
}

var pteSpecial = []Value{
	{N: 0, Text: Words{"invalid", "无效"}}, {N: 1, Text: Words{"sparse", "稀疏"}}, {N: 2, Text: Words{"mapping to nowhere", "映射到空处"}}, {N: 3, Text: Words{"no valid 4K page", "其下没有有效的 4K 页"}},
}

var pdeFactors = []FlagBit{
	{0, Volatile, Words{"cached", "缓存"}, Words{"uncached", "不缓存"}},
	{1, NoATS, Words{"ATS allowed", "可查 ATS"}, Words{"ATS not allowed", "不查 ATS"}},
}

var pdeSpecial = []Value{
	{N: 0, Text: Words{"invalid, ATS allowed", "无效，可查 ATS"}}, {N: 1, Text: Words{"sparse, ATS allowed", "稀疏，可查 ATS"}},
	{N: 2, Text: Words{"invalid, ATS not allowed", "无效，不查 ATS"}}, {N: 3, Text: Words{"sparse, ATS not allowed", "稀疏，不查 ATS"}},
}

var v3PDE = &Layout{Name: "PDE", Fields: []Field{
	isPTE,
	{Name: "APERTURE", Hi: 2, Lo: 1, Role: RoleAperture, Values: pdeApertures},
	{Name: "PCF", Hi: 5, Lo: 3, Role: RoleBits, Bits: pdeFactors, Values: pdeSpecial},
	{Name: "ADDRESS", Hi: 51, Lo: 12, Role: RoleAddress, Shift: 12},
}}

var v3Dual = &Layout{Name: "dual PDE", Fields: []Field{
	isPTE,
	{Name: "APERTURE_BIG", Hi: 2, Lo: 1, Role: RoleAperture, Values: pdeApertures},
	{Name: "PCF_BIG", Hi: 5, Lo: 3, Role: RoleBits, Bits: pdeFactors, Values: pdeSpecial},
	{Name: "ADDRESS_BIG", Hi: 51, Lo: 8, Role: RoleAddress, Shift: 8},
	{Name: "APERTURE_SMALL", Hi: 66, Lo: 65, Half: 1, Role: RoleAperture, Values: pdeApertures},
	{Name: "PCF_SMALL", Hi: 69, Lo: 67, Half: 1, Role: RoleBits, Bits: pdeFactors, Values: pdeSpecial},
	{Name: "ADDRESS_SMALL", Hi: 115, Lo: 76, Half: 1, Role: RoleAddress, Shift: 12},
}}

var v3PTE = &Layout{Name: "PTE", Fields: []Field{
	valid,
	{Name: "APERTURE", Hi: 2, Lo: 1, Role: RoleAperture, Values: pteApertures},
	{Name: "PCF", Hi: 7, Lo: 3, Role: RoleBits, Bits: pteFactors, Values: pteSpecial},
	{Name: "KIND", Hi: 11, Lo: 8, Role: RoleKind, Values: kinds},
	{Name: "ADDRESS", Hi: 51, Lo: 12, Role: RoleAddress, Shift: 12},
	{Name: "PEER_ID", Hi: 63, Lo: 61, Role: RolePeer},
}}

// v3States are the patterns of a page table: with VALID 0 the PCF says which
// sort of nothing.
var v3States = []State{
	leafState,
	{Sparse, [2]uint64{0xF9, 0}, [2]uint64{0x08, 0}},
	{Nowhere, [2]uint64{0xF9, 0}, [2]uint64{0x10, 0}},
	{Unmapped, [2]uint64{0xF9, 0}, [2]uint64{0x18, 0}},
	{Invalid, [2]uint64{1, 0}, [2]uint64{}},
}

// v3Levels gives the levels; giant is the leaf layout of 256G pages in PDE2,
// or nil on Hopper, huge that of 512M pages in PDE1, or nil on the integrated
// Blackwell.
func v3Levels(giant, huge *Layout) []Level {
	pde2, pde1 := pdeStates, pdeStates
	if giant != nil {
		pde2 = pdeOrLeaf
	}
	if huge != nil {
		pde1 = pdeOrLeaf
	}
	return []Level{
		{Name: "PDE4", Hi: 56, Lo: 56, Depth: 0, EntryBytes: 8, TableBytes: 4096, Next: []uint8{1}, Directory: v3PDE, States: pdeStates},
		{Name: "PDE3", Hi: 55, Lo: 47, Depth: 1, EntryBytes: 8, TableBytes: 4096, Next: []uint8{2}, Directory: v3PDE, States: pdeStates},
		{Name: "PDE2", Hi: 46, Lo: 38, Depth: 2, EntryBytes: 8, TableBytes: 4096, Next: []uint8{3}, Directory: v3PDE, Leaf: giant, States: pde2},
		{Name: "PDE1", Hi: 37, Lo: 29, Depth: 3, EntryBytes: 8, TableBytes: 4096, Next: []uint8{4}, Directory: v3PDE, Leaf: huge, States: pde1},
		{Name: "PDE0", Hi: 28, Lo: 21, Depth: 4, EntryBytes: 16, TableBytes: 4096, Next: []uint8{5, 6}, Directory: v3Dual, Leaf: v3PTE, States: dualStates},
		{Name: "PTE_64K", Hi: 20, Lo: 16, Depth: 5, EntryBytes: 8, TableBytes: 256, Leaf: v3PTE, States: v3States},
		{Name: "PTE_4K", Hi: 20, Lo: 12, Depth: 5, EntryBytes: 8, TableBytes: 4096, Leaf: v3PTE, States: v3States},
	}
}

// FormatV3 is version 3 as Hopper uses it.
var FormatV3 = &Format{
	Name: "v3", Title: Words{"version 3: Hopper", "第 3 版：Hopper"},
	Source: Source{Documented, "open-gpu-kernel-modules 595.45.04, uvm_hopper_mmu.c", "exact"},
	VABits: 57, Levels: v3Levels(nil, v3PTE), DirectoryFlags: Volatile, LeafFlags: NoCounter, Kind: 6,
}

// FormatV3Blackwell is version 3 with leaves of 256 GiB: discrete Blackwell.
var FormatV3Blackwell = &Format{
	Name: "v3-blackwell", Title: Words{"version 3 with 256G pages: Blackwell", "第 3 版加 256G 页：Blackwell"},
	Source: Source{Documented, "open-gpu-kernel-modules 595.45.04, uvm_blackwell_mmu.c", "exact"},
	VABits: 57, Levels: v3Levels(v3PTE, v3PTE), DirectoryFlags: Volatile, LeafFlags: NoCounter, Kind: 6,
}

// FormatV3Integrated is version 3 of the integrated Blackwell, GB10B: pages of
// 4K, 64K and 2M only.
var FormatV3Integrated = &Format{
	Name: "v3-gb10b", Title: Words{"version 3 up to 2M pages: integrated Blackwell", "第 3 版，页最大 2M：集成 Blackwell"},
	Source: Source{Documented, "open-gpu-kernel-modules 595.45.04, uvm_blackwell_mmu.c", "page sizes read in the source"},
	VABits: 57, Levels: v3Levels(nil, nil), DirectoryFlags: Volatile, LeafFlags: NoCounter, Kind: 6,
}
