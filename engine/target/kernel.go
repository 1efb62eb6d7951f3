package target

import "pagewalk/engine/isa"

// A launch is a Call with Op Launch. Its numbers are packed so that the first
// four, which are what a Call event keeps, tell the whole shape:
//
//	Arg[0]  grid x  | grid y << 32
//	Arg[1]  grid z  | shared bytes asked for in <<<>>> << 32
//	Arg[2]  block x | block y << 32
//	Arg[3]  block z | bytes of Packed << 32
//	Arg[4]  stream
//	Arg[7]  where the first values of the program's variables on the card lie
//
// Call.Text is the text that a compiler for the card is given: the program
// with everything blanked out that is not for the card (host functions,
// #include lines, statements), so that line numbers are the program's.
// Call.Packed is the arguments as they lie in the parameter block of x86-64
// and of the card: each at a multiple of its alignment, little-endian; where
// each one lies is Kernel.Params. Call.Kernel is shared by all launches of one
// kernel and is never written to.

// Calls on a __device__ or __constant__ variable name it by its place among all
// of them; Kernel has its name and the program, Text is as with a launch, and
// Arg[7], too.

// Kernel is a __global__ function that a program launches.
type Kernel struct {
	Name   string  // as the program writes it; C++ linkage unless the text says extern "C"
	Line   uint32  // of its declaration
	Params []Param // one for each parameter, in order
	Static uint32  // bytes of __shared__ variables whose size is written

	// What a simulated card runs; a real one compiles Call.Text.
	Program *isa.Program
	Entry   int32 // among the functions of Program
}

// Param is where one argument lies in Call.Packed.
type Param struct {
	Name          string
	Type          string // as the program writes it
	Offset, Bytes uint32
	Pointer       bool
	Struct        bool
	Cell          isa.Cell // unless it is a struct
}

// Shape is the configuration of a launch.
type Shape struct {
	Grid, Block [3]uint32 // x, y, z
	Shared      uint32    // bytes of dynamic shared memory
	Stream      uint64
}

// SetShape packs a configuration into the numbers of a Launch call.
func (c *Call) SetShape(s *Shape) {
	c.Arg = [8]uint64{
		pack(s.Grid[0], s.Grid[1]), pack(s.Grid[2], s.Shared), pack(s.Block[0], s.Block[1]),
		pack(s.Block[2], uint32(len(c.Packed))), s.Stream,
	}
}

// Shape reads the configuration of a Launch call.
func (c *Call) Shape() (s Shape) {
	a := &c.Arg
	s.Grid = [3]uint32{uint32(a[0]), uint32(a[0] >> 32), uint32(a[1])}
	s.Block = [3]uint32{uint32(a[2]), uint32(a[2] >> 32), uint32(a[3])}
	s.Shared, s.Stream = uint32(a[1]>>32), a[4]
	return s
}

// Blocks is the number of thread blocks.
func (s *Shape) Blocks() uint64 { return uint64(s.Grid[0]) * uint64(s.Grid[1]) * uint64(s.Grid[2]) }

// Threads is the number of threads of one block.
func (s *Shape) Threads() uint64 {
	return uint64(s.Block[0]) * uint64(s.Block[1]) * uint64(s.Block[2])
}

func pack(lo, hi uint32) uint64 { return uint64(lo) | uint64(hi)<<32 }

// Result.Printed is what printf wrote in kernels, in order: for each call the
// address of the format (in the program's memory), the number of values, and
// the values, floating ones as the bits of a double. As with CUDA, the host
// formats them, when it waits for the card.
