// Package scene turns one moment of a run into what pictures need, and sends
// only what changed.
//
// # Words
//
// A Moment is everything that the four panes show at one event: pointers and
// slabs, ioctls and lists, the walk with its entries, the map of the card and
// one chunk tree. It is a plain Go struct with the same fields as the page's
// own type (web/src/moment.ts), so a terminal can print it too.
//
// A Scene is the same moment as views: growable arrays of 64-bit words, one
// record after the other. Views, below, is the one table that says what a
// record of each view holds; the page's decoder is generated from it. Texts
// are numbers in a scene: each distinct text is sent once and named by its id
// from then on.
//
// A Patch says that one word of one view changed from an old value to a new
// one. A step from one moment to the next is a few dozen patches, and because
// a patch holds both values the same step backward is the same patches read
// the other way. That is all that a page needs to step through a lesson whose
// log was shipped with it: it applies patches and decodes the views, and has
// no engine.
//
// A Frame is the envelope: a header of 32 bytes and sections of little-endian
// columns aligned to four. Frames answer the exports of the WebAssembly and,
// one after the other, make up a lesson's log.
//
// # The life of a moment
//
// A Builder stands beside a timeline.Run. Frame asks the panes for a Moment of
// the cursor's state, encodes it into a scene, compares that with the scene
// sent last and writes the difference. The map of the card is the only view
// that is large (71,577 cells on an H200), so its cells are kept from frame to
// frame and computed again only for columns' pages written since.
//
// A Session is what a page holds: one run and its Builder, with a method for
// each export of the WebAssembly. LessonLog runs a program and lays its frames
// end to end.
//
// # Trade-offs
//
// One field takes one whole word. A denser layout would save a few kilobytes
// of memory and cost every reader a table of shifts; patches are sent by word,
// so density would not make frames smaller. Lists of strings travel as one
// text joined by line feeds.
//
// What is left out: drawing, layout and colour (the page's), sentences
// (package explain), and any computation of state (the layers').
package scene
