package timeline

import "pagewalk/engine/target"

// Fork is a run of a changed program that branches off another run. It was
// computed from its own start, so it stands on its own; Parent and Common say
// how it hangs together with the run that it came from.
type Fork struct {
	*Run
	Parent *Run
	At     Point  // where the reader forked
	Common uint32 // rows from the start that both runs have alike, call and answer
}

// Fork ties changed, a run of the changed program, to r at a point. It holds
// (true) if the changed program did the same as r in every row before the
// point; otherwise the first row that differs is number Common.
func (r *Run) Fork(at Point, changed *Run) (f Fork, holds bool) {
	f = Fork{Run: changed, Parent: r, At: at}
	n := min(len(r.rows), len(changed.rows))
	for int(f.Common) < n && alike(&r.rows[f.Common], &changed.rows[f.Common]) {
		f.Common++
	}
	return f, f.Common >= at.Row
}

// alike says whether two rows are the same call with the same answer, at the
// same time. Source lines and texts may differ.
func alike(a, b *Row) bool {
	return sameCall(&a.Call, &b.Call) && a.Code == b.Code && a.Out == b.Out && a.Begin == b.Begin && a.End == b.End
}

func sameCall(a, b *target.Call) bool {
	return a.Op == b.Op && a.Ctx == b.Ctx && a.Arg == b.Arg && a.Text == b.Text && a.Packed == b.Packed
}
