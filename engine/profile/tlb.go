package profile

// TLB describes a hierarchy of translation caches as data. An access asks the
// levels in order; the first that holds the page answers, and the levels
// before it are filled. When none does, the tables are walked and every level
// is filled.
type TLB struct {
	Source Source
	Levels []TLBLevel

	// FlushAll: an invalidation of any sort empties everything (what courses
	// teach). Otherwise it drops what its space, window and depth cover.
	FlushAll bool

	// Walk is what a walk costs on top of the misses, in tenths of a cycle;
	// WalkRead is added for each entry read.
	Walk     uint32
	WalkRead uint32
}

// TLBLevel is one cache of translations.
type TLBLevel struct {
	Name Words
	Sets uint32 // a power of two
	Ways uint32 // at most 16

	// Pages is how many neighbouring pages one entry covers, a power of two up
	// to 16. They are filled one by one; evicting the entry loses all.
	Pages uint32

	Hash     TLBHash
	HashBits uint8 // HashXOR: width of the digits

	Miss uint32 // extra cost of an access that misses here, in tenths of a cycle
}

// Entries is the number of entries of one instance.
func (l *TLBLevel) Entries() uint32 { return l.Sets * l.Ways }

// TLBHash says how the number of an entry's span selects the set.
type TLBHash uint8

const (
	HashModulo TLBHash = iota // the low bits
	HashXOR                   // exclusive or of all digits of HashBits bits
)

// TLBTextbook is the hierarchy that courses draw: two levels, one page an
// entry, least recently used, and a flush empties all.
var TLBTextbook = TLB{
	Source: Source{Textbook, "operating-system courses; sizes chosen so that a picture shows every entry", "assumption"},
	Levels: []TLBLevel{
		{Name: Words{"L1 TLB", "一级 TLB"}, Sets: 1, Ways: 8, Pages: 1, Miss: 100},
		{Name: Words{"L2 TLB", "二级 TLB"}, Sets: 8, Ways: 4, Pages: 1, Miss: 0},
	},
	FlushAll: true, WalkRead: 1000,
}

// TLBH200 is the hierarchy measured on an H200 with 2 MiB pages. That the
// span of an entry scales with the page size and that its pages are filled one
// by one are assumptions; so is the geometry of level 3, of which only a lower
// bound is known: no step up to 6,144 entries of 32 MiB.
var TLBH200 = TLB{
	Source: Source{Measured, "NVIDIA H200, driver 580.159.04, 2026-11-29: pointer chases over one aliased 2 MiB page", "fit"},
	Levels: []TLBLevel{
		{Name: Words{"L1 TLB", "一级 TLB"}, Sets: 1, Ways: 16, Pages: 8, Miss: 99},
		{Name: Words{"L2 TLB", "二级 TLB"}, Sets: 256, Ways: 8, Pages: 16, Hash: HashXOR, HashBits: 8, Miss: 896},
		{Name: Words{"L3 TLB", "三级 TLB"}, Sets: 1024, Ways: 16, Pages: 16, Hash: HashXOR, HashBits: 10},
	},
	Walk: 5350 - 896,
}
