// Command build makes the assets of the site: go run ./web/build.
//
// It reads the style sheet (static/css), the scripts (web/src) and the engine
// (wasm), and writes static/dist: every file under a name that holds a hash of
// its bytes, the same bytes in brotli and gzip beside it, and manifest.json,
// which maps logical names to files. The server embeds that folder, so the
// build comes before the compilation of the server; make build does both.
//
//	main.css       static/css/main.css and what it imports, in one file
//	main.js        web/src/main.ts and the chunks that it loads when needed
//	worker.js      web/src/engine/worker.ts, the engine's worker
//	early.js       web/src/early.ts, run before the first paint
//	pagewalk.wasm  ./wasm for GOOS=js GOARCH=wasm
//	wasm_exec.js   the Go toolchain's own support file, from GOROOT
//	icon.svg       static/icon.svg
//	log/…          frames of the lessons' programs, so that stepping works at once
//
// Bundling is esbuild as a Go library: no Node is needed to build, only the
// packages in web/node_modules. Compressing is pure Go and by far the slowest
// part, so a file whose name already stands in dist with its compressed copies
// is not compressed again; the name says that its bytes are the same.
//
// With -check the build also holds the engine to its budget: at most 1,030 KB of
// wasm after brotli.
package main
