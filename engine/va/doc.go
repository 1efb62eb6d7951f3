// Package va keeps the address spaces of contexts and what lies in them, as the
// UVM driver does (uvm_va_space.h, uvm_va_range.c, uvm_va_block.c, uvm_mem.c of
// open-gpu-kernel-modules).
//
// # Spaces and ranges
//
// A Space belongs to one process on one GPU and has one page tree. A Range is
// an interval of its addresses with an owner: external memory (cudaMalloc,
// cuMemCreate), host memory mapped for the GPU, managed memory. Ranges never
// overlap. An external range is born by UVM_CREATE_EXTERNAL_RANGE, gets its
// entries by UVM_MAP_EXTERNAL_ALLOCATION, and dies by UVM_FREE.
//
// # Managed memory: the life of a block
//
// A managed range is addresses and nothing else. The first touch of a window of
// 2 MiB makes a Block, which knows for each of its 512 pages where the bytes
// are: on the host, on the card, on both (read duplication), or on the host and
// mapped for the GPU there. A processor that cannot reach a page faults. The
// service decides what comes along: on a documented profile the density
// prefetcher's part of the block, on a textbook the whole of it. Chunks are
// taken from the PMM, first without eviction, then with; pages change their
// place; entries are written, a leaf of 2 MiB when the block is whole.
//
// Eviction comes from below: the PMM asks for everything that a block has under
// one root (EvictChunks). Pages go to the host, chunks are marked and let go.
// In which order roots are chosen is the PMM's business; this layer only tells
// it when pages have come to a root or the last has left. Accesses by the GPU
// are not told, so the order is one of arrival. An allocation that finds no room
// is repeated with eviction (BlockRetry), for which the driver drops the block's
// lock and begins the operation anew; here what is lacking is looked at again.
//
// # Faults of the GPU: the buffer
//
// An access of the GPU that reaches nothing writes a packet into the replayable
// fault buffer and waits. The driver fetches up to uvm_perf_fault_batch_count
// packets, merges those that repeat the one before, sorts the rest by space and
// address, and serves each block once for all its pages in the batch. Then the
// waiting accesses are made again, by uvm_perf_fault_replay_policy; those whose
// page is still missing write their packet once more, which is why the default
// policy empties the buffer before each replay. An interrupt ends when the
// buffer is empty or after uvm_perf_fault_max_batches_per_service batches.
//
// What shares a batch is what the model lets run together: the pages of one
// request of a warp, and the warps of one block of a kernel, which go on until
// each of them waits. A card would add the other blocks, and packets that come
// while a batch is served. pw_touch is one thread that waits for each access,
// so its batches have one packet; so have cudaMemset's, atomics, and an access
// that has waited once and finds its page evicted meanwhile. A page that
// thrashes makes its batch wait where the driver leaves it for a later one.
//
// # Memory of the driver's own
//
// A Mem (uvm_mem_t) is a number of chunks of one size: kernel chunks of the
// PMM, or pages of the host. MapMem gives it the lowest free addresses in one
// window of 128 GiB of the GPU's kernel space.
//
// # Trade-offs
//
// What managed pages hold is not kept here, nor copied when they move: the
// program's memory has the bytes in one place, and this layer says who may
// reach them. Policies are kept for a block, while the driver splits ranges so
// that each policy has a range of its own. Pages of the host have no frames;
// where one is mapped for the GPU the model draws it at an address of its own.
// A fault on a discarded page makes it an ordinary one, where the driver lets a
// read see it and waits for a write. The GPU's access counters count blocks.
//
// Left out: range groups, several GPUs, HMM.
package va
