uvm_gpu_chunk_t *c, *s[32];
uvm_pmm_gpu_alloc_kernel(pmm, 1, UVM_CHUNK_SIZE_2M, 0, &c, NULL);  uvm_pmm_gpu_split_chunk(pmm, c, UVM_CHUNK_SIZE_64K, s);
for (int i = 0; i < 31; i++) uvm_pmm_gpu_free(pmm, s[i], NULL);
pw_checkpoint("31 free");  uvm_pmm_gpu_free(pmm, s[31], NULL);
