// Package profile holds GPUs and drivers as data. A Profile says everything
// that distinguishes one machine from another: how much memory, which page
// table format, which TLB, which policies in driver and runtime, what each act
// costs. No layer ever asks "which GPU is this?"; it reads a field.
//
// # Where a figure comes from
//
// Parameters come in groups, and each group carries a Source: textbook (what
// courses teach), documented (what NVIDIA's open kernel modules, headers and
// manuals say) or measured (what a real card did, with card, driver and date).
// One profile mixes them: a documented kernel driver can lie under measured
// rules of the user-space runtime.
//
// # The profiles
//
//   - textbook-volta, textbook-ampere: what courses teach. Four or five levels
//     of nine bits, pages of 4K, 2M and 1G, chunks that halve and merge in
//     pairs, a driver that keeps freed blocks for reuse. With 64 MiB, so that
//     one picture shows everything; the -full variants have the memory of the
//     real cards.
//   - gh100, gh100-small: the documented Hopper, as the open kernel modules
//     describe it, under the measured rules of the runtime.
//   - h200-r580: the measured card.
package profile
