//go:build !(js && wasm)

package main

import "os"

// main says what the package is for when it is built for anything but a
// browser, so that building everything works everywhere.
func main() {
	os.Stderr.WriteString("pagewalk/wasm is the engine for browsers; build it with GOOS=js GOARCH=wasm\n")
	os.Exit(2)
}
