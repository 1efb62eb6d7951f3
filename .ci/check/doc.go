// Command check holds the tree to the rules of the house: make check.
//
// Each rule is one function that gives the list of what breaks it, so an empty
// list means that the rule holds. The tools (gofmt, vet, staticcheck, templ,
// tsc) are rules like the others: they run at the versions that go.mod and
// package-lock.json fix, and their output is the list. All rules run; the
// command fails if one of them has something to say.
//
// The rules of our own, each in its file:
//
//	purity.go   engine/ is a function of its inputs: no clock, no goroutine, no
//	            system, and nothing that is heavy in a browser
//	browser.go  what is reachable from ./wasm, by the linker's own list
//	length.go   functions of at most 70 lines, files of at most 400
//	words.go    user-visible texts in both languages, and words that stay out
//
// A rule that cannot run, because a tool is missing, fails and says how to get it.
package main
