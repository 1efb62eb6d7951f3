package mmu

// near remembers in which table walks have ended, by address, and the whole of
// the last leaf, so that a walk to a table that is remembered, to an entry that
// differs from that leaf in nothing but the address, need neither descend nor
// decode. It is a help to the simulator and no part of the machine: only walks
// that nobody watches use it, and whatever writes a directory or changes the
// tree empties it.
type near struct {
	at  []nearTable // by the low bits of part, a power of two of them
	era uint32

	// The table of the last leaf.
	part  uint64 // noPart = none
	first uint32 // place of its first word

	// The last leaf, and how its level is read.
	words      []uint64
	leaf       Leaf
	rest       uint64 // what it holds where the address is not
	restMask   uint64 // all bits but the address
	offset     uint64 // bits of an address inside its page
	rotate     int    // how far the address field is from its place
	stamp      uint32 // of tables of this level, in this era
	mask       uint32 // of an entry's first word in its table, after shifting by wordShift
	checks     Flags  // of the leaf, those that can refuse an access
	partShift  uint8  // log2 of what a table of the level covers
	wordShift  uint8
	tableShift uint8 // log2 of the words of a table
	wide       uint8 // 1: entries are two words
}

// nearTable is one table that is remembered.
type nearTable struct {
	part  uint64 // of the address, and its space
	table uint32
	stamp uint32 // of another era or level: nothing
}

// noPart is the part of no address.
const noPart = ^uint64(0)

// levelBits is how many bits of a stamp are the level; those above are the era.
const levelBits = 4

// spread keeps the parts of different spaces apart, and their places too.
const spread = 1<<48 + 0x9E3779B1

// maxNear bounds how many tables are remembered.
const maxNear = 1 << 16

// fit makes room to remember as many tables as there are.
func (n *near) fit(tables uint32) {
	room := max(len(n.at), 64)
	for room < int(tables) && room < maxNear {
		room *= 2
	}
	if room != len(n.at) {
		n.at = make([]nearTable, room)
	}
}

// remember keeps the table that a walk has ended in, and its leaf, unless
// another table covers the same addresses, or the address in its entries is in
// pieces, or the directories above have a say.
func (m *MMU) remember(w *walk, r *rung, id uint32, low uint64) {
	n := &m.near
	stamp := n.era<<levelBits | uint32(r.level.number)
	if stamp != n.stamp || low&n.restMask != n.rest {
		pieces := &r.level.leaf.address[w.leaf.Aperture&3]
		address := pieces[0].mask << (pieces[0].right & 63)
		if pieces[1].mask != 0 || address&r.leafMask != 0 {
			return
		}
		n.part, n.stamp, n.words, n.tableShift, n.wide = noPart, stamp, r.words, r.rowShift, r.wide
		n.partShift, n.wordShift, n.mask, n.offset = r.lo+log2(r.mask+1), r.lo-r.wide, r.mask<<r.wide, r.level.size-1
		n.rest, n.restMask, n.rotate = low&^address, ^address, int(pieces[0].left)-int(pieces[0].right)
		n.leaf, n.checks = *w.leaf, w.leaf.Flags&checked
	}
	part := n.partOf(w.space, w.va)
	n.at[part&uint64(len(n.at)-1)] = nearTable{part, id, stamp}
}

// partOf is what all addresses of one table have in common.
func (n *near) partOf(space uint16, va uint64) uint64 {
	return va>>(n.partShift&63) + uint64(space)*spread
}

// turn goes to another table, if it is remembered.
func (n *near) turn(part uint64) (known bool) {
	t := &n.at[part&uint64(len(n.at)-1)]
	if t.part != part || t.stamp != n.stamp {
		return false
	}
	n.part, n.leaf.Table, n.first = part, t.table, rowOf(t.table)<<(n.tableShift&31)
	return true
}

// forget empties what was remembered of walks.
func (m *MMU) forget() {
	n := &m.near
	n.era++
	if n.era >= 1<<(32-levelBits) {
		clear(n.at)
		m.upper.at = [upperTables]upperTable{}
		n.era = 1
	}
	n.part, n.stamp = noPart, n.era<<levelBits
	n.rest, n.restMask = 1, 0 // no entry shows this
}
