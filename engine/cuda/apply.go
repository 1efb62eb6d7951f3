package cuda

import "pagewalk/engine/event"

// Apply makes the transition of e.
func (c *CUDA) Apply(e *event.Event) {
	switch e.Kind {
	case event.ProcessNew:
		c.addProcess(uint16(e.Subject), uint32(e.W[2]))
	case event.ProcessEnd:
		c.endProcess(uint16(e.Subject))
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
		c.doRetype(k.ID, ExtentKind(k.KindAfter), k.AskedAfter, k.TagAfter)
	case event.SlabNew:
		c.addSlab(event.SlabOf(e))
	case event.SlabFree:
		c.unaddSlab(event.SlabOf(e))
	case event.HoleTake:
		p := event.PieceOf(e)
		c.doTake(&p)
	case event.HoleGive:
		p := event.PieceOf(e)
		c.doGive(&p)
	case event.ErrorSet:
		c.doError(event.ErrorOf(e))
	case event.HandleNew:
		c.addHandle(event.HandleOf(e))
	case event.HandleFree:
		c.removeHandle(event.HandleOf(e))
	case event.MappingNew:
		c.addMapping(event.MappingOf(e))
	case event.MappingFree:
		c.removeMapping(event.MappingOf(e))
	case event.MappingSet:
		c.State.Mappings.Mut(e.Subject).Rights = Rights(e.W[1])
	case event.PoolSet:
		c.doSetPool(e.Subject, int(e.W[0]), e.W[2])
	case event.StreamSet:
		c.State.Streams.Set(e.Subject, unpackStream(e.W[1]))
	case event.EventSet:
		c.State.Events.Set(e.Subject, unpackEvent(e.W[1], e.W[3]))
	case event.HandleDrop:
		c.State.Handles.Mut(e.Subject).Released = 1
	case event.RegistrationSet:
		c.State.Registrations.Set(e.Subject, registrationOf(e, e.W[3]))
	case event.ExtentJoin:
		c.uncut(event.ExtentOf(e))
	case event.ExtentStamp:
		c.doStamp(e.Subject, uint32(e.W[1]), uint32(e.W[1]>>32))
	case event.FreeWait:
		c.applyWait(e)
	case event.StreamTurn:
		c.doSetTurn(e.Subject, unpackTurn(e.W[1]))
	}
}

// Revert undoes the transition of e.
func (c *CUDA) Revert(e *event.Event) {
	switch e.Kind {
	case event.ProcessNew:
		c.unaddProcess(e)
	case event.ProcessEnd:
		c.unendProcess(e)
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
		c.doRetype(k.ID, ExtentKind(k.KindBefore), k.AskedBefore, k.TagBefore)
	case event.SlabNew:
		c.unaddSlab(event.SlabOf(e))
	case event.SlabFree:
		c.addSlab(event.SlabOf(e))
	case event.HoleTake:
		p := event.PieceOf(e)
		c.undoTake(&p)
	case event.HoleGive:
		p := event.PieceOf(e)
		c.undoGive(&p)
	case event.ErrorSet:
		c.undoError(event.ErrorOf(e))
	case event.HandleNew:
		c.removeHandle(event.HandleOf(e))
	case event.HandleFree:
		c.addHandle(event.HandleOf(e))
	case event.MappingNew:
		c.removeMapping(event.MappingOf(e))
	case event.MappingFree:
		c.addMapping(event.MappingOf(e))
	case event.MappingSet:
		c.State.Mappings.Mut(e.Subject).Rights = Rights(e.W[0])
	case event.PoolSet:
		c.doSetPool(e.Subject, int(e.W[0]), e.W[1])
	case event.StreamSet:
		c.State.Streams.Set(e.Subject, unpackStream(e.W[0]))
	case event.EventSet:
		c.State.Events.Set(e.Subject, unpackEvent(e.W[0], e.W[2]))
	case event.HandleDrop:
		c.State.Handles.Mut(e.Subject).Released = 0
	case event.RegistrationSet:
		c.State.Registrations.Set(e.Subject, registrationOf(e, e.W[2]))
	case event.ExtentJoin:
		c.cut(event.ExtentOf(e))
	case event.ExtentStamp:
		c.undoStamp(e)
	case event.FreeWait:
		c.revertWait(e)
	case event.StreamTurn:
		c.undoSetTurn(e)
	}
}
