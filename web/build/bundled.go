package main

import (
	"encoding/json"
	"path/filepath"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

// metafile is the part of esbuild's report that we read: which output is an
// entry, and which chunks it imports at once.
type metafile struct {
	Outputs map[string]struct {
		EntryPoint string `json:"entryPoint"`
		Imports    []struct {
			Path string `json:"path"`
			Kind string `json:"kind"`
		} `json:"imports"`
	} `json:"outputs"`
}

// takeBundle turns esbuild's output files into ours.
func (b *builder) takeBundle(result api.BuildResult, dist string) error {
	var meta metafile
	if err := json.Unmarshal([]byte(result.Metafile), &meta); err != nil {
		return err
	}
	for _, file := range result.OutputFiles {
		name, err := filepath.Rel(dist, file.Path)
		if err != nil {
			return err
		}
		out := output{name: filepath.ToSlash(name), bytes: file.Contents}
		info := meta.Outputs["static/dist/"+out.name]
		// A module that is imported when needed is an entry point too, of a chunk.
		if info.EntryPoint != "" && !strings.HasPrefix(out.name, "chunk-") {
			out.logical = logicalName(out.name)
		}
		for _, imported := range info.Imports {
			if imported.Kind == "import-statement" {
				out.imports = append(out.imports, filepath.Base(imported.Path))
			}
		}
		b.files = append(b.files, out)
	}
	return nil
}

// logicalName takes the hash out of "main-ABCDEFGH.js".
func logicalName(name string) string {
	ext := filepath.Ext(name)
	stem := strings.TrimSuffix(name, ext)
	return stem[:strings.LastIndexByte(stem, '-')] + ext
}
