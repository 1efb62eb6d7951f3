// Package pmm is the physical memory manager inside UVM: it takes pages of
// 2 MiB and cuts them into chunks (uvm_pmm_gpu.c in the open kernel modules,
// 595.45.04).
package pmm
