package scene

// Texts gives each distinct text a number, in order of first use. Number 0 is
// the empty text. The receiver of frames keeps the same list.
type Texts struct {
	ids  map[string]uint32
	list []string
	sent int // how many the receiver has
	size int // bytes of all
}

// maxTextBytes bounds what is kept: beyond it the next frame starts afresh.
const maxTextBytes = 4 << 20

// NewTexts gives a list that holds the empty text only.
func NewTexts() *Texts {
	t := &Texts{}
	t.Reset()
	return t
}

// Reset forgets all but the empty text.
func (t *Texts) Reset() {
	t.ids = map[string]uint32{"": 0}
	t.list = append(t.list[:0], "")
	t.sent, t.size = 1, 0
}

// ID numbers a text.
func (t *Texts) ID(s string) uint32 {
	if id, ok := t.ids[s]; ok {
		return id
	}
	id := uint32(len(t.list))
	t.ids[s] = id
	t.list = append(t.list, s)
	t.size += len(s)
	return id
}

// Get gives the text of a number.
func (t *Texts) Get(id uint32) string { return t.list[id] }

// full says that the list has grown so long that the receiver should start
// afresh.
func (t *Texts) full() bool { return t.size > maxTextBytes }
