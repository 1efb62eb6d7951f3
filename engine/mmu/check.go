package mmu

import "pagewalk/engine/profile"

// Check gives the first broken invariant in words, or nothing.
func (m *MMU) Check() string {
	live := uint32(0)
	for space := range uint32(spaces) {
		root := m.State.Spaces.At(space).Root
		if root == 0 {
			continue
		}
		t := m.table(root)
		if t.Parent != 0 || t.Level != 0 || uint32(t.Space) != space {
			return "the root of a space is no root table of it"
		}
		if bad := m.checkTable(root, &live); bad != "" {
			return bad
		}
	}
	if live != m.Tables() {
		return "the number of tables in use is not the number reachable from the roots"
	}
	return ""
}

// checkTable checks a table and all below it.
func (m *MMU) checkTable(id uint32, live *uint32) string {
	t := m.table(id)
	l := &m.codec.levels[t.Level]
	*live++
	if t.Live != 1 || l.class != classOf(id) {
		return "a table in use is marked as free or stands in the wrong pool"
	}
	held := uint32(0)
	for index := range l.Entries() {
		w := m.raw(id, index)
		state := stateOf(l.Level, w)
		if state == profile.Leaf || state == profile.Sparse {
			held++
		}
		var there [2]bool
		if state == profile.Directory {
			there = l.there(w)
		}
		for i := range l.pointers {
			c := m.child(id, index*l.pointers+i)
			if c != 0 {
				held++
			}
			if bad := m.checkChild(id, index, i, c, there[i], w); bad != "" {
				return bad
			}
			if c != 0 {
				if bad := m.checkTable(c, live); bad != "" {
					return bad
				}
			}
		}
	}
	if t.Refs < held {
		return "a table counts fewer references than it has leaves and children"
	}
	return ""
}

// checkChild compares a slot of the mirror with the entry it mirrors.
func (m *MMU) checkChild(id, index, which, c uint32, there bool, w Raw) string {
	t := m.table(id)
	l := &m.codec.levels[t.Level]
	if c == 0 {
		if there {
			return "a directory entry points to a table that the mirror does not know"
		}
		return ""
	}
	ct := m.table(c)
	if ct.Parent != id || ct.Slot != index*l.pointers+which || ct.Space != t.Space || ct.Level != l.Next[which] || ct.VA != t.VA+uint64(index)<<l.Lo {
		return "a table and its parent disagree about its place"
	}
	if there && Decode(m.codec.f, int(t.Level), w).Half[which].Address != ct.Address {
		return "a directory entry holds another address than its table has"
	}
	return ""
}
