// Package native is the target that is no model: a real GPU, asked through the
// driver's own library.
//
// # Nouns
//
// The library is libcuda.so.1, opened when a run begins and never linked: the
// program builds and starts on machines that have none. A Card is the library
// with one context, in this process. A Remote is what everybody uses: it
// answers the same calls by asking Cards in child processes, one for each
// pw_context. A Problem says why there is no card.
//
// # The life of a call
//
// The program reaches a call; Remote sends it down a pipe as a line of JSON,
// with the host bytes that it reads. The child finds the call's handler, which
// fills in the driver's arguments and jumps through one trampoline. The
// trampoline notes the time, lets the ioctl wrapper record, calls, and stops
// both. Result, ioctls and the bytes for the host go back up the pipe.
//
// # Why the driver API
//
// Traces through cuMemAlloc and through cudaMalloc agree call by call (measured
// on an H200, driver 580.159.04), and the driver's library is on every machine
// with a driver, whereas the runtime's is part of a toolkit. What the runtime
// adds is here in a few lines: the last error, cudaMalloc of zero bytes, the
// direction of a copy, cudaDeviceReset as a reset of the primary context.
//
// # Why a child
//
// A store through a stale pointer ends a context for good; a wrong one can end
// the process, and a full card can end it by the kernel's hand. None of that
// may take the program down that shows it. The child counts its calls, bytes
// and seconds, is the first to go when memory is short, and dies with its
// parent; the driver then gives everything back.
//
// # The ioctls
//
// The program exports a symbol named ioctl. The driver's library, opened later,
// binds to it, so each trip into the kernel passes through ours (bridge.c). It
// resolves the real one when the program is loaded, and records only while a
// row is open; otherwise it costs one load. A static program has no such
// symbol to offer: that is why this package has two builds.
//
// # The program's own code
//
// NVRTC, opened in the parent, compiles the program's text for the card once,
// with the names of all kernels and variables that the host uses; the child
// loads it as one module a context, with the first call that needs it.
//
// # Left out
//
// The order between what kernels print on a card and what the program prints,
// several devices, several threads that call at once.
package native
