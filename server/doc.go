// Command pagewalk is the whole product in one program: the web site, and the
// same engine for the terminal.
//
// Each command is one file with one variable of type command, and one line in
// the table of commands.go. main finds the command, gives it its arguments, and
// turns what it returns into an exit status: 0 done, 1 the work itself failed,
// 2 bad usage or bad input. Results go to standard output, everything else to
// standard error.
//
// Commands that play a scenario share scenario.go (the file, its header line,
// the machine, messages with line, column and caret) and recording.go (the run
// with every transition kept). The stepper and the lessons answer in both
// languages and write whole lines only, so that they can be driven by a script
// and read aloud; golden_test.go holds what commands print, whole.
//
// The web site is package site beside this; serve only listens and shuts down.
package main
