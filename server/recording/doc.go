// Package recording keeps runs as files: what a target was asked, call by call,
// and what it answered. A run on a real GPU, once recorded, can be played again
// on machines that have none, and compared with a simulated one.
//
// # Nouns
//
// A File is a Header and Rows. As a file it is lines of JSON, the header first,
// plain or gzip (docs/recordings.md has every field). A Recorder is a target
// that passes calls on to another and writes each as it is answered, so that
// what was reached stays if the run is cut short. A Target answers from a File.
//
// # The life of a row
//
// The program makes a call, the Recorder hands it on, the target answers, the
// Recorder asks for the free memory, notes what the call wrote to the
// program's memory, and appends one line. Later a Target meets the same call:
// it gives the same answer, the same bytes and the same duration. At the first
// call that is not the recorded one it answers Diverged and stays there, since
// from then on nothing that it could say would be true.
//
// # What is left out
//
// Bytes of the program that a call only reads are not kept. Bytes that a copy
// brings back are kept up to DataLimit a row; a program that looks at more of
// them than that may diverge.
package recording
