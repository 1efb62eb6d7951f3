// Package conformance lists the driver's own tests of its memory layers, by
// their names there, and says for each which test here plays it, or why there
// is nothing to play. From the list comes docs/conformance.md.
//
// There is no code here beside the test: a scenario lives in the test of the
// layer that it concerns, so that whoever changes the layer meets it. The list
// names it, the test makes sure that the name exists, and with -update runs
// them all before it writes the page. Left out of the list: the driver's tests
// of locks of its own, of channels and pushbuffers, and of HMM.
package conformance
