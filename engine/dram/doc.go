// Package dram is the contents of the card's memory: what a program that reads
// an address gets.
//
// # Nouns
//
// A page is 4 KiB of physical memory. It is untouched (nobody wrote since the
// frame was handed out; reads give zero), filled (one 64-bit value repeated:
// what cudaMemset, a scrub or a poison leaves) or stored (bytes of its own, in
// a row of a pool). As long as 512 neighbouring pages say the same they are
// one cell of 2 MiB, so that filling a gigabyte writes 512 cells and not
// 262,144; the first difference inside splits the cell into a row of 512.
//
// # The life of one page
//
// Untouched. A memset covers it: filled. A kernel stores one float: the page
// takes a row from the pool, holding the old value 512 times, and the words
// that change are recorded as differences. A memset covers it again: the
// differences to zero are recorded, the row goes back to the pool all zero,
// the cell is filled. The allocation is freed: untouched.
//
// # Undo
//
// A difference (old exclusive-or new) is the same forward and back, so words
// are written in place and no copy of a page is kept: up to three differences
// stand in the event itself, more of them stand aside (event.Aside).
//
// # Left out
//
// ECC, refresh, banks and rows of real DRAM, and bandwidth: what an access
// costs is the business of work and simt. Page tables are rows of package mmu
// and never copied here; Look reads through to them.
package dram
