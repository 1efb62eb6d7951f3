package trim

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
)

// Build compiles ./wasm of the module at root into the file target, as it is
// shipped: equal sources give equal bytes.
func Build(root, target string) error {
	args := append([]string{"build", "-trimpath", "-ldflags=-w"}, Inlining()...)
	command := exec.Command("go", append(args, "-o", target, "./wasm")...)
	command.Dir = root
	command.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "CGO_ENABLED=0")
	if said, err := command.CombinedOutput(); err != nil {
		return fmt.Errorf("wasm: %w\n%s", err, said)
	}
	module, err := os.ReadFile(target)
	if err != nil {
		return err
	}
	module, emptied, ok := Stub(module)
	if !ok {
		return errors.New("wasm: the toolchain writes names in a way that package trim does not know")
	}
	if _, ok := Lines(module, emptied); !ok {
		return errors.New("wasm: the toolchain lays out its tables in a way that package trim does not know")
	}
	joined, ok := Join(module)
	if !ok {
		return errors.New("wasm: the toolchain writes data in a way that package trim does not know")
	}
	return os.WriteFile(target, joined, 0o644)
}

// hot are the packages whose small functions are called at every transition.
var hot = [...]string{"state", "event", "cuda", "pmm", "pma", "mmu", "tlb", "dram", "machine"}

// Inlining says what the compiler may inline, as flags of go build. Without any inlining the module
// is smaller, and what a learner waits for is the first fetch; but the hot
// packages then run three times slower, and with it they add about one part in
// a hundred.
func Inlining() []string {
	flags := []string{"-gcflags=all=-l"}
	for _, name := range hot {
		flags = append(flags, "-gcflags=pagewalk/engine/"+name+"=")
	}
	return flags
}
