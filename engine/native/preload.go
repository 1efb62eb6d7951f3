package native

import (
	"embed"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
)

// PreloadName is the file of the library that capture loads into a program;
// make build-gpu puts it beside pagewalk-gpu.
const PreloadName = "libpagewalk-capture.so"

// PreloadVariable names the environment variable by which the library learns
// where to write.
const PreloadVariable = "PAGEWALK_CAPTURE_FILE"

//go:embed preload.c trip.h
var preloadSource embed.FS

// Preload gives the path of the library: the one beside this program, else one
// that is built in folder, for which a C compiler is enough.
//
// Errors: *Problem.
func Preload(folder string) (string, error) {
	if runtime.GOOS != "linux" {
		return "", &Problem{NotBuilt, "capture needs Linux: it loads a library into the program that it watches"}
	}
	if self, err := os.Executable(); err == nil {
		beside := filepath.Join(filepath.Dir(self), PreloadName)
		if _, err := os.Stat(beside); err == nil {
			return beside, nil
		}
	}
	return buildPreload(folder)
}

func buildPreload(folder string) (string, error) {
	for _, name := range []string{"preload.c", "trip.h"} {
		text, err := preloadSource.ReadFile(name)
		if err != nil {
			panic("native: preload: " + err.Error())
		}
		if err := os.WriteFile(filepath.Join(folder, name), text, 0o600); err != nil {
			return "", &Problem{NoPreloader, err.Error()}
		}
	}
	out := filepath.Join(folder, PreloadName)
	text, err := exec.Command("cc", "-std=gnu11", "-O2", "-shared", "-fPIC", "-o", out, filepath.Join(folder, "preload.c"), "-ldl", "-lpthread").CombinedOutput()
	if errors.Is(err, exec.ErrNotFound) {
		return "", &Problem{NoPreloader, "capture needs " + PreloadName + " beside this program (make build-gpu puts it there), or a C compiler named cc to build it with; neither is there"}
	}
	if err != nil {
		return "", &Problem{NoPreloader, fmt.Sprintf("%s could not be built: %s", PreloadName, strings.TrimSpace(string(text)))}
	}
	return out, nil
}
