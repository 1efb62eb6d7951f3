package profile

// Format describes a page-table format as data. One encoder, one decoder, one
// walker and one drawing routine (package mmu) read it; no format has code of
// its own.
//
// Levels stand root first. Where a directory entry holds two pointers (the
// "dual" PDE0 of NVIDIA's formats: one to a table of big pages, one to a table
// of 4K pages), the two kinds of page table stand side by side at the end, the
// big one first, both at the same depth.
type Format struct {
	Name   string // as the command line takes it
	Title  Words
	Source Source

	VABits    uint8
	Canonical bool // addresses are sign-extended from bit VABits-1 (x86-64); otherwise the bits above are zero
	Levels    []Level

	Home           Aperture // what an address means in a format without aperture field
	DirectoryFlags Flags    // what the driver sets in every directory entry
	LeafFlags      Flags    // what the driver sets in an ordinary leaf
	ReadOnlySets   Flags    // further flags that go with ReadOnly
	Kind           uint8    // page kind of ordinary memory
}

// Words is one short text in the two languages of the product.
type Words struct{ En, Zh string }

// Level is one step of the walk: the tables of that step and what their
// entries can be.
type Level struct {
	Name       string // PDE3, PTE_64K
	Hi, Lo     uint8  // bits of the virtual address that are the index
	Depth      uint8  // 0 = root; both page tables under a dual directory have the same
	EntryBytes uint8  // 8 or 16
	TableBytes uint32 // as allocated
	Next       []uint8
	Directory  *Layout // fields of an entry that points on; nil in a page table
	Leaf       *Layout // fields of an entry that maps; nil where no leaf is allowed
	States     []State // the first that matches says what the entry is
}

// Entries is the number of entries of a table.
func (l *Level) Entries() uint32 { return 1 << (l.Hi - l.Lo + 1) }

// Bytes is the address range that one entry covers, and so the size of a leaf
// at this level.
func (l *Level) Bytes() uint64 { return 1 << l.Lo }

// EntryState is what an entry is.
type EntryState uint8

const (
	Invalid   EntryState = iota // nothing; in a table of big pages: look at the small one
	Directory                   // points to a table, or to two
	Leaf                        // maps a page
	Sparse                      // no memory, but no fault either
	Unmapped                    // in a table of big pages: no small page below, stop here
	Nowhere                     // "mapping to nowhere": a name without documented behaviour
)

var stateNames = [...]Words{
	{"invalid", "无效"}, {"directory", "目录项"}, {"leaf", "叶子项"}, {"sparse", "稀疏"}, {"no valid 4K page", "其下没有有效的 4K 页"}, {"mapping to nowhere", "映射到空处"},
}

// Words gives the state's name.
func (s EntryState) Words() Words { return stateNames[s] }

// State is a pattern of an entry: word by word, the bits under Mask equal
// Bits.
type State struct {
	Is         EntryState
	Mask, Bits [2]uint64
}

// Matches says whether an entry shows the pattern.
func (s *State) Matches(low, high uint64) bool {
	return low&s.Mask[0] == s.Bits[0] && high&s.Mask[1] == s.Bits[1]
}

// Layout is the list of fields of one sort of entry, lowest bit first.
type Layout struct {
	Name   string
	Fields []Field
}

// Field is a range of bits with a meaning.
type Field struct {
	Name   string
	Hi, Lo uint8 // in the whole entry, 127:0 for one of 16 bytes
	Role   Role
	Half   uint8     // pointer of a dual entry that it belongs to: 0 big, 1 small
	When   Apertures // only in entries of these apertures; 0 = in all
	Shift  uint8     // RoleAddress: the value stands for physical address bits from Shift on
	Flag   Flags     // RoleFlag: what the bit means
	Invert bool      // RoleFlag: the bit is the opposite
	Bits   []FlagBit // RoleBits: the flags that the value is a product of
	Values []Value   // names of values; for RoleBits those of an entry that is neither leaf nor directory
}

