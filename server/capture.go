package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"pagewalk/engine/compare"
	"pagewalk/engine/cuda"
	"pagewalk/engine/machine"
	"pagewalk/engine/native"
	recorded "pagewalk/server/recording"
)

var captureCommand = command{
	name: "capture",
	usage: `[--gpu NAME] [--set KEY=VALUE]… [--record FILE] [--format text|json] [--lang en|zh] -- PROGRAM [ARGUMENTS]

The program runs as it is, with a library of pagewalk's loaded into it that
sees its memory calls of the CUDA driver API and every ioctl; programs that use
the runtime (cudaMalloc) reach the driver by these calls too. Its own output
goes to standard error. Afterwards the calls are played on the simulated
machine and shown side by side.

The status is the comparison's: 0, or 2 if the program could not be run. The
program's own status is told. Needs Linux, and either the library beside
pagewalk (make build-gpu puts it there) or a C compiler.`,
	summary: "the real ioctls of a CUDA program of yours, beside its simulation",
	example: "pagewalk capture -- ./my_program --size 1000",
}

func init() { captureCommand.run = runCapture }

// capture is what to do, and then what was seen.
type capture struct {
	comparison
	record  string
	program []string
	calls   []native.Captured
	outside native.Outside
	ended   string // how the program ended, in words
}

func runCapture(env *environment, args []string) error {
	c := &capture{}
	if err := c.parse(env, args); err != nil {
		return err
	}
	p, err := loadProfile(c.gpu, c.settings)
	if err != nil {
		return err
	}
	if err := c.watch(env); err != nil {
		return err
	}
	s := simulateCapture(machine.New(p, 0), c.calls)
	if c.record != "" {
		if err := c.write(s); err != nil {
			return err
		}
	}
	c.runs = [2]*compare.Run{{Name: p.Name, Rows: s.simulated}, {Name: c.card(), Measured: true, Rows: s.real}}
	c.report = compare.Compare(c.runs[0], c.runs[1])
	if c.format == "json" {
		return c.writeJSON(env.out)
	}
	return c.writeCapture(env.out, s)
}

// parse takes what stands before "--" as flags and the rest as the program.
func (c *capture) parse(env *environment, args []string) error {
	set := captureCommand.flags(env)
	set.StringVar(&c.gpu, "gpu", defaultProfile, "profile of the simulation")
	set.Var(&c.settings, "set", "KEY=VALUE, a setting of the profile; may be repeated")
	set.StringVar(&c.record, "record", "", "a file for the rows of the card, as run --record writes it; .gz is packed")
	set.StringVar(&c.format, "format", "text", "text or json")
	lang := set.String("lang", "en", "en or zh")
	for i, a := range args {
		if a == "--" {
			args, c.program = args[:i], args[i+1:]
			break
		}
	}
	rest, err := parse(set, args)
	if err != nil {
		return err
	}
	if c.lang, err = parseLang(*lang); err != nil {
		return err
	}
	if err := checkFormat(c.format, "text", "json"); err != nil {
		return err
	}
	if len(rest) != 0 || len(c.program) == 0 {
		return badUsage("expected flags, then -- and the program with its arguments")
	}
	return nil
}

// watch runs the program with the library loaded and reads what it wrote.
func (c *capture) watch(env *environment) error {
	folder, err := os.MkdirTemp("", "pagewalk-capture")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	library, err := native.Preload(folder)
	if err != nil {
		return badUsage("%v", err)
	}
	file := filepath.Join(folder, "calls")
	run := exec.Command(c.program[0], c.program[1:]...)
	run.Stdin, run.Stdout, run.Stderr = env.in, env.err, env.err
	preload := library
	if more := os.Getenv("LD_PRELOAD"); more != "" {
		preload += " " + more
	}
	run.Env = append(os.Environ(), "LD_PRELOAD="+preload, native.PreloadVariable+"="+file)
	err = run.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		return badUsage("%v", err)
	}
	c.ended = run.ProcessState.String()
	f, err := os.Open(file)
	if err != nil {
		return badUsage("%s wrote nothing: it is static, or it drops LD_PRELOAD", c.program[0])
	}
	defer f.Close()
	c.calls, c.outside, err = native.ReadCaptured(f)
	c.warn(env.err, err)
	return err
}

// warn says what the record lacks.
func (c *capture) warn(out io.Writer, err error) {
	name := c.program[0]
	if err == nil && len(c.calls) == 0 {
		fmt.Fprintf(out, "%s made no call of the CUDA driver that capture sees (%s)\n", name, c.ended)
	}
	if c.outside.Ends == 0 {
		fmt.Fprintf(out, "%s wrote no end: it was killed, or it left without ending as programs do; what it had done is here (%s)\n", name, c.ended)
	}
	if n := c.outside.Lost; n != 0 {
		fmt.Fprintf(out, "%d calls were not seen: more than 16 threads called at once\n", n)
	}
	if contexts := processes(c.calls); contexts > cuda.Processes {
		fmt.Fprintf(out, "%d processes made calls; the simulation has %d and cannot answer the others\n", contexts, cuda.Processes)
	}
}

// processes counts those that made calls.
func processes(calls []native.Captured) int {
	seen := map[int]bool{}
	for i := range calls {
		seen[calls[i].Process] = true
	}
	return len(seen)
}

// card names the GPU of this machine by what the driver's files say.
func (c *capture) card() string {
	name := "the card of this machine"
	files, _ := filepath.Glob("/proc/driver/nvidia/gpus/*/information")
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			continue
		}
		for line := range strings.Lines(string(text)) {
			if model, ok := strings.CutPrefix(line, "Model:"); ok {
				name = strings.TrimSpace(model)
			}
		}
	}
	return name
}

// driverVersion is the version of the kernel driver; "unknown" without one.
func driverVersion() string {
	v, err := os.ReadFile("/sys/module/nvidia/version")
	if err != nil {
		return "unknown"
	}
	return strings.TrimSpace(string(v))
}

// write writes the card's rows as a recording.
func (c *capture) write(s *captured) error {
	f, err := os.Create(c.record)
	if err != nil {
		return usageError{err.Error()}
	}
	h := recorded.Header{Kind: "native", Card: c.card(), Driver: driverVersion(), Name: strings.Join(c.program, " "),
		Date: time.Now().UTC().Format(time.DateOnly), Host: runtime.GOOS + "/" + runtime.GOARCH}
	w, err := recorded.NewWriter(f, strings.HasSuffix(c.record, ".gz"), h)
	for i := 0; err == nil && i < len(s.real); i++ {
		r := &s.real[i]
		err = w.Row(recorded.RowOf(i, &r.Call, &s.results[i], r.Free))
	}
	if e := w.Close(); err == nil {
		err = e
	}
	if e := f.Close(); err == nil {
		err = e
	}
	return err
}

// writeCapture writes the calls side by side, then the comparison.
func (c *capture) writeCapture(out io.Writer, s *captured) error {
	if err := c.writeCalls(out); err != nil {
		return err
	}
	fmt.Fprintln(out)
	if err := c.writeText(out); err != nil {
		return err
	}
	fmt.Fprintln(out, s.leftOut(c.lang, c.outside))
	fmt.Fprintf(out, both{"%s: %s\n", "%s：%s\n"}[c.lang], c.program[0], c.ended)
	return nil
}
