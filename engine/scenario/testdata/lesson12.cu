uvm_mem_t *v, *s;
uvm_mem_alloc_params_t pv = { .size = 7 * 1048576 + 17, .page_size = UVM_CHUNK_SIZE_2M, .backing_gpu = my_gpu }, ps = { .size = 7 * 1048576 + 17, .zero = true };
uvm_mem_alloc(&pv, &v);  uvm_mem_alloc(&ps, &s);  uvm_mem_map_gpu_kernel(v, my_gpu);  uvm_mem_map_gpu_kernel(s, my_gpu);
printf("%d\n", uvm_mem_map_cpu_kernel(v));  uvm_mem_free(v);  uvm_mem_free(s);
