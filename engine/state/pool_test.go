package state

import (
	"math/rand/v2"
	"testing"
)

// cell is what waits in a pool by its next.
type cell struct{ value, next uint32 }

// shelf is a column with its pool, and the events that undo needs.
type shelf struct {
	head  Column[Pool]
	cells Column[cell]
	set   Set
}

func newShelf() *shelf {
	s := &shelf{head: New[Pool](1), cells: New[cell](1)}
	s.set.Add(&s.head, &s.cells)
	return s
}

func (s *shelf) take(id, value uint32, fresh bool) {
	s.cells.Grow(int(id) + 1)
	s.head.Mut(0).Take(id, s.cells.At(id).next, fresh)
	s.cells.Set(id, cell{value: value})
}

func (s *shelf) give(id uint32, fresh bool) {
	s.cells.Set(id, cell{next: s.head.Mut(0).Give(id, fresh)})
}

func TestPoolOrder(t *testing.T) {
	s := newShelf()
	steps := []struct {
		give  uint32 // 0 = take
		id    uint32
		fresh bool
	}{
		{0, 1, true}, {0, 2, true}, {0, 3, true}, {1, 0, false}, {3, 0, false},
		{0, 3, false}, {0, 1, false}, {0, 4, true},
	}
	for i, step := range steps {
		if step.give != 0 {
			s.give(step.give, false)
			continue
		}
		id, fresh := s.head.At(0).Next()
		if id != step.id || fresh != step.fresh {
			t.Fatalf("step %d: took %d (fresh %v), want %d (%v)", i, id, fresh, step.id, step.fresh)
		}
		s.take(id, 7, fresh)
	}
}

// TestPoolUndo: taking and giving undo each other, to the bit, in any order.
func TestPoolUndo(t *testing.T) {
	type act struct {
		id, value   uint32
		fresh, give bool
	}
	s, rnd := newShelf(), rand.New(rand.NewPCG(1, 1))
	var acts []act
	var live []uint32
	hash := []uint64{s.set.Hash()}
	for range 2000 {
		a := act{value: rnd.Uint32()}
		if len(live) > 0 && rnd.IntN(2) == 0 {
			i := rnd.IntN(len(live))
			a.id, a.give, a.value = live[i], true, s.cells.At(live[i]).value
			live[i] = live[len(live)-1]
			live = live[:len(live)-1]
			s.give(a.id, false)
		} else {
			a.id, a.fresh = s.head.At(0).Next()
			s.take(a.id, a.value, a.fresh)
			live = append(live, a.id)
		}
		acts, hash = append(acts, a), append(hash, s.set.Hash())
	}
	for i := len(acts) - 1; i >= 0; i-- {
		if a := acts[i]; a.give {
			s.take(a.id, a.value, false)
		} else {
			s.give(a.id, a.fresh)
		}
		if s.set.Hash() != hash[i] {
			t.Fatalf("before act %d the state is another on the way back", i)
		}
	}
}

// TestPen: what a Pen writes is seen by a Hasher as what Mut writes is.
func TestPen(t *testing.T) {
	c := New[cell](5000)
	var set Set
	set.Add(&c)
	h := NewHasher(&set)
	for i := range uint32(50) {
		h.Sum()
		pen := c.Pen()
		pen.Mut(i*97).value++
		pen.Mut(i*97).next++
		if c.At(i*97).value == 0 || h.Sum() != set.Hash() {
			t.Fatalf("cell %d: the write is not seen", i*97)
		}
	}
	defer func() {
		if recover() == nil {
			t.Fatal("a cell beyond the column was written")
		}
	}()
	pen := c.Pen()
	pen.Mut(uint32(c.Len()))
}
