package profile

// x86-64 with four levels, for the comparison of CPU and GPU. Bit positions:
// Intel 64 and IA-32 manual, volume 3, chapter 4 (4-level paging). Permissions
// of directory entries hold for everything below them.

var x86Flags = []Field{
	{Name: "P", Hi: 0, Lo: 0, Values: yesNo("present", "存在", "not present", "不存在")},
	{Name: "R/W", Hi: 1, Lo: 1, Role: RoleFlag, Flag: ReadOnly, Invert: true, Values: yesNo("writes allowed", "可写", "read-only", "只读")},
	{Name: "U/S", Hi: 2, Lo: 2, Role: RoleFlag, Flag: Privileged, Invert: true, Values: yesNo("user", "用户", "supervisor", "内核")},
	{Name: "PWT", Hi: 3, Lo: 3, Role: RoleFlag, Flag: WriteThrough, Values: yesNo("write-through", "直写", "write-back", "回写")},
	{Name: "PCD", Hi: 4, Lo: 4, Role: RoleFlag, Flag: Volatile, Values: yesNo("not cached", "不缓存", "cached", "缓存")},
	{Name: "A", Hi: 5, Lo: 5, Role: RoleFlag, Flag: Accessed, Values: yesNo("accessed", "访问过", "not accessed", "未访问")},
}

var x86NX = Field{Name: "XD", Hi: 63, Lo: 63, Role: RoleFlag, Flag: NoExecute, Values: yesNo("no execution", "不可执行", "execution allowed", "可执行")}

var x86Directory = x86Layout("directory", 12, 0)

// x86Layout gives the fields of an entry whose address starts at bit lo; pat
// is the bit of PAT in a leaf, or 0 for a directory.
func x86Layout(name string, lo, pat uint8) *Layout {
	l := &Layout{Name: name, Fields: append([]Field(nil), x86Flags...)}
	if pat != 0 {
		l.Fields = append(l.Fields, Field{Name: "D", Hi: 6, Lo: 6, Role: RoleFlag, Flag: Dirty, Values: yesNo("written", "写过", "not written", "未写")})
	}
	patField := Field{Name: "PAT", Hi: pat, Lo: pat, Role: RoleFlag, Flag: PAT}
	switch pat {
	case 7:
		l.Fields = append(l.Fields, patField)
	default:
		l.Fields = append(l.Fields, Field{Name: "PS", Hi: 7, Lo: 7, Values: yesNo("a leaf", "叶子项", "a directory entry", "目录项")})
	}
	if pat != 0 {
		l.Fields = append(l.Fields, Field{Name: "G", Hi: 8, Lo: 8, Role: RoleFlag, Flag: Global, Values: yesNo("global", "全局", "of this address space", "本地址空间")})
	}
	l.Fields = append(l.Fields, Field{Name: "AVL", Hi: 11, Lo: 9, Role: RoleTag})
	if pat == 12 {
		l.Fields = append(l.Fields, patField)
	}
	l.Fields = append(l.Fields, Field{Name: "ADDRESS", Hi: 51, Lo: lo, Role: RoleAddress, Shift: lo})
	if pat != 0 {
		l.Fields = append(l.Fields, Field{Name: "PK", Hi: 62, Lo: 59, Role: RoleKind})
	}
	l.Fields = append(l.Fields, x86NX)
	return l
}

var (
	x86DirStates  = []State{{Invalid, [2]uint64{1, 0}, [2]uint64{}}, {Directory, [2]uint64{0x81, 0}, [2]uint64{1, 0}}}
	x86BothStates = []State{{Leaf, [2]uint64{0x81, 0}, [2]uint64{0x81, 0}}, {Invalid, [2]uint64{1, 0}, [2]uint64{}}, {Directory, [2]uint64{0x81, 0}, [2]uint64{1, 0}}}
	x86PTEStates  = []State{leafState, {Invalid, [2]uint64{1, 0}, [2]uint64{}}}
)

// FormatX86 is x86-64 with four levels.
var FormatX86 = &Format{
	Name: "x86-64", Title: Words{"x86-64, four levels", "x86-64 四级"},
	Source: Source{Documented, "Intel 64 and IA-32 Architectures Software Developer's Manual, volume 3, chapter 4", "exact"},
	VABits: 48, Canonical: true, Home: SysCoherent,
	Levels: []Level{
		{Name: "PML4", Hi: 47, Lo: 39, Depth: 0, EntryBytes: 8, TableBytes: 4096, Next: []uint8{1}, Directory: x86Directory, States: x86DirStates},
		{Name: "PDPT", Hi: 38, Lo: 30, Depth: 1, EntryBytes: 8, TableBytes: 4096, Next: []uint8{2}, Directory: x86Directory, Leaf: x86Layout("1G page", 30, 12), States: x86BothStates},
		{Name: "PD", Hi: 29, Lo: 21, Depth: 2, EntryBytes: 8, TableBytes: 4096, Next: []uint8{3}, Directory: x86Directory, Leaf: x86Layout("2M page", 21, 12), States: x86BothStates},
		{Name: "PT", Hi: 20, Lo: 12, Depth: 3, EntryBytes: 8, TableBytes: 4096, Leaf: x86Layout("4K page", 12, 7), States: x86PTEStates},
	},
}
