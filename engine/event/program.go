package event

// Kinds of the program layer: what the learner's program does, as far as the
// machine sees it.
const (
	Call        Kind = Kind(Program)<<8 | iota // a call reaches the target; first event of a row
	Return                                     // the call is answered; last event of a row
	Output                                     // the program printed
	Advance                                    // the program ran on to the next call
	Note                                       // pw_note, pw_checkpoint
	Limit                                      // a limit ended the run
	Bulk                                       // thousands of changes at once: pages before and after
	KernelBegin                                // a kernel starts
	WarpAccess                                 // one instruction of a warp asks for sectors of memory
	KernelFault                                // a thread does what stops the kernel
	KernelEnd                                  // a kernel is over
)

var programKinds = []Info{
	{Kind: Call, Name: "call", Subject: "row", W: [5]string{"op, line, context", "arg 0", "arg 1", "arg 2", "arg 3"}},
	{Kind: Return, Name: "return", Subject: "row", W: [5]string{"code, reason", "out 0", "out 1", "ioctls", "begin (ps)"}},
	{Kind: Output, Name: "output", Subject: "row", W: [5]string{"text index", "bytes", "stream", "", ""}},
	{Kind: Advance, Name: "advance", Subject: "delta", W: [5]string{"pc before, pc after", "line before, line after", "words changed", "", ""}},
	{Kind: Note, Name: "note", Subject: "row", W: [5]string{"text index", "checkpoint (1) or note (0)", "", "", ""}},
	{Kind: Limit, Name: "limit", Subject: "limit", W: [5]string{"value", "", "", "", ""}},
	{Kind: Bulk, Name: "bulk", Subject: "act", W: [5]string{"accesses", "first address", "", "", ""}},
	{Kind: KernelBegin, Name: "kernel", Subject: "row", W: [5]string{"grid x, y", "grid z, shared bytes", "block x, y", "block z, warps of a block", "stream"}},
	{Kind: WarpAccess, Name: "access", Subject: "warp", W: [5]string{"first sector", "last sector", "lanes, sectors, pages", "address of the first lane", "line, processor, access, bytes of a lane"}},
	{Kind: KernelFault, Name: "fault", Subject: "row", W: [5]string{"address", "block x, y, z", "thread x, y, z, reason", "line", ""}},
	{Kind: KernelEnd, Name: "end", Subject: "row", W: [5]string{"instructions of warps, bank conflicts", "requests, sectors", "hits in level 1, in level 2", "walks, hits deeper", "duration (ps), faults serviced"}},
}

// CallInfo is the content of a Call event.
type CallInfo struct {
	Row  uint32
	Op   uint16
	Line uint32
	Ctx  uint16
	Arg  [4]uint64 // the first four arguments; the rest is in the row
}

// Put writes c into e.
func (c CallInfo) Put(e *Event) {
	e.Subject = c.Row
	e.W[0] = uint64(c.Op) | uint64(c.Line)<<16 | uint64(c.Ctx)<<48
	copy(e.W[1:], c.Arg[:])
}

// CallOf reads a Call event.
func CallOf(e *Event) CallInfo {
	c := CallInfo{Row: e.Subject, Op: uint16(e.W[0]), Line: uint32(e.W[0] >> 16), Ctx: uint16(e.W[0] >> 48)}
	copy(c.Arg[:], e.W[1:])
	return c
}

// ReturnInfo is the content of a Return event.
type ReturnInfo struct {
	Row    uint32
	Code   uint32
	Why    uint32
	Out    [2]uint64
	Ioctls uint32
	Begin  uint64 // ps at which the call began

	Entered, EnteredBefore uint32 // 1 if this row, and the row before, entered the kernel
}

// Put writes r into e.
func (r ReturnInfo) Put(e *Event) {
	e.Subject = r.Row
	e.W = [5]uint64{uint64(r.Code) | uint64(r.Why)<<32, r.Out[0], r.Out[1], uint64(r.Ioctls) | uint64(r.Entered)<<32 | uint64(r.EnteredBefore)<<33, r.Begin}
}

// ReturnOf reads a Return event.
func ReturnOf(e *Event) ReturnInfo {
	return ReturnInfo{
		Row: e.Subject, Code: uint32(e.W[0]), Why: uint32(e.W[0] >> 32),
		Out: [2]uint64{e.W[1], e.W[2]}, Ioctls: uint32(e.W[3]), Begin: e.W[4],
		Entered: uint32(e.W[3] >> 32 & 1), EnteredBefore: uint32(e.W[3] >> 33 & 1),
	}
}
