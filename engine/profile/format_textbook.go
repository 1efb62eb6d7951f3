package profile

// The textbook formats: what courses draw. Nine bits a level, 4K pages, and
// leaves of 2M and 1G one and two levels up. No GPU has this format; the bits
// of an entry are this project's own choice, as plain as possible.

var textbookPDE = &Layout{Name: "PDE", Fields: []Field{
	valid,
	{Name: "LEAF", Hi: 1, Lo: 1, Values: yesNo("maps a page", "映射一页", "points to a table", "指向下一级表")},
	{Name: "ADDRESS", Hi: 51, Lo: 12, Role: RoleAddress, Shift: 12},
}}

var textbookPTE = &Layout{Name: "PTE", Fields: []Field{
	valid,
	{Name: "LEAF", Hi: 1, Lo: 1, Values: yesNo("maps a page", "映射一页", "points to a table", "指向下一级表")},
	{Name: "READ_ONLY", Hi: 2, Lo: 2, Role: RoleFlag, Flag: ReadOnly, Values: isRO},
	{Name: "PRIVILEGE", Hi: 3, Lo: 3, Role: RoleFlag, Flag: Privileged, Values: isPriv},
	{Name: "ATOMIC_DISABLE", Hi: 4, Lo: 4, Role: RoleFlag, Flag: NoAtomic, Values: noAtomics},
	{Name: "APERTURE", Hi: 6, Lo: 5, Role: RoleAperture, Values: pteApertures},
	{Name: "ADDRESS", Hi: 51, Lo: 12, Role: RoleAddress, Shift: 12},
}}

var (
	textbookDirStates  = []State{{Invalid, [2]uint64{1, 0}, [2]uint64{}}, {Directory, [2]uint64{3, 0}, [2]uint64{1, 0}}}
	textbookBothStates = []State{{Leaf, [2]uint64{3, 0}, [2]uint64{3, 0}}, {Invalid, [2]uint64{1, 0}, [2]uint64{}}, {Directory, [2]uint64{3, 0}, [2]uint64{1, 0}}}
	textbookPTEStates  = []State{{Leaf, [2]uint64{3, 0}, [2]uint64{3, 0}}, {Invalid, [2]uint64{}, [2]uint64{}}}
)

// textbookLevels gives n levels, numbered from the leaf as NVIDIA does.
func textbookLevels(n uint8) []Level {
	levels := make([]Level, n)
	for i := range n {
		below := n - 1 - i
		lo := 12 + 9*below
		l := Level{Hi: lo + 8, Lo: lo, Depth: i, EntryBytes: 8, TableBytes: 4096}
		switch {
		case below == 0:
			l.Name, l.Leaf, l.States = "PTE", textbookPTE, textbookPTEStates
		case below <= 2:
			l.Directory, l.Leaf, l.States = textbookPDE, textbookPTE, textbookBothStates
		default:
			l.Directory, l.States = textbookPDE, textbookDirStates
		}
		if below > 0 {
			l.Name, l.Next = "PDE"+string(rune('0'+below-1)), []uint8{i + 1}
		}
		levels[i] = l
	}
	return levels
}

// FormatTextbook4 is the textbook's Volta: four levels, 48 bits.
var FormatTextbook4 = &Format{
	Name: "textbook-4", Title: Words{"textbook, four levels", "教科书四级页表"},
	Source: Source{Textbook, "operating-system courses; entry bits chosen by this project", "assumption"},
	VABits: 48, Levels: textbookLevels(4),
}

// FormatTextbook5 is the textbook's Ampere: five levels, 57 bits.
var FormatTextbook5 = &Format{
	Name: "textbook-5", Title: Words{"textbook, five levels", "教科书五级页表"},
	Source: Source{Textbook, "operating-system courses; entry bits chosen by this project", "assumption"},
	VABits: 57, Levels: textbookLevels(5),
}
