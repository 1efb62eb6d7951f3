package event

import "unsafe"

// None marks "no event" in Cause and in indexes of events.
const None uint32 = 1<<32 - 1

// Event is one transition of one object of one layer. It is 64 bytes without
// pointers, so a log of a million is 64 MB that the garbage collector never
// looks into.
//
// The sequence number of an event is its index in the log, its layer follows
// from its kind, and the clock before it is the Time of the event before it:
// nothing is stored twice.
type Event struct {
	Kind    Kind
	GPU     uint8
	Actor   uint8  // the process (context) on whose behalf it happened
	Cause   uint32 // index of the event that caused it, or None
	Subject uint32 // the object, in the kind's own space: chunk, table, frame, range, set …
	Prev    uint32 // for kinds that move a list node: the node before it on the list it left; 0 = it was on none
	Time    uint64 // simulated picoseconds at which the transition is complete
	W       [5]uint64
}

// The record must stay 64 bytes: block sizes, memory limits and the figures in
// the documentation count on it.
var _ [64]byte = [unsafe.Sizeof(Event{})]byte{}

// Layer is where in the machine an event belongs. Layers with a pane of their
// own in the pictures are CUDA (runtime), Driver, MMU and TLB (translation),
// PMA, PMM and DRAM (physical).
type Layer uint8

// The layers, from the program down to the memory.
const (
	Program Layer = iota
	Work          // simulated time, streams, queues, scrubbing
	CUDA          // the user-space runtime
	Driver        // the kernel driver: ioctls, objects, caches
	VA            // address spaces and ranges
	MMU           // page tables and walks
	TLB           // cached translations
	PMM           // chunks
	PMA           // frames
	DRAM          // contents of memory
	Layers        // their number
)

var layerNames = [Layers]string{"program", "work", "cuda", "driver", "va", "mmu", "tlb", "pmm", "pma", "dram"}

// String gives the layer's name as filters and logs write it.
func (l Layer) String() string {
	if l < Layers {
		return layerNames[l]
	}
	return "unknown"
}

// Kind names a transition: the layer in the high byte, a number within the
// layer in the low byte. Kinds are a closed list; see Table.
type Kind uint16

// Layer is the layer that the kind belongs to.
func (k Kind) Layer() Layer { return Layer(k >> 8) }

// Info is what the vocabulary says of one kind.
type Info struct {
	Kind    Kind
	Name    string    // as event logs, filters and lesson claims write it
	Subject string    // what Event.Subject numbers
	W       [5]string // the meaning of each word of W; "" = unused and zero
	Run     bool      // the event stands for the same transition of several consecutive subjects
}

// Table lists every kind of every layer, in order of layer.
var Table = join(programKinds, workKinds, cudaKinds, driverKinds, vaKinds, mmuKinds, tlbKinds, pmmKinds, pmaKinds, dramKinds)

func join(lists ...[]Info) []Info {
	var all []Info
	for _, l := range lists {
		all = append(all, l...)
	}
	return all
}

// InfoOf finds the row of a kind; ok is false for a number that is no kind.
func InfoOf(k Kind) (Info, bool) {
	for i := range Table {
		if Table[i].Kind == k {
			return Table[i], true
		}
	}
	return Info{}, false
}

// String gives the kind's name, for example "pmm.split".
func (k Kind) String() string {
	if i, ok := InfoOf(k); ok {
		return k.Layer().String() + "." + i.Name
	}
	return "unknown"
}
