package explain

import (
	"testing"

	"pagewalk/engine/event"
	"pagewalk/engine/pma"
	"pagewalk/engine/profile"
)

// Where the card has regions, taking frames says in which.
func TestRegionIsNamed(t *testing.T) {
	p := hopper(t)
	p.Memory.Bytes = 64 << 20
	p.Memory.Regions = []profile.Region{{Speed: 10}, {Bytes: 16 << 20, Speed: 1}}
	e := &event.Event{Kind: event.FrameRun}
	event.FrameRunInfo{First: 24 * 32, N: 32, To: pma.AllocPin}.Put(e)
	for lang, want := range []string{
		"Page 24 is taken and pinned: it cannot be evicted. Bits: none → ALLOC_PIN. Region 2 of 2, of speed 1: the fastest region is filled first.",
		"取走第 24 页并固定：不会被驱逐。位：无 → ALLOC_PIN。第 2 个区域，共 2 个，速度 1：先填满最快的区域。",
	} {
		if got := Sentence(Lang(lang), e, Bare{p}); got != want {
			t.Errorf("\n got %s\nwant %s", got, want)
		}
	}
}
