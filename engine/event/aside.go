package event

// asideWords is the number of words in one block of an Aside: 256 KiB.
const asideWords = 1 << 15

// Aside keeps what does not fit into a record of 64 bytes: words that an event
// names by their place. They are differences (old exclusive-or new), so the
// same words serve to apply and to revert, and a keyframe may jump over them.
type Aside struct {
	blocks []*[asideWords]uint64
	n      uint64
}

// Put appends words and gives the place of the first.
func (a *Aside) Put(words []uint64) (at uint64) {
	at = a.n
	for _, w := range words {
		b := a.n / asideWords
		if b == uint64(len(a.blocks)) {
			a.blocks = append(a.blocks, new([asideWords]uint64))
		}
		a.blocks[b][a.n%asideWords] = w
		a.n++
	}
	return at
}

// At gives the word at a place.
func (a *Aside) At(i uint64) uint64 { return a.blocks[i/asideWords][i%asideWords] }

// Len is the number of words.
func (a *Aside) Len() uint64 { return a.n }

// Cut forgets every word from place n on.
func (a *Aside) Cut(n uint64) {
	if n < a.n {
		a.n = n
	}
}
