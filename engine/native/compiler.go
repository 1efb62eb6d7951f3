//go:build linux && cgo

package native

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"pagewalk/engine/target"
)

// compiler is NVRTC, which makes code for the card out of the program's own
// kernels. It works in the parent, for the same reason as NVML.
type compiler struct {
	*opened
	made map[string]*code // by text and kernel
}

// code is a kernel, compiled: what a child loads.
type code struct {
	Entry string `json:"entry"` // the name in the binary
	Image []byte `json:"image"`
	Key   string `json:"key"`
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

// make compiles the text for a card of that compute capability and finds the
// kernel in it.
func (n *compiler) make(text string, kernel *target.Kernel, capability int) (*code, error) {
	key := kernel.Name + "\x00" + text
	if c := n.made[key]; c != nil {
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
	wanted := newText(kernel.Name)
	defer wanted.free()
	if e := n.call(nvrtcAddNameExpression, program, wanted.addr()); e != 0 {
		return nil, fmt.Errorf("nvrtcAddNameExpression answered %d", e)
	}
	architecture, options := newText(fmt.Sprintf("--gpu-architecture=sm_%d", capability)), newMemory(8)
	defer architecture.free()
	defer options.free()
	options.words(1)[0] = architecture.addr()
	if e := n.call(nvrtcCompileProgram, program, 1, options.addr()); e != 0 {
		return nil, errors.New(n.log(program, e))
	}
	c, err := n.result(program, wanted)
	if err == nil {
		c.Key, n.made[key] = key, c
	}
	return c, err
}

// result takes the binary out of a compiled program.
func (n *compiler) result(program uint64, wanted memory) (*code, error) {
	word := newMemory(8)
	defer word.free()
	if e := n.call(nvrtcGetLoweredName, program, wanted.addr(), word.addr()); e != 0 {
		return nil, fmt.Errorf("nvrtcGetLoweredName answered %d", e)
	}
	c := &code{Entry: textAt(word.word(0))}
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
