// Package mmu is the page-table layer: what an entry means, the tree of
// tables, the walk, and the fault at its end.
//
// # Nouns
//
// A format (profile.Format) says for each level which bits of the address are
// the index, how large an entry is, which bit fields it has and which patterns
// of bits make it a leaf, a directory entry, or one of several sorts of
// nothing. There are eleven formats, from Maxwell's to Blackwell's, x86-64 and two
// of textbooks, and no line of this package asks which one it has: Encode,
// Decode, Fields, Walk and the tree read the description.
//
// A table is one page table or directory. Levels are numbered here from the
// root (0); names count as NVIDIA's do, from the leaf: PDE0 is the directory
// next to the page tables. A directory entry of NVIDIA's lowest directory holds
// two pointers, to a table of 64K pages and to one of 4K pages, and both can be
// in use at once; the walk asks the big one first (uvm_hopper_mmu.c and
// dev_mmu.h describe the encodings; that the big one comes first follows from
// the driver's distinction of "invalid" and "no valid 4K page").
//
// A range holds entries of one table. A table's reference count is the sum of
// entries held and of child tables; at zero it disappears (uvm_mmu.c,
// uvm_page_tree_put_ptes). Only the root of an address space stays.
//
// # The life of one mapping
//
// Map checks its arguments, then looks whether anything is mapped in the range.
// Then it holds the entries, table by table: a missing table is asked of
// TableMemory, tied to its parent's mirror (event TableNew), and when the
// descent has arrived the directory entries are written from the bottom up
// (EntryRun), so that nobody can follow a pointer to an unfinished table. Then
// the leaves are written: consecutive pages are one arithmetic sequence, so a
// whole table is one event. At the end of the batch one command invalidates
// what may be cached: the caches may hold the knowledge that nothing was here.
//
// A load walks: root, index, entry (WalkRead), next table, and so on to a leaf,
// whose flags are checked against the access, or to a fault.
//
// Unmap clears the leaves, takes back the holds, removes empty tables bottom up
// (the entry in the parent first, then TableFree), sends one invalidation with
// a membar, and only then gives the tables' memory back.
//
// # Trade-offs
//
// Contents of tables are rows in pools, one pool by table size and one for
// directories, and each directory has a mirror of child ids in the row of the
// same number, as the driver keeps one in host memory (uvm_page_directory_t):
// the walk follows ids and never searches by address, while the raw words stay
// exactly what hardware would read. Check compares the two. A microscope that
// looks at memory instead of the tree asks TableWord.
//
// The walk is one loop (descend) over rungs, which are the levels with nothing
// in them but what the loop needs. Walks that nobody watches may begin lower
// down: at the table in which a walk of the same part of the address space has
// ended (near), which for a large page is a directory, or at the directory next
// to the page tables (upper). Both are helps to the simulator, forgotten
// whenever a directory or the tree changes, and a walk that a visitor watches
// reads every entry. The hardware's own cache of directory entries is something
// else: package tlb models it, and WalkFrom goes on from what it holds, even if
// that is stale.
//
// The driver would send one invalidation when directories changed and another
// after the leaves; Map and Unmap merge them into the wider one. Get and Put
// alone behave as the driver's calls do, and pass its own unit tests.
//
// A change of page size never goes from one valid entry to another: Map refuses
// a range in which anything is mapped, and Split and Merge, which change the
// size of what is mapped, leave the address invalid, and invalidated, in
// between.
//
// # Left out
//
// Compression tags beyond their bits, shortened page tables of version 1, system memory as a
// place for tables, access counters, and the second lookup in the CPU's tables
// (ATS). Accessed and dirty bits of x86-64 can be encoded but are never set.
package mmu
