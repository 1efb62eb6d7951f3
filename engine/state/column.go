package state

import "unsafe"

// PageBytes is the size of one page of a column: the unit in which columns are
// hashed, saved in keyframes and compared. 4 KiB is small enough that a change
// to one cell re-hashes little, and large enough that an empty 141 GB card has
// only about 1,300 pages to keep track of.
const PageBytes = 4096

// Column is one array of fixed-size cells, cut into pages of PageBytes. It is
// the only container that a layer's State is made of.
//
// The size of T is a power of two between 1 and PageBytes and T holds no
// pointer, map, slice, string or int; New panics otherwise. A cell that was
// never written is zero, and the canonical form of "nothing there" is the zero
// cell, so two columns that differ only in how far they have grown are equal.
type Column[T any] struct {
	cells []T
	epoch []uint32 // by page: the value of now when the page was last written
	now   uint32
}

// New gives a column of n zero cells.
func New[T any](n int) Column[T] {
	c := Column[T]{now: 1}
	c.checkCell()
	c.Grow(n)
	return c
}

func (c *Column[T]) checkCell() {
	var t T
	size := unsafe.Sizeof(t)
	if size == 0 || size > PageBytes || size&(size-1) != 0 {
		panic("state: column: the size of a cell must be a power of two up to 4096 bytes")
	}
}

// perPage is the number of cells in one page.
func (c *Column[T]) perPage() int {
	var t T
	return PageBytes / int(unsafe.Sizeof(t))
}

// Len is the number of cells that can be addressed.
func (c *Column[T]) Len() int { return len(c.cells) }

// Grow makes cells 0 to n-1 addressable. The new ones are zero. Growing is no
// change of state: it alters neither the hash nor what Equal says.
func (c *Column[T]) Grow(n int) {
	if n > len(c.cells) {
		c.grow(n)
	}
}

func (c *Column[T]) grow(n int) {
	per := c.perPage()
	pages := (n + per - 1) / per
	if want := pages * per; want > cap(c.cells) {
		room := want
		if double := 2 * cap(c.cells); room < double {
			room = (double + per - 1) / per * per
		}
		cells := make([]T, want, room)
		copy(cells, c.cells)
		c.cells = cells
	} else {
		c.cells = c.cells[:want]
	}
	for len(c.epoch) < pages {
		c.epoch = append(c.epoch, 0)
	}
	if c.now == 0 {
		c.now = 1
	}
}

// Reserve makes room for n cells without making them addressable: growing up
// to there copies nothing.
func (c *Column[T]) Reserve(n int) {
	if n > cap(c.cells) {
		cells := make([]T, len(c.cells), n)
		copy(cells, c.cells)
		c.cells = cells
	}
}

// At gives cell i for reading. Writing through the result would escape the
// page marks; use Mut.
func (c *Column[T]) At(i uint32) *T { return &c.cells[i] }

// Get gives the value of cell i.
func (c *Column[T]) Get(i uint32) T { return c.cells[i] }

// Mut marks the page of cell i as changed and gives the cell for writing. The
// cells are whole pages, one for each epoch, so the one check that the epoch is
// there answers for the cell as well: this is the most frequent act of all.
func (c *Column[T]) Mut(i uint32) *T {
	var t T
	at := uintptr(i) * unsafe.Sizeof(t)
	c.epoch[at/PageBytes] = c.now
	return (*T)(unsafe.Add(unsafe.Pointer(unsafe.SliceData(c.cells)), at))
}

// A Pen is Mut for an act that writes several cells: what Mut looks up each time
// it has at hand. It is good until the column grows or somebody takes a reading,
// so it lives within one mutator.
type Pen[T any] struct {
	cells, epochs unsafe.Pointer
	pages, now    uint32
}

// Pen gives a Pen of the column.
func (c *Column[T]) Pen() Pen[T] {
	return Pen[T]{
		unsafe.Pointer(unsafe.SliceData(c.cells)), unsafe.Pointer(unsafe.SliceData(c.epoch)), uint32(len(c.epoch)), c.now,
	}
}

// Mut marks the page of cell i as changed and gives the cell for writing.
func (p Pen[T]) Mut(i uint32) *T {
	var t T
	at := uintptr(i) * unsafe.Sizeof(t)
	page := at / PageBytes
	if page >= uintptr(p.pages) {
		panic("state: pen: there is no such cell")
	}
	*(*uint32)(unsafe.Add(p.epochs, page*4)) = p.now
	return (*T)(unsafe.Add(p.cells, at))
}

// Set writes v to cell i.
func (c *Column[T]) Set(i uint32, v T) { *c.Mut(i) = v }

// MutRange marks the pages of cells i to i+n-1 and gives them for writing.
func (c *Column[T]) MutRange(i, n uint32) []T {
	if n == 0 {
		return nil
	}
	var t T
	size := unsafe.Sizeof(t)
	first, last := uintptr(i)*size/PageBytes, (uintptr(i)+uintptr(n)-1)*size/PageBytes
	for p := first; p <= last; p++ {
		c.epoch[p] = c.now
	}
	return c.cells[i : i+n : i+n]
}

// Slice gives cells i to i+n-1 for reading.
func (c *Column[T]) Slice(i, n uint32) []T { return c.cells[i : i+n : i+n] }

// The methods below make a Column a Pages, seen without its cell type.

func (c *Column[T]) pages() int { return len(c.epoch) }

func (c *Column[T]) page(p int) *[PageBytes / 8]uint64 {
	return (*[PageBytes / 8]uint64)(unsafe.Pointer(&c.cells[p*c.perPage()]))
}

func (c *Column[T]) changedSince(p int, since uint32) bool { return c.epoch[p] >= since }

func (c *Column[T]) mark(p int) { c.epoch[p] = c.now }

// reading closes the current epoch and gives the number of the new one: pages
// written from here on have at least that epoch.
func (c *Column[T]) reading() uint32 {
	c.now++
	return c.now
}

func (c *Column[T]) growPages(n int) { c.Grow(n * c.perPage()) }

// Pages is a column seen as pages, whatever its cells are. Only Column
// implements it.
type Pages interface {
	pages() int
	page(p int) *[PageBytes / 8]uint64
	changedSince(p int, since uint32) bool
	mark(p int)
	reading() uint32
	growPages(n int)
}
