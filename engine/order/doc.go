// Package order sorts what is seldom sorted.
//
// A generic sort is compiled anew for every type of element: slices.SortFunc is
// some 15 KiB of WebAssembly a type, and the engine sorts a dozen types, most of
// them a few elements long and once a call. Stable knows neither the elements
// nor their type. It asks which of two places comes first and has two places
// exchanged, so there is one of it. What is sorted at every transition does not
// belong here: two calls through a function value for every comparison cost more
// than the comparison.
package order
