package scene

// Sender remembers what the receiver of frames has, and sends the difference.
type Sender struct {
	Texts   *Texts
	now     Scene // what is being sent
	sent    Scene // what the receiver has
	started bool
	patches []Patch
}

// NewSender gives a Sender whose receiver has nothing.
func NewSender() *Sender { return &Sender{Texts: NewTexts()} }

// Restart makes the next frame a full one: a new run, another language, a
// receiver that lost its memory.
func (s *Sender) Restart() { s.started = false }

// Send writes m into the open frame: the patches from the last moment sent, or
// everything when there was none or the texts have grown too many.
func (s *Sender) Send(w *Writer, m *Moment) {
	full := !s.started || s.Texts.full()
	if full {
		s.Texts.Reset()
	}
	s.now.Encode(m, s.Texts)
	if full {
		w.SetFlags(FlagFull)
		w.Full(&s.now)
	} else {
		s.patches = s.sent.Diff(&s.now, s.patches[:0])
		w.Patches(s.patches)
	}
	s.started = true
	s.sent, s.now = s.now, s.sent
}
