package scene

// View names one array of a scene.
type View uint32

const (
	ViewHead View = iota
	ViewPointers
	ViewSlabs
	ViewPieces
	ViewRungs
	ViewLists
	ViewCache
	ViewLevels
	ViewUsed
	ViewFields
	ViewTLBs
	ViewWays
	ViewCells
	ViewTreeRows
	ViewTreeCells
	ViewCounters
	ViewThread
	ViewFrames
	ViewStates
	ViewChunkLists
	ViewListed
	ViewBlocks
	ViewBlockPages
	ViewBlockChunks
	ViewFaults
	ViewBatches
	ViewSMs
	viewCount
)

// Type says how a word is read.
type Type uint8

const (
	Number Type = iota // an unsigned number below 2^53
	Signed             // the same, with None64 for -1
	Wide               // all 64 bits
	Text               // id of a text
	Lines              // id of a text; its lines are a list
	Bool               // 0 or 1
	Bytes              // eight bytes, lowest first
)

// Field is one word of a record.
type Field struct {
	Name string
	Type Type
}

// ViewInfo is the layout of one view. The words of a view are records of
// len(Fields) words, one after the other.
type ViewInfo struct {
	Name   string
	Fields []Field
}

// None64 stands for "no such thing" in a Signed field.
const None64 = 1<<64 - 1

