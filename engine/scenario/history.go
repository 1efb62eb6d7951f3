package scenario

// The side store of the deltas. A call that fills a large block changes a
// million words by the same bits, so neighbours that change alike are one
// entry; a program whose calls move megabytes each would otherwise fill a
// browser's memory with its history.

// word is a changed word of a delta, or up to wordRun neighbours that changed by
// the same bits. The address says how many more they are in its bits from 48 on,
// where no address of memory has anything.
type word struct{ addr, xor uint64 }

// wordRun is the most neighbours in one entry.
const wordRun = 256

// Words that are not memory have addresses of their own.
const (
	registerWords = 0xF100 << 48
	stackWords    = 0xF200 << 48
	frameWords    = 0xF300 << 48
	wordKinds     = 0xFF00 << 48
)

// span gives the address of the first word, and how many there are.
func (w word) span() (addr, n uint64) { return w.addr &^ (0xFF << 48), w.addr>>48&0xFF + 1 }

// span is where the words of a delta are: all in one block.
type span struct{ block, from, to uint32 }

// history keeps the words of all closed deltas, in blocks that are never copied.
type history struct {
	open   []word // of the delta that is being closed
	blocks [][]word
	words  uint64 // in all blocks
}

// historyBlock is how many words a block has room for, unless one delta is
// larger.
const historyBlock = 1 << 14

// add notes that a word changed.
func (h *history) add(addr, xor uint64) {
	if k := len(h.open); k > 0 && h.open[k-1].xor == xor {
		if at, n := h.open[k-1].span(); at+n*8 == addr && n < wordRun {
			h.open[k-1].addr += 1 << 48
			return
		}
	}
	h.open = append(h.open, word{addr, xor})
}

// close moves the words of a delta into the store.
func (h *history) close() span {
	n, k := len(h.open), len(h.blocks)-1
	if k < 0 || cap(h.blocks[k])-len(h.blocks[k]) < n {
		h.blocks = append(h.blocks, make([]word, 0, max(n, historyBlock)))
		k++
	}
	from := len(h.blocks[k])
	h.blocks[k] = append(h.blocks[k], h.open...)
	h.words += uint64(n)
	if h.open = h.open[:0]; cap(h.open) > historyBlock {
		h.open = nil
	}
	return span{uint32(k), uint32(from), uint32(from + n)}
}

// of gives the words of a delta.
func (h *history) of(s span) []word { return h.blocks[s.block][s.from:s.to] }

// cut forgets the words of a delta and of all that were closed after it.
func (h *history) cut(s span) {
	for len(h.blocks) > int(s.block)+1 {
		last := len(h.blocks) - 1
		h.words -= uint64(len(h.blocks[last]))
		h.blocks = h.blocks[:last]
	}
	h.words -= uint64(len(h.blocks[s.block])) - uint64(s.from)
	h.blocks[s.block] = h.blocks[s.block][:s.from]
}

// asideBlock is how many pages one block of pagesAside holds: 64 KiB.
const asideBlock = 128

// pagesAside are pages as they were when the open delta began.
type pagesAside struct {
	blocks []*[asideBlock]savedPage
	n      int
}

// savedPage is a page as it was when the open delta began.
type savedPage struct {
	addr uint64
	old  [pageBytes]byte
}

// keep makes it the page at addr, whose bytes are old and zeros behind them.
func (s *savedPage) keep(addr uint64, old []byte) {
	s.addr = addr
	clear(s.old[copy(s.old[:], old):])
}

func (p *pagesAside) at(i int) *savedPage { return &p.blocks[i/asideBlock][i%asideBlock] }

// add makes room for one more page, whose old bytes may be anything.
func (p *pagesAside) add() *savedPage {
	if p.n == len(p.blocks)*asideBlock {
		p.blocks = append(p.blocks, new([asideBlock]savedPage))
	}
	p.n++
	return p.at(p.n - 1)
}

// empty forgets all pages, and gives the memory of many back.
func (p *pagesAside) empty() {
	p.n = 0
	if len(p.blocks) > asideBlock {
		p.blocks = p.blocks[:1]
		clear(p.blocks[1:cap(p.blocks)])
	}
}
