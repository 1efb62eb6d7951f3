// Package site answers the HTTP requests of the site.
//
// Two kinds of thing are served. Pages are rendered for each request, are the
// same for everybody, and exist once for each language under /en/ and /zh/; only
// "/" looks at who asks (a cookie from an earlier visit, else Accept-Language)
// and redirects. Assets come from the embedded output of the asset build, under
// names that contain their hash, already compressed; the server only picks the
// coding that the browser accepts.
//
// Everything else is refused: other methods, long bodies, unknown paths, with a
// page in the language of the path. The policy sent with each answer allows
// scripts and styles of this site only, nothing inline, and WebAssembly.
//
// The request never reaches the engine: a program that a visitor types runs in
// the visitor's browser. So there is no state here, and a static export of the
// pages is a loop over Routes.
package site
