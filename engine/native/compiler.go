//go:build linux && cgo

package native

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
)

// compiler is NVRTC, which makes code for the card out of the program's own
// kernels. It works in the parent, for the same reason as NVML.
type compiler struct {
	*opened
	made map[string]*code // by text
}

// code is a program's text for the card, compiled: what a child loads.
type code struct {
	Key   string            `json:"key"`
	Image []byte            `json:"image"`
	Names map[string]string `json:"names"` // in the binary, by what the host calls them
}

const (
	nvrtcCreateProgram = iota
	nvrtcAddNameExpression
	nvrtcCompileProgram
	nvrtcGetLoweredName
	nvrtcGetCUBINSize
	nvrtcGetCUBIN
	nvrtcGetProgramLogSize
	nvrtcGetProgramLog
	nvrtcDestroyProgram
)

var compilerNames = []string{"nvrtcCreateProgram", "nvrtcAddNameExpression", "nvrtcCompileProgram", "nvrtcGetLoweredName",
	"nvrtcGetCUBINSize", "nvrtcGetCUBIN", "nvrtcGetProgramLogSize", "nvrtcGetProgramLog", "nvrtcDestroyProgram"}

// CompilerVariable names the environment variable with the path of the library
// to open instead of libnvrtc of the newest toolkit that is installed.
const CompilerVariable = "PAGEWALK_LIBNVRTC"

// openCompiler looks where the loader looks, then where toolkits are installed.
func openCompiler() (*compiler, *Problem) {
	paths := []string{"libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so"}
	for _, pattern := range []string{"/usr/local/cuda/lib64/libnvrtc.so.*", "/usr/local/cuda*/targets/*/lib/libnvrtc.so.*", "/opt/cuda/lib64/libnvrtc.so.*"} {
		found, _ := filepath.Glob(pattern)
		slices.Sort(found)
		slices.Reverse(found)
		paths = append(paths, slices.DeleteFunc(found, func(path string) bool { return strings.Contains(path, ".alt.") })...)
	}
	o, missing, why := openOther(CompilerVariable, paths, compilerNames)
	switch {
	case missing != "":
		return nil, &Problem{NoCompiler, fmt.Sprintf("kernels of the program's own need NVRTC; %s has no function %s", why, missing)}
	case o == nil:
		return nil, &Problem{NoCompiler, fmt.Sprintf("kernels of the program's own need NVRTC, which is part of a CUDA toolkit: %s (set %s to open another library)", why, CompilerVariable)}
	}
	return &compiler{opened: o, made: map[string]*code{}}, nil
}

// make compiles the text for a card of that compute capability: all that the
// host names in it, so that its kernels share its variables.
func (n *compiler) make(text string, outside []string, capability int) (*code, error) {
	if c := n.made[text]; c != nil {
		return c, nil
	}
	source, name, handle := newText(text), newText("program.cu"), newMemory(8)
	defer source.free()
	defer name.free()
	defer handle.free()
	if e := n.call(nvrtcCreateProgram, handle.addr(), source.addr(), name.addr(), 0, 0, 0); e != 0 {
		return nil, fmt.Errorf("nvrtcCreateProgram answered %d", e)
	}
	program := handle.word(0)
	defer n.call(nvrtcDestroyProgram, handle.addr())
	for _, wanted := range outside {
		name := newText(wanted)
		defer name.free()
		if e := n.call(nvrtcAddNameExpression, program, name.addr()); e != 0 {
			return nil, fmt.Errorf("nvrtcAddNameExpression answered %d", e)
		}
	}
	architecture, options := newText(fmt.Sprintf("--gpu-architecture=sm_%d", capability)), newMemory(8)
	defer architecture.free()
	defer options.free()
	options.words(1)[0] = architecture.addr()
	if e := n.call(nvrtcCompileProgram, program, 1, options.addr()); e != 0 {
		return nil, errors.New(n.log(program, e))
	}
	c, err := n.result(program, outside)
	if err == nil {
		c.Key, n.made[text] = fmt.Sprintf("%d %.60q", len(n.made), text), c
	}
	return c, err
}

// result takes the binary, and the names that things have in it, out of a
// compiled program.
func (n *compiler) result(program uint64, outside []string) (*code, error) {
	word := newMemory(8)
	defer word.free()
	c := &code{Names: map[string]string{}}
	for _, wanted := range outside {
		name := newText(wanted)
		defer name.free()
		if e := n.call(nvrtcGetLoweredName, program, name.addr(), word.addr()); e != 0 {
			return nil, fmt.Errorf("nvrtcGetLoweredName answered %d to %s", e, wanted)
		}
		c.Names[wanted] = textAt(word.word(0))
	}
	if e := n.call(nvrtcGetCUBINSize, program, word.addr()); e != 0 {
		return nil, fmt.Errorf("nvrtcGetCUBINSize answered %d", e)
	}
	image := newMemory(int(word.word(0)))
	defer image.free()
	if e := n.call(nvrtcGetCUBIN, program, image.addr()); e != 0 {
		return nil, fmt.Errorf("nvrtcGetCUBIN answered %d", e)
	}
	c.Image = slices.Clone(image.bytes(int(word.word(0))))
	return c, nil
}

// log is what the compiler said.
func (n *compiler) log(program uint64, e int32) string {
	word := newMemory(8)
	defer word.free()
	if n.call(nvrtcGetProgramLogSize, program, word.addr()) != 0 || word.word(0) < 2 {
		return fmt.Sprintf("NVRTC answered %d", e)
	}
	text := newMemory(int(word.word(0)))
	defer text.free()
	n.call(nvrtcGetProgramLog, program, text.addr())
	return strings.TrimSpace(textAt(text.addr()))
}
