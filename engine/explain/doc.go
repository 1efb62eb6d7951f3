// Package explain turns what the machine did into words.
//
// # Nouns
//
// A sentence says one event: what changed, from what to what. A reason says
// why a call was answered as it was (target.Why). A rail says what a layer
// knows and what it cannot know. A seam says what passed between two layers.
// A term is an entry of the glossary. All of them exist in English and in
// Simplified Chinese, written side by side in one row of a table, so that
// nobody can add the one and forget the other.
//
// # Where the words come from
//
// An event carries numbers, not names. What the numbers mean on this machine
// (what level 3 of its page tables is called, which root a chunk belongs to,
// what the program wrote in its call) is asked of a Context, which package
// machine fills. A sentence never looks at State itself: the same event always
// gives the same sentence, also when a run is looked at from its end.
//
// # Style
//
// The object comes first, the tense is the present, numbers stand instead of
// adjectives, and there are at most two sentences an event. Names of calls,
// states and fields stay as the field writes them, in both languages.
//
// # What is left out
//
// The verdicts on memory that ran out, read from a pasted text, live in the
// package oom below this one. Comparing two runs is package compare's.
package explain
