package dram

import (
	"pagewalk/engine/event"
	"pagewalk/engine/profile"
	"pagewalk/engine/state"
	"pagewalk/engine/target"
)

// Kind is what a page holds.
type Kind uint8

const (
	Untouched Kind = iota
	Filled         // Value, repeated
	Stored         // a row of bytes of its own
	Split          // only of 2 MiB: 512 pages that differ
)

const (
	pageBytes = 4096
	pageWords = pageBytes / 8
	bigPages  = 512 // pages of 2 MiB
)

// Cell says what a page, or 2 MiB, holds.
type Cell struct {
	Value uint64
	Row   uint32 // of Stored: in Words; of Split: in Pages
	Kind  Kind
	Pad   [3]uint8
}

// Head holds the pools of rows.
type Head struct {
	PageFree, PageHigh uint32 // rows of Words
	LeafFree, LeafHigh uint32 // rows of Pages
	Stored             uint32 // stored pages now
	Pad                [3]uint32
}

// State is everything that the layer remembers.
type State struct {
	Head  state.Column[Head]
	Big   state.Column[Cell]   // by 2 MiB
	Pages state.Column[Cell]   // rows of 512
	Words state.Column[uint64] // rows of 512
}

// DRAM is the memory of one card.
type DRAM struct {
	State *State
	rec   *event.Recorder
	limit uint32 // stored pages
	bytes uint64 // physical addresses end here
}

// beside is how much address space behind the card's memory may hold contents
// too: page tables of textbook profiles lie there.
const beside = 1 << 30

// New wires the layer.
func New(p *profile.Profile, rec *event.Recorder) *DRAM {
	s := &State{Head: state.New[Head](1), Big: state.New[Cell](int(p.Memory.Bytes>>21) + 1), Pages: state.New[Cell](1), Words: state.New[uint64](1)}
	limit := p.Limits.ContentBytes
	if limit == 0 {
		limit = 256 << 20
	}
	return &DRAM{State: s, rec: rec, limit: uint32(limit / pageBytes), bytes: p.Memory.Bytes + beside}
}

// Columns adds the layer's columns to a set.
func (d *DRAM) Columns(set *state.Set) {
	set.Add(&d.State.Head, &d.State.Big, &d.State.Pages, &d.State.Words)
}

// Rebuild has nothing to do: the layer keeps nothing beside its State.
func (d *DRAM) Rebuild() {}

// At says what the page at a physical address holds.
func (d *DRAM) At(pa uint64) Cell {
	big := uint32(pa >> 21)
	if int(big) >= d.State.Big.Len() {
		return Cell{}
	}
	c := d.State.Big.Get(big)
	if c.Kind == Split {
		return d.State.Pages.Get(c.Row*bigPages + uint32(pa>>12)%bigPages)
	}
	return c
}

// StoredBytes is how much memory the stored pages take.
func (d *DRAM) StoredBytes() uint64 { return uint64(d.State.Head.At(0).Stored) * pageBytes }

// Word reads the aligned 8 bytes that hold a physical address.
func (d *DRAM) Word(pa uint64) uint64 {
	c := d.At(pa)
	if c.Kind == Stored {
		return d.State.Words.Get(c.Row*pageWords + uint32(pa>>3)%pageWords)
	}
	return c.Value
}

// Read copies memory from a physical address on. Untouched memory is zero.
func (d *DRAM) Read(pa uint64, b []byte) {
	for i := 0; i < len(b); {
		w := d.Word(pa)
		for {
			b[i] = byte(w >> (pa & 7 * 8))
			i++
			pa++
			if i == len(b) || pa&7 == 0 {
				break
			}
		}
	}
}

// Tables are the page tables, whose contents lie with the mmu.
type Tables interface {
	TableWord(pa uint64) (w uint64, ok bool)
}

// Look is Read as a microscope sees memory: where a page table lies, its
// entries.
func (d *DRAM) Look(t Tables, pa uint64, b []byte) {
	for i := 0; i < len(b); {
		w, ok := t.TableWord(pa &^ 7)
		if !ok {
			w = d.Word(pa)
		}
		for more := true; more && i < len(b); more = pa&7 != 0 {
			b[i] = byte(w >> (pa & 7 * 8))
			i++
			pa++
		}
	}
}

// room says whether n more pages may be stored.
func (d *DRAM) room(n uint64) target.Why {
	if uint64(d.State.Head.At(0).Stored)+n > uint64(d.limit) {
		return target.Why{ID: target.LimitContents, N: [4]uint64{uint64(d.limit) * pageBytes}}
	}
	return target.Why{}
}

// inside says whether a range lies in physical memory.
func (d *DRAM) inside(pa, bytes uint64) target.Why {
	if pa+bytes < pa || pa+bytes > d.bytes {
		return target.Why{ID: target.BadArgument, N: [4]uint64{0, pa}}
	}
	return target.Why{}
}
