// a thousand small blocks of the kernel driver's memory, and their end
uvm_mem_t *block;
uvm_mem_alloc_params_t params = {
    .size = 2 << 20,
    .page_size = UVM_CHUNK_SIZE_2M,
    .backing_gpu = my_gpu,
};
uvm_mem_alloc(&params, &block);

for (int i = 0; i < 1000; i++) {
    uvm_mem_alloc(&small_params, &mem[i]);
}
for (int i = 0; i < 1000; i++) {
    uvm_mem_free(mem[i]);
}
uvm_pmm_gpu_defrag(pmm);
uvm_pmm_gpu_print_stats(pmm);
