package main

// commands is the table of all commands, in the order of the list that help
// prints. To add one: write its file, add its variable here.
func commands() []*command {
	return []*command{
		&serveCommand,
		&runCommand,
		&stepCommand,
		&learnCommand,
		&lessonsCommand,
		&openCommand,
		&tlbCommand,
		&exportCommand,
		&benchCommand,
		&mmuCommand,
		&replayCommand,
		&labCommand,
		&compareCommand,
		&captureCommand,
		&calibrateCommand,
		&gpusCommand,
	}
}
