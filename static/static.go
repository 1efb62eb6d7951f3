// Package static holds what the server sends as it is: the output of the asset
// build, embedded in the program. The sources of the style sheet (css/) live
// beside it and are joined by web/build.
//
// A fresh clone compiles without a build: the pattern dist* then matches only
// dist.txt, Built reports false, and the server says what is missing.
package static

import (
	"embed"
	"io/fs"
)

//go:embed dist*
var files embed.FS

// Dist is the output folder of the asset build, empty before the first build.
func Dist() fs.FS {
	dist, err := fs.Sub(files, "dist")
	if err != nil {
		panic("static: dist: " + err.Error())
	}
	return dist
}

// Built says whether the asset build has run before this program was compiled.
func Built() bool {
	_, err := fs.Stat(Dist(), "manifest.json")
	return err == nil
}
