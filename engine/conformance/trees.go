package conformance

import "strconv"

const (
	k4   = 4 << 10
	k64  = 64 << 10
	m1   = 1 << 20
	m2   = 2 << 20
	m512 = 512 << 20
	g256 = 256 << 30
	t1   = 1 << 40
	t128 = 128 << 40
)

// get writes a call that holds the entries of pages; sizes are written as a
// number with a unit.
func get(name string, page, at, bytes uint64) string {
	return "uvm_page_table_range_t " + name + ";  uvm_page_tree_get_ptes(tree, " + number(page) + ", " + number(at) + ", " + number(bytes) + ", UVM_PMM_ALLOC_FLAGS_NONE, &" + name + ");\n"
}

func put(names ...string) (s string) {
	for _, n := range names {
		s += "uvm_page_tree_put_ptes(tree, &" + n + ");\n"
	}
	return s
}

func number(n uint64) string {
	shift := 0
	for n != 0 && n&1023 == 0 && shift < 40 {
		n, shift = n>>10, shift+10
	}
	if shift == 0 {
		return strconv.FormatUint(n, 10)
	}
	return strconv.FormatUint(n, 10) + "ull << " + strconv.Itoa(shift)
}

// sixteen holds sixteen pages of 64 KiB, each under a directory entry of its
// own, and gives them back.
func sixteen(from uint64) string {
	return "uvm_page_table_range_t r[16];\n" +
		"for (int i = 0; i < 16; i++) uvm_page_tree_get_ptes(tree, UVM_PAGE_SIZE_64K, (" + number(from) + ") + ((NvU64)i << 21), UVM_PAGE_SIZE_64K, UVM_PMM_ALLOC_FLAGS_NONE, &r[i]);\n" +
		"for (int i = 0; i < 16; i++) uvm_page_tree_put_ptes(tree, &r[i]);\n"
}

// splitLarge holds a large page and its neighbour, gives the first back and holds
// smaller pages in its place.
func splitLarge(at, large, small uint64) string {
	return get("a", large, at, large) + get("b", large, at+large, large) + put("a") + get("c", small, at, large) + put("b", "c")
}

const fastSplit = `uvm_page_table_range_t parent, small, big;
uvm_page_tree_get_ptes(tree, UVM_PAGE_SIZE_2M, 0, UVM_PAGE_SIZE_2M, UVM_PMM_ALLOC_FLAGS_NONE, &parent);
uvm_page_tree_alloc_table(tree, UVM_PAGE_SIZE_4K, UVM_PMM_ALLOC_FLAGS_NONE, &parent, &small);
uvm_page_tree_alloc_table(tree, UVM_PAGE_SIZE_64K, UVM_PMM_ALLOC_FLAGS_NONE, &parent, &big);
`

// pieces holds 45 pages in nine stretches and gives them back one by one.
const pieces = `uvm_page_table_range_t r[9];
NvU64 at = 0;
for (int n = 1; n <= 9; n++) { uvm_page_tree_get_ptes(tree, UVM_PAGE_SIZE_2M, at, (NvU64)n << 21, UVM_PMM_ALLOC_FLAGS_NONE, &r[n - 1]);  at += (NvU64)n << 21; }
for (int n = 1; n <= 9; n++) uvm_page_tree_put_ptes(tree, &r[n - 1]);
`

// entries maps one page of each size, so that its entry can be looked at.
const entries = `uvm_mem_t *m[3];  NvU64 size[3] = { UVM_CHUNK_SIZE_4K, UVM_CHUNK_SIZE_64K, UVM_CHUNK_SIZE_2M };
for (int i = 0; i < 3; i++) {
    uvm_mem_alloc_params_t p = { .size = size[i], .page_size = size[i], .backing_gpu = my_gpu };
    uvm_mem_alloc(&p, &m[i]);  uvm_mem_map_gpu_kernel(m[i], my_gpu);
}
uvm_mem_t *s;  uvm_mem_alloc_sysmem(4096, mm, &s);  uvm_mem_map_gpu_kernel(s, my_gpu);
`

// invalidations of get and put: siblings at the ends of ever larger tables.
func invalidations(extents ...uint64) (s string) {
	s = get("x", k4, 0, k4) + put("x") + get("a", k4, 0, k4) + get("y", k4, m2-k4, k4) + put("y") + get("b", k64, 0, k64)
	var names []string
	for i, at := range extents {
		n := "e" + strconv.Itoa(i)
		s += get(n, k4, at, k4)
		names = append([]string{n}, names...)
	}
	return s + put(names...) + put("a", "b")
}

