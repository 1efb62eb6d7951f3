uvm_gpu_chunk_t *u, *k;
uvm_pmm_gpu_alloc_user(pmm, 1, UVM_CHUNK_SIZE_2M, 0, &u, NULL);  uvm_pmm_gpu_evict_chunk(pmm, u);      // 1: refused
uvm_pmm_gpu_unpin_allocated(pmm, u, block0);  uvm_pmm_gpu_alloc_kernel(pmm, 1, UVM_CHUNK_SIZE_64K, 0, &k, NULL);
uvm_pmm_gpu_evict_chunk(pmm, k);  uvm_pmm_gpu_evict_chunk(pmm, u);                                     // 2: refused, 3: done
