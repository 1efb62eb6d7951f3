package condition

import (
	"pagewalk/engine/event"
	"pagewalk/engine/machine"
	"pagewalk/engine/target"
	"pagewalk/engine/timeline"
)

// Run is a finished run as conditions see it.
type Run struct {
	Run     *timeline.Run
	Machine *machine.Machine
	// Pointers lists the program's pointer variables where the cursor stands.
	Pointers func(yield func(name string, value uint64))
}

// Part is one comparison of a condition, with what stood on either side.
type Part struct {
	Text        string
	Left, Right int64
	Met         bool
	Decides     uint32 // the event that decides it, or event.None
}

// Outcome is what a run says of a condition.
type Outcome struct {
	Met     bool
	Parts   []Part
	Unknown string // the first name that the run does not know; Met is false then
}

// Decides is the event that decides the whole: that of the first comparison
// which is not met, or else of the last one that has an event.
func (o *Outcome) Decides() uint32 {
	at := event.None
	for i := range o.Parts {
		p := &o.Parts[i]
		if p.Decides == event.None {
			continue
		}
		at = p.Decides
		if !p.Met {
			break
		}
	}
	return at
}

// checker evaluates one condition.
type checker struct {
	c   *Condition
	r   *Run
	out Outcome
}

// value is a number and the event it comes from.
type value struct {
	n  int64
	at uint32
}

// Check asks a run. The cursor of the run is where it was afterwards.
func (c *Condition) Check(r *Run) Outcome {
	was := r.Run.Cursor()
	k := checker{c: c, r: r}
	k.out.Met = k.truth(len(c.nodes) - 1)
	if k.out.Unknown != "" {
		k.out.Met = false
	}
	r.Run.SeekCount(was)
	return k.out
}

// truth evaluates both sides always, so that every comparison is reported.
func (k *checker) truth(i int) bool {
	n := &k.c.nodes[i]
	switch n.op {
	case opAnd:
		a, b := k.truth(n.left), k.truth(n.right)
		return a && b
	case opOr:
		a, b := k.truth(n.left), k.truth(n.right)
		return a || b
	}
	if n.op < opEqual { // a number alone: met unless it is 0
		v := k.number(i)
		k.out.Parts = append(k.out.Parts, Part{Text: k.c.Text[n.from:n.to], Left: v.n, Right: 1, Met: v.n != 0, Decides: v.at})
		return v.n != 0
	}
	a, b := k.number(n.left), k.number(n.right)
	p := Part{Text: k.c.Text[n.from:n.to], Left: a.n, Right: b.n, Met: compare(n.op, a.n, b.n), Decides: a.at}
	if b.at != event.None && (a.at == event.None || b.at > a.at) {
		p.Decides = b.at
	}
	k.out.Parts = append(k.out.Parts, p)
	return p.Met
}

func compare(op operator, a, b int64) bool {
	switch op {
	case opEqual:
		return a == b
	case opUnequal:
		return a != b
	case opLess:
		return a < b
	case opAtMost:
		return a <= b
	case opMore:
		return a > b
	}
	return a >= b
}

func (k *checker) number(i int) value {
	n := &k.c.nodes[i]
	switch n.op {
	case opNumber:
		return value{n.number, event.None}
	case opName:
		return k.name(n.name)
	case opMeasure:
		v, ok := measures[n.name](k.r, n.args)
		if !ok {
			k.unknown(k.c.Text[n.from:n.to])
		}
		return v
	}
	a, b := k.number(n.left), k.number(n.right)
	at := a.at
	if at == event.None || b.at != event.None && b.at > at {
		at = b.at
	}
	if n.op == opSubtract {
		return value{a.n - b.n, at}
	}
	return value{a.n + b.n, at}
}

func (k *checker) unknown(text string) {
	if k.out.Unknown == "" {
		k.out.Unknown = text
	}
}

// name is a code of CUDA by its name, or a pointer variable.
func (k *checker) name(name string) value {
	for c := target.Code(0); c <= target.Unknown; c++ {
		if c.Name() == name {
			return value{int64(c), event.None}
		}
	}
	address, ok := k.r.pointer(name)
	if !ok {
		k.unknown(name)
		return value{0, event.None}
	}
	return value{int64(address), k.r.giver(address)}
}

// pointer finds the last value that a variable had.
func (r *Run) pointer(name string) (address uint64, ok bool) {
	rows := r.Run.Rows()
	for i := len(rows) - 1; i >= 0 && !ok; i-- {
		r.Run.Seek(rows[i].Last)
		r.Pointers(func(n string, v uint64) {
			if n == name {
				address, ok = v, true
			}
		})
	}
	return address, ok
}

// giver is the event of the newest call that answered with an address.
func (r *Run) giver(address uint64) uint32 {
	rows := r.Run.Rows()
	for i := len(rows) - 1; i >= 0; i-- {
		if x := &rows[i]; allocates(x.Call.Op) && x.Code == target.Success && x.Out[0] == address {
			return r.taking(x)
		}
	}
	return event.None
}
