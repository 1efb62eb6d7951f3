package profile

// Hierarchies that others have measured: Zhang and others, "TunneLs for
// Bootlegging" (CCS 2023), on GTX 1650, RTX 2080, RTX 3060, RTX 3080, A30 and
// A100. Entries, ways, hashes and LRU are theirs; so is that the 16 pages of an
// entry are filled one by one. Latencies were not published: those of the H200
// stand in for them.

func published(key, name string, l2, l3 TLBLevel) TLB {
	l2.Name, l2.Pages, l2.Hash, l2.Ways, l2.Miss = Words{"L2 TLB", "二级 TLB"}, 16, HashXOR, 8, 896
	l3.Name, l3.Pages, l3.Hash, l3.Ways = Words{"L3 TLB", "三级 TLB"}, 16, HashXOR, 8
	return TLB{
		Name:   key,
		Source: Source{Measured, name + ": TunneLs for Bootlegging, CCS 2023; latencies of an H200", "structure published, costs assumed"},
		Levels: []TLBLevel{{Name: Words{"L1 TLB", "一级 TLB"}, Sets: 1, Ways: 16, Pages: 1, Miss: 99}, l2, l3},
		Walk:   5150 - 896,
	}
}

// TLBTuring is GTX 1650 and RTX 2080: 16, 256 and 1,024 entries.
var TLBTuring = published("turing", "Turing", TLBLevel{Sets: 32, HashBits: 5}, TLBLevel{Sets: 128, HashBits: 7})

// TLBGA10x is RTX 3060 and RTX 3080: 16, 1,024 and 2,048 entries.
var TLBGA10x = published("ga10x", "Ampere GA10x", TLBLevel{Sets: 128, HashBits: 7}, TLBLevel{Sets: 256, HashBits: 8})

// TLBGA100 is A30 and A100: 16, 2,048 and 4,096 entries. Level 3 is published
// as two slices of 256 sets, the slice chosen by the parity of the address bits
// from 25 on, the set by a fold of eight bits. With 2 MiB pages the one follows
// from the other, and half of the sets would stay empty; a fold of nine bits
// stands in for both. Each slice has a buffer of eight victims, flushed when an
// eviction comes from another set; here there is one for both slices.
var TLBGA100 = published("ga100", "Ampere GA100", TLBLevel{Sets: 256, HashBits: 8}, TLBLevel{Sets: 512, HashBits: 9, Victims: true})
