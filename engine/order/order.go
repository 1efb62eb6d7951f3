package order

import "sort"

// Stable sorts n places; those of which neither comes before the other stay in
// their order.
func Stable(n int, before func(i, j int) bool, swap func(i, j int)) {
	sort.Stable(places{n, before, swap})
}

// places are what package sort asks for.
type places struct {
	n      int
	before func(i, j int) bool
	swap   func(i, j int)
}

func (p places) Len() int           { return p.n }
func (p places) Less(i, j int) bool { return p.before(i, j) }
func (p places) Swap(i, j int)      { p.swap(i, j) }
