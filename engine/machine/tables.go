package machine

import (
	"math/bits"

	"pagewalk/engine/event"
	"pagewalk/engine/mmu"
	"pagewalk/engine/pmm"
	"pagewalk/engine/profile"
	"pagewalk/engine/state"
	"pagewalk/engine/target"
)

// tableMemory gives page tables their memory: kernel chunks of the PMM, or, on
// a textbook profile, 4 KiB slots beside the card's memory.
type tableMemory struct {
	pmm   *pmm.PMM
	slots state.Column[uint64] // bitmap of the slots beside the card; unused with a PMM
	base  uint64               // where those slots begin
	hint  uint32               // derived: no slot below is free
}

func newTableMemory(p *profile.Profile, m *pmm.PMM) *tableMemory {
	t := &tableMemory{slots: state.New[uint64](1), base: (p.Memory.Bytes + 1<<21 - 1) >> 21 << 21}
	if p.MMU.TableSpace == profile.TablesInPMM {
		t.pmm = m
	}
	return t
}

func (t *tableMemory) columns(set *state.Set) { set.Add(&t.slots) }

// AllocTable gives memory for one table.
func (t *tableMemory) AllocTable(bytes uint32) (mmu.TableMem, target.Why) {
	if t.pmm == nil {
		slot := t.lowest()
		t.take(slot)
		return mmu.TableMem{Address: t.base + uint64(slot)<<12, Handle: slot}, target.Why{}
	}
	size := uint32(256)
	if bytes > size {
		size = 4096
	}
	chunk, why := t.pmm.Alloc(pmm.Kernel, size, pmm.Evict)
	if why.ID != target.NoReason {
		return mmu.TableMem{}, why
	}
	return mmu.TableMem{Address: t.pmm.Address(chunk), Handle: uint32(chunk)}, target.Why{}
}

// FreeTable takes the memory of a table back.
func (t *tableMemory) FreeTable(mem mmu.TableMem) {
	if t.pmm == nil {
		t.give(mem.Handle)
		return
	}
	if why := t.pmm.Free(pmm.ChunkID(mem.Handle)); why.ID != target.NoReason {
		panic("machine: free table: its chunk cannot be freed")
	}
}

func (t *tableMemory) lowest() uint32 {
	for w := t.hint; ; w++ {
		t.slots.Grow(int(w) + 1)
		if used := t.slots.Get(w); used != ^uint64(0) {
			t.hint = w
			return w<<6 + uint32(bits.TrailingZeros64(^used))
		}
	}
}

func (t *tableMemory) take(slot uint32) {
	t.slots.Grow(int(slot>>6) + 1)
	*t.slots.Mut(slot >> 6) |= 1 << (slot & 63)
}

func (t *tableMemory) give(slot uint32) {
	*t.slots.Mut(slot >> 6) &^= 1 << (slot & 63)
	t.hint = min(t.hint, slot>>6)
}

// apply and revert follow the life of a table, whose events say its slot.

func (t *tableMemory) apply(e *event.Event) {
	if t.pmm != nil {
		return
	}
	switch e.Kind {
	case event.TableNew:
		t.take(event.TableOf(e).Handle)
	case event.TableFree:
		t.give(event.TableOf(e).Handle)
	}
}

func (t *tableMemory) revert(e *event.Event) {
	if t.pmm != nil {
		return
	}
	switch e.Kind {
	case event.TableNew:
		t.give(event.TableOf(e).Handle)
	case event.TableFree:
		t.take(event.TableOf(e).Handle)
	}
}
