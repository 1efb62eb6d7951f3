package pmm

// Transition is one edge of the state machine.
type Transition struct {
	Rule     uint8 // T1 to T11
	From, To ChunkState
	Name     string // what happens
}

// Transitions is the whole state machine: eleven rules, twelve edges, after
// uvm_pmm_gpu.c. Two detours are deliberate: a free root is pinned before it
// goes back to the PMA, so that an eviction by address cannot grab it, and a
// free chunk is pinned before it is split or merged, so that a split or merge
// only ever sees pinned or allocated leaves.
var Transitions = [...]Transition{
	{1, PMAOwned, TempPinned, "a root comes from the PMA, to be used"},
	{2, PMAOwned, Free, "a root comes from the PMA as the rest of a batch"},
	{3, Free, TempPinned, "a free chunk is claimed"},
	{4, TempPinned, Allocated, "the chunk is handed to its owner"},
	{5, TempPinned, IsSplit, "a pinned chunk is cut into pinned children"},
	{6, Allocated, IsSplit, "an owner's chunk is cut into the owner's children"},
	{7, IsSplit, TempPinned, "pinned children become one again"},
	{8, IsSplit, Allocated, "an owner's children become one again"},
	{9, TempPinned, Free, "the rest of a split is set free"},
	{9, Allocated, Free, "the owner frees the chunk"},
	{10, Allocated, TempPinned, "an eviction has emptied the chunk"},
	{11, TempPinned, PMAOwned, "the root goes back to the PMA"},
}

// edge is one row of Transitions as a move needs it: the rule that allows it, and by how
// much the counters change for each chunk. A zero edge is illegal.
type edge struct {
	rule   uint8
	owned  int8 // roots: those that are not PMA_OWNED
	taken  int8 // of the parent: children that are not FREE
	pinned int8 // of the tree, or of all roots: chunks that are TEMP_PINNED
}

// edges is Transitions by (from, to).
var edges = func() (s [states][states]edge) {
	for _, t := range Transitions {
		s[t.From][t.To] = edge{
			rule:   t.Rule,
			owned:  gain(t.From != PMAOwned, t.To != PMAOwned),
			taken:  gain(t.From != Free, t.To != Free),
			pinned: gain(t.From == TempPinned, t.To == TempPinned),
		}
	}
	return s
}()

// gain is how a count of those with a property changes.
func gain(before, after bool) int8 {
	switch {
	case before == after:
		return 0
	case after:
		return 1
	}
	return -1
}

// The states from which an owner's calls lead on, as bits.
var (
	mayUnpin  = from(4)
	maySplit  = from(5) | from(6)
	mayFree   = from(9)
	mayVacate = from(10)
)

// from gives the states that a rule starts from.
func from(rule uint8) (bits uint8) {
	for _, t := range Transitions {
		if t.Rule == rule {
			bits |= 1 << t.From
		}
	}
	return bits
}

// Rule is the number of the rule that allows the step, or 0 if none does.
func Rule(from, to ChunkState) uint8 {
	if from >= states || to >= states {
		return 0
	}
	return edges[from][to].rule
}
