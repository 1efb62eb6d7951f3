package conformance

// basic allocates one chunk more of each size than a root has, in an order of
// sizes, and gives all back.
func basic(sizes string) string {
	return `uvm_gpu_chunk_t *c[513];
uvm_chunk_size_t sizes[3] = { ` + sizes + ` };
for (int s = 0; s < 3; s++) {
    int n = UVM_CHUNK_SIZE_2M / sizes[s] + 1;
    for (int i = 0; i < n; i++) uvm_pmm_gpu_alloc_user(pmm, 1, sizes[s], UVM_PMM_ALLOC_FLAGS_NONE, &c[i], NULL);
    for (int i = 0; i < n; i++) uvm_pmm_gpu_free(pmm, c[i], NULL);
}
`
}

// rounds allocates one chunk of each size 33 times: more than a root has
// children.
func rounds(sizes string) string {
	return `uvm_gpu_chunk_t *c[33][3];
uvm_chunk_size_t sizes[3] = { ` + sizes + ` };
for (int r = 0; r < 33; r++)
    for (int s = 0; s < 3; s++) uvm_pmm_gpu_alloc_kernel(pmm, 1, sizes[s], UVM_PMM_ALLOC_FLAGS_NONE, &c[r][s], NULL);
for (int r = 0; r < 33; r++)
    for (int s = 0; s < 3; s++) uvm_pmm_gpu_free(pmm, c[r][s], NULL);
`
}

const (
	ascending  = "UVM_CHUNK_SIZE_4K, UVM_CHUNK_SIZE_64K, UVM_CHUNK_SIZE_2M"
	descending = "UVM_CHUNK_SIZE_2M, UVM_CHUNK_SIZE_64K, UVM_CHUNK_SIZE_4K"

	splitTwo = `uvm_gpu_chunk_t *c, *s[512];
uvm_pmm_gpu_alloc_kernel(pmm, 1, UVM_CHUNK_SIZE_2M, UVM_PMM_ALLOC_FLAGS_NONE, &c, NULL);
uvm_pmm_gpu_split_chunk(pmm, c, UVM_CHUNK_SIZE_64K, s);
`
)

