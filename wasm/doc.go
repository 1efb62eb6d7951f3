// Command wasm is the bridge between the engine and a page: exported functions
// over linear memory, and nothing else. All that it exports is in main.go; the
// answers are frames, whose layout package scene describes.
//
// # A call
//
// The worker puts texts into the input buffer (export input makes room and the
// mailbox says where), calls an export with numbers, and reads the mailbox:
// where the frame is and how long. Frames live in one buffer that the next call
// writes again.
//
// # Two traps
//
// An export must not block and must not panic: with GOOS=js both return an
// arbitrary number to the caller, and later calls seem to work. So every
// export recovers a panic into a frame of status "bug", and every frame
// repeats the serial number that the caller chose. A caller that does not find
// its number talks to a dead instance.
//
// Exports take uint32 only: 64-bit numbers would arrive as BigInt, and the
// narrower ones are refused by the compiler. Long numbers come as two halves.
//
// # What is not here
//
// No package that reflects, formats or knows an operating system is reachable
// from here; each would cost more than a hundred kilobytes after compression.
package main
