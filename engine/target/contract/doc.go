// Package contract is the suite that every target passes: the simulated
// machine, a real GPU, a stand-in for its library. It is a table of small
// programs and of relations between their rows that hold on every card, so it
// names no address and no count of bytes that a card could choose differently.
//
// Run gives the number of programs that the target could not do, as its Info
// admits; the caller asserts that number, so that a target cannot fall silent
// unnoticed.
package contract