// Width is the number of bits.
func (f *Field) Width() uint8 { return f.Hi - f.Lo + 1 }

// Role says what a field is for.
type Role uint8

const (
	RoleState    Role = iota // part of the pattern that tells the state
	RoleAperture             // which memory
	RoleAddress              // physical address, or a part of it
	RoleFlag                 // one flag
	RoleBits                 // several flags in one number (PCF)
	RoleKind                 // page kind
	RolePeer                 // number of the peer GPU
	RoleTag                  // compression tag line; free bits on x86
	RoleSize                 // v1: how much of the page table exists
)

// FlagBit is one factor of a RoleBits field.
type FlagBit struct {
	Bit     uint8
	Flag    Flags
	Off, On Words
}

// Value names one value of a field.
type Value struct {
	N        uint64
	Aperture Aperture // RoleAperture
	Text     Words
}

// Aperture is the memory that an entry points to. The numbers are those of a
// PTE; a PDE numbers the same memories differently, which each format's data
// says.
type Aperture uint8

const (
	Vid            Aperture = iota // memory of this GPU
	Peer                           // memory of another GPU
	SysCoherent                    // system memory, coherent
	SysNonCoherent                 // system memory, not coherent
	NoAperture                     // none: the pointer is not there
)

var apertureNames = [...]Words{{"video memory", "显存"}, {"peer memory", "对端显存"}, {"system, coherent", "系统内存，一致"}, {"system, non-coherent", "系统内存，非一致"}, {"invalid", "无效"}}

// Words gives the aperture's name.
func (a Aperture) Words() Words { return apertureNames[a] }

// Apertures is a set of apertures.
type Apertures uint8

const (
	InVid  Apertures = 1 << Vid
	InPeer Apertures = 1 << Peer
	InSys  Apertures = 1<<SysCoherent | 1<<SysNonCoherent
)

// Has says whether a is in the set; the empty set stands for all.
func (s Apertures) Has(a Aperture) bool { return s == 0 || s>>a&1 != 0 }

// Flags are the properties of an entry that are one bit each.
type Flags uint32

const (
	Volatile     Flags = 1 << iota // not cached in L2
	Privileged                     // no access by user code
	ReadOnly                       // no writes, no atomics
	NoAtomic                       // no atomics
	NoCounter                      // access counters off
	NoATS                          // no lookup in the CPU's tables
	Encrypted                      // v1, v2: written as 0
	Locked                         // v1
	ReadDisable                    // v1
	WriteDisable                   // v1
	NoExecute                      // x86-64
	WriteThrough                   // x86-64
	Accessed                       // x86-64
	Dirty                          // x86-64
	Global                         // x86-64
	PAT                            // x86-64
)

// PageSizes lists the sizes of leaves, ascending.
func (f *Format) PageSizes() []uint64 {
	var sizes []uint64
	for i := len(f.Levels) - 1; i >= 0; i-- {
		if f.Levels[i].Leaf != nil {
			sizes = append(sizes, f.Levels[i].Bytes())
		}
	}
	return sizes
}

// LevelOf finds the level whose leaves have the given size.
func (f *Format) LevelOf(page uint64) (level int, ok bool) {
	for i := range f.Levels {
		if f.Levels[i].Leaf != nil && f.Levels[i].Bytes() == page {
			return i, true
		}
	}
	return 0, false
}

// Depth is the depth of the page tables: the number of directories above them.
func (f *Format) Depth() uint8 { return f.Levels[len(f.Levels)-1].Depth }

// Formats lists every format, oldest first.
var Formats = []*Format{
	FormatV1, FormatV1Wide, FormatV2Pascal, FormatV2, FormatV2Ampere, FormatV3, FormatV3Blackwell, FormatV3Integrated, FormatX86, FormatTextbook4, FormatTextbook5,
}

// FormatNamed finds a format by its name, or gives nil.
func FormatNamed(name string) *Format {
	for _, f := range Formats {
		if f.Name == name {
			return f
		}
	}
	return nil
}
