package oom

// Kind is what sort of text it is.
type Kind uint8

// The kinds.
const (
	Unknown Kind = iota
	Torch        // a message of PyTorch
	CUDA         // CUDA's bare error
	TensorFlow
	JAX
	Host    // memory of the computer, not of the card
	Summary // torch.cuda.memory_summary() or memory_stats() alone
	SMI     // nvidia-smi alone
)

var kindNames = [...]string{"unknown", "torch", "cuda", "tensorflow", "jax", "host", "summary", "smi"}

// String gives the kind's id.
func (k Kind) String() string { return kindNames[k] }

// Verdict is what the text proves about the reason.
type Verdict uint8

// The verdicts.
const (
	CannotSay     Verdict = iota
	Fragmentation         // enough in sum, in no single piece
	Full                  // not enough in sum: the program fills the card
	LimitReached          // not enough in sum inside the program's own limit
	OutsideHolds          // something that is not PyTorch holds what is missing
)

var verdictNames = [...]string{"unknown", "fragmentation", "full", "limit", "outside"}

// String gives the verdict's id.
func (v Verdict) String() string { return verdictNames[v] }

// NumberID names a figure of the report.
type NumberID uint8

// The figures, in the order in which they are shown.
const (
	Asked NumberID = iota
	Allowed
	Capacity
	Free
	Reserved
	Allocated
	Unallocated
	PrivatePools
	UnderLimit   // derived: allowed less reserved
	Together     // derived: unallocated, and what may still be bought
	ThisProcess  // all that this process holds on the card
	BesideTorch  // derived: this process less reserved
	OtherProcess // one other process
	OthersHold   // derived: neither free nor this process's
	Unaccounted  // derived: neither free nor PyTorch's
	MPSOther
	Requested
	NonReleasable
	PeakAllocated
	PeakReserved
	OOMs
	Retries
	CardUsed
	CardTotal
	CardFree
	SliceUsed
	SliceTotal
	SliceFree
	ProcessHolds // a process of nvidia-smi's table
	BFCLimit
	BFCInUse
	numberIDs
)

// Number is one figure.
type Number struct {
	ID      NumberID
	Amount  Amount
	Count   uint64  // for figures that are no sizes
	Process Process // for holders; Process.GPU also for cards
	Derived bool    // computed here; otherwise it stands in the text
}

// Bar is one kind of room to lay the request against.
type Bar struct {
	ID      NumberID
	Amount  Amount
	Process Process
	Fits    Answer // whether the request can be had from it, as far as the text proves
}

// Reason is one step of the argument: a sentence's id and what goes into it.
type Reason struct {
	ID   ReasonID
	A    [3]Amount
	N    uint64
	Text string
}

// CauseID is a cause outside the allocator that may be behind such an error.
type CauseID uint8

// The causes.
const (
	CauseOtherProcess CauseID = iota
	CauseMIG
	CausePinned  // page-locked host memory counts nowhere here
	CauseHostRAM // cgroup or computer out of memory
	CauseWDDM
	CauseContext // context, kernels, libraries
	CauseZombie  // a dead program's memory is not back yet
	CauseAsync   // the error was caused earlier
	causeIDs
)

// Advice is what became of the setting that the message advises.
type Advice struct {
	Advised Setting
	Conf    Conf
	InForce Answer // whether it was in force already
	Helps   Answer // whether it can help by these figures; Unsure = a replay decides
}

// Report is what a text says, without a language.
type Report struct {
	Kind    Kind
	Dialect Dialect
	Backend string // CUDA, HIP, XPU, MPS …
	Device  int    // -1 = not said
	Verdict Verdict
	Within  bool // the verdict holds inside the program's own limit
	Numbers []Number
	Bars    []Bar
	Reasons []Reason
	Outside []CauseID
	Advice  Advice
	Missing []NumberID // what would have to be known to say more
	Held    Amount     // OutsideHolds: what is held there …
	Library bool       // … by this very process, beside PyTorch

	Messages      int // messages of PyTorch in the text; the first full one is read
	Looked, Total uint64
}

// Number finds a figure.
func (r *Report) Number(id NumberID) (Amount, bool) {
	for _, n := range r.Numbers {
		if n.ID == id {
			return n.Amount, true
		}
	}
	return Amount{}, false
}

// Has says whether a reason is given.
func (r *Report) Has(id ReasonID) bool {
	for _, x := range r.Reasons {
		if x.ID == id {
			return true
		}
	}
	return false
}

func (r *Report) add(id NumberID, a Amount, derived bool) {
	if a.Known {
		r.Numbers = append(r.Numbers, Number{ID: id, Amount: a, Derived: derived})
	}
}

func (r *Report) because(id ReasonID, a ...Amount) {
	x := Reason{ID: id}
	copy(x.A[:], a)
	r.Reasons = append(r.Reasons, x)
}

func (r *Report) becauseText(id ReasonID, n uint64, text string, a ...Amount) {
	x := Reason{ID: id, N: n, Text: text}
	copy(x.A[:], a)
	r.Reasons = append(r.Reasons, x)
}
