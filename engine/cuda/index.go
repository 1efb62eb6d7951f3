package cuda

// addressIndex finds a node by the address at which it begins: an open
// addressed hash table with linear probing. It is derived: Rebuild marks it
// stale, and the next question fills it again.
type addressIndex struct {
	slots []slot
	n     int
	shift uint8
	stale bool
	fill  func(put func(addr uint64, id uint32))
}

type slot struct {
	addr uint64
	id   uint32 // 0 = empty
}

const indexMultiplier = 0x9E3779B97F4A7C15

func (x *addressIndex) reset(bits uint8) {
	x.slots, x.n, x.shift = make([]slot, 1<<bits), 0, 64-bits
}

func (x *addressIndex) home(addr uint64) int { return int(addr >> 9 * indexMultiplier >> x.shift) }

// put notes that id begins at addr.
func (x *addressIndex) put(addr uint64, id uint32) {
	if x.stale {
		return
	}
	if 2*x.n >= len(x.slots) {
		x.grow()
	}
	i := x.home(addr)
	for x.slots[i].id != 0 {
		i = (i + 1) & (len(x.slots) - 1)
	}
	x.slots[i] = slot{addr, id}
	x.n++
}

func (x *addressIndex) grow() {
	old := x.slots
	x.reset(64 - x.shift + 1)
	for _, s := range old {
		if s.id != 0 {
			x.put(s.addr, s.id)
		}
	}
}

// find gives what begins at addr, or 0.
func (x *addressIndex) find(addr uint64) uint32 {
	if x.stale {
		x.refill()
	}
	for i := x.home(addr); ; i = (i + 1) & (len(x.slots) - 1) {
		if s := x.slots[i]; s.id == 0 || s.addr == addr {
			return s.id
		}
	}
}

func (x *addressIndex) refill() {
	x.stale = false
	x.reset(10)
	x.fill(x.put)
}

// remove forgets what begins at addr, and moves followers into the gap.
func (x *addressIndex) remove(addr uint64) {
	if x.stale {
		return
	}
	i := x.home(addr)
	for x.slots[i].addr != addr || x.slots[i].id == 0 {
		if x.slots[i].id == 0 {
			panic("cuda: index: remove: nothing begins there")
		}
		i = (i + 1) & (len(x.slots) - 1)
	}
	x.n--
	mask := len(x.slots) - 1
	for j := (i + 1) & mask; x.slots[j].id != 0; j = (j + 1) & mask {
		if (j-x.home(x.slots[j].addr))&mask >= (j-i)&mask {
			x.slots[i] = x.slots[j]
			i = j
		}
	}
	x.slots[i] = slot{}
}
