// Package event is the vocabulary of the machine: the closed list of the
// transitions that can happen, and the one fixed-size record that holds them.
//
// Every change of engine state is one event. State changes nowhere else.
// Everything that explains a run reads events and nothing else: the pictures,
// the sentences, undo, grading, "who last changed this cell?", the comparison
// with hardware.
//
// # Words
//
// A mutator is the one function of a layer that makes one kind of transition:
// it changes the layer's State and, when recording, appends one event. Apply
// makes the same transition from the event alone; Revert undoes it. Decide
// code is everything else of a layer: it reads State, checks, and calls
// mutators. Because ids and places are in the event, a log can be replayed
// without any decide code.
//
// # Files
//
// One file per layer holds its kinds, the rows of Table and, for each kind, a
// small struct with Put (pack into the five words) and an …Of function
// (unpack). No other package shifts bits of Event.W.
package event