// Views is the table of layouts, indexed by View.
var Views = [viewCount]ViewInfo{
	ViewHead: {"head", []Field{
		{"event", Signed}, {"events", Number}, {"line", Number}, {"pane", Number},
		{"kind", Text}, {"sentence", Text}, {"note", Text}, {"cause", Signed}, {"ps", Number},
		{"seam0", Text}, {"seam1", Text}, {"seam2", Text}, {"output", Text},

		{"runtimeAsked", Bool}, {"runtimeUnknown", Text}, {"runtimeKnows", Text}, {"runtimeEmpty", Text},
		{"hasCall", Bool}, {"callText", Text}, {"callState", Number}, {"callResult", Text}, {"callPS", Number},

		{"driverAsked", Bool}, {"driverUnknown", Text}, {"driverKnows", Text}, {"driverEmpty", Text},
		{"path", Lines}, {"usedProgram", Number}, {"usedDriver", Number}, {"usedSMI", Number}, {"usedTotal", Number},

		{"translationAsked", Bool}, {"translationUnknown", Text}, {"translationKnows", Text}, {"translationEmpty", Text},
		{"format", Text}, {"hasAddress", Bool}, {"address", Wide},
		{"hasOffset", Bool}, {"offsetHi", Number}, {"offsetLo", Number}, {"offsetBits", Text},
		{"hasEntry", Bool}, {"entryTitle", Text}, {"entryRaw", Text}, {"entryNow", Bool}, {"sm", Number}, {"smAsked", Bool},

		{"physicalAsked", Bool}, {"physicalUnknown", Text}, {"physicalKnows", Text},
		{"pages", Number}, {"nowPage", Signed}, {"windowFirst", Number}, {"windowCount", Number},
		{"callout", Text}, {"legend", Number}, {"free", Number}, {"largest", Number},
		{"hasRoot", Bool}, {"rootPage", Number}, {"rootAddress", Wide}, {"rootTitle", Text}, {"rootState", Text},

		{"ever", Number},
		{"framesFirst", Number}, {"framesNow", Number}, {"framesNowCount", Number},
		{"framesFree", Number}, {"framesPages", Number}, {"framesClearing", Number}, {"framesQueued", Number}, {"framesTotal", Number},
		{"moved", Bool}, {"moveFrom", Number}, {"moveTo", Number}, {"moveRule", Number}, {"moveCount", Number}, {"victim", Signed},
		{"managedBytes", Number}, {"managedPages", Number}, {"managedGPU", Number}, {"managedCPU", Number}, {"managedBoth", Number}, {"managedRemote", Number},
		{"blocksFirst", Number}, {"blocksAll", Number},
		{"hasBlock", Bool}, {"blockBase", Wide}, {"blockPolicy", Number}, {"blockCount", Number},
		{"blockNow", Number}, {"blockNowCount", Number}, {"blockFrom", Number}, {"blockTo", Number}, {"blockReason", Number},
		{"faultsFirst", Number}, {"faultsAll", Number}, {"batchesAll", Number}, {"buffered", Number},
	}},
	ViewPointers:  {"pointers", []Field{{"name", Text}, {"address", Wide}, {"bytes", Number}, {"state", Number}, {"now", Bool}, {"id", Text}}},
	ViewSlabs:     {"slabs", []Field{{"kind", Number}, {"address", Wide}, {"bytes", Number}, {"now", Bool}, {"pieces", Number}}},
	ViewPieces:    {"pieces", []Field{{"offset", Number}, {"bytes", Number}, {"live", Bool}, {"name", Text}, {"now", Bool}}},
	ViewRungs:     {"rungs", []Field{{"name", Text}, {"number", Text}, {"lines", Lines}, {"state", Number}, {"ps", Number}}},
	ViewLists:     {"lists", []Field{{"name", Text}, {"before", Text}, {"after", Text}, {"now", Bool}}},
	ViewCache:     {"cache", []Field{{"address", Wide}, {"bytes", Number}, {"now", Bool}}},
	ViewLevels:    {"levels", []Field{{"name", Text}, {"hi", Number}, {"lo", Number}, {"bits", Text}, {"index", Number}, {"slots", Number}, {"used", Number}, {"raw", Text}, {"target", Text}, {"now", Bool}, {"read", Bool}}},
	ViewUsed:      {"used", []Field{{"index", Number}}},
	ViewFields:    {"fields", []Field{{"name", Text}, {"hi", Number}, {"lo", Number}, {"value", Text}, {"meaning", Text}}},
	ViewTLBs:      {"tlbs", []Field{{"name", Text}, {"set", Signed}, {"ways", Number}}},
	ViewWays:      {"ways", []Field{{"state", Number}, {"tag", Wide}}},
	ViewCells:     {"cells", []Field{{"cells", Bytes}}},
	ViewTreeRows:  {"treeRows", []Field{{"bytes", Number}, {"label", Text}, {"first", Number}, {"count", Number}, {"cells", Number}}},
	ViewTreeCells: {"treeCells", []Field{{"state", Number}, {"kernel", Bool}, {"cached", Bool}, {"now", Bool}, {"label", Text}}},
	ViewCounters:  {"counters", []Field{{"name", Text}, {"value", Text}, {"exact", Text}}},
	ViewThread:    {"thread", []Field{{"pane", Number}, {"part", Number}, {"index", Number}}},

	ViewFrames:      {"frames", []Field{{"bits", Bytes}}},
	ViewStates:      {"states", []Field{{"count", Number}}},
	ViewChunkLists:  {"chunkLists", []Field{{"list", Number}, {"kernel", Bool}, {"zero", Bool}, {"bytes", Number}, {"count", Number}, {"before", Number}, {"now", Bool}, {"tail", Number}, {"chunks", Number}}},
	ViewListed:      {"listed", []Field{{"address", Wide}, {"now", Bool}}},
	ViewBlocks:      {"blocks", []Field{{"base", Wide}, {"name", Text}, {"pages", Number}, {"gpu", Number}, {"cpu", Number}, {"both", Number}, {"remote", Number}, {"touched", Bool}, {"current", Bool}, {"now", Bool}}},
	ViewBlockPages:  {"blockPages", []Field{{"pages", Bytes}}},
	ViewBlockChunks: {"blockChunks", []Field{{"first", Number}, {"pages", Number}, {"address", Wide}, {"now", Bool}}},
	ViewFaults:      {"faults", []Field{{"address", Wide}, {"page", Number}, {"gpu", Bool}, {"write", Bool}, {"moves", Number}, {"there", Number}, {"state", Number}, {"faults", Number}, {"batch", Number}}},
	ViewBatches: {"batches", []Field{{"number", Number}, {"interrupt", Number}, {"packets", Number}, {"pages", Number}, {"blocks", Number}, {"duplicates", Number}, {"left", Number},
		{"replays", Number}, {"dropped", Number}, {"done", Number}, {"again", Number}, {"state", Number}}},
	ViewSMs: {"sms", []Field{{"sm", Number}}},
}

// A record that owns records of another view says how many; they follow in
// order: slabs own pieces, levels own used, tlbs own ways, treeRows own
// treeCells, chunkLists own listed.

// Scene is one moment as views.
type Scene struct{ Views [viewCount][]uint64 }

// Clear empties every view and keeps the memory.
func (s *Scene) Clear() {
	for i := range s.Views {
		s.Views[i] = s.Views[i][:0]
	}
}

// Equal says whether two scenes hold the same words.
func (s *Scene) Equal(t *Scene) bool {
	for i := range s.Views {
		a, b := s.Views[i], t.Views[i]
		if len(a) != len(b) {
			return false
		}
		for j := range a {
			if a[j] != b[j] {
				return false
			}
		}
	}
	return true
}
