// Package isa is the instruction set that programs are compiled to, for the
// host and for the card alike: code as plain data, and what each instruction
// computes. Package scenario writes it and runs the host's part; package simt
// runs the card's part, 32 threads at a time.
//
// # The machine
//
// A stack of 64-bit values, locals in a frame of memory, and memory by address.
// An instruction is eight bytes: what it does, the cell that it works on, and a
// constant. A cell is a type as memory knows it: width and meaning. Both
// machines obey the same arithmetic, written once here, so that a kernel
// computes what the same lines compute on the host.
//
// # Exactness
//
// Every floating result is rounded to its cell at once, so that no platform
// fuses a product and a sum, and a float is range-checked before it becomes an
// integer. The elementary functions are our own for the same reason: those of
// the standard library have assembly on some platforms. Their last bit may
// differ from a card's; the function tables of CUDA allow a card that, too.
//
// # What is left out
//
// Registers, scheduling, latencies: this is not the code of any GPU (SASS), nor
// PTX. What matters here is which addresses the threads of a warp touch, and
// when they part and meet; that follows from the program's own structure.
package isa
