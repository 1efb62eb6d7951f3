package conformance

import "strconv"

// scenario is one test of the driver.
type scenario struct {
	group, id, name, verifies string
	test                      string // package and test that plays it
	why                       string // or why none does
}

// scenarios are in the order of the driver's files (uvm_page_tree_test.c,
// uvm_pmm_test.c, uvm_va_block_test.c, uvm_mem_test.c and others of
// open-gpu-kernel-modules 595.45.04).
var scenarios = []scenario{
	{"Page tree", "PT-01", "allocate_root", "a tree comes and goes without a leak", "mmu TestPageTree/allocate_root", ""},
	{"Page tree", "PT-02", "alloc_64k_memory", "tables on the way to one page of 64 KiB", "mmu TestPageTree/alloc_64k_memory", ""},
	{"Page tree", "PT-03", "alloc_adjacent_64k_memory", "neighbours share a table", "mmu TestPageTree/alloc_adjacent_64k_memory", ""},
	{"Page tree", "PT-04", "alloc_adjacent_pde_64k_memory", "neighbouring directories have tables of their own", "mmu TestPageTree/alloc_adjacent_pde_64k_memory", ""},
	{"Page tree", "PT-05", "alloc_nearby_pde_64k_memory", "the same with a gap", "mmu TestPageTree/alloc_nearby_pde_64k_memory", ""},
	{"Page tree", "PT-06", "allocate_then_free_all_16_64k", "counts of sixteen tables, all given back", "mmu TestPageTree/allocate_then_free_all_16_64k", ""},
	{"Page tree", "PT-07", "allocate_then_free_8_8_64k", "sixteen tables on both sides of a directory's end", "mmu TestPageTree/allocate_then_free_8_8_64k", ""},
	{"Page tree", "PT-08", "get_single_page_2m", "a leaf of 2 MiB at its depth", "mmu TestPageTree/get_single_page_2m", ""},
	{"Page tree", "PT-09", "get_entire_table_4k", "a whole table of 4 KiB pages", "mmu TestPageTree/get_entire_table_4k", ""},
	{"Page tree", "PT-10", "split_4k_from_2m", "small pages where a large one was", "mmu TestPageTree/split_4k_from_2m", ""},
	{"Page tree", "PT-11", "get_512mb_range", "256 leaves of 2 MiB", "mmu TestPageTree/get_512mb_range", ""},
	{"Page tree", "PT-12", "get_two_free_apart", "two halves of one table", "mmu TestPageTree/get_two_free_apart", ""},
	{"Page tree", "PT-13", "get_overlapping_dual_pdes", "tables of both sizes under one entry", "mmu TestPageTree/get_overlapping_dual_pdes", ""},
	{"Page tree", "PT-14", "split_and_free", "one range given back in nine pieces", "mmu TestPageTree/split_and_free", ""},
	{"Page tree", "PT-15", "check_sizes", "which chunk sizes are enabled for whom", "pmm TestCheckSizes", ""},
	{"Page tree", "PT-16", "fast_split_normal", "a large page is split under its mapping", "mmu TestPageTree/fast_split_normal", ""},
	{"Page tree", "PT-17", "fast_split_double_backoff", "asking twice gives the same table", "mmu TestPageTree/fast_split_double_backoff", ""},
	{"Page tree", "PT-18", "entry_test_turing, entry_test_ampere", "bit patterns of entries", "mmu TestGoldenEntries", ""},
	{"Page tree", "PT-19", "alloc_512m_memory", "a leaf of 512 MiB", "mmu TestPageTree/alloc_512m_memory", ""},
	{"Page tree", "PT-20", "alloc_adjacent_512m_memory", "two of them in one table", "mmu TestPageTree/alloc_adjacent_512m_memory", ""},
	{"Page tree", "PT-21", "get_single_page_512m", "its depth", "mmu TestPageTree/get_single_page_512m", ""},
	{"Page tree", "PT-22", "get_entire_table_512m", "a whole table of them", "mmu TestPageTree/get_entire_table_512m", ""},
	{"Page tree", "PT-23", "split_2m_from_512m", "2 MiB pages where one of 512 MiB was", "mmu TestPageTree/split_2m_from_512m", ""},
	{"Page tree", "PT-24", "get_2gb_range", "four in a row", "mmu TestPageTree/get_2gb_range", ""},
	{"Page tree", "PT-30", "alloc_64k_memory_57b_va", "six levels", "mmu TestPageTree/alloc_64k_memory_57b_va", ""},
	{"Page tree", "PT-31", "alloc_256g_memory", "a leaf of 256 GiB", "mmu TestPageTree/alloc_256g_memory", ""},
	{"Page tree", "PT-32", "alloc_adjacent_256g", "two of them in one table", "mmu TestPageTree/alloc_adjacent_256g_memory", ""},
	{"Page tree", "PT-33", "get_single_page_256g", "its depth", "mmu TestPageTree/get_single_page_256g", ""},
	{"Page tree", "PT-34", "get_entire_table_256g", "a whole table of them", "mmu TestPageTree/get_entire_table_256g", ""},
	{"Page tree", "PT-35", "split_512m_from_256g", "512 MiB pages where one of 256 GiB was", "mmu TestPageTree/split_512m_from_256g", ""},
	{"Page tree", "PT-36", "get_1tb_range", "four in a row", "mmu TestPageTree/get_1tb_range", ""},
	{"Page tree", "PT-37", "GB10B page sizes", "which page sizes a generation has", "mmu TestPageSizesOfFormats", ""},
	{"Page tree", "PT-38", "entry_test_hopper, entry_test_blackwell", "bit patterns of entries", "mmu TestGoldenEntries", ""},
	{"Invalidations", "TI-01", "test_tlb_invalidates_gmmu_v2", "depth and membar of what get and put invalidate, five levels", "mmu TestInvalidatesOfGetAndPut", ""},
	{"Invalidations", "TI-02", "test_tlb_invalidates_gmmu_v3", "the same with six levels", "mmu TestInvalidatesOfGetAndPut", ""},
	{"Invalidations", "TI-03", "test_tlb_batch_invalidates", "up to four ranges one by one, beyond that everything", "mmu TestInvalidatesOfBatch", ""},
	{"Ranges of entries", "RV-01", "test_range_vec", "ranges over table ends, their entries, splitting and clearing", "mmu TestRangeVectors", ""},
	{"Ranges of entries", "RV-02", "shrink", "a range gives up its end", "mmu TestShrinkAndUpper", ""},
	{"Ranges of entries", "RV-03", "get_upper", "a range becomes two", "mmu TestShrinkAndUpper", ""},
	{"Chunks", "PM-01", "basic_test, ascending", "type, size, alignment and state of every chunk; data survives", "pmm TestPM01BasicAscending", ""},
	{"Chunks", "PM-02", "basic_test, descending", "the same from large to small", "pmm TestPM02BasicDescending", ""},
	{"Chunks", "PM-03", "basic_test, 33 rounds ascending", "mixed sizes force split trees", "pmm TestPM03MixedAscending", ""},
	{"Chunks", "PM-04", "basic_test, 33 rounds descending", "the same from large to small", "pmm TestPM04MixedDescending", ""},
	{"Chunks", "PM-05", "PMM_SANITY modes", "a mode that does not exist is refused", "", "does not apply: the modes choose how much of the test runs; here all of it does"},
	{"Chunks", "PM-06", "split_test, normal", "addresses, state and data of the pieces", "pmm TestPM06SplitNormal", ""},
	{"Chunks", "PM-07", "split_test, merge", "the pieces are one again", "pmm TestPM07SplitMerge", ""},
	{"Chunks", "PM-08", "split_test, inject error", "the last piece fails, nothing has changed", "pmm TestPM08SplitInjectError", ""},
	{"Chunks", "PM-09", "get_subchunks", "lists of pieces", "pmm TestPM09Subchunks", ""},
	{"Chunks", "PM-10", "PMM_CHECK_LEAK", "until full, twice the same number", "pmm TestPM10CheckLeak", ""},
	{"Chunks", "PM-11", "PMM_ASYNC_ALLOC", "what waits for pending work of a GPU", "", "not modelled: there is one GPU, and work takes effect in the order of issue"},
	{"Chunks", "PM-12", "chunk_with_elevated_page", "roots with extra references are passed over", "", "does not apply: coherent (NUMA) systems only"},
	{"Chunks", "PM-13", "EVICT_CHUNK", "modes of eviction and what they answer", "pmm TestPM13EvictChunk", ""},
	{"Chunks", "PM-14", "PMA_ALLOC_FREE", "pages straight from the PMA", "pmm TestPM14PMAAllocFree", ""},
	{"Chunks", "PM-15", "PMM_ALLOC_FREE_ROOT", "one root with eviction, without a batch", "pmm TestPM15AllocFreeRoot", ""},
	{"Chunks", "PM-16", "PMM_INJECT_PMA_EVICT_ERROR", "the n-th root evicted for the PMA fails", "pmm TestPM16InjectPMAEvictError", ""},
	{"Chunks", "PM-17", "PMM_RELEASE_FREE_ROOT_CHUNKS", "no idle roots afterwards", "pmm TestPM17ReleaseFreeRootChunks", ""},
	{"Chunks", "PM-18", "PMA_GET_BATCH_SIZE", "128 MiB", "pmm TestPM18BatchSize", ""},
	{"Chunks", "PM-19", "PMM_GET_ALLOC_LIST", "the list that a root is on", "pmm TestPM19AllocList", ""},
	{"Blocks and ranges", "VB-01", "test_chunk_index", "131,328 parts of a block: the largest aligned chunk backs each page", "va TestChunkIndex", ""},
	{"Blocks and ranges", "VB-02", "VA_RANGE_SPLIT", "a range is cut in two", "", "not modelled: policies are kept for a block, so ranges are never cut"},
	{"Blocks and ranges", "VB-03", "INJECT_SPLIT_ERROR", "a cut that fails changes nothing", "", "not modelled, for the same reason"},
	{"Blocks and ranges", "VB-04", "VA_BLOCK_INJECT_ERROR", "errors inside a fault: the operation still ends correctly", "machine TestInjectedErrors", ""},
	{"Blocks and ranges", "VB-05", "VA_RESIDENCY_INFO", "where pages are and what backs them", "machine TestResidencyInfo", ""},
	{"Blocks and ranges", "VB-06", "VA_BLOCK_INFO", "where a block begins and ends", "machine TestResidencyInfo", ""},
	{"Blocks and ranges", "VB-07", "CHANGE_PTE_MAPPING", "a right is forced onto a mapping", "", "not modelled: rights follow from where a page is"},
	{"Memory of the driver's own", "ME-01", "test_basic_vidmem", "which chunk size a request gets", "machine TestMemChunkSizes", ""},
	{"Memory of the driver's own", "ME-02", "test_basic_sysmem, test_basic_sysmem_dma", "host pages for system memory", "machine TestMemChunkSizes", ""},
	{"Memory of the driver's own", "ME-03", "test_all", "mapped, unmapped, mapped again: the same address", "machine TestMemMapRemap", ""},
	{"Memory of the driver's own", "ME-04", "test_huge_pages", "4 KiB through a leaf of 512 MiB beyond the window", "", "not modelled: the window holds what uvm_mem maps, and nothing else"},
	{"Below and beside", "RT-01", "range_tree, directed", "intervals that never overlap", "", "does not apply: the runtime chooses the addresses, and ranges are checked, not searched"},
	{"Below and beside", "RT-02", "range_tree, random", "the same against a model", "", "does not apply, for the same reason"},
	{"Below and beside", "RA-01", "range_allocator, basic", "the lowest address that fits", "", "not played: the one user is the window of uvm_mem, which ME-03 covers"},
	{"Below and beside", "RA-02", "range_allocator, random", "freed ranges join", "", "not played, for the same reason"},
	{"Below and beside", "RG-01", "range_group_tree", "groups whose migration is forbidden", "", "not modelled"},
	{"Below and beside", "CC-01", "cpu_chunk_api", "chunks of host memory", "", "not modelled: the host's pages have no frames"},
	{"Below and beside", "PU-01", "perf_utils trees", "node counts of the prefetcher's tree", "", "does not apply: counts are taken from the set of pages; what the prefetcher brings is tested by `engine/va` TestPrefetch"},
	{"Below and beside", "LK-01", "lock_sanity", "the order of locks", "", "does not apply: one thread, no locks"},
	{"Below and beside", "TR-01", "tracker_sanity", "pending work of GPUs", "", "not modelled: work takes effect in the order of issue"},
}

// head is what the page begins with.
const head = `# The driver's own tests

The UVM driver (open-gpu-kernel-modules 595.45.04) carries tests of its memory
layers. This page lists those that concern what Pagewalk models, what each
verifies, and which test here plays it with the same expected values; where
none does, it says why. The page is made by a test: engine/conformance.

`

func counted(played, all int) string {
	return strconv.Itoa(all) + " scenarios, " + strconv.Itoa(played) + " played and passed.\n"
}
