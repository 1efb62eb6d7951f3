package compare

import (
	"strings"

	"pagewalk/engine/target"
)

// Row is one call and its answer, whoever gave it.
type Row struct {
	Call   target.Call
	Unable bool // the target could not do the call
	Code   target.Code
	Why    target.WhyID
	Out    [2]uint64
	PS     uint64
	Free   uint64 // after the call; 0 = unknown
	Ioctls []target.Ioctl
}

// Run is the rows of one run.
type Run struct {
	Name     string
	Measured bool   // on a real card
	Start    uint64 // free memory before the first call; 0 = unknown
	Rows     []Row
}

// Pair is the indices of two rows that belong together; -1 where one is missing.
type Pair struct{ A, B int }

// window is how many rows of each run are looked at for the place where they
// meet again.
const window = 200

// Align pairs the rows of two runs.
func Align(a, b *Run) []Pair {
	var pairs []Pair
	i, j := 0, 0
	for i < len(a.Rows) && j < len(b.Rows) {
		x, y := meet(a.Rows[i:], b.Rows[j:])
		for ; x > 0; x-- {
			pairs = append(pairs, Pair{i, -1})
			i++
		}
		for ; y > 0; y-- {
			pairs = append(pairs, Pair{-1, j})
			j++
		}
		if i < len(a.Rows) && j < len(b.Rows) {
			pairs = append(pairs, Pair{i, j})
			i, j = i+1, j+1
		}
	}
	for ; i < len(a.Rows); i++ {
		pairs = append(pairs, Pair{i, -1})
	}
	for ; j < len(b.Rows); j++ {
		pairs = append(pairs, Pair{-1, j})
	}
	return pairs
}

// meet gives the smallest numbers of rows to pass over so that the next two ask
// for the same. If there are none within the window, all the rest is passed over.
func meet(a, b []Row) (x, y int) {
	for d := 0; d <= window; d++ {
		for x := 0; x <= d; x++ {
			if y := d - x; x < len(a) && y < len(b) && same(&a[x], &b[y]) {
				return x, y
			}
		}
	}
	return len(a), len(b)
}

// same says whether two rows ask for the same thing: the call, the process and
// the arguments that are not addresses.
func same(a, b *Row) bool {
	if a.Call.Op != b.Call.Op || a.Call.Ctx != b.Call.Ctx || a.Call.Null != b.Call.Null {
		return false
	}
	kinds := &numbers[a.Call.Op]
	for i := range kinds {
		if kinds[i] && a.Call.Arg[i] != b.Call.Arg[i] {
			return false
		}
	}
	return true
}

// numbers says of each call which arguments are numbers that the program chose,
// not addresses and handles that a target gave.
var numbers = numericArguments()

func numericArguments() (all [len(target.Ops)][8]bool) {
	for op := range target.Ops {
		if target.Ops[op].Args == "" {
			continue
		}
		for i, word := range strings.Split(target.Ops[op].Args, ", ") {
			switch word {
			case "bytes", "size", "flags", "width", "height", "kind", "device", "value", "attribute", "stride", "number", "alignment", "offset", "option", "ordinal", "count", "advice":
				all[op][min(i, 7)] = true
			}
		}
	}
	return all
}

// pointer says whether a call gives an address.
func pointer(op target.Op) bool {
	out := target.Ops[op].Out
	return strings.HasPrefix(out, "pointer") || strings.HasPrefix(out, "host pointer") || strings.HasPrefix(out, "address") || strings.HasPrefix(out, "base")
}

// handle says whether a call gives a name that means nothing elsewhere.
func handle(op target.Op) bool {
	switch target.Ops[op].Out {
	case "handle", "stream", "event", "pool", "context", "mem":
		return true
	}
	return false
}
