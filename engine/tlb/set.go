package tlb

import (
	"math/bits"

	"pagewalk/engine/profile"
)

// fold gives the set of a span: shift is the place of its lowest address bit.
// The exclusive or of all digits of its number is that of the upper half of them
// and the lower half, and so on, down to one.
func (c *cache) fold(span uint64, shift uint8) uint32 {
	n := span >> (shift & 63)
	switch c.Hash {
	case profile.HashMix:
		n = (n ^ n>>17) * 0x9E3779B97F4A7C15
		n = (n ^ n>>29) * 0xD6E8FEB86659FD93
		n >>= 32
	case profile.HashXOR:
		for half := c.half; half >= c.HashBits; half /= 2 {
			n ^= n >> (half & 63)
		}
	case profile.HashLevel:
		n = span&15 - 1
	}
	return uint32(n & c.setMask)
}

// A signature is a byte that stands for a span in a set: the ways of a set are
// compared with one that is sought all at once. It is never 0; an empty entry
// has 0. Signatures are derived from the tags.

const (
	ones = 0x0101010101010101
	high = 0x8080808080808080
)

func signature(span uint64, space uint16) uint8 {
	return uint8(max((span^uint64(space)<<5)*0x9E3779B97F4A7C15>>56, 1))
}

// signs are the signatures of a set: way w has byte w/2 of word w%2, so that
// the bits of both words lie in the order of the ways when they are put
// together.
type signs [2]uint64

// zeros marks the ways whose byte is zero, a bit a way. The lowest mark is right;
// above it a 1 may be marked as well.
func zeros(even, odd uint64) uint64 {
	return (even-ones)&^even&high>>1 | (odd-ones)&^odd&high
}

// wayOf is the way of the lowest mark; at least as many as there are ways where
// there is none.
func wayOf(bit uint64) uint32 {
	at := uint32(bits.TrailingZeros64(bit))
	return at/8*2 + at&1
}

// sign writes the signature of a way.
func (c *cache) sign(set, way uint32, s uint8) {
	c.last.code = 0
	word, at := &c.signs[set][way&1], way/2*8&63
	*word = *word&^(0xFF<<at) | uint64(s)<<at
}

// setOf gives the set of an entry, counted through all instances.
func (c *cache) setOf(entry uint32) uint32 {
	if 1<<c.wayShift == c.Ways {
		return entry >> (c.wayShift & 31)
	}
	return entry / c.Ways
}

// seat is where a span was sought last in a cache, and what was found there: a
// miss is as a rule followed by a fill in the same place.
type seat struct {
	span     uint64 // as in a tag
	va       uint64
	space    uint16
	code     uint8 // of the page size; 0 = nothing is known
	sign     uint8
	found    bool
	instance uint32
	set      uint32 // counted through all instances
	way      uint32 // if not found: the first that is empty, or their number
	entry    uint32 // if found
	order    uint64 // if not found: of the set, as it is kept
}

// of says whether a seat is that of an address.
func (at *seat) of(instance uint32, s *size, space uint16, va uint64) bool {
	return at.va == va && at.code == s.code && at.space == space && at.instance == instance
}

// place is the number of an address's page in its entry.
func (c *cache) place(s *size, va uint64) uint32 { return uint32(va>>(s.lo&63)) & (c.Pages - 1) }

// seek looks for the span of an address in its set.
func (c *cache) seek(instance uint32, s *size, space uint16, va uint64) *seat {
	sh := c.shift(s)
	at := &c.last
	at.span = va>>(sh&63)<<(sh&63) | uint64(s.code)
	at.va, at.space, at.code, at.instance = va, space, s.code, instance
	at.set = instance*c.rows + c.fold(at.span, sh)
	c.scan(at)
	return at
}

// scan looks for a span in a set.
func (c *cache) scan(at *seat) {
	at.sign = signature(at.span, at.space)
	row, sought := &c.signs[at.set], uint64(at.sign)*ones
	x, y := row[0]^sought, row[1]^sought
	for match := zeros(x, y); match != 0; match &= match - 1 {
		at.way = wayOf(match)
		at.entry = at.set*c.Ways + at.way
		if tag := c.tags.At(at.entry); tag.Span == at.span && tag.Space == at.space {
			at.found = true
			return
		}
	}
	at.way, at.found = min(wayOf(zeros(row[0], row[1])), c.Ways), false
	at.order = c.orders.Get(at.set) // the processor may fetch it while the tables are walked
}

// find looks for the entry of a span: in its set, or among the victims of the
// instance. A page inside it may still be missing.
func (c *cache) find(instance uint32, s *size, space uint16, va uint64) (entry uint32, found bool) {
	return c.entry(c.seek(instance, s, space, va))
}

// entry gives the entry of a seat, which may be among the victims.
func (c *cache) entry(at *seat) (entry uint32, found bool) {
	if !at.found && c.Victims {
		at = c.pushed()
	}
	return at.entry, at.found
}

// pushed looks for the span of the last seat among the victims.
func (c *cache) pushed() *seat {
	c.victim = c.last
	c.victim.set = c.buffer(c.last.instance)
	c.scan(&c.victim)
	return &c.victim
}

// buffer is the set of an instance that holds its victims.
func (c *cache) buffer(instance uint32) uint32 { return instance*c.rows + c.Sets }

// inBuffer says whether an entry is one of the victims.
func (c *cache) inBuffer(entry uint32) bool {
	return c.Victims && c.setOf(entry)%c.rows == c.Sets
}

// search looks for what is asked in one level after the other. What those that
// miss add to the access is cost.
func (t *TLB) search(q *ask) (c *cache, entry uint32, s *size, value uint64, cost uint32) {
	for i := range t.levels {
		c := &t.levels[i]
		instance := c.Instance(q.sm)
		if instance >= c.reached {
			t.reach(c, instance)
		}
		for in := c.present; in != 0; in &= in - 1 {
			s := &t.sizes[bits.TrailingZeros8(in)]
			entry, found := c.entry(c.seek(instance, s, q.space, q.va))
			if !found {
				continue
			}
			if value := c.page(entry, c.tags.At(entry), c.place(s, q.va)); value != 0 {
				return c, entry, s, value, cost
			}
		}
		cost += c.Miss
	}
	return nil, 0, nil, 0, cost
}

// look finds the translation of an address in one instance of a level, for one
// page size.
func (c *cache) look(instance uint32, s *size, q *ask) (entry uint32, value uint64) {
	if entry, found := c.find(instance, s, q.space, q.va); found {
		return entry, c.page(entry, c.tags.At(entry), c.place(s, q.va))
	}
	return 0, 0
}
