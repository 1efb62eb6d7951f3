package machine

import (
	"slices"
	"testing"

	"pagewalk/engine/event"
	"pagewalk/engine/pma"
	"pagewalk/engine/profile"
	"pagewalk/engine/target"
)

// A card with a slow region and bad frames: cudaMalloc fills the fast region
// first, goes on in the slow one, and never gets a bad frame.
func TestSlowRegion(t *testing.T) {
	p := profile.Get("gh100-small")
	for _, s := range []string{"memory.slow=64MiB", "memory.bad=0xa00,0xf00"} { // one in each region
		if err := profile.Set(p, s); err != nil {
			t.Fatal(err)
		}
	}
	m := New(p, 0)
	start := m.Hash()
	var log event.Log
	m.rec.Log = &log
	var speeds []uint32
	for {
		var r target.Result
		m.Do(&target.Call{Op: target.CudaMalloc, Arg: [8]uint64{8 << 20}}, &r)
		if broken := m.Check(); broken != "" {
			t.Fatal(broken)
		}
		if r.Code != target.Success {
			break
		}
		pa, why := m.translate(0, r.Out[0])
		if why.ID != target.NoReason {
			t.Fatal(why.ID.Name())
		}
		region := m.PMA.Regions()[m.PMA.RegionOf(uint32(pa/pma.FrameBytes))]
		speeds = append(speeds, region.Speed)
	}
	// 188 MiB of the fast region are there for it, less a page, in two stretches.
	first := slices.Index(speeds, 1)
	if first < 22 || len(speeds) <= first+5 {
		t.Fatal("the slow region is not used last, or not used:", speeds)
	}
	for _, bad := range p.Memory.BadFrames {
		if m.PMA.Bits(bad) != pma.AllocPin|pma.Blacklist {
			t.Fatal("a bad frame was handed out")
		}
	}
	rewind(m, &log, 0)
	if m.Hash() != start {
		t.Fatal("taking everything back does not lead to the start")
	}
}

// The PMM of a textbook owns the card, so its memory has no regions.
func TestRegionsNeedThePMA(t *testing.T) {
	p := profile.Get("textbook-ampere")
	for setting, taken := range map[string]bool{
		"memory.slow=2MiB": false, "memory.bad=7": false, "memory.slow=0": true, "memory.bad=none": true,
	} {
		if err := profile.Set(p, setting); (err == nil) != taken {
			t.Errorf("%s: %v", setting, err)
		}
	}
	p = profile.Get("gh100-small")
	for setting, taken := range map[string]bool{
		"memory.slow=1GiB": false, "memory.slow=3": false, "memory.slow=32MiB": true, "memory.bad=1,x": false, "memory.bad=1,2": true,
	} {
		if err := profile.Set(p, setting); (err == nil) != taken {
			t.Errorf("%s: %v", setting, err)
		}
	}
}
