// Package scenario reads and runs scenarios: programs in the part of CUDA C
// that manages memory. It knows a target only by its interface, so one program
// runs unchanged on the simulated machine, on a card, and on a recorded run.
//
// # From text to code
//
// The lexer cuts the text into tokens. The preprocessor obeys #define and its
// kin; a token that came out of a macro has the place of the macro's use, so
// that every message points into the program. The parser reads declarations
// and builds a checked tree in the same pass: C declares before use, so the
// type of an operand is known the moment it is read, and each conversion that
// C makes silently becomes a node. What every program may use without declaring
// it (types, constants, prototypes, the names that the teaching texts take for
// granted) is a prelude in the language itself, read by the same parser in a
// scope outside of the program's. The generator writes instructions for a
// machine with a stack of values: eight bytes each, no pointers, no closures.
//
// A program may be a main with functions around it, or bare statements. The
// first function is always the start function: it initialises variables, then
// calls main or is the bare statements. Variables at the top of a bare program
// are globals, so that its functions see them.
//
// # Code for the card
//
// __global__ and __device__ functions compile to the same instructions, and a
// few more (a thread's own numbers, barriers, atomics, shuffles). The host's
// machine never runs them: a launch is a call of the target like any other,
// which carries the code, the shape, the arguments packed as a card takes them,
// and the text of all that is for the card, for a target that has a compiler.
// Each function knows which side may call it. __device__ and __constant__
// variables lie side by side at an address that a kernel has in a register; their
// first values lie in the program's memory, for the target to copy when it loads
// them. What kernels print comes back as
// the arguments of printf and is formatted when the host waits, as CUDA does.
//
// # The machine
//
// A VM is registers (plain words), two stacks (values; places to return to,
// out of the program's reach) and memory: real bytes, laid out as on x86-64.
// Locals live in memory, so that &x is simply an address. Run goes on for a
// budget of instructions and says why it came back; nothing of its state is in
// the Go stack, so it can be left and continued anywhere. Calls of the target
// are answered by a Host, which the timeline and the command line implement.
//
// The heap never gives an address twice. That is not how malloc behaves, but it
// makes use after free, double free and overruns visible every time, with the
// lines of allocation and free in the message.
//
// # Going back
//
// When the machine arrives at a call of the target it closes a delta: the
// exclusive-or of old and new for each word of registers, stacks and memory
// that changed since the call before, found by setting each 512-byte page aside
// at its first write. Undo and Redo apply a delta; both restore every variable
// without asking the target again. What the target's answer changed (a pointer
// written, a copy to the host) belongs to the delta after the call. A machine
// that stands before deltas which are already closed stops at the next call
// instead of closing one over them: so a run can show the lines between two
// calls, and then Redo or, to go another way, CutDeltas.
//
// # What is left out
//
// Templates, classes, lambdas, the C++ library (but output with <<, swap, and std::
// before names of C), exceptions, references, pointers to functions, bit fields, textures, inline assembly, __managed__
// variables: each has a message of its own that says what to write instead.
//
// The code also has to be small, because it is loaded with every page: helpers
// that are used in a hundred places are kept out of line.
package scenario
