package tlb

import "math/bits"

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
	through := uint64(16)<<sh - 1
	return order&^through | (order<<4|order>>sh&15)&through
}

// behind moves the newest way of an order to a place.
func behind(order uint64, at uint32) uint64 {
	sh := at * 4 & 63
	through := uint64(16)<<sh - 1
	return order&^through | order&15<<sh | order&through>>4
}

// oldest is the way at the last place of an order.
func (c *cache) oldest(order uint64) uint32 {
	return uint32(order>>((c.Ways-1)*4&63)) & 15
}

// touch makes an entry the newest of its set.
func (t *TLB) touch(c *cache, entry uint32) {
	set := c.setOf(entry)
	way := entry - set*c.Ways
	order := c.orders.Get(set) ^ identity
	if order&15 != uint64(way) {
		t.order(c, set, order^identity, front(order, placeIn(order, way))^identity)
	}
}
