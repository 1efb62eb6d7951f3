package profile

// TLBH200 is the hierarchy measured on an H200. Exact: entries, ways, hash and
// order of replacement of levels 1 and 2, and the cost of missing them; a
// simulation with them stays within 1 cycle of curves that were not used to
// find them. That a miss brings the whole span follows from the curves too: at
// 2 MiB steps and 40,657 pages, where some sets are too small, filling page by
// page would cost 380 cycles a load; measured are 311. Assumptions: that the
// span of an entry scales with the page size (only 2 MiB pages were measured)
// and the geometry of level 3, of which only a lower bound is known: no step up
// to 6,144 entries of 32 MiB, at any distance of the addresses. So there are
// five times as many, and a mix of all bits chooses the set: any fold would have
// distances at which it overflows, and none was seen. A first walk was seen to cost 427 cycles with 12
// pages and 534 with 256, for reasons not understood; 515 lies between.
//
// That a walk which finds nothing leaves that knowledge behind is documented:
// the open kernel driver invalidates after mapping what was not mapped, for all
// page sizes up to the mapped one, because the hardware may hold invalid entries
// of any of them. Left out: that with ATS it looks again unless the entry is of
// 4 KiB. Whether there is a cache of directory entries, and how large, these
// measurements do not tell: walks were seen only with everything cold.
var TLBH200 = TLB{
	Name:    "h200",
	Invalid: true,
	Source:  Source{Measured, "NVIDIA H200, driver 580.159.04, 2026-11-29: pointer chases over one aliased 2 MiB page", "fit"},
	Levels: []TLBLevel{
		{Name: Words{"L1 TLB", "一级 TLB"}, Sets: 1, Ways: 16, Pages: 8, Whole: true, Miss: 99, Groups: h200Own()},
		{Name: Words{"L2 TLB", "二级 TLB"}, Sets: 256, Ways: 8, Pages: 16, Whole: true, Hash: HashXOR, HashBits: 8, Miss: 896, Groups: h200Sixes()},
		{Name: Words{"L3 TLB", "三级 TLB"}, Sets: 2048, Ways: 16, Pages: 16, Whole: true, Hash: HashMix, Groups: h200Halves()},
	},
	Walk: 5150 - 896, Far: 2000 - 896, FarWalk: 5950 - 5150, SMs: h200SMs,
	Loads: []LoadCost{
		{1, 2592}, {7, 2592}, {15, 2624}, {27, 2620}, {32, 2626}, {38, 2682}, {46, 2706}, {55, 2743}, {92, 2785}, {131, 2740},
		{155, 2733}, {185, 2744}, {220, 2774}, {441, 2773}, {625, 2762}, {885, 2784}, {2113, 2778}, {5042, 2791}, {10110, 2814}, {28711, 2813},
	},
}

// h200SMs is the number of processors of the card.
const h200SMs = 132

// farTPCs are the pairs of processors of the other half of the chip than SM 0,
// as measured on one card; which ones they are differs from chip to chip.
var farTPCs = [...]uint8{2, 4, 5, 6, 10, 12, 13, 14, 18, 20, 21, 22, 26, 28, 29, 30, 33, 35, 36, 37, 40, 42, 43, 44, 47, 49, 50, 51, 54, 56, 57, 58, 60, 63, 64}

// h200Own: each processor has its own.
func h200Own() []uint8 {
	g := make([]uint8, h200SMs)
	for sm := range g {
		g[sm] = uint8(sm)
	}
	return g
}

// h200Halves: 62 near SM 0, 70 far from it.
func h200Halves() []uint8 {
	g := make([]uint8, h200SMs)
	for _, tpc := range farTPCs {
		g[2*tpc], g[2*tpc+1] = 1, 1
	}
	return g
}

// h200Sixes: six processors share a level 2. Measured is the group of SM 0:
// TPCs 0, 16 and 62. The others are taken in order, three TPCs of one half at
// a time, which is an assumption.
func h200Sixes() []uint8 {
	g := make([]uint8, h200SMs)
	half := h200Halves()
	next, members := [2]uint8{1, 128}, [2]int{}
	for tpc := range h200SMs / 2 {
		if tpc == 0 || tpc == 16 || tpc == 62 {
			continue
		}
		h := half[2*tpc]
		if members[h] == 3 {
			next[h], members[h] = next[h]+1, 0
		}
		members[h]++
		g[2*tpc], g[2*tpc+1] = next[h], next[h]
	}
	return packed(g)
}

// packed renumbers instances without gaps, in order of first use.
func packed(g []uint8) []uint8 {
	var number [256]uint8
	n := uint8(0)
	for i, v := range g {
		if number[v] == 0 {
			n++
			number[v] = n
		}
		g[i] = number[v] - 1
	}
	return g
}
