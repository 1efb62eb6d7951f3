// Package va keeps the address spaces of contexts and the ranges in them, as
// the UVM driver does (uvm_va_space.h, uvm_va_range.c).
//
// A Space belongs to one process on one GPU and has one page tree. A Range is
// an interval of its addresses with an owner: external memory (cudaMalloc,
// cudaMemCreate), host memory mapped for the GPU. Ranges never overlap.
//
// A range is born by UVM_CREATE_EXTERNAL_RANGE, gets its entries by
// UVM_MAP_EXTERNAL_ALLOCATION, and dies by UVM_FREE, which removes both.
//
// Left out here: managed ranges with their 2 MiB blocks, policies and
// residency; they join this package as further range types.
package va
