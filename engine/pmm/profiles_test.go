package pmm

import (
	"testing"

	"pagewalk/engine/profile"
	"pagewalk/engine/target"
)

// Every profile that the product offers boots in order, lives through a churn
// and goes back exactly.
func TestEveryProfile(t *testing.T) {
	for _, p := range profile.List() {
		t.Run(p.Name, func(t *testing.T) {
			r := newRig(p)
			r.check(t)
			pages := p.Memory.Pages()
			if r.Roots() != pages {
				t.Fatal(r.Roots(), "roots for", pages, "pages")
			}
			if p.PMM.OwnsAll && r.FreeBytes() != p.Memory.Bytes {
				t.Fatal("a textbook manager owns the card:", r.FreeBytes())
			}
			i := 0
			r.churn(t, 21, 300, func() {
				if i++; pages < 1000 || i%100 == 0 {
					r.check(t)
				}
			})
			r.undoAll(t)
		})
	}
}

// Filling a card to the last chunk of each size, from the smallest up, leaves
// not a byte of the manager's free, and freeing all brings every byte back.
func TestFillTextbook(t *testing.T) {
	p := profile.Get("textbook-ampere")
	for _, size := range p.PMM.UserSizes {
		r := newRig(p)
		r.rec.Log = nil
		var all []ChunkID
		for {
			c, why := r.Alloc(User, size, 0)
			if c == 0 {
				refused(t, why, target.NoRoom, uint64(size), 0, 0, 0)
				break
			}
			if r.Address(c) != uint64(len(all))*uint64(size) {
				t.Fatal("lowest address first")
			}
			all = append(all, c)
		}
		if len(all) != int(p.Memory.Bytes/uint64(size)) {
			t.Fatal(size, len(all))
		}
		r.check(t)
		for i := range all { // every second, then the rest
			ok(t, r.Free(all[(2*i+2*i/len(all))%len(all)]))
		}
		if b, _ := r.LargestFree(); b != p.Memory.Bytes || r.FreeCount(User, m2) != r.Roots() {
			t.Fatal(b)
		}
		r.check(t)
	}
}

// TestCheckSizes is the driver's check_sizes: which of the 22 sizes are enabled
// for whom on the documented profiles.
func TestCheckSizes(t *testing.T) {
	for _, name := range []string{"gh100", "gh100-small", "h200-r580"} {
		r := newRig(profile.Get(name))
		for i := range SizesOfEnum {
			size := SizeOfEnum(i)
			user := size == 4<<10 || size == 64<<10 || size == 2<<20
			if r.Enabled(User, size) != user || r.Enabled(Kernel, size) != (user || size == 256) {
				t.Errorf("%s: %d bytes: user %v, kernel %v", name, size, r.Enabled(User, size), r.Enabled(Kernel, size))
			}
		}
	}
}
