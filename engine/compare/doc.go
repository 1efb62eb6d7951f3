// Package compare puts two runs of one program side by side: simulated and
// real, two cards, two settings. It says where they agree, where they part, and
// by which named rule a difference is understood.
//
// # Nouns
//
// A Run is rows in order. A Pair is a row of each, or a row of one that the
// other lacks. A Column is one thing that rows are compared by: the error, the
// address, the free memory. A Difference is a pair and a column in which it
// parts, with the Rule that explains it, or Unexplained.
//
// # The life of a comparison
//
// Align walks both runs. Rows that ask for the same thing are a pair; where
// they do not, the nearest place at which they do again is looked for, and what
// lies before it is missing on one side. Then each column of each pair is
// compared. Addresses are taken relative to the first one of their range and
// process, since the start of an address space is drawn by lot. Free memory is
// compared as such; a distance that appears without a call of the program and
// stays is another process's.
//
// # What counts
//
// Errors, values, addresses, free memory and ioctls are determined by the
// calls (h200-measured, sections 1 and 2), so a difference there is a finding.
// Physical offsets and times are not determined by the calls alone (sections 3
// and 8): they are reported, not judged.
//
// # Left out
//
// Rows of different programs can be aligned, but nothing good comes of it. The
// contents of memory are not compared.
package compare