// treeActs are the acts of each scenario, by page-table format.
var treeActs = []struct{ id, format, acts string }{
	{"PT-01", "v2", get("a", k4, 0, k4) + put("a")},
	{"PT-02", "v2", get("a", k64, 0, k64) + put("a")},
	{"PT-03", "v2", get("b", k64, k64, k64) + get("a", k64, 0, k64) + put("a", "b")},
	{"PT-04", "v2", get("a", k64, 0, k64) + get("b", k64, m2, k64) + put("a", "b")},
	{"PT-05", "v2", get("a", k64, 3*m2, k64) + get("b", k64, m2, k64) + put("a", "b")},
	{"PT-06", "v2", sixteen(m512)},
	{"PT-07", "v2", sixteen(t128 + g256 + 248*m2)},
	{"PT-08", "v2", get("a", m2, 34983*m2, m2) + put("a")},
	{"PT-09", "v2", get("a", k4, 1<<47, m2) + put("a")},
	{"PT-10", "v2", get("a", m2, 1<<48, m2) + get("b", m2, 1<<48+m2, m2) + put("a") + get("c", k4, 1<<48, k64) + get("d", k64, 1<<48+k64, m2-k64) + put("b", "c", "d")},
	{"PT-11", "v2", get("a", m2, m512, m512) + put("a")},
	{"PT-12", "v2", get("a", k4, m1, m1) + get("b", k4, 0, m1) + put("a", "b")},
	{"PT-13", "v2", get("a", k4, m1, m1) + get("b", k64, m1, m1) + put("b", "a")},
	{"PT-14", "v2", pieces},
	{"PT-15", "v3", entries},
	{"PT-16", "v2", fastSplit + put("parent", "small", "big")},
	{"PT-17", "v2", fastSplit + "uvm_page_table_range_t again;\nuvm_page_tree_alloc_table(tree, UVM_PAGE_SIZE_64K, UVM_PMM_ALLOC_FLAGS_NONE, &parent, &again);\n" + put("parent", "small", "big", "again")},
	{"PT-18", "v2", entries},
	{"PT-19", "v2-ampere", get("a", m512, 0, m512) + put("a")},
	{"PT-20", "v2-ampere", get("b", m512, m512, m512) + get("a", m512, 0, m512) + put("a", "b")},
	{"PT-21", "v2-ampere", get("a", m512, 3*m512, m512) + put("a")},
	{"PT-22", "v2-ampere", get("a", m512, 1<<48, 512*m512) + put("a")},
	{"PT-23", "v2-ampere", splitLarge(1<<48, m512, m2)},
	{"PT-24", "v2-ampere", get("a", m512, 2<<30, 2<<30) + put("a")},
	{"PT-30", "v3", get("a", k64, 1<<56, k64) + put("a")},
	{"PT-31", "v3-blackwell", get("a", g256, 0, g256) + put("a")},
	{"PT-32", "v3-blackwell", get("b", g256, g256, g256) + get("a", g256, 0, g256) + put("a", "b")},
	{"PT-33", "v3-blackwell", get("a", g256, 3*g256, g256) + put("a")},
	{"PT-34", "v3-blackwell", get("a", g256, 1<<48, 512*g256) + put("a")},
	{"PT-35", "v3-blackwell", splitLarge(1<<48, g256, m512)},
	{"PT-36", "v3-blackwell", get("a", g256, t1, t1) + put("a")},
	{"PT-37", "v3-blackwell", entries},
	{"PT-38", "v3", entries},
	{"TI-01", "v2", invalidations(m512, g256, t128)},
	{"TI-02", "v3", invalidations(m512, g256, t128, 512*t128)},
	{"RV-01", "v3", get("a", k64, m2-k64, k64) + get("b", k64, m2, m2) + get("c", k64, 2*m2, k64) + put("a", "b", "c")},
	{"RV-03", "v3", get("a", k64, 0, 3*k64) + get("upper", k64, 2*k64, k64) + put("a", "upper")},
}

func treePrograms() (all []Program) {
	for _, x := range treeActs {
		all = append(all, program(x.id, "gh100", "mmu.format="+x.format, x.acts))
	}
	return all
}
