package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"pagewalk/engine/native"
)

// command is one word after "pagewalk".
type command struct {
	name    string
	usage   string // what follows the name
	summary string // one line for the list of commands
	example string // one command line that works
	run     func(env *environment, args []string) error
}

// environment is where a command reads and writes; tests give their own.
type environment struct {
	in       io.Reader
	out, err io.Writer
}

// usageError is a mistake of the caller: status 2, one line.
type usageError struct{ text string }

func (e usageError) Error() string { return e.text }

// badUsage makes a usageError from a format.
func badUsage(format string, args ...any) error {
	return usageError{fmt.Sprintf(format, args...)}
}

// checkFormat says whether --format is one of those that the command writes.
func checkFormat(found string, known ...string) error {
	if slices.Contains(known, found) {
		return nil
	}
	last := len(known) - 1
	return badUsage("--format: found %q, expected %s or %s", found, strings.Join(known[:last], ", "), known[last])
}

// errSilent is a failure that the command has already told: status 1, no line.
var errSilent = errors.New("failed")

// errRefused is bad input that the command has already told: status 2, no line.
var errRefused = errors.New("refused")

func main() {
	native.ServeIfChild() // in a process that holds a card for its parent, that is all
	env := &environment{in: os.Stdin, out: os.Stdout, err: os.Stderr}
	os.Exit(run(env, os.Args[1:]))
}

// run finds the command, runs it and gives the exit status.
func run(env *environment, args []string) int {
	if len(args) == 2 && args[0] == "help" { // as most programs understand it
		args = []string{args[1], "--help"}
	}
	if len(args) == 0 || args[0] == "help" || args[0] == "--help" || args[0] == "-h" {
		printCommands(env.out)
		return 0
	}
	c := findCommand(args[0])
	if c == nil {
		fmt.Fprintf(env.err, "pagewalk: unknown command %q; pagewalk help lists the commands\n", args[0])
		return 2
	}
	return status(env, c, c.run(env, args[1:]))
}

// status turns what a command returned into its exit status.
func status(env *environment, c *command, err error) int {
	var usage usageError
	switch {
	case err == nil, errors.Is(err, flag.ErrHelp):
		return 0
	case errors.Is(err, errSilent):
		return 1
	case errors.Is(err, errRefused):
		return 2
	case errors.As(err, &usage):
		fmt.Fprintf(env.err, "pagewalk %s: %s\n", c.name, usage.text)
		return 2
	}
	fmt.Fprintf(env.err, "pagewalk %s: %v\n", c.name, err)
	return 1
}

// findCommand finds a command by its name; nil if there is none.
func findCommand(name string) *command {
	for _, c := range commands() {
		if c.name == name {
			return c
		}
	}
	return nil
}

func printCommands(w io.Writer) {
	fmt.Fprintln(w, "pagewalk shows what a GPU does when a program asks it for memory.")
	fmt.Fprintln(w)
	for _, c := range commands() {
		fmt.Fprintf(w, "  %-10s %s\n", c.name, c.summary)
	}
	fmt.Fprintln(w)
	fmt.Fprintln(w, "pagewalk COMMAND --help, or pagewalk help COMMAND, tells more and gives an example.")
}

// flags makes a command's flag set; its help names usage, example and flags.
func (c *command) flags(env *environment) *flag.FlagSet {
	set := flag.NewFlagSet(c.name, flag.ContinueOnError)
	set.SetOutput(io.Discard) // parse prints the one line itself
	set.Usage = func() {
		fmt.Fprintf(env.out, "usage: pagewalk %s %s\n\n%s\n\nexample: %s\n", c.name, c.usage, c.summary, c.example)
		set.SetOutput(env.out)
		set.PrintDefaults()
		set.SetOutput(io.Discard)
	}
	return set
}

// parse reads flags and gives the other arguments, in any order. A wrong flag
// is a usageError.
func parse(set *flag.FlagSet, args []string) ([]string, error) {
	var rest []string
	help := set.Usage
	set.Usage = func() {} // a wrong flag is told in one line, not with the whole help
	for {
		if err := set.Parse(args); err != nil {
			if errors.Is(err, flag.ErrHelp) {
				help()
				return nil, err
			}
			return nil, usageError{err.Error()}
		}
		if set.NArg() == 0 {
			return rest, nil
		}
		rest = append(rest, set.Arg(0))
		args = set.Args()[1:]
	}
}
