//go:build js && wasm

package main

// microscope looks at an address; the input buffer holds KEY=VALUE lines, as
// scene.ReadAsk reads them.
//
//go:wasmexport microscope
func microscope(serial, lines, l uint32) {
	answer(serial, func() []byte {
		at := uint32(0)
		return session.Microscope(serial, take(&at, lines), lang(l))
	})
}
