package compare

import (
	"slices"

	"pagewalk/engine/target"
)

// Rule is a named reason for a difference.
type Rule uint8

const (
	Unexplained  Rule = iota
	Missing           // only one of the runs makes the call
	NotThere          // only one of the targets can do the call
	Layout            // addresses: other mappings of the host stood in the way
	KeptFree          // the driver keeps what was freed
	OtherSize         // the same request costs other amounts
	OtherProcess      // memory that no call of the program moved
	Order             // the same trips in another order
	OtherTrips        // trips that only one driver makes
	Clearing          // freed memory was not cleared yet, or was already
	FirstCall         // the first call completes the context
	Duration          // another duration
	Neighbour         // what lies beside a block decides whether a stray store faults
	Refused           // one driver refuses what the other grants
	Reused            // a block that the driver kept is handed out again
	Slab              // a slab serves the request, or keeps the piece, without the kernel
	FirstPage         // the memory that is free first begins elsewhere
	Rules             // their number
)

var ruleNames = [Rules]string{
	"unexplained", "missing-call", "not-on-this-target", "address-layout", "kept-free-memory", "other-size", "other-process",
	"order-of-trips", "other-trips", "clearing", "first-call", "duration", "neighbour", "refused",
	"kept-block-reused", "slab", "first-page",
}

// sections say where the measurements behind a rule are described.
var sections = [Rules]string{
	Layout: "h200-measured 1.3", KeptFree: "h200-measured 1.2", OtherSize: "h200-measured 1.1", OtherProcess: "h200-measured 1.5",
	Order: "h200-measured 2", OtherTrips: "h200-measured 2", Clearing: "h200-measured 8", FirstCall: "h200-measured 3", Duration: "h200-measured 3", Neighbour: "h200-measured 5",
	Reused: "h200-measured 1.2", Slab: "h200-measured 1.2", FirstPage: "h200-measured 8.1",
}

// Name is the rule's name in reports.
func (r Rule) Name() string { return ruleNames[r] }

// Section is where the measurement behind the rule is described; "" for none.
func (r Rule) Section() string { return sections[r] }

func ruleOfError(a, b *Row) Rule {
	fault := a.Code == target.IllegalAddress || b.Code == target.IllegalAddress
	switch {
	case fault && (a.Call.Op == target.PwTouch || a.Call.Op == target.PwChase || a.Call.Op == target.Launch):
		return Neighbour
	case fault:
		return Neighbour // the fault before stays
	case a.Code == target.MemoryAllocation || b.Code == target.MemoryAllocation:
		return Refused
	}
	return Unexplained
}

// ruleOfFree asks what the call could have moved.
func ruleOfFree(a, b *Row) Rule {
	switch a.Call.Op {
	case target.CudaFree, target.CuMemFree, target.CudaFreeAsync, target.CuMemRelease, target.CudaStreamSynchronize, target.CudaDeviceReset:
		return KeptFree
	case target.CudaMalloc, target.CuMemAlloc, target.CudaMallocPitch, target.CudaMallocAsync, target.CudaMallocFromPoolAsync, target.CuMemCreate, target.PwContext:
		if a.Code != b.Code {
			return Refused
		}
		if mapped(a) != mapped(b) {
			return Reused
		}
		return OtherSize
	}
	return OtherProcess
}

func ruleOfIoctls(a, b *Row, x, y []target.Ioctl) Rule {
	if a.Code != b.Code {
		return ruleOfError(a, b)
	}
	var count [target.OtherIoctl + 1]int
	for i := range x {
		count[x[i].Name]++
	}
	for i := range y {
		count[y[i].Name]--
	}
	for _, n := range count {
		if n != 0 {
			return ruleOfTrips(a, x, y, &count)
		}
	}
	for i := range x {
		if x[i].Name != y[i].Name {
			return Order
		}
	}
	return Layout
}

// ruleOfTrips tells why one run goes into the kernel where the other does not:
// which trips are counted is what is left of the first list less the second.
func ruleOfTrips(a *Row, x, y []target.Ioctl, count *[target.OtherIoctl + 1]int) Rule {
	switch mapped, unmapped := count[target.MapExternal], count[target.UVMFree]; {
	case a.Call.Op == target.CudaDeviceReset || a.Call.Op == target.CuCtxDestroy:
		return OtherTrips
	case (len(x) == 0 || len(y) == 0) && (mapped != 0 || unmapped != 0 || count[target.RMFree] != 0):
		return Slab
	case mapped != 0 && count[target.RMAlloc] == 0:
		return Reused
	case unmapped != 0 && count[target.RMFree] == 0:
		return KeptFree
	}
	return OtherTrips
}

// mapped says whether a call made a mapping.
func mapped(r *Row) bool {
	return slices.ContainsFunc(r.Ioctls, func(i target.Ioctl) bool { return i.Name == target.MapExternal })
}
