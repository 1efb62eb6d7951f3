// Package pages renders what people see before any script runs.
//
// A page is a templ component that gets a Page (language, path, assets) and its
// own data, and writes a whole document. Every page exists in both languages
// under its own address, /en/… and /zh/…, and is readable without JavaScript:
// the lesson's text, its programs, the answers behind a fold, the table of GPUs.
// What moves is an island, a custom element of web/src that finds its place, its
// attributes and its fallback here; web/src/README.md is the contract.
//
// Texts stand as pairs where they are used. Longer prose (a lesson) comes from
// package lessons as blocks and spans and is set by prose.templ. No component
// writes raw HTML, an inline script or a style attribute: the content security
// policy allows neither.
//
// The trade-off: two languages double the lines of text in a component. In
// return nobody has to look up a key, and a missing translation is seen in the
// same line as the text that lacks it.
package pages
