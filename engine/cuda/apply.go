package cuda

import "pagewalk/engine/event"

// Apply makes the transition of e.
func (c *CUDA) Apply(e *event.Event) {
	switch e.Kind {
	case event.ProcessNew:
		c.setProcess(uint16(e.Subject), 1)
	case event.ProcessEnd:
		c.clearProcess(uint16(e.Subject))
	case event.ArenaNew:
		c.addArena(event.ArenaOf(e))
	case event.ArenaFree:
		c.unaddArena(event.ArenaOf(e))
	case event.ExtentTake:
		c.doTakeExtent(event.ExtentOf(e))
	case event.ExtentGive:
		c.doGiveExtent(event.ExtentOf(e))
	case event.ExtentSplit:
		c.cut(event.ExtentOf(e))
	case event.ExtentKeep:
		k := event.KeepOf(e)
		c.doRetype(k.ID, ExtentKind(k.KindAfter), k.AskedAfter)
	case event.SlabNew:
		c.addSlab(event.SlabOf(e))
	case event.SlabFree:
		c.unaddSlab(event.SlabOf(e))
	case event.HoleTake:
		c.doTake(event.PieceOf(e))
	case event.HoleGive:
		c.doGive(event.PieceOf(e))
	case event.ErrorSet:
		c.doError(event.ErrorOf(e))
	}
}

// Revert undoes the transition of e.
func (c *CUDA) Revert(e *event.Event) {
	switch e.Kind {
	case event.ProcessNew:
		c.clearProcess(uint16(e.Subject))
	case event.ProcessEnd:
		c.restoreProcess(e)
	case event.ArenaNew:
		c.unaddArena(event.ArenaOf(e))
	case event.ArenaFree:
		c.addArena(event.ArenaOf(e))
	case event.ExtentTake:
		c.undoTakeExtent(event.ExtentOf(e))
	case event.ExtentGive:
		c.undoGiveExtent(event.ExtentOf(e))
	case event.ExtentSplit:
		c.uncut(event.ExtentOf(e))
	case event.ExtentKeep:
		k := event.KeepOf(e)
		c.doRetype(k.ID, ExtentKind(k.KindBefore), k.AskedBefore)
	case event.SlabNew:
		c.unaddSlab(event.SlabOf(e))
	case event.SlabFree:
		c.addSlab(event.SlabOf(e))
	case event.HoleTake:
		c.undoTake(event.PieceOf(e))
	case event.HoleGive:
		c.undoGive(event.PieceOf(e))
	case event.ErrorSet:
		c.undoError(event.ErrorOf(e))
	}
}
