package machine

import (
	"encoding/binary"
	"testing"

	"pagewalk/engine/event"
	"pagewalk/engine/mmu"
	"pagewalk/engine/profile"
)

// steps keeps the reads of a walk.
type steps []mmu.Step

func (s *steps) Visit(x *mmu.Step) { *s = append(*s, *x) }

// Every entry that a walk reads can be seen in memory at its physical address,
// and what the walk finds there too.
func TestMemoryShowsPageTables(t *testing.T) {
	for _, name := range []string{"textbook-volta", "gh100-small", "h200-r580"} {
		var log event.Log
		h := run(t, profile.Get(name), `
int *p, x = 0x12345678;
cudaMalloc(&p, 4 << 20);
cudaMemcpy(p, &x, 4, cudaMemcpyHostToDevice);
`, &log)
		p := h.results[0].Out[0]
		var read steps
		leaf, _ := h.MMU.Walk(0, p, mmu.Read, &read)
		var b [16]byte
		for _, s := range read {
			h.DRAM.Look(h.MMU, s.Address, b[:s.Bytes])
			seen := mmu.Raw{binary.LittleEndian.Uint64(b[:])}
			if s.Bytes == 16 {
				seen[1] = binary.LittleEndian.Uint64(b[8:])
			}
			if seen != s.Raw || seen == (mmu.Raw{}) {
				t.Errorf("%s: at %X memory shows %X, the walk reads %X", name, s.Address, seen, s.Raw)
			}
		}
		h.DRAM.Look(h.MMU, leaf.Physical, b[:4])
		if got := binary.LittleEndian.Uint32(b[:]); got != 0x12345678 {
			t.Errorf("%s: the data show %X", name, got)
		}
		h.MMU.Unmap(0, p&^(2<<20-1), 4<<20)
		h.DRAM.Look(h.MMU, read[len(read)-1].Address, b[:8])
		if b != [16]byte{} && binary.LittleEndian.Uint64(b[:]) == read[len(read)-1].Raw[0] {
			t.Errorf("%s: memory still shows the entry of an unmapped page", name)
		}
	}
}
