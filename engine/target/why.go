package target

// Class sorts our own reasons.
type Class uint8

const (
	Answered Class = iota // CUDA's answer; Why adds the numbers behind it
	Limit                 // a bound of ours ended the run
	Refused               // a rule of the kernel driver forbids the move
	Missing               // the target cannot do this call
)

// Why is our reason for a result: an id, the numbers that belong to it, and
// the row that caused it. The zero Why is "no particular reason". Sentences
// are made from it by package explain.
type Why struct {
	ID  WhyID
	N   [4]uint64
	Row uint32 // index + 1 of the row that caused it; 0 = none
}

// WhyID is a closed list; each row of the table below gives its meaning and
// what N holds.
type WhyID uint16

const (
	NoReason WhyID = iota

	// Memory.
	NoRoom            // asked, free, largest hole, usable
	SizeOverflow      // asked, total
	NotAPointer       // the pointer
	AlreadyFreed      // the pointer, its size
	InteriorPointer   // the pointer, the block's start, the block's size
	HostPointer       // the pointer
	WrongDirection    // the kind asked for
	BadArgument       // position, value
	OutsideAllocation // address, bytes, block start, block size

	// Faults.
	FaultNoPDE     // address, level
	FaultNoPTE     // address, level
	FaultReadOnly  // address
	FaultVALimit   // address, bits
	FaultAtomic    // address
	FaultPrivilege // address
	FaultUnbound   // address
	FaultWriteOnly // address
	FaultPoisoned  // address
	StickyError    // code, the row that caused it

	// Launches and kernels. Axes are 0, 1, 2 for x, y, z. Of a kernel that was
	// stopped: address, block x | y << 32 | z << 48, thread x | y << 16 | z << 32,
	// line.
	BadGrid          // axis, blocks, limit
	BadBlock         // axis, threads, limit
	BigBlock         // threads, limit
	BigShared        // bytes, limit
	KernelAddress    // address, block, thread, line: nothing is mapped there
	KernelHost       // … an address of the host
	KernelReadOnly   // … mapped read-only
	KernelPoisoned   // … what was read came back damaged
	KernelMisaligned // … no multiple of what is accessed
	KernelShared     // offset, …: beyond the shared memory of the block
	KernelStack      // bytes, …: local memory is used up
	KernelAssert     // 0, …

	// Limits of ours.
	LimitSteps       // steps
	LimitEvents      // events
	LimitAllocations // live allocations
	LimitOutput      // bytes
	LimitDepth       // calls
	LimitTables      // page tables
	LimitChunks      // chunk nodes
	LimitContents    // bytes of contents
	LimitMemory      // bytes of program memory
	LimitRows        // rows
	LimitThreads     // threads asked, most
	LimitThreadSteps // steps of threads
	Stopped          // somebody pressed stop

	// Refusals of the kernel driver.
	RuleTransition   // from state, to state, chunk
	RulePinned       // chunk
	RuleKernel       // chunk
	RuleTableMissing // level, index
	RuleMapped       // address, size of the page that is there (0 = a table)

	// Targets.
	NotOnThisTarget // op
	Diverged        // row
	NoCard          // there is no card, or it cannot be used
	TargetLost      // calls answered before the process that holds the card ended
	LimitTime       // milliseconds
	LimitHistory    // bytes
	whyIDs
)

type whyInfo struct {
	name  string
	class Class
}

var whyTable = [whyIDs]whyInfo{
	NoReason: {"", Answered},
	NoRoom:   {"no-room", Answered}, SizeOverflow: {"size-overflow", Answered}, NotAPointer: {"not-a-pointer", Answered},
	AlreadyFreed: {"already-freed", Answered}, InteriorPointer: {"interior-pointer", Answered}, HostPointer: {"host-pointer", Answered},
	WrongDirection: {"wrong-direction", Answered}, BadArgument: {"bad-argument", Answered}, OutsideAllocation: {"outside-allocation", Answered},
	FaultNoPDE: {"fault-pde", Answered}, FaultNoPTE: {"fault-pte", Answered}, FaultReadOnly: {"fault-read-only", Answered},
	FaultVALimit: {"fault-va-limit", Answered}, FaultAtomic: {"fault-atomic", Answered}, FaultPrivilege: {"fault-privilege", Answered},
	FaultUnbound: {"fault-unbound", Answered}, FaultWriteOnly: {"fault-write-only", Answered}, FaultPoisoned: {"fault-poisoned", Answered},
	StickyError: {"sticky-error", Answered},
	BadGrid:     {"bad-grid", Answered}, BadBlock: {"bad-block", Answered}, BigBlock: {"big-block", Answered}, BigShared: {"big-shared", Answered},
	KernelAddress: {"kernel-address", Answered}, KernelHost: {"kernel-host-pointer", Answered}, KernelReadOnly: {"kernel-read-only", Answered},
	KernelPoisoned:   {"kernel-poisoned", Answered},
	KernelMisaligned: {"kernel-misaligned", Answered}, KernelShared: {"kernel-shared", Answered}, KernelStack: {"kernel-stack", Answered}, KernelAssert: {"kernel-assert", Answered},
	LimitThreads: {"limit-threads", Limit}, LimitThreadSteps: {"limit-thread-steps", Limit},
	LimitSteps: {"limit-steps", Limit}, LimitEvents: {"limit-events", Limit}, LimitAllocations: {"limit-allocations", Limit},
	LimitOutput: {"limit-output", Limit}, LimitDepth: {"limit-depth", Limit}, LimitTables: {"limit-tables", Limit},
	LimitChunks: {"limit-chunks", Limit}, LimitContents: {"limit-contents", Limit}, LimitMemory: {"limit-memory", Limit},
	LimitRows: {"limit-rows", Limit}, Stopped: {"stopped", Limit},
	RuleTransition: {"rule-transition", Refused}, RulePinned: {"rule-pinned", Refused}, RuleKernel: {"rule-kernel", Refused},
	RuleTableMissing: {"rule-table-missing", Refused}, RuleMapped: {"rule-mapped", Refused},
	NotOnThisTarget: {"not-on-this-target", Missing}, Diverged: {"diverged", Limit},
	NoCard: {"no-card", Missing}, TargetLost: {"target-lost", Limit}, LimitTime: {"limit-time", Limit}, LimitHistory: {"limit-history", Limit},
}

// Name is the reason's name in logs: "no-room".
func (id WhyID) Name() string {
	if id < whyIDs {
		return whyTable[id].name
	}
	return "unknown"
}

// Class sorts the reason.
func (id WhyID) Class() Class {
	if id < whyIDs {
		return whyTable[id].class
	}
	return Answered
}

// Ends says whether the reason ends the run.
func (w Why) Ends() bool { return w.ID.Class() == Limit }
