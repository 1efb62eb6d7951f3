// Package tlb caches translations: what a processor knows of the page tables
// without reading them.
//
// # Nouns
//
// A level is one cache: sets of ways, each way an entry. An entry covers a span
// of up to 16 neighbouring pages of one size and holds a translation for each
// that is filled. The number of the span selects the set, by its low bits or by
// a fold (exclusive or of all its digits), as the profile says. Entries carry
// the number of their address space, so a change of context drops nothing.
//
// # The life of one entry
//
// A load misses in every level; the tables are walked; the translation is
// filled from the last level up (event TLBFill), with its neighbours where the
// profile says that a miss brings the whole span. In a full set the oldest
// entry goes first (TLBDrop). Later loads hit: an older entry becomes the newest
// of its set (TLBOrder); a hit on the newest changes nothing and leaves no
// event. At last the driver unmaps the page and its command (TLBInvalidate)
// drops it.
//
// # What else may be kept
//
// A walk that ends with nothing may leave that knowledge as an entry of the page
// size where it ended (profile.TLB.Invalid): later accesses fault without a
// walk, until a command covers it. A level may keep what a full set pushes out
// in a set of victims, until a hit brings it back or another set pushes
// something out. And the words of directory entries may be kept, in lines
// (profile.TLB.Directories): the next walk begins below the lowest directory
// that is known (WalkFrom). All three are fills, drops and changes of order like
// the rest. Which profile has which, and on what evidence, the profiles say; the
// cache of directory entries is off everywhere, because nothing public says how
// large it is.
//
// # What an invalidation drops
//
// The entries of the command's address space, inside the power-of-two window
// that holds its range, whose leaf stands at the command's depth or below; the
// textbook empties everything. Between the write of an entry in memory and the
// command, a cached translation is stale and the hardware will use it: tests
// check that this never happens to a driver that sends its commands, and a
// lesson leaves one out to show that it does (mmu.MMU.SkipInvalidations).
//
// # Trade-offs
//
// The translations of an entry are a sequence as a rule, and then stand in its
// tag as a value and a step; others have words of their own. Which of the two is
// decided by what is held and nothing else, so that equal contents are equal
// cells and undo is exact. A set is searched by signature: a byte for each way,
// all ways at once.
//
// A search leaves where it looked (seat), and the fill that follows a miss goes
// there. When nothing is recorded and every entry of a level is a sequence of
// pages of one size, a full set's oldest entry is overwritten unseen: reading
// what it held would be a miss of the computer's own caches. The nearest level
// has guesses besides, of where a span was found last; the tag there decides.
// Seats, guesses and signatures are no part of the machine.
//
// The order of a set is one word, a permutation of its ways in nibbles, so a
// hit is one small exact event. Dropped entries are one event for each run of
// pages whose translations form a sequence, also when a command drops
// thousands: every dropped entry was filled by an event before, so the log at
// most doubles, and undo is exact without setting anything aside.
//
// Processors share levels as the profile says: on the H200 each has its own
// level 1, six share a level 2, a half of the chip shares a level 3. Instances
// that no processor has used take no memory.
//
// # Sources and gaps
//
// Geometry and costs of the H200 are measured (profile.TLBH200 says how and what
// is assumed). Published work on Turing and Ampere (Zhang and others, "TunneLs
// for Bootlegging", CCS 2023) found the same shape: 16 entries in level 1, XOR
// folds, groups of 16 pages, LRU. Left out: parallel misses, and that with ATS a
// cached invalid entry is looked up again unless it is of 4 KiB.
package tlb
