// Package conformance lists the driver's own tests of its memory layers, by
// their names there, and says for each which test here plays it, or why there
// is nothing to play. From the list comes docs/conformance.md.
//
// A scenario lives in the test of the layer that it concerns, so that whoever
// changes the layer meets it. The list names it, the test makes sure that the
// name exists, and with -update runs them all before it writes the page.
//
// A test looks at what came out; a learner wants to see it happen. So the same
// acts are a Program for each scenario that calls can make: page trees through
// uvm_page_tree_get_ptes and its like, chunks through uvm_pmm_gpu_…, blocks
// through managed memory. A test plays every program to its end and back. Left out of the list: the driver's tests
// of locks of its own, of channels and pushbuffers, and of HMM.
package conformance
