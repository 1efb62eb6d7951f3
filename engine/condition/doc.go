// Package condition reads the sentences by which a machine checks an author and
// a learner: "free(start)-free(end)==4194304 && live(end)==3".
//
// # Words
//
// A condition is comparisons joined by && and ||. A comparison has a number on
// each side, made with + and - from constants, the names of CUDA's answers
// (cudaErrorIllegalAddress), pointer variables of the program, and measures of a
// run. A measure looks at rows and events and nothing else, so whatever it says
// can be shown: the event that decided it is part of the answer.
//
// A place in a run is start, end, "line 5" (after the last call of that line)
// or a checkpoint's name in quotation marks. A scope is all, a line, or the name
// of a call.
//
//	ioctls(scope)        trips into the kernel driver
//	count(what, scope)   events of a kind ("split", "pmm.merge"), calls of a name
//	                     ("cudaMalloc"), or "entry": page-table entries that
//	                     became valid
//	free(place)          bytes free on the card
//	peak(used)           most bytes in use after any call, beyond the start's
//	live(place)          allocations that were made and not freed
//	error(scope)         CUDA's answer to the last call of the scope
//	same(a, b)           1 if two lines, or two variables, have the same pointer;
//	                     alone it stands for same(a, b)!=0
//	largest_hole(place)  bytes of the longest run of free frames
//	reads(scope)         page-table entries read by walks
//
// # The life of a condition
//
// Parse reads it once and says where it cannot. Check asks a Run and gives an
// Outcome: met or not, and for each comparison what stood on either side. A
// lesson's claims, the answers of its predictions and the goals of its
// exercises are all conditions; the course is tested by checking them, and a
// learner's program is graded by the same code.
//
// # Trade-offs
//
// Numbers are 64 bits with sign, and a condition is read again on each Check:
// they are short, and a run is long. What is left out: anything that would have
// to remember, such as "never"; a count that equals zero says that.
package condition
