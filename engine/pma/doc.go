// Package pma hands out the card's physical memory: frames of 64 KiB and pages
// of 2 MiB made of 32 frames. It is the lowest allocator of the driver (RM's
// "physical memory allocator", phys_mem_allocator/ in the open kernel
// modules). Two customers live on it: RM itself, whose objects stand behind
// every cudaMalloc, and the PMM of UVM, which cuts its pages into chunks.
//
// # Nouns
//
// A Frame is 64 KiB, numbered from offset 0. Its record is seven bits in seven
// parallel bitmaps: two of state (allocated and evictable, allocated and
// pinned) and five attributes. A frame can be handed out only if all seven are
// zero. A page is 32 frames from a multiple of 32; the frames after the last
// whole page belong to none. A Run is consecutive frames. A Request says how
// many frames, in pages of which size, and how much the customer cares where.
//
// # The life of one frame
//
// Free, all bits zero. Alloc finds a place and sets PIN (for RM and for kernel
// memory) or UNPIN (for user chunks of UVM, which may be pushed out). Free
// clears that and, where the profile clears freed memory, sets SCRUBBING: the
// frame counts as free from this moment but cannot be handed out until the
// copy engine has cleared it. The clearing has a finish time in a queue, first
// in first out. The next call that looks, after that time, drops the bit. This
// is why free memory as a monitor shows it may be memory that a malloc has to
// wait for.
//
// # Where a request lands
//
// First fit from offset 0, over frames whose bits are all zero; contiguous is
// tried first. If nothing fits, the request waits until the oldest scrubs that
// add up to more than itself are over, and looks again; still nothing, it
// waits once more and takes the lowest free pages wherever they are, waiting
// for those that are missing. Measured on an H200, driver 580.159.04
// (placement of 27 lists of calls); the algorithm is that of the open kernel
// modules (phys_mem_allocator.c, regmap.c, mem_scrub.c).
//
// # Waiting is sleeping
//
// A request that waits does not spin: it sleeps a tick of the host's timer at a
// time (os_schedule), so it wakes up 4 to 8 ms later where a second has 250
// ticks, however little was left to clear. Meanwhile more is cleared, and the
// next look takes that too. So where memory lies on a full card depends on the
// phase of the host's clock.
//
// # Entries of the queue
//
// A run is one entry, of any size. An allocation in pieces is given back page by
// page; pages that touch are joined while they are less than 4 GiB, so a longer
// piece becomes several entries, and the first can be handed out while the next
// is still being cleared.
//
// # Two ways to fail
//
// A customer that forbids eviction is refused from the counters alone, at once
// (numa.c and phys_mem_allocator.c predict out of memory so). A request of RM
// does not forbid it, so RM looks, waits for everything in the scrub queue and
// fails after that: milliseconds later, and with nothing left to wait for.
//
// # Who gives way to whom
//
// RM may push user memory of UVM out, UVM nothing of RM's. A contiguous request
// of RM that finds no run looks for one that only user memory stands in, marks
// it EVICTING and has its owner, the Evictor, empty it; one that takes scattered
// pages keeps the free ones and has the missing ones evicted. Once in a call.
//
// # Derived
//
// Two bitmaps repeat what the seven say, with a one for each frame, and for
// each page, that could be handed out now; a count says how many frames hold
// user memory. They only speed the search, are kept by the one function that
// changes bits, and are no part of the State.
//
// # Regions
//
// A card's memory may be several regions, each with a speed, some of them
// protected (confidential computing). A request looks through those that serve
// it, the fastest first, or as it says: the slowest first, or from the top
// down. A contiguous run lies in one region, and RM has user memory moved out of
// a fast region before it looks at a slower one; scattered pages are taken from
// one region after the other. Frames that a profile lists as bad are allocated,
// pinned and blacklisted from the start, and their pages are whole no more
// (pmaRegisterRegion, pmaSelector). The cards described have one region; the
// settings memory.slow and memory.bad make others.
//
// # Left out
//
// Compression tags and display (ISO) support of regions, which nothing here
// asks for; lending bad frames to a contiguous request (TURN_BLACKLIST_OFF,
// never together with clearing on free); the NUMA path of coherent systems, 4 KiB
// pages (RM rounds them to 64 KiB here as well), and the locks.
package pma
