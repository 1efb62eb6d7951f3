package main

import "strings"

// heavy are what must not be reachable from the browser's engine: each of them
// brings reflection or an operating system along, 100 KB and more after brotli.
// The Go runtime itself for js/wasm needs none of them.
var heavy = []string{"fmt", "reflect", "encoding", "compress", "os", "time", "regexp", "net", "io/fs", "log", "math/rand", "text", "html"}

// browser: go list's own list of what ./wasm links holds nothing heavy.
func browser(root string) []string {
	lines, ok := run(root, []string{"GOOS=js", "GOARCH=wasm"}, "go", "list", "-deps", "./wasm")
	if !ok {
		return lines
	}
	return heavyOf(lines)
}

// heavyOf picks the heavy ones from a list of packages.
func heavyOf(packages []string) []string {
	var broken []string
	for _, path := range packages {
		for _, h := range heavy {
			if path == h || strings.HasPrefix(path, h+"/") {
				broken = append(broken, path+" is reachable from ./wasm; see why: GOOS=js GOARCH=wasm go list -deps -f '{{.ImportPath}} {{.Imports}}' ./wasm")
			}
		}
	}
	return broken
}
