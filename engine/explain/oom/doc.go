// Package oom reads the texts that people have when memory on a GPU ran out:
// a message of PyTorch in any of its wordings, CUDA's bare error, a table of
// torch.cuda.memory_summary() or nvidia-smi, a whole log, a JSON file with a
// message in it. It says what such a text proves, and what it does not.
//
// # Nouns
//
// An amount is a size as a text gives it. Messages round to two decimals, so an
// amount is an interval, and every derived figure keeps its interval. A figure
// is exact where the interval holds one possible size: PyTorch buys whole
// 2 MiB segments, so "200.51 MiB" and "39.49 MiB" together can only be 240 MiB.
//
// A message is one complaint of PyTorch with its figures. Facts are all that
// was read from a text, before anything is concluded. A report is the
// conclusion without a language: ids and numbers. Say puts it into words.
//
// # The life of one text
//
// A text is cut to a bounded part (its beginning, its end and the surroundings
// of each mention), cleaned of escapes and colours, and then read by
// independent readers, each of which may find nothing: messages, settings,
// counters, tables of nvidia-smi, signs of other programs. A message goes to
// the judge, and what stands beside it is added.
//
// # What a message proves
//
// PyTorch's message is written after three failures: no unused piece that it
// holds was large enough, the driver (or the program's own limit) refused a
// new segment, and both failed again after every wholly unused segment had
// been given back. Hence:
//
//   - if unused and not yet bought together reach the request, the memory was
//     there and not in one piece: fragmentation;
//   - if they do not, no arrangement helps: the card, or the limit, is full;
//   - if the card would have had room with others gone, others hold it;
//   - if there was room by the message's own figures, it proves nothing, and
//     the report says so.
//
// How many pieces there are, how large the largest is, on which stream and in
// which pool, a message never says. Only a snapshot does, so every report ends
// with the two lines that record one.
//
// # Trade-offs
//
// The readers look for phrases, not for a grammar: a message that was wrapped,
// cut off or quoted still gives most of its figures. The price is that a text
// written to deceive can deceive.
//
// # What is left out
//
// Which piece would have been taken: that is for a replay of a snapshot. Other
// frameworks are read only as far as their messages carry a number. Where
// MB and GB stand in a message they are taken as powers of two, as all the
// programs read here mean them.
package oom
