package state

// Pool says which cells of a column are free to be used: those that were given
// back, and those beyond all that ever were used. Ids begin at 1.
//
// What is given back last is taken first. The cells that wait are a stack, each
// with the number of the next in a field that the column's owner chose; nothing
// else is in them. An event that takes an id says whether it was fresh. With
// that, Give undoes Take and Take undoes Give, to the bit.
type Pool struct {
	Free uint32 // the id that was given back last; 0 = none waits
	High uint32 // ids up to here have been used
}

// Next is the id that is taken next, and whether it was never used before.
func (p Pool) Next() (id uint32, fresh bool) {
	if p.Free != 0 {
		return p.Free, false
	}
	return p.High + 1, true
}

// Take takes an id out of the pool. next is what its cell names as the next that
// waits, or 0 if the id is fresh.
func (p *Pool) Take(id, next uint32, fresh bool) {
	if fresh {
		p.High = id
	} else {
		p.Free = next
	}
}

// Give puts an id back and gives what its cell, which is zero otherwise, has to
// name as the next: nothing, if the id was fresh when it was taken and that is
// undone.
func (p *Pool) Give(id uint32, fresh bool) (next uint32) {
	if fresh {
		p.High = id - 1
		return 0
	}
	next, p.Free = p.Free, id
	return next
}
