package mmu

import (
	"math/rand"
	"testing"

	"pagewalk/engine/profile"
)

// legal makes a random entry of a state that a level knows, with every field
// that the level's layout has.
func legal(rng *rand.Rand, f *Format, lv int, s profile.EntryState) Entry {
	l := &f.Levels[lv]
	layout := layoutOf(l, s)
	e := Entry{State: s}
	e.Half[0].Aperture, e.Half[1].Aperture = f.Home, profile.NoAperture
	for i := range layout.Fields {
		fd := &layout.Fields[i]
		if fd.Role == profile.RoleAperture {
			e.Half[fd.Half].Aperture = fd.Values[rng.Intn(len(fd.Values))].Aperture
		}
	}
	for i := range layout.Fields {
		fd := &layout.Fields[i]
		h := &e.Half[fd.Half]
		if fd.When.Has(h.Aperture) {
			decodeField(&e, h, fd, rng.Uint64()&(1<<fd.Width()-1))
		}
	}
	return e
}

// encode(decode(x)) = x for every valid entry of every level of every format,
// and decode(encode(e)) = e.
func TestEncodeAndDecodeAreInverse(t *testing.T) {
	rng := rand.New(rand.NewSource(3))
	for _, f := range profile.Formats {
		for lv := range f.Levels {
			for _, s := range []profile.EntryState{profile.Leaf, profile.Directory} {
				if patternOf(&f.Levels[lv], s) == nil {
					continue
				}
				tried := 0
				for range 3000 {
					e := legal(rng, f, lv, s)
					w, ok := Encode(f, lv, &e)
					if !ok {
						continue // a dual entry with neither pointer
					}
					tried++
					d := Decode(f, lv, w)
					if d != e {
						t.Fatalf("%s %s: %+v becomes %X becomes %+v", f.Name, f.Levels[lv].Name, e, w, d)
					}
					if again, _ := Encode(f, lv, &d); again != w {
						t.Fatalf("%s %s: %X becomes %X", f.Name, f.Levels[lv].Name, w, again)
					}
				}
				if tried < 1000 {
					t.Errorf("%s %s: only %d entries of state %d", f.Name, f.Levels[lv].Name, tried, s)
				}
			}
		}
	}
}

// Any word can be decoded and shown, and the walker's quick reading of a leaf
// agrees with the decoder.
func TestRandomWords(t *testing.T) {
	rng := rand.New(rand.NewSource(5))
	for _, f := range profile.Formats {
		c := newCodec(f)
		for lv := range f.Levels {
			l := &c.levels[lv]
			for range 2000 {
				w := Raw{rng.Uint64()}
				if l.words == 2 {
					w[1] = rng.Uint64()
				}
				switch rng.Intn(3) {
				case 0:
					w[0] &= rng.Uint64() & rng.Uint64()
				case 1:
					w[0] &= 0xFF
					w[1] &= 0xFF
				}
				e := Decode(f, lv, w)
				Fields(f, lv, w)
				if s := l.judge(w); s != e.State {
					t.Fatalf("%s %s %X: the walker sees state %d, the decoder %d", f.Name, l.Name, w, s, e.State)
				}
				if e.State != profile.Leaf {
					continue
				}
				a := l.leaf.aperture(w[0])
				if a != e.Half[0].Aperture || l.leaf.physical(w[0], a) != e.Half[0].Address || l.leaf.flags(w[0]) != e.Half[0].Flags {
					t.Fatalf("%s %s %X: the walker reads %v %X %X, the decoder %+v", f.Name, l.Name, w, a, l.leaf.physical(w[0], a), l.leaf.flags(w[0]), e.Half[0])
				}
			}
		}
	}
}
