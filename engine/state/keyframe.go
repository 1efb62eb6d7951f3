package state

// Keyframes keeps pictures of a Set at chosen moments so that a seek need not
// walk through a million events. A page that did not change between two
// keyframes is kept once.
type Keyframes struct {
	set     *Set
	since   []uint32
	current [][]uint32               // by column and page: version in store of what the set held at the last Take or Load
	store   []*[PageBytes / 8]uint64 // version 0 is the zero page
	frames  [][][]uint32
}

// NewKeyframes gives an empty list of keyframes of s.
func NewKeyframes(s *Set) *Keyframes {
	return &Keyframes{
		set: s, since: make([]uint32, len(s.columns)), current: make([][]uint32, len(s.columns)),
		store: []*[PageBytes / 8]uint64{{}},
	}
}

// Len is the number of keyframes taken.
func (k *Keyframes) Len() int { return len(k.frames) }

// Bytes is the memory that the stored pages take, in bytes.
func (k *Keyframes) Bytes() uint64 { return uint64(len(k.store)) * PageBytes }

// Take saves the present cells as a new keyframe and gives its number.
func (k *Keyframes) Take() int {
	k.absorb()
	frame := make([][]uint32, len(k.current))
	for i, v := range k.current {
		frame[i] = append([]uint32(nil), v...)
	}
	k.frames = append(k.frames, frame)
	return len(k.frames) - 1
}

// absorb stores every page written since the last reading as a new version.
func (k *Keyframes) absorb() {
	for i, c := range k.set.columns {
		for len(k.current[i]) < c.pages() {
			k.current[i] = append(k.current[i], 0)
		}
		for p := range c.pages() {
			if !c.changedSince(p, k.since[i]) {
				continue
			}
			page := *c.page(p)
			if page == *k.store[k.current[i][p]] {
				continue
			}
			k.current[i][p] = uint32(len(k.store))
			k.store = append(k.store, &page)
		}
		k.since[i] = c.reading()
	}
}

// Load makes the set hold what it held at keyframe n. Only pages that differ
// are copied.
func (k *Keyframes) Load(n int) {
	frame := k.frames[n]
	for i, c := range k.set.columns {
		for len(k.current[i]) < c.pages() {
			k.current[i] = append(k.current[i], 0)
		}
		for p := range c.pages() {
			var want uint32
			if p < len(frame[i]) {
				want = frame[i][p]
			}
			if want == k.current[i][p] && !c.changedSince(p, k.since[i]) {
				continue
			}
			*c.page(p) = *k.store[want]
			c.mark(p)
			k.current[i][p] = want
		}
		k.since[i] = c.reading()
	}
}

// Cut forgets every keyframe from number n on, as a fork does.
func (k *Keyframes) Cut(n int) {
	if n < len(k.frames) {
		k.frames = k.frames[:n]
	}
}
