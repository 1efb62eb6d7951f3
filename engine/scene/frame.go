package scene

// The header of a frame, little-endian, 32 bytes:
//
//	0  magic     u32  "PWF1"
//	4  version   u16
//	6  sections  u16  how many follow
//	8  serial    u32  number of the call that this answers
//	12 status    u32  see Status
//	16 length    u32  bytes of the whole frame
//	20 row       u32  the point: row and ordinal in the row
//	24 ordinal   u32
//	28 flags     u32  bit 0: forget all views and texts before applying
//
// A section is a header of 16 bytes (kind u16, flags u16, count u32, bytes
// u32, zero) and its content, padded to a multiple of four.
const (
	Magic       = 0x31465750 // "PWF1"
	Version     = 1
	HeaderBytes = 32
)

// FlagFull says that the receiver forgets what it has before it applies the frame.
const FlagFull = 1

// Status is how a call of the bridge went.
type Status uint32

const (
	StatusOK      Status = iota
	StatusRunning        // the run is not finished; call again
	StatusNothing        // there is no such event
	StatusRefused        // the program has errors; see the Diagnostics section
	StatusInvalid        // the arguments make no sense
	StatusBug            // a panic of ours; the text of the Bug section says which
	StatusNoRun          // nothing was started
)

// Section kinds.
const (
	SectionCursor      uint16 = iota + 1 // event, events, rows, finished
	SectionEvents                        // event, row, ordinal, line, pane, kind text, sentence text, cause
	SectionPatch                         // view, index, old lo, old hi, new lo, new hi
	SectionText                          // first id; then count+1 offsets; then UTF-8
	SectionCounters                      // hash lo, hash hi, log KiB, keyframe KiB
	SectionScore                         // counts, lines, rows, panes: see score.go
	SectionDiagnostics                   // line, column, end column, text, hint
	SectionSummary                       // ok, events, rows, ended text, ps lo, ps hi
	SectionOOM                           // tag, text, text, lo, hi, flags
	SectionFill                          // view, index, n, lo, hi: n equal words in a full frame
	SectionProfiles                      // name, title, kind
	SectionBug                           // text
	SectionGoals                         // tag, text, met, left lo, hi, right lo, hi, event: see goals.go
	SectionMicroscope                    // tag, three texts, two wide numbers, two narrow: see microscope_send.go
	SectionHangs                         // pane, text: see hangs.go
)

// Writer builds frames in one buffer that is used again and again.
type Writer struct {
	buf     []byte
	section int // offset of the open section's header, 0 = none
}

// Begin starts a frame.
func (w *Writer) Begin(serial uint32) {
	w.buf = append(w.buf[:0], make([]byte, HeaderBytes)...)
	w.section = 0
	w.set32(0, Magic)
	w.set32(4, Version)
	w.set32(8, serial)
}

// SetStatus, SetPoint and SetFlags fill the header.
func (w *Writer) SetStatus(s Status) { w.set32(12, uint32(s)) }

// SetPoint says which point of the run the frame shows.
func (w *Writer) SetPoint(row, ordinal uint32) {
	w.set32(20, row)
	w.set32(24, ordinal)
}

// SetFlags writes the flags.
func (w *Writer) SetFlags(f uint32) { w.set32(28, f) }

// Open starts a section and closes the one before.
func (w *Writer) Open(kind uint16, count int) {
	w.close()
	w.section = len(w.buf)
	w.U32(uint32(kind))
	w.U32(uint32(count))
	w.U32(0)
	w.U32(0)
	w.set32(4, w.get32(4)+1<<16)
}

// SetCount says how many records the open section has, where that was not
// known when it was opened.
func (w *Writer) SetCount(n int) { w.set32(w.section+4, uint32(n)) }

func (w *Writer) close() {
	for len(w.buf)&3 != 0 {
		w.buf = append(w.buf, 0)
	}
	if w.section != 0 {
		w.set32(w.section+8, uint32(len(w.buf)-w.section-16))
	}
	w.section = 0
}

// End closes the frame and gives its bytes, valid until the next Begin.
func (w *Writer) End() []byte {
	w.close()
	w.set32(16, uint32(len(w.buf)))
	return w.buf
}

// U32 appends numbers to the open section.
func (w *Writer) U32(n uint32) {
	w.buf = append(w.buf, byte(n), byte(n>>8), byte(n>>16), byte(n>>24))
}

// U64 appends a number of 64 bits as low half, high half.
func (w *Writer) U64(n uint64) {
	w.U32(uint32(n))
	w.U32(uint32(n >> 32))
}

func (w *Writer) bytes(b []byte) { w.buf = append(w.buf, b...) }

func (w *Writer) set32(at int, n uint32) {
	w.buf[at], w.buf[at+1], w.buf[at+2], w.buf[at+3] = byte(n), byte(n>>8), byte(n>>16), byte(n>>24)
}

func (w *Writer) get32(at int) uint32 {
	b := w.buf[at : at+4]
	return uint32(b[0]) | uint32(b[1])<<8 | uint32(b[2])<<16 | uint32(b[3])<<24
}

// Patches writes a Patch section.
func (w *Writer) Patches(list []Patch) {
	w.Open(SectionPatch, len(list))
	for _, p := range list {
		w.U32(uint32(p.View))
		w.U32(p.Index)
		w.U64(p.Old)
		w.U64(p.New)
	}
}

// minFill is how many equal words in a row a full frame writes as one fill.
const minFill = 4

// Full writes a whole scene: lengths and lone words as patches from nothing,
// runs of equal words as fills. Fills are applied after the patches.
func (w *Writer) Full(s *Scene) {
	var patches []Patch
	type fill struct {
		view     View
		index, n int
		value    uint64
	}
	var fills []fill
	for v, words := range s.Views {
		if len(words) > 0 {
			patches = append(patches, Patch{View(v), wholeView, 0, uint64(len(words))})
		}
		for i := 0; i < len(words); {
			n := 1
			for i+n < len(words) && words[i+n] == words[i] {
				n++
			}
			switch {
			case words[i] == 0:
			case n >= minFill:
				fills = append(fills, fill{View(v), i, n, words[i]})
			default:
				for j := range n {
					patches = append(patches, Patch{View(v), uint32(i + j), 0, words[i]})
				}
			}
			i += n
		}
	}
	w.Patches(patches)
	w.Open(SectionFill, len(fills))
	for _, f := range fills {
		w.U32(uint32(f.view))
		w.U32(uint32(f.index))
		w.U32(uint32(f.n))
		w.U64(f.value)
	}
}

// NewTexts writes the texts that the receiver does not have yet.
func (w *Writer) NewTexts(t *Texts) {
	list := t.list[t.sent:]
	if len(list) == 0 {
		return
	}
	w.Open(SectionText, len(list))
	w.U32(uint32(t.sent))
	var at uint32
	w.U32(at)
	for _, s := range list {
		at += uint32(len(s))
		w.U32(at)
	}
	for _, s := range list {
		w.buf = append(w.buf, s...)
	}
	t.sent = len(t.list)
}
