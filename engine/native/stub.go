//go:build !linux || !cgo

package native

import (
	"runtime"

	"pagewalk/engine/target"
)

// Built says whether this program can drive a card.
const Built = false

// ServeIfChild does nothing: this build has no children.
func ServeIfChild() {}

// Open says what is missing.
func Open(Options) (target.Target, error) {
	text := "this program was built without cgo and cannot drive a card; make build-gpu builds one that can (bin/pagewalk-gpu)"
	if runtime.GOOS != "linux" {
		text = "driving a card needs Linux; on this system runs are simulated or recorded"
	}
	return nil, &Problem{NotBuilt, text}
}
