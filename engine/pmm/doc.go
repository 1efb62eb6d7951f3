// Package pmm is the physical memory manager inside UVM: it takes pages of
// 2 MiB and cuts them into chunks (uvm_pmm_gpu.c in the open kernel modules,
// 595.45.04).
//
// # Nouns
//
// A chunk is a power of two of bytes at a multiple of its size. The driver's
// enum knows 22 sizes from 1 byte to 2 MiB; a profile enables a few of them
// for each type, and only those exist: 4 KiB, 64 KiB and 2 MiB for user
// memory, 256 bytes as well for the kernel's. A root is a chunk of 2 MiB; there
// is one for every page of the card, whoever owns it, so that the root of an
// address is found by a shift. A chunk that is cut has all its children, 16 or
// 32 of the next enabled size, in the driver. The textbook halves instead.
//
// User memory holds the pages of managed allocations and can be pushed out to
// the host; kernel memory holds page tables and the driver's own buffers and
// never can. The type belongs to the whole tree of a root.
//
// # The life of one chunk
//
// Five states and eleven rules, in the table Transitions. Ask for 64 KiB of an
// empty manager: the PMA gives a batch of 64 pages; the first becomes
// TEMP_PINNED (T1), the others FREE (T2). The root is cut (T5) into 32 pinned
// children; child 0 is kept, the others are set free (T9), in order of address.
// The caller holds a pinned chunk, which no eviction can take, until it hands
// it to its owner (Unpin, T4: ALLOCATED). From then on the root stands at the
// tail of the list of used roots, and may be evicted. Free puts the chunk on
// its free list (T9). If it was the last child taken, all siblings are pinned
// (T3) and merged (T7), the parent is freed in the same way, and so on up; a
// root goes back to the PMA (T3, T11).
//
// # Lists
//
// One free list for each type, size and zero flag, first in first out; three
// lists of user roots in use, in which victims are looked for: unused,
// discarded, used. Which list a chunk belongs on follows from its state, in
// home, and nowhere else. A root with a pinned leaf is on no list: that is all
// that "cannot be evicted" means.
//
// # Trade-offs worth noticing
//
// Splitting is lazy and merging is eager: no work is put off, but a chunk that
// is freed and taken again may pay for a merge and a split each time. A merge
// needs all siblings, so one live 4 KiB chunk keeps 64 KiB whole from forming,
// and, pinned, keeps 2 MiB from being evicted. Used is ordered by arrival, not
// by access: the driver does not see accesses. And a free that merges returns
// some idle root to the PMA even when its own root stays in use, so a partial
// merge quietly drains the batch.
//
// # Textbook
//
// Three switches of the profile make the manager of the books out of the same
// code. OwnsAll: it holds all pages from the start and serves cudaMalloc.
// LowestFit: the free chunk with the lowest address is taken, found in an
// index by address (lowest.go) that is derived and no part of the State.
// MergeKeepsRoot: a whole root stays here.
//
// # How it is kept
//
// A node of 32 bytes for each chunk, in one column: the ends of the lists, the
// roots by address, then children in groups of siblings, whose numbers come
// from a pool by fan-out, last freed first taken. The mutators are move (states
// of one chunk or of a run), split, merge, markRoot, setEvicting, setType and
// setInject; everything else decides. An event holds what the way back needs and forward
// computes: which list a node left, and the node before it there.
//
// # Left out
//
// Trackers of pending work of the card (a freed chunk can be used again at
// once), the locks, the references that struct pages hold in HMM and on NUMA
// systems, and with them the lazy free queue, which exists only because HMM
// frees in interrupt context.
package pmm
