package profile

// TLB describes a hierarchy of translation caches as data. An access asks the
// levels in order; the first that holds the page answers, and the levels
// before it are filled. When none does, the tables are walked and every level
// is filled.
type TLB struct {
	Name   string // as a setting takes it
	Source Source
	Levels []TLBLevel

	// Directories caches entries of directories, so that a walk begins below
	// them: lines of Pages words, in one set for each level of the page tables
	// (HashLevel). Ways 0: none, or nothing is known of it.
	Directories TLBLevel

	// FlushAll: an invalidation of any sort empties everything (what courses
	// teach). Otherwise it drops what its space, window and depth cover.
	FlushAll bool

	// Invalid: a walk that ends with nothing leaves the knowledge of it, at the
	// page size where it ended, until an invalidation. The open driver counts on
	// it: it invalidates after mapping what was not mapped.
	Invalid bool

	// Walk is what a walk costs on top of the misses, in tenths of a cycle;
	// WalkRead is added for each entry read.
	Walk     uint32
	WalkRead uint32

	// Far is the cost of a translation that another instance of the last level
	// has, on top of the misses; FarWalk is added to a walk from a processor
	// that does not share instance 0 of the last level.
	Far     uint32
	FarWalk uint32

	// SMs is the number of processors whose sharing is described; 0 = there is
	// one of each level.
	SMs uint16

	// Loads gives what a load costs by the number of cache lines that a loop
	// visits, when the first level hits: ascending, straight lines between.
	// Empty = Cost.LoadCycles whatever the number.
	Loads []LoadCost
}

// LoadCost is one point of TLB.Loads.
type LoadCost struct {
	Lines  uint32
	Tenths uint32 // of a cycle
}

// Load is what a load of a loop over so many cache lines costs in tenths of a
// cycle, or otherwise where the profile does not say.
func (t *TLB) Load(lines, otherwise uint32) uint32 {
	n := len(t.Loads)
	if n == 0 {
		return otherwise
	}
	for i := 1; i < n; i++ {
		a, b := t.Loads[i-1], t.Loads[i]
		if lines > b.Lines {
			continue
		}
		if lines <= a.Lines {
			return a.Tenths
		}
		d := (int64(b.Tenths) - int64(a.Tenths)) * int64(lines-a.Lines) / int64(b.Lines-a.Lines)
		return uint32(int64(a.Tenths) + d)
	}
	return t.Loads[n-1].Tenths
}

// TLBLevel is one cache of translations.
type TLBLevel struct {
	Name Words
	Sets uint32 // a power of two
	Ways uint32 // at most 16

	// Pages is how many neighbouring pages one entry covers, a power of two up
	// to 16; evicting the entry loses all. Whole: a miss brings all of them, as
	// far as they are mapped; otherwise they are filled one by one.
	Pages uint32
	Whole bool

	// Victims: entries that a full set pushes out are kept in one more set, of
	// as many ways, until a hit brings them back or another set pushes one out.
	Victims bool

	Hash     TLBHash
	HashBits uint8 // HashXOR: width of the digits

	Miss uint32 // extra cost of an access that misses here, in tenths of a cycle

	// Groups gives the instance that each processor uses; nil = all use one.
	Groups []uint8
}

// Instances is the number of instances.
func (l *TLBLevel) Instances() uint32 {
	n := uint8(0)
	for _, g := range l.Groups {
		n = max(n, g)
	}
	return uint32(n) + 1
}

// Instance is the one that a processor uses.
func (l *TLBLevel) Instance(sm uint16) uint32 {
	if int(sm) >= len(l.Groups) {
		return 0
	}
	return uint32(l.Groups[sm])
}

// Entries is the number of entries of one instance.
func (l *TLBLevel) Entries() uint32 { return l.Sets * l.Ways }

// TLBHash says how the number of an entry's span selects the set.
type TLBHash uint8

const (
	HashModulo TLBHash = iota // the low bits
	HashXOR                   // exclusive or of all digits of HashBits bits
	HashMix                   // not known: all bits mixed, so that no distance of addresses is worse than another
	HashLevel                 // the level of the page tables: Directories
)

// WalkCache is the cache of directory entries that a setting turns on: for each
// level sixteen lines of 32 bytes, least recently used. That there is such a
// cache follows from the Turing register manual (PDE_CACHE_MODE in
// pri_mmu_both), that invalidations leave its upper levels alone from the level
// field of the command, its lines of 32 bytes from a note in uvm_gpu.h. How many
// lines there are, and what a hit saves, is not public and was not measured: 16
// is an assumption, and no profile has it on by itself.
var WalkCache = TLBLevel{
	Name: Words{"walk cache", "页表遍历缓存"}, Sets: 8, Ways: 16, Pages: 4, Whole: true, Hash: HashLevel,
}

// Hierarchies lists those that a setting may choose.
func Hierarchies() []*TLB {
	return []*TLB{&TLBTextbook, &TLBH200, &TLBTuring, &TLBGA10x, &TLBGA100}
}

// TLBTextbook is the hierarchy that courses draw: two levels, one page an
// entry, least recently used, and a flush empties all.
var TLBTextbook = TLB{
	Name:   "textbook",
	Source: Source{Textbook, "operating-system courses; sizes chosen so that a picture shows every entry", "assumption"},
	Levels: []TLBLevel{
		{Name: Words{"L1 TLB", "一级 TLB"}, Sets: 1, Ways: 8, Pages: 1, Miss: 100},
		{Name: Words{"L2 TLB", "二级 TLB"}, Sets: 8, Ways: 4, Pages: 1, Miss: 0},
	},
	FlushAll: true, WalkRead: 1000,
}
