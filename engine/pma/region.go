package pma

import (
	"slices"

	"pagewalk/engine/order"
	"pagewalk/engine/profile"
)

// Region is a part of the card's memory. A run never crosses its ends, as each
// has a map of its own in the driver.
type Region struct {
	Run
	Speed     uint32 // the fastest is filled first
	Protected bool   // serves only requests that ask for protected memory, which get no other
}

// regions are the regions of a card and the orders in which they are looked
// through (pmaSelector).
type regions struct {
	all     []Region
	fastest []uint8 // by speed, as registered where that is equal
	slowest []uint8
	highest []uint8 // from the top down
}

// newRegions lays the profile's regions one after the other from offset 0.
func newRegions(m *profile.Memory) *regions {
	g := &regions{}
	at := uint32(0)
	for i, end := range m.Ends() {
		r := &m.Regions[i]
		g.all = append(g.all, Region{Run{at, end - at}, r.Speed, r.Protected})
		at = end
	}
	if len(g.all) == 0 {
		g.all = []Region{{Run: Run{0, m.Frames()}}}
	}
	for i := range g.all {
		g.fastest = append(g.fastest, uint8(i))
	}
	g.slowest, g.highest = slices.Clone(g.fastest), slices.Clone(g.fastest)
	order.Stable(len(g.fastest), func(i, j int) bool { return g.all[g.fastest[i]].Speed > g.all[g.fastest[j]].Speed },
		func(i, j int) { g.fastest[i], g.fastest[j] = g.fastest[j], g.fastest[i] })
	order.Stable(len(g.slowest), func(i, j int) bool { return g.all[g.slowest[i]].Speed < g.all[g.slowest[j]].Speed },
		func(i, j int) { g.slowest[i], g.slowest[j] = g.slowest[j], g.slowest[i] })
	slices.Reverse(g.highest)
	return g
}

// order is the order in which a request looks through the regions.
func (g *regions) order(r *Request) []uint8 {
	switch {
	case r.Reverse:
		return g.highest
	case r.Slowest:
		return g.slowest
	}
	return g.fastest
}

// serves says whether a region is for a request at all.
func (g *Region) serves(r *Request) bool {
	return g.Protected == r.Protected && g.Speed >= r.MinSpeed
}

// places calls visit with the place of a request in each region that serves it,
// in order, until visit says that it has seen enough.
func (a *PMA) places(r *Request, visit func(p place) (enough bool)) {
	for _, i := range a.regions.order(r) {
		if g := &a.regions.all[i]; g.serves(r) {
			if p := a.place(r, g); p.lo < p.hi && visit(p) {
				return
			}
		}
	}
}

// Regions lists the regions, lowest first. A card without any to tell apart has
// one.
func (a *PMA) Regions() []Region { return a.regions.all }

// RegionOf is the number of the region that a frame lies in.
func (a *PMA) RegionOf(f Frame) int {
	for i := range a.regions.all {
		if f < a.regions.all[i].End() {
			return i
		}
	}
	return len(a.regions.all) - 1
}

// blacklist holds the profile's bad frames back. Those inside the context's
// pages are its own affair.
func (a *PMA) blacklist(m *profile.Memory) {
	for _, f := range m.BadFrames {
		if f < a.frames && f >= m.ContextPages*PageFrames && a.Bits(f) == 0 {
			a.Blacklist(f)
		}
	}
}