// chunkActs are the acts of each scenario, by profile and setting.
var chunkActs = []struct{ id, profile, set, acts string }{
	{"TI-03", "gh100", "", `CUdeviceptr va;  CUmemGenericAllocationHandle h;
CUmemAllocationProp prop = { .type = CU_MEM_ALLOCATION_TYPE_PINNED, .location = { CU_MEM_LOCATION_TYPE_DEVICE, 0 } };
CUmemAccessDesc acc = { .location = { CU_MEM_LOCATION_TYPE_DEVICE, 0 }, .flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE };
cuMemAddressReserve(&va, 20 << 20, 0, 0, 0);  cuMemCreate(&h, 2 << 20, &prop, 0);
for (int i = 0; i < 10; i++) { cuMemMap(va + ((size_t)i << 21), 2 << 20, 0, h, 0);  cuMemSetAccess(va + ((size_t)i << 21), 2 << 20, &acc, 1); }
cuMemUnmap(va, 8 << 20);
cuMemUnmap(va + (8 << 20), 12 << 20);
`},
	{"PM-01", "gh100", "", basic(ascending)},
	{"PM-02", "gh100", "", basic(descending)},
	{"PM-03", "gh100", "", rounds(ascending)},
	{"PM-04", "gh100", "", rounds(descending)},
	{"PM-06", "gh100", "", splitTwo + "for (int i = 0; i < 32; i++) uvm_pmm_gpu_free(pmm, s[i], NULL);\n"},
	{"PM-07", "gh100", "", splitTwo + "uvm_pmm_gpu_merge_chunk(pmm, c);\nuvm_pmm_gpu_free(pmm, c, NULL);\n"},
	{"PM-09", "gh100", "", splitTwo + "printf(\"%d\\n\", s[0] != s[31]);\nuvm_pmm_gpu_merge_chunk(pmm, c);\nuvm_pmm_gpu_split_chunk(pmm, c, UVM_CHUNK_SIZE_4K, s);\nfor (int i = 0; i < 512; i++) uvm_pmm_gpu_free(pmm, s[i], NULL);\n"},
	{"PM-10", "gh100-small", "", `uvm_gpu_chunk_t *c[256];
int n[2];
for (int k = 0; k < 2; k++) {
    for (n[k] = 0; uvm_pmm_gpu_alloc_user(pmm, 1, UVM_CHUNK_SIZE_2M, UVM_PMM_ALLOC_FLAGS_NONE, &c[n[k]], NULL) == NV_OK; n[k]++) ;
    for (int i = 0; i < n[k]; i++) uvm_pmm_gpu_free(pmm, c[i], NULL);
}
assert(n[0] == n[1]);
`},
	{"PM-13", "gh100", "", `uvm_gpu_chunk_t *c;
uvm_pmm_gpu_alloc_user(pmm, 1, UVM_CHUNK_SIZE_2M, UVM_PMM_ALLOC_FLAGS_NONE, &c, NULL);
uvm_pmm_gpu_unpin_allocated(pmm, c, block0);
uvm_pmm_gpu_evict_chunk(pmm, c);
`},
	{"PM-14", "gh100", "", "void *a, *b;\ncudaMalloc(&a, 2 << 20);  cudaMalloc(&b, 64 << 20);\ncudaFree(a);  cudaFree(b);\n"},
	{"PM-15", "gh100", "", "uvm_gpu_chunk_t *c;\nuvm_pmm_gpu_alloc_user(pmm, 1, UVM_CHUNK_SIZE_2M, UVM_PMM_ALLOC_FLAGS_EVICT | UVM_PMM_ALLOC_FLAGS_DONT_BATCH, &c, NULL);\nuvm_pmm_gpu_free(pmm, c, NULL);\n"},
	{"PM-17", "gh100", "", "uvm_gpu_chunk_t *c;\nuvm_pmm_gpu_alloc_user(pmm, 1, UVM_CHUNK_SIZE_4K, UVM_PMM_ALLOC_FLAGS_NONE, &c, NULL);\nuvm_pmm_gpu_defrag(pmm);\nuvm_pmm_gpu_free(pmm, c, NULL);\n"},
	{"PM-18", "gh100", "", "uvm_gpu_chunk_t *c;\nuvm_pmm_gpu_alloc_user(pmm, 1, UVM_CHUNK_SIZE_4K, UVM_PMM_ALLOC_FLAGS_NONE, &c, NULL);\nuvm_pmm_gpu_print_stats(pmm);\n"},
	{"PM-19", "gh100", "", `char *m;  cudaMallocManaged(&m, 6 << 20);  pw_touch(m, 6 << 20, 4096);
cudaMemPrefetchAsync(m, 2 << 20, cudaCpuDeviceId);
void *p[1] = { m + (2 << 20) };  size_t n[1] = { 2 << 20 };
cudaMemDiscardBatchAsync(p, n, 1, 0, 0);
`},
	{"VB-01", "gh100", "", "char *m;  cudaMallocManaged(&m, (2 << 20) + 68 * 1024);\npw_touch(m, (2 << 20) + 68 * 1024, 4096);\n"},
	{"VB-05", "gh100", "", "char *m;  cudaMallocManaged(&m, 2 << 20);  m[0] = 1;\npw_touch(m + 65536, 1, 1);\ncudaMemPrefetchAsync(m, 2 << 20, 0);\ncudaMemAdvise(m, 2 << 20, cudaMemAdviseSetReadMostly, 0);\nprintf(\"%d\\n\", m[0]);\n"},
	{"VB-06", "gh100", "", "char *m;  cudaMallocManaged(&m, 5 << 20);\npw_touch(m, 1, 1);  pw_touch(m + (4 << 20), 1, 1);\n"},
	{"ME-01", "gh100", "", `uvm_mem_t *m[4];  NvU64 size[4] = { 64 * 1024 - 1, 64 * 1024, 2 << 20, 10 * 1048576 - 1 };
for (int i = 0; i < 4; i++) uvm_mem_alloc_vidmem(size[i], my_gpu, &m[i]);
for (int i = 0; i < 4; i++) uvm_mem_free(m[i]);
`},
	{"ME-02", "gh100", "", `uvm_mem_t *m[4];  NvU64 size[4] = { 1, 4095, 4096, 7 * 4096 };
for (int i = 0; i < 4; i++) uvm_mem_alloc_sysmem(size[i], mm, &m[i]);
for (int i = 0; i < 4; i++) uvm_mem_free(m[i]);
`},
	{"ME-03", "gh100", "", `uvm_mem_t *m;
uvm_mem_alloc_vidmem(7 * 1048576 + 17, my_gpu, &m);
uvm_mem_map_gpu_kernel(m, my_gpu);  NvU64 at = uvm_mem_get_gpu_va_kernel(m, my_gpu);
uvm_mem_map_gpu_kernel(m, my_gpu);
assert(at == uvm_mem_get_gpu_va_kernel(m, my_gpu));
uvm_mem_free(m);
`},
}

func chunkPrograms() (all []Program) {
	for _, x := range chunkActs {
		all = append(all, program(x.id, x.profile, x.set, x.acts))
	}
	return all
}
