// Package timeline keeps a run: the program, the machine, everything that
// happened, and a cursor that can stand anywhere in it.
//
// # Words
//
// A Run records a program on a machine. The program runs ahead: each of its
// calls is computed to its end at once and leaves events in the log. Looking
// back is then moving the cursor over the log, by applying events or taking
// them back. Driver code is therefore never suspended in the middle.
//
// A Row is one call of the program that reached the machine: what was asked,
// what was answered, which events it left. Its first event is the Call, its
// last the Return.
//
// A Point is a row and an ordinal within it. Links, bookmarks and lessons keep
// points, because the number of an event changes whenever a layer learns to
// leave one more.
//
// The cursor is a number of events: at n, the first n have happened and the
// event that a reader is told about is number n − 1.
//
// # The life of a run
//
// New makes it, Step runs the program for a bounded while until it says that
// it is done. Every 32,768 events, or sooner when runs of cells were written,
// a keyframe is taken. Seek goes to any event: on foot from where the cursor
// is, or from the nearest keyframe, whichever is nearer. So no seek walks
// through more than half the distance between two keyframes.
//
// The program's own memory moves too: what its variables held is kept as one
// difference for each call, applied with the Call event.
//
// # Trade-offs
//
// Questions like "who last changed this?" scan the log backwards: a million
// events are 64 MB, read at the speed of memory. An index by subject would be
// faster and would cost as much memory as the log.
//
// A fork runs the changed program from its start on a fresh machine and checks
// that it did the same up to the point of the fork. Cheaper tricks exist; this
// one can't lie.
//
// What is left out: files. A run is a function of program, profile, settings
// and seed, so those are what is kept and sent.
package timeline
