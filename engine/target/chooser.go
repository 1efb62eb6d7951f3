package target

// Root is what a program's own policy of eviction is told of each candidate.
// Times count the GPU's accesses to managed memory.
type Root struct {
	Arrived   uint64
	LastTouch uint64
	Touches   uint64
	Dirty     bool
}

// Chooser is a program that may choose victims itself (pw_victim). Choose is
// called while a call of the program is being answered; the index that it gives
// lies within roots.
type Chooser interface {
	Chooses() bool
	Choose(roots []Root) int
}
