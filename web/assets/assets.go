// Package assets knows the output of the asset build: which hashed file stands
// for which logical name, and how a file is served.
//
// The build (web/build) writes every file under a name that contains a hash of
// its bytes, beside it the same bytes in brotli and gzip, and manifest.json,
// which maps logical names to files. Since a name stands for its bytes for ever,
// a browser may keep a file for a year; only pages and the manifest change.
package assets

import (
	"encoding/json"
	"fmt"
	"io/fs"
)

// Prefix is the path under which the files are served.
const Prefix = "/static/"

// File is one entry of the manifest.
type File struct {
	Name    string   `json:"name"`              // the file in dist
	Bytes   int64    `json:"bytes"`             // uncompressed
	Brotli  int64    `json:"brotli,omitempty"`  // bytes of NAME.br, 0 if there is none
	Gzip    int64    `json:"gzip,omitempty"`    // bytes of NAME.gz, 0 if there is none
	Imports []string `json:"imports,omitempty"` // files that a page should preload with it
}

// Manifest maps logical names ("main.js", "pagewalk.wasm") to files.
type Manifest map[string]File

// Load reads the manifest of a dist folder. A folder that has none, because the
// build has not run, gives an empty manifest and the error.
func Load(dist fs.FS) (Manifest, error) {
	manifest := Manifest{}
	text, err := fs.ReadFile(dist, "manifest.json")
	if err != nil {
		return manifest, err
	}
	if err := json.Unmarshal(text, &manifest); err != nil {
		return Manifest{}, fmt.Errorf("manifest.json: %w", err)
	}
	return manifest, nil
}

// URL gives the path of a logical name, or "" if the build did not make it.
func (m Manifest) URL(name string) string {
	file, ok := m[name]
	if !ok {
		return ""
	}
	return Prefix + file.Name
}

// Preloads gives the paths of what a script imports at once.
func (m Manifest) Preloads(name string) []string {
	var paths []string
	for _, file := range m[name].Imports {
		paths = append(paths, Prefix+file)
	}
	return paths
}
