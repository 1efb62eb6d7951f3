uvm_mem_t *m[3];  NvU64 ps[3] = { UVM_CHUNK_SIZE_4K, UVM_CHUNK_SIZE_64K, UVM_CHUNK_SIZE_2M };
for (int i = 0; i < 3; i++) {
    uvm_mem_alloc_params_t p = { .size = 2 << 20, .page_size = ps[i], .backing_gpu = my_gpu };
    uvm_mem_alloc(&p, &m[i]);  uvm_mem_map_gpu_kernel(m[i], my_gpu);  pw_touch((void*)uvm_mem_get_gpu_va_kernel(m[i], my_gpu), 2 << 20, 4096); }
