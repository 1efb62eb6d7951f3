package native

import (
	"io"
	"time"
)

// ProblemKind sorts the reasons for which there is no card to run on.
type ProblemKind string

const (
	NotBuilt      ProblemKind = "not-built"      // this program was built without cgo, or not for Linux
	NoLibrary     ProblemKind = "no-library"     // libcuda cannot be opened
	MissingSymbol ProblemKind = "missing-symbol" // the library lacks a function that every driver has
	DriverTooOld  ProblemKind = "driver-too-old" // older than OldestDriver
	NoDevice      ProblemKind = "no-device"      // a driver, but no GPU that it drives
	NoMemory      ProblemKind = "no-memory"      // the card has no room for a context
	ChildLost     ProblemKind = "child-lost"     // the process that holds the card ended
	NoManagement  ProblemKind = "no-management"  // NVML cannot be opened or does not know the card
	NoCompiler    ProblemKind = "no-compiler"    // NVRTC cannot be opened
	NoPreloader   ProblemKind = "no-preloader"   // the library of capture is not there and cannot be built
	Refused       ProblemKind = "refused"        // any other answer of the driver at the start
)

// Problem says why there is no card; it is an error.
type Problem struct {
	Kind ProblemKind
	Text string // one sentence for people
}

func (p *Problem) Error() string { return p.Text }

// OldestDriver is the oldest driver API version that is accepted: 11.2, the
// first with stream-ordered pools.
const OldestDriver = 11020

// LibraryVariable names the environment variable with the path of the library
// to open instead of libcuda.so.1.
const LibraryVariable = "PAGEWALK_LIBCUDA"

// Options are how a run on a card is bounded.
type Options struct {
	Calls uint64        // calls at most; 0 = a million
	Bytes uint64        // bytes held at once at most; 0 = no bound
	Wall  time.Duration // 0 = ten minutes
	Notes io.Writer     `json:"-"` // for what is missing and does not matter much; nil = nobody
}
