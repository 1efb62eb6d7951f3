// Package fit says how well a measured profile agrees with the card that it was
// measured on: how many addresses, free bytes, errors, trips into the kernel and
// physical pages are the same, how predicted and measured durations compare, and
// how far the TLB model's curves lie from the measured ones.
//
// # Nouns
//
// A Trace is a recorded process: its calls with what the card answered (data/).
// A Fit is the figures of all traces of a card. A Path is a way that a call can
// take through the runtime: a slab serves it, a fresh slab, a block of some size.
//
// # The life of a figure
//
// Measure plays each trace twice on a fresh machine: once on its own, for
// addresses, free bytes, errors, trips and times; and once followed, its physical
// memory put right after each call, for physical pages. The result is written by
// `go test ./server/fit -update` to h200-r580.json, which the page of the GPUs
// shows; the same test without -update fails if code and file disagree, or if a
// figure falls below what is promised. Nothing there is typed by hand.
//
// # What is judged
//
// All that the calls determine must agree in every row. Of a path's times, the
// median of predicted by measured must lie within 0.85 and 1.15, pooled over the
// traces; how much they scatter is told, not judged.
//
// # Left out
//
// Durations that no rule predicts are counted, not fitted: the first call of a
// process, which completes the context, and calls that wait for the clearing of
// freed memory or pay for noticing its end. These are labelled Unpredictable.
package fit
