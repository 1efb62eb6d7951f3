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

// rules is Transitions by (from, to); 0 = illegal.
var rules = func() (r [states][states]uint8) {
	for _, t := range Transitions {
		r[t.From][t.To] = t.Rule
	}
	return r
}()

// Rule is the number of the rule that allows the step, or 0 if none does.
func Rule(from, to ChunkState) uint8 {
	if from >= states || to >= states {
		return 0
	}
	return rules[from][to]
}
