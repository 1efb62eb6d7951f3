package eviction

// Optimum is the name of Belady's policy where one is chosen by name. It needs
// a Future, so New does not make it.
const Optimum = "optimum"

// Future is a sequence of touches, written down while a run is made: what the
// optimum has to know. Touches of one block one after the other are one stretch.
type Future struct {
	stretches []stretch
	of        map[uint32][]int32 // by block: its stretches, in order
	touches   uint64
}

type stretch struct {
	id       uint32
	from, to uint64 // touches from to to-1, counted from 0
}

// NewFuture gives the future that a trace is.
func NewFuture(trace []uint32) *Future {
	f := &Future{}
	for _, id := range trace {
		f.Note(id)
	}
	return f
}

// Note writes a touch down.
func (f *Future) Note(id uint32) {
	f.touches++
	if n := len(f.stretches); n > 0 && f.stretches[n-1].id == id {
		f.stretches[n-1].to = f.touches
		return
	}
	if f.of == nil {
		f.of = map[uint32][]int32{}
	}
	f.of[id] = append(f.of[id], int32(len(f.stretches)))
	f.stretches = append(f.stretches, stretch{id, f.touches - 1, f.touches})
}

// never is later than every touch.
const never = 1 << 62

// next is the first touch of a block that is not before at.
func (f *Future) next(id uint32, at uint64) uint64 {
	list := f.of[id]
	lo, hi := 0, len(list)
	for lo < hi { // the first stretch that ends after at
		mid := (lo + hi) / 2
		if f.stretches[list[mid]].to > at {
			hi = mid
		} else {
			lo = mid + 1
		}
	}
	if lo == len(list) {
		return never
	}
	return max(f.stretches[list[lo]].from, at)
}

// Belady evicts the block whose next touch is farthest away. It knows the
// future: no policy does better.
type Belady struct {
	future *Future
	at     uint64
}

// NewBelady gives the optimum of a run whose touches are known.
func NewBelady(f *Future) *Belady { return &Belady{future: f} }

// Touch keeps the place in the sequence.
func (b *Belady) Touch(_ uint32, at uint64, _ bool) { b.at = at }

// Victim is the one needed last, or never.
func (b *Belady) Victim(places []Place, _ uint32) int {
	return best(places, func(p *Place) uint64 { return ^b.future.next(p.ID, b.at) })
}
