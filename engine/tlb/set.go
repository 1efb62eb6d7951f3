package tlb

import (
	"math/bits"

	"pagewalk/engine/profile"
)

// set gives the set of an address for a page size.
func (c *cache) set(s *size, va uint64) uint32 {
	if c.Hash == profile.HashLevel {
		return uint32(s.code - 1)
	}
	return c.fold(va, c.shift(s))
}

// fold gives the set of a span: shift is the place of its lowest address bit.
// The fold is the exclusive or of all digits: doing it for eight digits, then
// four, two and one, meets each of sixteen once.
func (c *cache) fold(va uint64, shift uint8) uint32 {
	n := va >> (shift & 63)
	if c.Hash == profile.HashMix {
		n = (n ^ n>>17) * 0x9E3779B97F4A7C15
		n = (n ^ n>>29) * 0xD6E8FEB86659FD93
		return uint32(n >> 32 & c.setMask)
	}
	if c.Hash == profile.HashXOR {
		b := c.HashBits
		n ^= n >> (8 * uint32(b))
		n ^= n >> (4 * uint32(b))
		n ^= n >> (2 * uint32(b))
		n ^= n >> b
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
	return uint8(((span^uint64(space)<<5)*0x9E3779B97F4A7C15)>>57) | 0x80
}

// sign writes the signature of an entry.
func (c *cache) sign(entry uint32, s uint8) {
	c.last.span = 0
	set := c.setOf(entry)
	way := entry - set*c.Ways
	word := &c.signs[2*set+way>>3]
	sh := way & 7 * 8
	if s != 0 {
		c.mark(entry)
	}
	*word = *word&^(0xFF<<sh) | uint64(s)<<sh
}

// setOf gives the set of an entry, counted through all instances.
func (c *cache) setOf(entry uint32) uint32 {
	if 1<<c.wayShift == c.Ways {
		return entry >> (c.wayShift & 31)
	}
	return entry / c.Ways
}

// scan looks for a span in a set: its way, or else the first empty way; their
// number if no way is empty.
func (t *TLB) scan(c *cache, set uint32, span uint64, space uint16) (way uint32, found bool) {
	s := uint64(signature(span, space)) * ones
	empty := c.Ways
	for half := uint32(0); half*8 < c.Ways; half++ {
		word := c.signs[2*set+half]
		x := word ^ s
		for match := (x - ones) &^ x & high; match != 0; match &= match - 1 {
			way := half*8 + uint32(bits.TrailingZeros64(match))/8
			if way < c.Ways {
				if tag := t.State.Tags[c.number&(maxCaches-1)].At(set*c.Ways + way); tag.Span == span && tag.Space == space {
					return way, true
				}
			}
		}
		if free := ^word & high; free != 0 && empty == c.Ways {
			empty = min(half*8+uint32(bits.TrailingZeros64(free))/8, c.Ways)
		}
	}
	return empty, false
}

// seat is where a span was sought last in a cache, and what was found there: a
// miss is as a rule followed by a fill in the same place.
type seat struct {
	span  uint64
	space uint16
	found bool
	set   uint32
	way   uint32

	oldest uint64 // span of the entry that would have to go
}

// oldest is the entry of a set that would have to go.
func (t *TLB) oldest(c *cache, set uint32) *Tag {
	order := t.State.Order[c.number&(maxCaches-1)].Get(set) ^ identity
	return t.State.Tags[c.number&(maxCaches-1)].At(set*c.Ways + uint32(order>>((c.Ways-1)*4&63))&15)
}

// find looks for the entry of a span: in its set, or among the victims of the
// instance. A page inside it may still be missing.
func (t *TLB) find(c *cache, instance uint32, s *size, space uint16, va uint64) (entry uint32, found bool) {
	sh := c.shift(s) & 63
	span := va>>sh<<sh | uint64(s.code)
	set := instance*c.rows + c.set(s, va)
	way, found := t.scan(c, set, span, space)
	c.last = seat{span, space, found, set, way, 0}
	if way == c.Ways {
		c.last.oldest = t.oldest(c, set).Span // the processor may fetch it while the tables are walked
	}
	if !found && c.Victims {
		if way, found := t.scan(c, c.buffer(instance), span, space); found {
			return c.buffer(instance)*c.Ways + way, true
		}
	}
	return set*c.Ways + way, found
}

// buffer is the set of an instance that holds its victims.
func (c *cache) buffer(instance uint32) uint32 { return instance*c.rows + c.Sets }

// inBuffer says whether an entry is one of the victims.
func (c *cache) inBuffer(entry uint32) bool {
	return c.Victims && c.setOf(entry)%c.rows == c.Sets
}

// look finds the translation of an address in one instance of a level.
func (t *TLB) look(c *cache, instance uint32, space uint16, va uint64) (entry uint32, s *size, value uint64) {
	for in := c.present; in != 0; in &= in - 1 {
		s := &t.sizes[bits.TrailingZeros8(in)]
		if entry, found := t.find(c, instance, s, space, va); found {
			page := uint32(va>>(s.lo&63)) & (c.Pages - 1)
			if value := t.page(c, entry, t.State.Tags[c.number].At(entry), page); value != 0 {
				return entry, s, value
			}
		}
	}
	return 0, nil, 0
}

// The order of a set is a row of nibbles, the newest way first.

// nibble is 1 in each place of an order.
const nibble = 0x1111111111111111

// placeIn is where a way stands in an order: the first nibble that is zero
// after an exclusive or with the way everywhere.
func placeIn(order uint64, way uint32) uint32 {
	x := order ^ uint64(way)*nibble
	return uint32(bits.TrailingZeros64((x-nibble)&^x&(nibble<<3))) / 4
}

// front moves the way at a place of an order to the newest place.
func front(order uint64, at uint32) uint64 {
	sh := at * 4 & 63
	way := order >> sh & 15
	newer := order & (1<<sh - 1)
	return order&^(1<<sh-1|15<<sh) | newer<<4 | way
}

// behind moves the newest way of an order to a place.
func behind(order uint64, at uint32) uint64 {
	sh := at * 4 & 63
	through := uint64(1)<<sh - 1 | 15<<sh
	return order&^through | order&15<<sh | order&through>>4
}

// touch makes an entry the newest of its set.
func (t *TLB) touch(c *cache, entry uint32) {
	set := c.setOf(entry)
	way := entry - set*c.Ways
	order := t.State.Order[c.number].Get(set) ^ identity
	if order&15 == uint64(way) {
		return
	}
	t.order(c, set, order^identity, front(order, placeIn(order, way))^identity)
}
