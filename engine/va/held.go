package va

import (
	"pagewalk/engine/event"
	"pagewalk/engine/pmm"
)

// Held is one chunk that an allocation or a block holds. The list of a holder
// begins with the one that was taken last.
type Held struct {
	Chunk pmm.ChunkID // 0 = not in use
	Page  uint32      // of a block: the first page that the chunk backs
	Next  uint32      // on its list, or on the stack of free nodes
	_     uint32
}

// ownerBlock marks the number of a block where a mem might stand.
const ownerBlock uint32 = 1 << 31

// first is where the list of a holder begins.
func (v *VA) first(holder uint32) *uint32 {
	if holder&ownerBlock != 0 {
		return &v.State.Blocks.Mut(holder &^ ownerBlock).Chunks
	}
	return &v.State.Mems.Mut(holder).First
}

// hold is the mutator of ChunkHeld that takes hold of a chunk.
func (v *VA) hold(holder uint32, chunk pmm.ChunkID, page uint32) {
	h := event.HeldInfo{Holder: holder, Chunk: chunk, Page: page, Taken: true}
	h.Node, h.Fresh = v.State.Head.At(0).Held.Next()
	v.push(&h)
	if e := v.rec.Put(event.ChunkHeld, holder); e != nil {
		h.Put(e)
	}
}

// letGo is the mutator of ChunkHeld that lets go of the newest chunk of a
// holder.
func (v *VA) letGo(holder uint32) (chunk pmm.ChunkID, page uint32) {
	h := event.HeldInfo{Holder: holder, Node: *v.first(holder)}
	n := v.State.Held.At(h.Node)
	h.Chunk, h.Page = n.Chunk, n.Page
	v.pop(&h)
	if e := v.rec.Put(event.ChunkHeld, holder); e != nil {
		h.Put(e)
	}
	return h.Chunk, h.Page
}

// push and pop undo each other.
func (v *VA) push(h *event.HeldInfo) {
	v.State.Held.Grow(int(h.Node) + 1)
	v.State.Head.Mut(0).Held.Take(h.Node, v.State.Held.At(h.Node).Next, h.Fresh)
	first := v.first(h.Holder)
	v.State.Held.Set(h.Node, Held{Chunk: h.Chunk, Page: h.Page, Next: *first})
	*first = h.Node
}

func (v *VA) pop(h *event.HeldInfo) {
	first := v.first(h.Holder)
	*first = v.State.Held.At(h.Node).Next
	v.State.Held.Set(h.Node, Held{Next: v.State.Head.Mut(0).Held.Give(h.Node, h.Fresh)})
}

// eachHeld visits the chunks of a list, newest first.
func (v *VA) eachHeld(first uint32, visit func(chunk pmm.ChunkID, page uint32)) {
	for id := first; id != 0; {
		n := v.State.Held.Get(id)
		visit(n.Chunk, n.Page)
		id = n.Next
	}
}

// EachChunk visits the chunks behind a block with the first page that each
// backs, newest first.
func (v *VA) EachChunk(block uint32, visit func(chunk pmm.ChunkID, page uint32)) {
	v.eachHeld(v.State.Blocks.At(block).Chunks, visit)
}
