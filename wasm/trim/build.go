package trim

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
)

// cold are the packages whose code runs once a step or less. They are compiled
// without inlining, which saves a tenth of their size; in packages that work
// through a million transitions it would cost a third of their speed.
var cold = []string{"pagewalk/engine/explain/...", "pagewalk/engine/scene", "pagewalk/engine/profile", "pagewalk/engine/target"}

// Build compiles ./wasm of the module at root into the file target, as it is
// shipped: equal sources give equal bytes.
func Build(root, target string) error {
	args := []string{"build", "-trimpath", "-ldflags=-s -w", "-o", target}
	for _, p := range cold {
		args = append(args, "-gcflags="+p+"=-l")
	}
	command := exec.Command("go", append(args, "./wasm")...)
	command.Dir = root
	command.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "CGO_ENABLED=0")
	if said, err := command.CombinedOutput(); err != nil {
		return fmt.Errorf("wasm: %w\n%s", err, said)
	}
	module, err := os.ReadFile(target)
	if err != nil {
		return err
	}
	if _, ok := Lines(module); !ok {
		return errors.New("wasm: the toolchain lays out its tables in a way that package trim does not know")
	}
	joined, ok := Join(module)
	if !ok {
		return errors.New("wasm: the toolchain writes data in a way that package trim does not know")
	}
	return os.WriteFile(target, joined, 0o644)
}
